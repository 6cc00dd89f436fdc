//! The whole game forwards, level by level: how many positions there are after each jump, where
//! games end, and in how many ways.

use num_bigint::BigUint;
use puzzle_core::Permutation;
use puzzle_core::jumps::{Census, CensusRow, JumpProblem, Position, carry_position, members};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::{Counting, Halt};

/// Plays every game from the start; goals do not matter. The second part is how many classes were
/// expanded.
pub fn census(problem: &JumpProblem, effort: Effort<'_>) -> Result<(Census, u64), Halt> {
    with_board_word!(problem.board().holes(), K => levels::<K>(problem, effort))
}

fn levels<K: Word>(problem: &JumpProblem, effort: Effort<'_>) -> Result<(Census, u64), Halt> {
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
        let (dead_ends, ended) = (step.dead_ends, step.ended);
        let classes = level.len() as u64;
        census.rows.push(CensusRow { pegs, classes, positions, dead_ends, ended });
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
    Ok((census, counting.nodes))
}

/// The holes of all members of a class of one-peg positions.
fn last_holes(group: &[Permutation], position: Position) -> Position {
    group.iter().fold(0, |holes, symmetry| holes | carry_position(symmetry, position))
}
