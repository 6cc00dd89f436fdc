//! `puzzle count` and `puzzle solve`: a question to any puzzle.

use std::time::Instant;

use puzzle::{Ask, Choices, FAMILIES, Puzzle, Question, Run, StopReason, Value, Verb};

use super::many::{self, Many};
use crate::args::{Count, Disassemble, Search, Shown, Solve, Those};
use crate::desk::Desk;
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::writer::{Form, Writer};

/// `puzzle count`.
pub(crate) fn count(count: &Count) -> Result<Exit, Error> {
    let classes = count.up_to_symmetry || count.choices.has("up-to");
    let own = if classes { Question::Classes } else { Question::Count };
    let limit = count.choices.get("limit")?;
    let form = count.form.form();
    many::each(&asked(&count.those, &count.search, &count.choices, form, None), |puzzle, desk| {
        let mut ask = question(puzzle, Verb::Count, own, &count.search, &count.choices);
        ask.confirm = count.confirm;
        ask.limit = limit;
        // One object either way; of several puzzles each is one.
        let form = match form {
            Form::Lines => Form::Json,
            Form::Csv if !desk.is_alone() => Form::Json,
            form => form,
        };
        let writer = Writer::of_count(puzzle, &ask, &count.search, desk, form)?;
        answer(puzzle, &ask, &count.search, false, desk, writer)
    })
}

/// `puzzle solve`.
pub(crate) fn solve(solve: &Solve) -> Result<Exit, Error> {
    let (search, shown, choices) = (&solve.search, &solve.shown, &solve.choices);
    // At most one is the first, unless it stands for its class or is to be followed by others.
    let classes = solve.up_to_symmetry || choices.has("up-to") || choices.has("symmetric-only");
    let listed = classes || search.checkpoint.is_some() || search.resume.is_some();
    let several = solve.all || shown.limit.is_some_and(|limit| limit > 1 || listed);
    let form = Form::of(shown, search, choices)?;
    many::each(&asked(&solve.those, search, choices, form, Some(shown)), |puzzle, desk| {
        let first = if puzzle.family().questions.contains(&Question::First) {
            Question::First
        } else {
            Question::Winner
        };
        let own = if several { Question::All } else { first };
        let mut ask = question(puzzle, Verb::Solve, own, search, choices);
        ask.limit = shown.limit;
        if solve.up_to_symmetry {
            ask.choices.set("up-to", "symmetry");
        }
        let writer = Writer::of_solve(puzzle, &ask, search, desk, shown)?;
        answer(puzzle, &ask, search, solve.unordered, desk, writer)
    })
}

/// `puzzle disassemble`.
pub(crate) fn disassemble(apart: &Disassemble) -> Result<Exit, Error> {
    let (search, shown, choices) = (&apart.search, &apart.shown, &apart.choices);
    let form = Form::of(shown, search, choices)?;
    many::each(&asked(&apart.those, search, choices, form, Some(shown)), |puzzle, desk| {
        let (verb, own) = (Verb::Disassemble, Question::Apart);
        let mut ask = question(puzzle, verb, own, search, choices);
        ask.confirm = apart.confirm;
        ask.limit = shown.limit;
        let writer = Writer::of_solve(puzzle, &ask, search, desk, shown)?;
        answer(puzzle, &ask, search, false, desk, writer)
    })
}

/// Which puzzles, and how they are asked.
fn asked<'a>(
    those: &'a Those,
    search: &'a Search,
    choices: &Choices,
    form: Form,
    shown: Option<&'a Shown>,
) -> Many<'a> {
    let tables = FAMILIES.iter().flat_map(|family| family.tables).flat_map(|table| table.choices);
    let files = tables.filter(|choice| matches!(choice.value, Value::File(_)));
    let files = files.map(|choice| choice.name).find(|name| choices.has(name));
    let unfit = match () {
        () if search.checkpoint.is_some() => Some("--checkpoint".into()),
        () if search.resume.is_some() => Some("--resume".into()),
        () if form == Form::Picture => Some("a picture".into()),
        () => files.map(|name| format!("--{name}")),
    };
    Many {
        those,
        limits: &search.limits,
        threads: search.threads.map(usize::from),
        single: search.engine != "auto",
        quiet: search.quiet,
        form,
        output: shown.and_then(|shown| shown.output.as_deref()),
        levels: choices.has("levels"),
        unfit,
    }
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
    desk: &Desk,
    mut writer: Writer<'_>,
) -> Result<Exit, Error> {
    let run = Run {
        control: desk.control.clone(),
        threads: desk.threads,
        unordered,
        checkpoint: search.checkpoint.clone().or(search.resume.clone()),
        interval: Some(search.checkpoint_every),
        resume: search.resume.clone(),
        units: None,
    };
    let started = Instant::now();
    let shows = desk.is_alone() && shows_progress(search);
    let ticker = shows.then(|| Ticker::start(run.control.clone()));
    let asked = puzzle.prepare(ask, &run.control.budget)?;
    let explain = |reasons: &[String]| {
        if search.explain {
            reasons.iter().for_each(|reason| desk.remark(reason));
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
