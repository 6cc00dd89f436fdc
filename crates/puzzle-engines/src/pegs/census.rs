//! The whole game forwards, level by level: how many positions there are after each jump, where
//! games end, and in how many ways.

use num_bigint::BigUint;
use puzzle_core::Permutation;
use puzzle_core::pegs::{JumpProblem, Position, carry_position, members};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::{Counting, Halt, Step};

/// All positions with so many pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Pegs on the board.
    pub pegs: u32,
    /// Classes under the symmetries that keep the start.
    pub classes: u64,
    /// Positions.
    pub positions: u64,
    /// Jumps from a representative of each class, dead ends among the classes, games that end there.
    pub step: Step,
}

/// A game played in every possible way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Level by level, from the start on.
    pub rows: Vec<Row>,
    /// The holes where a last peg can stand, and in how many ways.
    pub finals: Vec<(u8, BigUint)>,
    /// Classes expanded.
    pub nodes: u64,
}

impl Census {
    /// Games that were played until no jump was possible.
    pub fn maximal_games(&self) -> BigUint {
        self.rows.iter().map(|row| &row.step.ended).sum()
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.positions).sum()
    }

    /// All classes.
    pub fn classes(&self) -> u64 {
        self.rows.iter().map(|row| row.classes).sum()
    }
}

/// Plays every game from the start; goals do not matter.
pub fn census(problem: &JumpProblem, effort: Effort<'_>) -> Result<Census, Halt> {
    with_board_word!(problem.board().holes(), K => levels::<K>(problem, effort))
}

fn levels<K: Word>(problem: &JumpProblem, effort: Effort<'_>) -> Result<Census, Halt> {
    let start = problem.start();
    let alone = JumpProblem::new(problem.board().clone(), start, vec![start])
        .expect("the start is a position");
    let group = alone.symmetries();
    let space = JumpSpace::<K>::new(problem, &[start], &group);
    let Effort { threads, memory, control } = effort;
    let mut counting = Counting { space: &space, threads, memory, control, nodes: 0 };
    let mut census = Census::default();
    let mut level = counting.start()?;
    let mut pegs = start.count_ones();
    while !level.is_empty() {
        let (next, step) = counting.advance(&level)?;
        let positions = level.entries().map(|entry| space.class_size(entry.key())).sum();
        census.rows.push(Row { pegs, classes: level.len() as u64, positions, step });
        if pegs == 1 {
            for entry in level.entries() {
                let size = space.class_size(entry.key());
                let ways = BigUint::from(entry.ways()) / size;
                let holes = last_holes(&group, entry.key().widen());
                census.finals.extend(members(holes).map(|hole| (hole, ways.clone())));
            }
            census.finals.sort();
        }
        level = next;
        pegs = pegs.saturating_sub(1);
    }
    census.nodes = counting.nodes;
    Ok(census)
}

/// The holes of all members of a class of one-peg positions.
fn last_holes(group: &[Permutation], position: Position) -> Position {
    group.iter().fold(0, |holes, symmetry| holes | carry_position(symmetry, position))
}
