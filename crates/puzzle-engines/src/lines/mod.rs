//! Nonograms: engines for [`Lines`].
//!
//! - [`Probing`]: filters lines, probes cells, searches, and hands a hard rest to a SAT solver;
//! - [`Sat`]: the SAT solver alone, from the bare clues;
//! - [`Frontier`]: counts by dynamic programming;
//! - [`Reference`]: the definition.

mod automaton;
mod board;
mod clue;
mod engine;
pub mod explain;
mod filter;
mod frontier;
mod probe;
pub mod reference;
mod sat;
mod saved;
mod search;
mod solver;
mod undecided;
mod word;

use std::collections::HashSet;
use std::ops::ControlFlow;

use puzzle_core::lines::{Effort, Lines, Picture};
use puzzle_core::{Answer, BigUint, Control, Failure, Question, Run, StopReason, Subtree};

pub use engine::{Frontier, Probing, Reference, Sat};
pub use undecided::undecided;

use clue::Clue;
use search::{End, Forgetful, Keeper, Left, Search, Watch};
use word::{Wide, Word};

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
    solve_patiently(lines, control, PATIENCE, sink)
}

/// The same with another patience: how many lines are filtered, for each line of the puzzle,
/// before what is left goes to a SAT solver.
pub fn solve_patiently(
    lines: &Lines,
    control: &Control,
    patience: u64,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> Outcome {
    solve_part(lines, control, patience, &Subtree::default(), (0, 0), &mut Forgetful, sink).0
}

/// The same for a part of the puzzle after others, with the solutions and nodes of those; and what is
/// left of it if the search was stopped. A keeper is told now and then.
pub(crate) fn solve_part(
    lines: &Lines,
    control: &Control,
    patience: u64,
    part: &Subtree,
    before: (u64, u64),
    keeper: &mut dyn Keeper,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> (Outcome, Left) {
    match lines.width().max(lines.height()) + 2 {
        0..=64 => solve_with::<u64>(lines, control, patience, part, before, keeper, sink),
        65..=128 => solve_with::<u128>(lines, control, patience, part, before, keeper, sink),
        _ => solve_with::<Wide>(lines, control, patience, part, before, keeper, sink),
    }
}

/// Saves that all solutions were counted, if the run is saved.
pub(crate) fn finish_count(lines: &Lines, run: &Run, answer: &Answer) -> Result<(), Failure> {
    let saved = saved::Saved { puzzle: lines, run, question: Question::Count };
    saved.finish(&answer.solutions, answer.nodes)
}

/// What the SAT solver is called.
pub const SOLVER: &str = if cfg!(feature = "cadical") { "CaDiCaL" } else { "batsat" };

/// How many times each line is filtered, on average, before the rest goes to a SAT solver.
pub const PATIENCE: u64 = 4000;

/// With more solutions than this a SAT solver, which has to be told each one, is no help.
const MANY: u64 = 1000;

fn solve_with<W: Word>(
    lines: &Lines,
    control: &Control,
    patience: u64,
    part: &Subtree,
    before: (u64, u64),
    keeper: &mut dyn Keeper,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> (Outcome, Left) {
    let clues = Clue::all(lines);
    let mut search = Search::<W>::new(lines, &clues);
    search.restrict(part);
    let mut found = Vec::new();
    let mut keep = |picture: &Picture| {
        if (found.len() as u64) <= MANY {
            found.push(picture.clone());
        }
        sink(picture)
    };
    let mut watch = Watch::new(&mut keep, control, patience.saturating_mul(clues.len() as u64));
    (watch.solutions, watch.nodes) = before;
    let mut end = search.run(&mut watch, keeper);
    let (mut solutions, nodes) = (watch.solutions, watch.nodes);
    let mut left = Left::default();
    if end != End::Complete {
        left = search.left(solutions, nodes);
    }
    if end == End::Stalled {
        // With few solutions a SAT solver, if it can take the rest; what it learns is not kept.
        let few = found.len() as u64 <= MANY && sat::fits(lines);
        let mut more = |picture: &Picture| {
            debug_assert_eq!(lines.check(picture), Ok(()));
            solutions += 1;
            control.progress.publish(nodes, solutions);
            sink(picture)
        };
        end = match few {
            true => finish(lines, &clues, &mut search, found, control, &mut more),
            false => {
                let before = left.solutions;
                let mut watch = Watch::new(&mut more, control, u64::MAX);
                (watch.nodes, watch.solutions) = (nodes, before);
                let end = search.run(&mut watch, keeper);
                left = search.left(watch.solutions, watch.nodes);
                end
            }
        };
    }
    (Outcome { solutions, stopped: end.reason(), effort: search.effort }, left)
}

/// What a patient search leaves goes to the SAT solver. If that finds very many solutions, the search
/// begins again, and skips those.
fn finish<W: Word>(
    lines: &Lines,
    clues: &[Clue],
    search: &mut Search<'_, W>,
    found: Vec<Picture>,
    control: &Control,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> End {
    search.return_to_root();
    let mut skip = HashSet::new();
    if let Some(mut residue) = sat::Residue::new(lines, clues, &search.board, &control.budget) {
        found.iter().for_each(|picture| residue.forbid(picture));
        search.effort.sat = Some(SOLVER);
        let mut enough = false;
        let stopped = residue.run(control, search.effort.nodes, &mut |picture| {
            skip.insert(picture.clone());
            enough = sink(picture).is_break();
            if enough || (skip.len() + found.len()) as u64 > 2 * MANY {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match stopped {
            None => return End::Complete,
            Some(StopReason::Satisfied) if !enough => {}
            Some(reason) => return End::Stopped(reason),
        }
    }
    skip.extend(found);
    let mut rest = |picture: &Picture| match skip.contains(picture) {
        true => ControlFlow::Continue(()),
        false => sink(picture),
    };
    let mut watch = Watch::new(&mut rest, control, u64::MAX);
    watch.nodes = search.effort.nodes;
    search.run(&mut watch, &mut Forgetful)
}

/// The exact number of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// All of them, or those found before it was stopped.
    pub solutions: BigUint,
    /// Why the count is not complete.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub effort: Effort,
}

/// Hands every solution that the SAT solver alone finds, from the bare clues, to `sink` until it
/// breaks: neither the line solver nor the search has a part in it. Stopped by the memory limit if
/// there would be too many clauses.
pub fn solve_by_sat(
    lines: &Lines,
    control: &Control,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> Outcome {
    let clues = Clue::all(lines);
    let values = lines.colours() + 1;
    // What words the board has does not matter here.
    let board = board::Board::<Wide>::new(&clues, lines.width(), lines.height(), values);
    let effort = Effort { sat: Some(SOLVER), ..Effort::default() };
    let Some(mut residue) = sat::Residue::new(lines, &clues, &board, &control.budget) else {
        return Outcome { solutions: 0, stopped: Some(StopReason::MemoryLimit), effort };
    };
    let mut solutions = 0_u64;
    let stopped = residue.run(control, 0, &mut |picture| {
        solutions += 1;
        control.progress.publish(0, solutions);
        sink(picture)
    });
    Outcome { solutions, stopped, effort }
}

/// Counts what probing leaves by dynamic programming; stopped by the memory limit if that takes
/// too many states.
pub fn count_along_frontier(lines: &Lines, control: &Control) -> Count {
    match lines.width().max(lines.height()) + 2 {
        0..=64 => count_with::<u64>(lines, control),
        65..=128 => count_with::<u128>(lines, control),
        _ => count_with::<Wide>(lines, control),
    }
}

fn count_with<W: Word>(lines: &Lines, control: &Control) -> Count {
    let clues = Clue::all(lines);
    let mut search = Search::<W>::new(lines, &clues);
    let mut visit = |_: &Picture| ControlFlow::Continue(());
    let mut watch = Watch::new(&mut visit, control, u64::MAX);
    watch.only_root = true;
    let end = search.run(&mut watch, &mut Forgetful);
    let mut solutions = BigUint::from(watch.solutions);
    let mut stopped = end.reason();
    if end == End::Stalled {
        search.effort.frontier = true;
        match frontier::count(lines, &search.board, control) {
            Ok(rest) => {
                solutions += rest;
                stopped = None;
            }
            Err(reason) => stopped = Some(reason),
        }
    }
    Count { solutions, stopped, effort: search.effort }
}
