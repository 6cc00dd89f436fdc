//! Local bitsets in tables: a puzzle as `bitsets` searches it and as `sweeps` estimates it.
//!
//! Each aspect that must be covered keeps a *local* bitset: which of its own embeddings are still
//! possible. A table holds, for every embedding e and every aspect b, which of b's embeddings are
//! lost with e. Choosing e makes a child state by one OR per free aspect, and the population counts
//! of the results say at once which aspect to cover next, or that one is left without embeddings.
//! A child is written beside its parent, so there is nothing to undo.
//!
//! `instance` is the puzzle as a table sees it, `layout` says where the sets lie, `table` has the
//! rows, made when first needed, `origin` makes them, `purses` are what price lists forbid, `step` makes
//! a child state, `whole` leads to the state below a choice.

mod instance;
mod layout;
mod origin;
mod purses;
mod step;
mod table;
mod whole;

use puzzle_core::{AbstractPuzzle, AspectId, Budget, Declined, Demand};

pub(super) use instance::Instance;
pub(super) use layout::{COVERED, Counts, Group, Layout, WIDE, groups_for};
pub(super) use origin::{Below, Extract};
pub(super) use purses::with_lists;
pub(super) use step::{Child, Joined, open_groups, step};
pub(super) use table::{Origin, Table};
pub(super) use whole::{Reached, WholeTable};

/// The most memory that states and rows may take, in bytes.
const MEMORY: usize = 256 << 20;
/// The most embeddings of one aspect: 64 words but one bit.
const LARGEST_SET: usize = 64 * 64 - 1;
/// About as many tables lie within each other.
const NESTED: u64 = 8;

/// A table, and what one that is compacted from it needs to know.
#[derive(Default)]
pub(super) struct Stage {
    pub table: Table,
    /// The aspect of each lane.
    pub aspects: Vec<u32>,
    pub extract: Extract,
}

/// The most bytes that the rows of one table may take. Tables lie within tables, a few deep.
pub(super) fn room_for_rows(budget: &Budget) -> usize {
    usize::try_from(budget.room(NESTED * table::ROWS) / NESTED).unwrap_or(usize::MAX)
}

/// About how many bytes the states along a path take; declines puzzles where they would not fit.
pub(super) fn bytes_of_states(puzzle: &AbstractPuzzle) -> Result<usize, Declined> {
    let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
    let mut sizes = vec![0_usize; puzzle.aspects().len()];
    let mut smallest = usize::MAX;
    for e in puzzle.embedding_ids() {
        smallest = smallest.min(puzzle.embedding(e).iter().filter(|a| must(a)).count());
        puzzle.embedding(e).iter().for_each(|a| sizes[a.index()] += 1);
    }
    let largest = puzzle.aspect_ids().filter(must).map(|a| sizes[a.index()]).max().unwrap_or(0);
    let many = || format!("an aspect has over {LARGEST_SET} embeddings");
    Declined::unless(largest <= LARGEST_SET, many)?;
    let aspects = puzzle.aspects().len();
    let levels = aspects / smallest.max(1) + 2;
    let state = aspects.saturating_mul(8 * largest.div_ceil(64) + 4);
    match levels.saturating_mul(state) {
        bytes if bytes <= MEMORY => Ok(bytes),
        _ => Err(Declined(format!("its states would take over {} MB", MEMORY >> 20))),
    }
}

/// Joins what can no longer be paid to a state, with so much left in the purses.
pub(super) fn join_purses<const LISTS: usize>(
    table: &mut Table,
    origin: &mut dyn Origin,
    instance: &Instance,
    left: &[u32; LISTS],
    state: &mut [Group],
) {
    for of in instance.purses.rows_of(left) {
        let (row, _) = table.row(of, origin);
        let words = state.as_flattened_mut().iter_mut();
        words.zip(row.as_flattened()).for_each(|(word, gone)| *word |= gone);
    }
}

/// The lane with the fewest embeddings of those that are not covered.
pub(super) fn least_lane(layout: &Layout, state: &[Group]) -> usize {
    let open = layout.lanes.iter().zip(0..).filter(|(lane, _)| !lane.is_covered(state));
    let (_, lane) = open.map(|(lane, number)| (lane.left(state), number)).min().expect("some lane");
    lane
}

/// The embeddings left in a lane.
pub(super) fn choices(
    table: &mut Table,
    origin: &mut dyn Origin,
    state: &[Group],
    lane: usize,
) -> Vec<u32> {
    let list = table.list(lane, origin);
    let places = table.layout.lanes[lane].places(state);
    places.map(|place| table.listed(list + place)).collect()
}
