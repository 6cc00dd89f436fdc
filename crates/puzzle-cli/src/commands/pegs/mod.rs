//! Verbs on peg solitaire.

mod count;
mod page;
mod saved;
mod solve;

use std::sync::Arc;

use puzzle::core::{Control, StopReason};
use puzzle::pegs::Pegs;
use puzzle::{Failure, Options, Puzzle};
use serde_json::{Value, json};

pub(crate) use count::run as count;
pub(crate) use page::{scene, show};
pub(crate) use saved::verify;
pub(crate) use solve::run as solve;

use crate::args::{PegsEnds, Search};
use crate::exit::Error;
use crate::output;
use crate::search::{self, Asked, Choices};

/// Refuses options that mean something for other puzzles only.
fn refuse(used: &[(&str, bool)]) -> Result<(), Error> {
    output::refuse_meaningless("peg solitaire", used)
}

fn refuse_search(search: &Search) -> Result<(), Error> {
    refuse(&[("--checkpoint", search.checkpoint.is_some()), ("--resume", search.resume.is_some())])
}

/// The puzzle with the start and goal that were asked for.
fn begin<'a>(puzzle: &'a Puzzle, ends: &PegsEnds) -> Result<Pegs<'a>, Error> {
    let pegs = puzzle.pegs().expect("the verb looked at the form");
    match (&ends.start, &ends.goal) {
        (None, None) => Ok(pegs),
        (start, goal) => Ok(pegs.with(start.as_deref(), goal.as_deref())?),
    }
}

/// What a run came to.
struct Finished<T> {
    /// The answer, or why there is none.
    answer: Result<T, StopReason>,
    seconds: f64,
    control: Arc<Control>,
}

/// Runs a search with progress, Ctrl-C and limits.
fn run<T>(
    search: &Search,
    ask: impl FnOnce(&Options) -> Result<T, Failure>,
) -> Result<Finished<T>, Error> {
    let Asked { answer, seconds, control } = search::ask(search, Choices::default(), false, ask)?;
    let answer = match answer {
        Ok(answer) => Ok(answer),
        Err(Failure::Stopped(reason)) => Err(reason),
        Err(failure) => return Err(failure.into()),
    };
    Ok(Finished { answer, seconds, control })
}

impl<T> Finished<T> {
    /// What every JSON answer begins with; `nodes` is how many positions were examined.
    fn json(&self, puzzle: &Puzzle, engine: &str, nodes: Option<u64>) -> Value {
        let mut json = json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": puzzle.description().family(),
            "complete": self.answer.is_ok(),
            "engine": engine,
            "nodes": nodes.unwrap_or_else(|| self.control.progress.nodes()),
            "elapsed_s": self.seconds,
        });
        if let Err(reason) = &self.answer {
            json["stopped"] = reason.to_string().into();
        }
        json
    }

    /// Says on the standard error that a limit or an interrupt came first.
    fn remark_stopped(&self, reason: StopReason) {
        remark!("stopped: {reason}, after {} positions", self.control.progress.nodes());
    }
}
