//! Verbs on sliding-block puzzles.

mod count;
mod export;
mod page;
mod saved;
mod solve;

use std::path::Path;

use puzzle::sliding::{Sliding, Style};
use puzzle::{Failure, Options};

pub(crate) use count::run as count;
pub(crate) use page::{scene, show};
pub(crate) use saved::verify;
pub(crate) use solve::run as solve;

use crate::args::{Search, SlidingCommon};
use crate::exit::Error;
use crate::search::{self, Choices};
use crate::{input, output};

/// Refuses options that mean something for other puzzles only.
fn refuse(used: &[(&str, bool)]) -> Result<(), Error> {
    output::refuse_meaningless("a sliding-block puzzle", used)
}

/// Refuses options of the search that mean nothing here.
fn refuse_search(search: &Search) -> Result<(), Error> {
    refuse(&[("--engine", search.engine != "auto")])
}

/// The style that was asked for.
fn style(common: &SlidingCommon) -> Style {
    common.style.and_then(Style::new).unwrap_or_default()
}

/// The puzzle, from where the asker wants to begin.
fn begin(puzzle: &Sliding, common: &SlidingCommon) -> Result<Sliding, Error> {
    let Some(from) = &common.from else { return Ok(puzzle.clone()) };
    let path = Path::new(from);
    let text = if path.is_file() { input::text(path)? } else { from.clone() };
    puzzle.starting_from(&text).map_err(|diagnostic| Error::Input(diagnostic.render(from, &text)))
}

/// Runs a search with progress, Ctrl-C and limits; also how long it took.
fn run<T>(
    search: &Search,
    ask: impl FnOnce(&Options) -> Result<T, Failure>,
) -> Result<(T, f64), Error> {
    let asked = search::ask(search, Choices::default(), false, ask)?;
    Ok((asked.answer?, asked.seconds))
}

/// Says how the answer was found.
fn explain(search: &Search, answer: &puzzle::sliding::Answer) {
    if !search.explain {
        return;
    }
    let ends = if answer.levels_back.is_empty() { "from the start" } else { "from both ends" };
    let place = if answer.spilled { ", levels on disk" } else { ", levels in memory" };
    remark!("engine: breadth-first search {ends}{place}, because every move counts the same");
    if answer.peak > 0 {
        remark!(
            "tables: {} KiB at most, {} KiB of them for three levels",
            answer.peak >> 10,
            answer.peak_window >> 10
        );
    }
}

/// Says that a run was stopped and where it was saved.
fn remark_stopped(search: &Search, answer: &puzzle::sliding::Answer) {
    let Some(reason) = answer.stopped.filter(|_| !search.quiet) else { return };
    remark!(
        "stopped: {reason}, after {} complete levels and {} configurations",
        answer.levels.len(),
        answer.nodes
    );
    if let Some(file) = search.checkpoint.as_ref().or(search.resume.as_ref()) {
        remark!("saved; go on with --resume {}", file.display());
    }
}
