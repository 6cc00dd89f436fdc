//! Nonograms: engines for [`Lines`].

mod board;
mod clue;
mod filter;
mod probe;
pub mod reference;
mod search;
mod word;

use std::ops::ControlFlow;

use puzzle_core::lines::{Lines, Picture};
use puzzle_core::{Control, StopReason};

use clue::Clue;
use search::{End, Search, Watch};
use word::{Wide, Word};

/// What it took to answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Whether filtering lines alone settled every cell.
    pub line_solved: bool,
    /// Lines filtered before the first probe.
    pub lines: u64,
    /// Lines filtered in all.
    pub filtered: u64,
    /// Colours assumed by probing.
    pub probes: u64,
    /// Of these, how many proved impossible.
    pub refuted: u64,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// The most assumptions at a time.
    pub depth: usize,
    /// Whether the rest was handed to a SAT solver.
    pub sat: bool,
}

/// How a search ended and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Solutions found.
    pub solutions: u64,
    /// Why the search did not come to its end; `None` means it did.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub effort: Effort,
}

/// Hands every solution to `sink` until it breaks.
pub fn solve(
    lines: &Lines,
    control: &Control,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> Outcome {
    match lines.width().max(lines.height()) + 2 {
        0..=64 => solve_with::<u64>(lines, control, sink),
        65..=128 => solve_with::<u128>(lines, control, sink),
        _ => solve_with::<Wide>(lines, control, sink),
    }
}

fn solve_with<W: Word>(
    lines: &Lines,
    control: &Control,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> Outcome {
    let clues = Clue::all(lines);
    let mut search = Search::<W>::new(lines, &clues);
    let mut watch = Watch::new(sink, control, u64::MAX);
    let end = search.run(&mut watch);
    let stopped = match end {
        End::Complete => None,
        End::Stopped(reason) => Some(reason),
        End::Stalled => Some(StopReason::NodeLimit),
    };
    Outcome { solutions: watch.solutions, stopped, effort: search.effort }
}
