//! Which last pegs are possible for which first vacancies, and how many games there are: every hole
//! against every hole.
//!
//! Pairs that symmetries of the board carry to each other share a verdict, and so do a pair and its
//! reverse, because complements turn games round: a game from "all but a" to "only b" read backwards
//! is one from "all but b" to "only a".

use num_bigint::BigUint;
use puzzle_core::jumps::{JumpProblem, Reach, Refutation};
use puzzle_core::{Failure, Run, StopReason};
use rustc_hash::FxHashMap;

use super::Effort;
use super::census::census;
use super::first::first;
use crate::space::counting::Halt;
use crate::space::saving::Keeper;

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
        Ok(found) => Ok(match found.game {
            Ok(_) => Reach::Yes,
            Err(Refutation::Class(_)) => Reach::NoByClass,
            Err(Refutation::Poor(_)) => Reach::NoByWeight,
            Err(Refutation::Exhausted) => Reach::NoBySearch,
        }),
        Err(Halt::Stopped(StopReason::NodeLimit | StopReason::MemoryLimit)) => Ok(Reach::Unknown),
        Err(halt) => Err(halt),
    }
}

/// The number of games by first vacancy and last peg, and how many classes were expanded.
pub fn games(
    problem: &JumpProblem,
    effort: Effort<'_>,
) -> Result<(Vec<Vec<BigUint>>, u64), Failure> {
    let unsaved = Run::default();
    let board = problem.board();
    let holes = board.holes();
    let mut rows: Vec<Option<Vec<BigUint>>> = vec![None; holes];
    let mut nodes = 0;
    for vacancy in 0..holes {
        if rows[vacancy].is_some() {
            continue;
        }
        let start = board.full() & !(1 << vacancy);
        let one = JumpProblem::new(board.clone(), start, vec![start]).expect("a position");
        let (census, expanded) = census(&one, effort, &mut Keeper::new(&unsaved, 0, ""))?;
        nodes += expanded;
        // What holds for this vacancy holds for its images.
        for symmetry in board.symmetries() {
            let mut row = vec![BigUint::ZERO; holes];
            for (hole, games) in &census.finals {
                row[symmetry.apply(u32::from(*hole)) as usize] = games.clone();
            }
            rows[symmetry.apply(vacancy as u32) as usize] = Some(row);
        }
    }
    Ok((rows.into_iter().map(Option::unwrap_or_default).collect(), nodes))
}
