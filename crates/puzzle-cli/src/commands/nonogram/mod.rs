//! The verbs for nonograms.

mod draw;
mod generate;
mod reasons;
mod solve;
mod unique;
mod verify;

pub(crate) use draw::{draw, show};
pub(crate) use generate::generate;
pub(crate) use solve::{count, solve};
pub(crate) use verify::verify;

use puzzle::core::StopReason;
use puzzle::engines::lines::Effort;
use puzzle::{Difficulty, Options, Puzzle};
use serde_json::{Value, json};

use crate::args::Search;
use crate::exit::{Error, Exit};
use crate::output;
use crate::search::{self, Choices};

/// Refuses the search options that mean nothing here.
fn check(search: &Search) -> Result<(), Error> {
    let used = [
        ("--engine", search.engine != "auto"),
        ("--preprocess", search.preprocess != puzzle::Preprocess::Auto),
        ("--threads", search.threads.is_some()),
        ("--checkpoint", search.checkpoint.is_some()),
        ("--resume", search.resume.is_some()),
    ];
    output::refuse_meaningless("a nonogram", &used)
}

/// Runs a question with limits, Ctrl-C and a progress line; its answer and the seconds it took.
fn run<A>(search: &Search, ask: impl FnOnce(&Options) -> A) -> Result<(A, f64), Error> {
    check(search)?;
    let asked = search::ask(search, Choices::default(), false, ask)?;
    Ok((asked.answer, asked.seconds))
}

/// How a run ends: a limit or an interrupt is 3, enough solutions are an answer.
fn exit(stopped: Option<StopReason>) -> Exit {
    match stopped {
        None | Some(StopReason::Satisfied) => Exit::Answered,
        Some(_) => Exit::Stopped,
    }
}

/// The common part of every JSON answer.
fn totals(
    puzzle: &Puzzle,
    count: &str,
    stopped: Option<StopReason>,
    effort: &Effort,
    seconds: f64,
) -> Value {
    let mut json = json!({
        "schema": 1,
        "puzzle": puzzle.source_name(),
        "family": puzzle.description().family(),
        "count": count,
        "complete": stopped.is_none(),
        "engine": puzzle::nonogram_engine(effort),
        "order": "probing",
        "nodes": effort.nodes,
        "elapsed_s": seconds,
        "difficulty": {
            "stage": Difficulty::of(effort).word(),
            "line_solvable": effort.line_solved,
            "lines_filtered": effort.filtered,
            "probes": effort.probes,
            "refuted": effort.refuted,
            "depth": effort.depth,
        },
    });
    if let Some(reason) = stopped {
        json["stopped"] = reason.to_string().into();
    }
    json
}
