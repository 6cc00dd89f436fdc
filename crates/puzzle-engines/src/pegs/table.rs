//! Which last pegs are possible for which first vacancies: every hole against every hole.
//!
//! Pairs that symmetries of the board carry to each other share a verdict, and so do a pair and its
//! reverse, because complements turn games round: a game from "all but a" to "only b" read backwards
//! is one from "all but b" to "only a".

use puzzle_core::pegs::JumpProblem;
use rustc_hash::FxHashMap;

use super::Effort;
use super::first::{Verdict, first};
use crate::space::counting::Halt;

/// What was found about a pair of holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// There is a game.
    Yes,
    /// The position classes differ.
    NoByClass,
    /// A resource count forbids it.
    NoByWeight,
    /// Every game was tried.
    NoBySearch,
    /// The search was given up.
    Unknown,
}

impl Reach {
    /// Whether there is a game, if that is known.
    pub fn decided(self) -> Option<bool> {
        match self {
            Reach::Yes => Some(true),
            Reach::Unknown => None,
            _ => Some(false),
        }
    }
}

/// By first vacancy and last peg.
pub type Table = Vec<Vec<Reach>>;

/// Decides every pair. A pair whose search visits more than `patience` positions stays unknown.
pub fn table(problem: &JumpProblem, patience: u64, effort: Effort<'_>) -> Result<Table, Halt> {
    let board = problem.board();
    let holes = board.holes();
    let mut known: FxHashMap<(u32, u32), Reach> = FxHashMap::default();
    let mut rows = vec![vec![Reach::Unknown; holes]; holes];
    for vacancy in 0..holes as u32 {
        for last in 0..holes as u32 {
            let images = board.symmetries().iter().flat_map(|s| {
                let (a, b) = (s.apply(vacancy), s.apply(last));
                [(a, b), (b, a)]
            });
            let pair = images.min().unwrap_or((vacancy, last));
            let reach = match known.get(&pair) {
                Some(&reach) => reach,
                None => decide(problem, pair, patience, effort)?,
            };
            known.insert(pair, reach);
            rows[vacancy as usize][last as usize] = reach;
        }
    }
    Ok(rows)
}

fn decide(
    problem: &JumpProblem,
    (vacancy, last): (u32, u32),
    patience: u64,
    effort: Effort<'_>,
) -> Result<Reach, Halt> {
    let board = problem.board();
    let start = board.full() & !(1 << vacancy);
    let pair = JumpProblem::new(board.clone(), start, vec![1 << last]).expect("fewer pegs");
    let mut control = puzzle_core::Control::default();
    control.budget = effort.control.budget.clone();
    control.budget.nodes = Some(control.budget.nodes.map_or(patience, |n| n.min(patience)));
    let found = first(&pair, Effort { control: &control, ..effort });
    let (before, spent) = (effort.control.progress.nodes(), control.progress.nodes());
    effort.control.progress.publish(before + spent, 0);
    match found {
        Ok(found) => Ok(match found.verdict {
            Verdict::Game(_) => Reach::Yes,
            Verdict::Class(_) => Reach::NoByClass,
            Verdict::Poor(_) => Reach::NoByWeight,
            Verdict::Exhausted => Reach::NoBySearch,
        }),
        Err(Halt::Stopped(
            puzzle_core::StopReason::NodeLimit | puzzle_core::StopReason::MemoryLimit,
        )) => Ok(Reach::Unknown),
        Err(halt) => Err(halt),
    }
}
