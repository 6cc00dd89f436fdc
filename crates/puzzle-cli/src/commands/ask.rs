//! `puzzle count` and `puzzle solve`: a question to any puzzle.

use std::sync::Arc;
use std::time::Instant;

use puzzle::{Ask, Choices, Control, Puzzle, Question, Run, StopReason, Verb};

use crate::args::{Count, Disassemble, Search, Solve, Which};
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::writer::Writer;
use crate::{output, stop};

/// `puzzle count`.
pub(crate) fn count(count: &Count) -> Result<Exit, Error> {
    let (puzzle, control) = open(&count.which, &count.search)?;
    let classes = count.up_to_symmetry || count.choices.has("up-to");
    let own = if classes { Question::Classes } else { Question::Count };
    let mut ask = question(&puzzle, Verb::Count, own, &count.search, &count.choices);
    ask.confirm = count.confirm;
    ask.limit = count.choices.get("limit")?;
    let writer = Writer::of_count(&puzzle, &ask, &count.search, count.json)?;
    answer(&puzzle, &ask, &count.search, false, control, writer)
}

/// `puzzle solve`.
pub(crate) fn solve(solve: &Solve) -> Result<Exit, Error> {
    let (puzzle, control) = open(&solve.which, &solve.search)?;
    let several = solve.all || solve.shown.limit.is_some();
    let first = if puzzle.family().questions.contains(&Question::First) {
        Question::First
    } else {
        Question::Winner
    };
    let own = if several { Question::All } else { first };
    let mut ask = question(&puzzle, Verb::Solve, own, &solve.search, &solve.choices);
    ask.limit = solve.shown.limit;
    if solve.up_to_symmetry {
        ask.choices.set("up-to", "symmetry");
    }
    let writer = Writer::of_solve(&puzzle, &ask, &solve.search, &solve.shown)?;
    answer(&puzzle, &ask, &solve.search, solve.unordered, control, writer)
}

/// `puzzle disassemble`.
pub(crate) fn disassemble(apart: &Disassemble) -> Result<Exit, Error> {
    let (puzzle, control) = open(&apart.which, &apart.search)?;
    let (verb, own) = (Verb::Disassemble, Question::Apart);
    let mut ask = question(&puzzle, verb, own, &apart.search, &apart.choices);
    ask.confirm = apart.confirm;
    ask.limit = apart.shown.limit;
    let writer = Writer::of_solve(&puzzle, &ask, &apart.search, &apart.shown)?;
    answer(&puzzle, &ask, &apart.search, false, control, writer)
}

/// Reads the puzzle. Limits count from here on, and Ctrl-C stops cleanly; not before the text is
/// there, because whoever types it must be able to stop at once.
fn open(which: &Which, search: &Search) -> Result<(Puzzle, Arc<Control>), Error> {
    let source = puzzle::source(&which.puzzle)?;
    let control = stop::control(&search.limits, shows_progress(search));
    let puzzle = Puzzle::from_source(source.within(&control.budget), which.kind.as_deref())?;
    output::warn(&puzzle, search.quiet);
    Ok((puzzle, control))
}

/// Whether somebody sees how far the run is.
fn shows_progress(search: &Search) -> bool {
    !search.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr())
}

/// The question that was typed: the verb's own, or the one that an option of the family asks.
fn question(puzzle: &Puzzle, verb: Verb, own: Question, search: &Search, choices: &Choices) -> Ask {
    Ask {
        question: puzzle.asked_by(verb, choices).unwrap_or(own),
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
    control: Arc<Control>,
    mut writer: Writer<'_>,
) -> Result<Exit, Error> {
    let run = Run {
        control: control.clone(),
        threads: search.threads.map(usize::from),
        unordered,
        checkpoint: search.checkpoint.clone().or(search.resume.clone()),
        interval: Some(search.checkpoint_every),
        resume: search.resume.clone(),
        units: None,
    };
    let started = Instant::now();
    let ticker = shows_progress(search).then(|| Ticker::start(control));
    let asked = puzzle.prepare(ask, &run.control.budget)?;
    let explain = |reasons: &[String]| {
        if search.explain {
            reasons.iter().for_each(|reason| remark!("{reason}"));
        }
    };
    // Whoever reads this may already interrupt.
    explain(asked.reasons());
    let answer = asked.answer(&run, &mut writer);
    drop(ticker);
    let answer = match answer {
        Ok(answer) => answer,
        Err(failure) => return Err(writer.fail(failure.into())),
    };
    let seconds = started.elapsed().as_secs_f64();
    explain(&answer.reasons);
    let stopped = answer.stopped.is_some_and(|reason| reason != StopReason::Satisfied);
    let saved = run.checkpoint.as_ref().filter(|file| stopped && !search.quiet && file.exists());
    if let Some(file) = saved {
        remark!("saved; go on with --resume {}", file.display());
    }
    writer.finish(&answer, seconds)
}
