//! Questions about costs: the cheapest solutions, and how many cost no more than a bound.

use puzzle_core::{Answer, Answered, Ask, Cover, Failure, Report, Run, Sink};

use super::numbers;
use crate::cover;

/// Hands the cheapest solutions to the sink, cheapest first. A search that is stopped hands over the
/// cheapest it has found so far.
pub(super) fn cheapest(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    plain(ask, run)?;
    let keep = ask.choices.get("cheapest")?.or(ask.limit.map(|limit| limit as usize)).unwrap_or(1);
    let ranked = cover::cheapest(&cover.puzzle, keep, None, &run.control);
    for (_, solution) in &ranked.solutions {
        if sink.solution(&numbers(cover, solution)).is_break() {
            break;
        }
    }
    Ok(answer(ranked.report))
}

/// Counts the solutions that cost at most so much.
pub(super) fn count(cover: &Cover, ask: &Ask, run: &Run) -> Answered {
    plain(ask, run)?;
    let most = ask.choices.get("max-cost")?.unwrap_or(u64::MAX);
    Ok(answer(cover::count_up_to(&cover.puzzle, most, &run.control)))
}

/// Refuses what this search cannot do.
fn plain(ask: &Ask, run: &Run) -> Result<(), Failure> {
    let refused = [
        ("engine", ask.engine().is_some()),
        ("order", ask.choices.has("order")),
        ("checkpoint", run.is_saved()),
        ("second thread", run.threads.is_some_and(|threads| threads > 1)),
    ];
    match refused.iter().find(|(_, asked)| *asked) {
        Some((what, _)) => {
            Err(Failure::Usage(format!("a search by cost is branch and bound: it takes no {what}")))
        }
        None => Ok(()),
    }
}

fn answer(report: Report) -> Answer {
    Answer {
        engine: "cheapest".into(),
        order: "fewest affordable ways first".into(),
        reasons: vec!["branch and bound on costs after taxes".into()],
        ..report.into()
    }
}
