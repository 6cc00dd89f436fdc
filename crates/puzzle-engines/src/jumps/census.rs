//! The whole game forwards, level by level: how many positions there are after each jump, where
//! games end, and in how many ways.

use num_bigint::BigUint;
use puzzle_core::jumps::{Census, CensusRow, JumpProblem, Position, carry_position, members};
use puzzle_core::{Failure, Permutation};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::Counting;
use crate::space::level::Level;
use crate::space::saving::{Keeper, Saved};

/// Plays every game from the start; goals do not matter. The second part is how many classes were
/// expanded.
pub fn census(
    problem: &JumpProblem,
    effort: Effort<'_>,
    keeper: &mut Keeper<'_>,
) -> Result<(Census, u64), Failure> {
    with_board_word!(problem.board().holes(), K => levels::<K>(problem, effort, keeper))
}

fn levels<K: Word>(
    problem: &JumpProblem,
    effort: Effort<'_>,
    keeper: &mut Keeper<'_>,
) -> Result<(Census, u64), Failure> {
    let start = problem.start();
    let alone = JumpProblem::new(problem.board().clone(), start, vec![start])
        .expect("the start is a position");
    let group = alone.symmetries();
    let space = JumpSpace::<K>::new(problem, &[start], &group);
    let Effort { threads, memory, control } = effort;
    let mut counting = Counting { space: &space, threads, memory, control, nodes: 0 };
    let (mut rows, mut level) = (Vec::new(), counting.start()?);
    if let Some(saved) = keeper.load()? {
        (rows, level) = take_up(&saved, &space, start).ok_or_else(|| keeper.damaged())?;
        counting.nodes = saved.nodes;
    }
    let save = |rows: &[CensusRow], level: &Level<K>| {
        let nodes = rows.iter().map(|row| row.classes).sum();
        Saved::of_levels(nodes, numbers(rows), std::slice::from_ref(level))
    };
    // The last level stays, for the games that end in it: then it has a row already.
    let mut pegs = level.entries().next().map_or(0, |entry| entry.key().widen().count_ones());
    while pegs + rows.len() as u32 == start.count_ones() {
        keeper.keep(false, || save(&rows, &level));
        let (next, step) = counting.advance(&level).inspect_err(|_| {
            keeper.keep(true, || save(&rows, &level));
        })?;
        let positions = level.entries().map(|entry| space.class_size(entry.key())).sum();
        let (dead_ends, ended) = (step.dead_ends, step.ended);
        let classes = level.len() as u64;
        rows.push(CensusRow { pegs, classes, positions, dead_ends, ended });
        if !next.is_empty() {
            level = next;
            pegs -= 1;
        }
    }
    keeper.keep(true, || save(&rows, &level));
    let mut finals = Vec::new();
    for entry in level.entries().filter(|_| pegs == 1) {
        let ways = BigUint::from(entry.ways()) / space.class_size(entry.key());
        let holes = last_holes(&group, entry.key().widen());
        finals.extend(members(holes).map(|hole| (hole, ways.clone())));
    }
    finals.sort();
    Ok((Census { rows, finals }, counting.nodes))
}

/// Rows as they are saved.
fn numbers(rows: &[CensusRow]) -> Vec<BigUint> {
    let number = |row: &CensusRow| {
        let ended = row.ended.clone();
        [row.classes.into(), row.positions.into(), row.dead_ends.into(), ended]
    };
    rows.iter().flat_map(number).collect()
}

/// The rows and the level that a saved run left; `None` if they cannot be.
fn take_up<K: Word>(
    saved: &Saved,
    space: &JumpSpace<K>,
    start: Position,
) -> Option<(Vec<CensusRow>, Level<K>)> {
    let (numbers, []) = saved.numbers.as_chunks::<4>() else { return None };
    let small = |number: &BigUint| u64::try_from(number).ok();
    let (mut rows, mut nodes, mut all) = (Vec::new(), 0_u64, 0_u64);
    for ([classes, positions, dead_ends, ended], pegs) in
        numbers.iter().zip((0..=start.count_ones()).rev())
    {
        let [classes, positions, dead_ends] = [classes, positions, dead_ends].map(small);
        let (classes, positions, dead_ends) = (classes?, positions?, dead_ends?);
        (nodes, all) = (nodes.checked_add(classes)?, all.checked_add(positions)?);
        rows.push(CensusRow { pegs, classes, positions, dead_ends, ended: ended.clone() });
    }
    let [entries] = <[_; 1]>::try_from(saved.levels::<K>()?).ok()?;
    let pegs = entries.first()?.key().widen().count_ones();
    // The level is the one after the rows, or the last that has one.
    let made = start.count_ones().checked_sub(pegs)? as usize;
    let fits = numbers.len() == made || numbers.len() == made + 1;
    let fits = fits && nodes == saved.nodes && all >= nodes;
    fits.then(|| Some((rows, space.level(entries, pegs)?))).flatten()
}

/// The holes of all members of a class of one-peg positions.
fn last_holes(group: &[Permutation], position: Position) -> Position {
    group.iter().fold(0, |holes, symmetry| holes | carry_position(symmetry, position))
}
