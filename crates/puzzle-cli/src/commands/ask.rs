//! `puzzle count` and `puzzle solve`: a question to any puzzle.

use std::time::Instant;

use puzzle::{Ask, Choices, Puzzle, Question, Run, StopReason, Verb};

use crate::args::{Count, Search, Solve};
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::writer::Writer;
use crate::{output, stop};

/// `puzzle count`.
pub(crate) fn count(count: &Count) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&count.which.puzzle, count.which.kind.as_deref())?;
    output::warn(&puzzle, count.search.quiet);
    let classes = count.up_to_symmetry || count.choices.has("up-to");
    let own = if classes { Question::Classes } else { Question::Count };
    let mut ask = question(&puzzle, Verb::Count, own, &count.search, &count.choices);
    ask.confirm = count.confirm;
    ask.limit = count.choices.get("limit")?;
    let writer = Writer::of_count(&puzzle, &ask, &count.search, count.json)?;
    answer(&puzzle, &ask, &count.search, false, writer)
}

/// `puzzle solve`.
pub(crate) fn solve(solve: &Solve) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&solve.which.puzzle, solve.which.kind.as_deref())?;
    output::warn(&puzzle, solve.search.quiet);
    let several = solve.all || solve.limit.is_some();
    let own = if several { Question::All } else { Question::First };
    let mut ask = question(&puzzle, Verb::Solve, own, &solve.search, &solve.choices);
    ask.limit = solve.limit;
    if solve.up_to_symmetry {
        ask.choices.set("up-to", "symmetry");
    }
    let writer = Writer::of_solve(&puzzle, &ask, solve)?;
    answer(&puzzle, &ask, &solve.search, solve.unordered, writer)
}

/// The question that was typed: the verb's own, or the one that an option of the family asks.
fn question(puzzle: &Puzzle, verb: Verb, own: Question, search: &Search, choices: &Choices) -> Ask {
    let tables = puzzle.family().tables.iter();
    let asking = tables
        .flat_map(|table| table.choices)
        .filter(|choice| choice.verbs.contains(&verb) && choices.has(choice.name))
        .find_map(|choice| choice.asks);
    Ask {
        question: asking.unwrap_or(own),
        engine: Some(search.engine.clone()).filter(|name| name != "auto"),
        choices: choices.clone(),
        ..Ask::default()
    }
}

/// Asks, with limits, Ctrl-C and progress attached, and writes what comes.
fn answer(
    puzzle: &Puzzle,
    ask: &Ask,
    search: &Search,
    unordered: bool,
    mut writer: Writer<'_>,
) -> Result<Exit, Error> {
    let show = !search.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&search.limits, show);
    let run = Run {
        control: control.clone(),
        threads: search.threads.map(usize::from),
        unordered,
        checkpoint: search.checkpoint.clone().or(search.resume.clone()),
        interval: Some(search.checkpoint_every),
        resume: search.resume.clone(),
    };
    let started = Instant::now();
    let ticker = show.then(|| Ticker::start(control));
    let asked = puzzle.prepare(ask)?;
    let explain = |reasons: &[String]| {
        if search.explain {
            reasons.iter().for_each(|reason| remark!("{reason}"));
        }
    };
    // Whoever reads this may already interrupt.
    explain(asked.reasons());
    let answer = asked.answer(&run, &mut writer);
    drop(ticker);
    let (answer, seconds) = (answer?, started.elapsed().as_secs_f64());
    explain(&answer.reasons);
    let stopped = answer.stopped.is_some_and(|reason| reason != StopReason::Satisfied);
    let saved = run.checkpoint.as_ref().filter(|file| stopped && !search.quiet && file.exists());
    if let Some(file) = saved {
        remark!("saved; go on with --resume {}", file.display());
    }
    writer.finish(&answer, seconds)
}
