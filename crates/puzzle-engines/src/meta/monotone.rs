//! The strategy for monotone maps.
//!
//! What falls apart is counted apart: factors multiply, terms add up. For each, the frontier is
//! tried with few states where another engine could take over, with many where none can. If nobody
//! can count them, what is proved is how many there are at least.

use puzzle_core::{
    Answer, Answered, Ask, BigUint, Declined, Engine, Failure, Form, Ignore, MapProblem, Monotone,
    Problem, Question, Run, Sink, StopReason, Task,
};

use super::{candidates, confirm, plain};
use crate::monotone::frontier::FEW_STATES;
use crate::monotone::{OfMaps, bound, simplify};

/// The frontier where another engine takes the problem too.
static QUICK: OfMaps = OfMaps::Frontier(FEW_STATES);

/// This many maps are listed to confirm their number.
const FEW_MAPS: u32 = 2_000_000;

/// Answers a question about monotone maps.
pub(crate) fn answer(
    problem: &Problem,
    maps: &MapProblem,
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Answered {
    if ask.question != Question::Count {
        return plain::answer(problem, ask, run, sink);
    }
    let task = Task { problem, ask };
    if ask.confirm {
        refuse_confirmation(&task)?;
    }
    // A confirmation is arranged here: it may be about the problem turned upside down.
    let first = Ask { confirm: false, ..ask.clone() };
    let mut answer = count(&Task { problem, ask: &first }, maps, run)?;
    if answer.stopped == Some(StopReason::MemoryLimit)
        && let Some(bound) = bound::bound(maps, &run.control)
    {
        answer.finding = puzzle_core::Finding::AtLeast(bound);
    }
    confirm::attach(&mut answer, ask, |first| again(problem, maps, first, run))?;
    Ok(answer)
}

/// Counts the maps; too many are an answer that memory stopped.
fn count(task: &Task<'_>, maps: &MapProblem, run: &Run) -> Answered {
    let Some(maps) = maps.written() else {
        return Ok(hopeless("an order is too large to be written down".into()));
    };
    let engines = candidates(Form::Monotone, task.ask)?;
    let whole = [&maps.from, &maps.to].iter().all(|order| order.components().len() == 1);
    if task.ask.engine().is_some() || run.is_saved() || whole {
        return one(task, &engines, run);
    }
    let mut all = Answer { solutions: 1_u32.into(), ..Answer::default() };
    all.reasons.push("unconnected parts are counted separately".into());
    let mut names: Vec<String> = Vec::new();
    for factor in simplify::factors(maps) {
        let mut sum = BigUint::ZERO;
        for (term, often) in factor.terms {
            let problem = Problem::Monotone(MapProblem::Written(term));
            let counted = one(&Task { problem: &problem, ..*task }, &engines, run)?;
            if counted.stopped.is_some() {
                return Ok(Answer { solutions: BigUint::ZERO, ..counted });
            }
            all.nodes += counted.nodes;
            all.reasons.extend(counted.reasons);
            if !names.contains(&counted.engine) {
                names.push(counted.engine);
            }
            sum += counted.solutions * often;
        }
        all.solutions *= sum.pow(factor.times);
    }
    all.engine = if names.is_empty() { "none".into() } else { names.join("+") };
    all.order = OfMaps::FRONTIER.own_order().into();
    Ok(all)
}

/// Counts a problem that does not fall apart.
fn one(task: &Task<'_>, engines: &[&'static dyn Engine], run: &Run) -> Answered {
    let mut engines = engines.to_vec();
    if let [engine] = engines[..]
        && task.ask.engine().is_some()
    {
        engine.accepts(task).map_err(|declined| {
            Failure::Declined(format!("engine {} declines: {declined}", engine.name()))
        })?;
    } else if run.is_saved() && engines.iter().any(|engine| saves(*engine, task)) {
        engines.retain(|engine| saves(*engine, task));
    } else if let Some(at) = engines.iter().position(|engine| engine.name() == "frontier") {
        let other =
            |engine: &&dyn Engine| engine.name() == "ideals" && engine.accepts(task).is_ok();
        if engines.iter().any(other) {
            engines[at] = &QUICK;
        }
        // Maps that the frontier cannot count are too many to be listed.
        engines.retain(|engine| engine.name() != "reference");
    }
    match plain::first(task, &engines, run, &mut Ignore) {
        Ok((answer, _)) => Ok(answer),
        Err(Failure::Declined(reason)) if !run.is_saved() => Ok(hopeless(reason)),
        Err(failure) => Err(failure),
    }
}

/// Whether an engine takes the task and its run can be saved.
fn saves(engine: &dyn Engine, task: &Task<'_>) -> bool {
    engine.accepts(task).and_then(|()| engine.saves(task)).is_ok()
}

fn hopeless(reason: String) -> Answer {
    Answer {
        stopped: Some(StopReason::MemoryLimit),
        engine: "none".into(),
        order: OfMaps::FRONTIER.own_order().into(),
        reasons: vec![reason],
        ..Answer::default()
    }
}

/// Refuses what would be counted for long and then not confirmed.
fn refuse_confirmation(task: &Task<'_>) -> Result<(), Declined> {
    let ask = Ask::new(Question::Count);
    let task = Task { ask: &ask, ..*task };
    let second = OfMaps::Ring.accepts(&task).is_err() || OfMaps::Pairs.accepts(&task).is_ok();
    Declined::unless(second, || "there is no second way to count dedekind-8 here")
}

/// Counts once more in another way: few maps are listed; others are counted by an engine unlike the
/// first one, or from the other end.
fn again(problem: &Problem, maps: &MapProblem, first: &Answer, run: &Run) -> Answered {
    let (ask, run) = (Ask::new(Question::Count), run.unsaved());
    let task = Task { problem, ask: &ask };
    let used = |engine: &str| first.engine.split('+').any(|name| name == engine);
    let by = |task: &Task<'_>, engines: &[&'static dyn Engine]| {
        plain::first(task, engines, &run, &mut Ignore).map(|(answer, _)| answer)
    };
    if first.solutions <= BigUint::from(FEW_MAPS) && !used("reference") {
        return by(&task, &[&OfMaps::Reference]);
    }
    if used("ring") && OfMaps::Pairs.accepts(&task).is_ok() {
        return by(&task, &[&OfMaps::Pairs]);
    }
    let Some(maps) = maps.written() else { return Ok(hopeless("nothing was counted".into())) };
    let dual = Monotone { from: maps.from.dual(), to: maps.to.dual() };
    let problem = Problem::Monotone(MapProblem::Written(dual));
    let task = Task { problem: &problem, ask: &ask };
    let engines: &[&'static dyn Engine] = match used("ideals") {
        true => &[&OfMaps::FRONTIER, &OfMaps::Ideals],
        false => &[&OfMaps::Ideals, &OfMaps::FRONTIER],
    };
    let mut second = match by(&task, engines) {
        Err(Failure::Declined(reason)) => hopeless(reason),
        other => other?,
    };
    second.reasons.insert(0, "both orders are turned upside down".into());
    Ok(second)
}
