//! From what was typed to the options of the library, with Ctrl-C and progress attached.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use puzzle::core::Control;
use puzzle::{Answer, Failure, Options, Puzzle, Restriction};

use crate::args::Search;
use crate::exit::{Error, Exit};
use crate::progress::{Shown, Ticker};
use crate::{input, stop};

/// A finished run with its time.
pub(crate) struct Finished {
    pub(crate) answer: Answer,
    pub(crate) seconds: f64,
}

/// What `solve` may choose beside how to search.
#[derive(Clone, Copy, Default)]
pub(crate) struct Choices {
    pub(crate) seed: Option<u64>,
    pub(crate) unordered: bool,
}

/// Runs `ask` with options made from the arguments, showing progress meanwhile.
pub(crate) fn run(
    search: &Search,
    puzzle: &Puzzle,
    ask: impl FnOnce(&Options) -> Result<Answer, Failure>,
) -> Result<Finished, Error> {
    run_with(search, puzzle, Choices::default(), ask)
}

/// The same, with what only `solve` may choose.
pub(crate) fn run_with(
    search: &Search,
    puzzle: &Puzzle,
    choices: Choices,
    ask: impl FnOnce(&Options) -> Result<Answer, Failure>,
) -> Result<Finished, Error> {
    let asked = self::ask(search, choices, true, |options| {
        // Whoever reads this may already interrupt.
        if search.explain {
            explain_restriction(puzzle, &search.restrict);
        }
        ask(options)
    })?;
    let finished = Finished { answer: asked.answer?, seconds: asked.seconds };
    if let (Exit::Stopped, Some(file), false) = (finished.exit(), saved_to(search), search.quiet) {
        remark!("saved; go on with --resume {}", file.display());
    }
    if search.explain {
        for reason in &finished.answer.reasons {
            remark!("{reason}");
        }
    }
    Ok(finished)
}

/// What was answered, how long it took and what it spent.
pub(crate) struct Asked<A> {
    pub(crate) answer: A,
    pub(crate) seconds: f64,
    pub(crate) control: Arc<Control>,
}

/// Asks with options made from the arguments: limits and Ctrl-C stop it, and progress is shown,
/// with the fraction done if that is `estimated`. For families with answers of their own.
pub(crate) fn ask<A>(
    search: &Search,
    choices: Choices,
    estimated: bool,
    ask: impl FnOnce(&Options) -> A,
) -> Result<Asked<A>, Error> {
    let show = !search.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&search.limits, show);
    let options = Options {
        engine: engine(search)?,
        order: search.order.as_deref().map(input::order).transpose()?,
        restriction: search.restrict.clone(),
        preprocess: search.preprocess,
        threads: search.threads.map(usize::from),
        unordered: choices.unordered,
        seed: choices.seed,
        checkpoint: saved_to(search).cloned(),
        interval: Some(search.checkpoint_every),
        resume: search.resume.clone(),
        control: control.clone(),
    };
    let started = Instant::now();
    let shown = if estimated { Shown::Fraction } else { Shown::Counters };
    let ticker = show.then(|| Ticker::start(control.clone(), shown));
    let answer = ask(&options);
    drop(ticker);
    Ok(Asked { answer, seconds: started.elapsed().as_secs_f64(), control })
}

/// Where the run is saved, if it is.
fn saved_to(search: &Search) -> Option<&PathBuf> {
    search.checkpoint.as_ref().or(search.resume.as_ref())
}

/// The engine that was asked for, if one was.
fn engine(search: &Search) -> Result<Option<String>, Error> {
    match (search.cutoff, search.engine.as_str()) {
        (false, "auto") => Ok(None),
        (false, name) => Ok(Some(name.into())),
        (true, "auto" | "local" | "local-cutoff") => Ok(Some("local-cutoff".into())),
        (true, name) => Err(Error::Input(format!(
            "error: --cutoff belongs to the engine `local`; `{name}` either always cuts off or cannot"
        ))),
    }
}

/// Says on the standard error what a restriction means.
pub(crate) fn explain_restriction(puzzle: &Puzzle, restriction: &Restriction) {
    let proposed = puzzle.covering().and_then(|covering| covering.restrict());
    let author = |what: &str, proposed: &puzzle::families::Restrict| match &proposed.numbers {
        Some(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("{what} to embeddings {}, as its author proposes", numbers.join(", "))
        }
        None if proposed.rotations_only => {
            format!("{what} to one embedding per orbit of the turns, as its author proposes")
        }
        None => format!("{what} to one embedding per orbit of all symmetries of the box"),
    };
    let meaning = match (restriction, proposed) {
        (Restriction::None, _) => return,
        (Restriction::Auto, Some(proposed)) => author(&proposed.what, proposed),
        (Restriction::Auto, None) => "the piece or cell that cuts most, if one does".into(),
        (Restriction::Piece(piece), Some(proposed)) if proposed.what == *piece => {
            author(piece, proposed)
        }
        (Restriction::Piece(piece), _) => {
            format!("{piece} to one embedding per orbit of all symmetries of the box")
        }
        (Restriction::Numbers(piece, _), _) => format!("{piece} to the embeddings listed"),
    };
    remark!("restriction: {meaning}");
}

impl Finished {
    /// The common part of every JSON answer.
    pub(crate) fn json(&self, puzzle: &Puzzle) -> serde_json::Value {
        let answer = &self.answer;
        let mut json = serde_json::json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": puzzle.description().family(),
            "count": answer.solutions.to_string(),
            "complete": answer.stopped.is_none(),
            "engine": answer.engine,
            "order": answer.order,
            "nodes": answer.nodes,
            "elapsed_s": self.seconds,
        });
        if let Some(reason) = answer.stopped {
            json["stopped"] = reason.to_string().into();
        }
        if answer.restricted {
            json["restricted"] = true.into();
        }
        if let Some(reason) = puzzle.description().impossible() {
            json["reason"] = reason.into();
        }
        json
    }

    /// The exit code: a limit or an interrupt is 3, enough solutions are an answer.
    pub(crate) fn exit(&self) -> Exit {
        match self.answer.stopped {
            None | Some(puzzle::core::StopReason::Satisfied) => Exit::Answered,
            Some(_) => Exit::Stopped,
        }
    }
}
