//! Local bitsets in tables: a puzzle as `bitsets` searches it and as `sweeps` estimates it.
//!
//! Each aspect that must be covered keeps a *local* bitset: which of its own embeddings are still
//! possible. A table holds, for every embedding e and every aspect b, which of b's embeddings are
//! lost with e. Choosing e makes a child state by one OR per free aspect, and the population counts
//! of the results say at once which aspect to cover next, or that one is left without embeddings.
//! A child is written beside its parent, so there is nothing to undo.
//!
//! Aspects that may be covered several times, colours, and embeddings that nobody asks for are the business
//! of `bags`.
//!
//! `instance` is the puzzle as a table sees it, `layout` says where the sets lie, `table` has the
//! rows, made when first needed, `origin` makes them, `purses` are what price lists forbid, `step` makes
//! a child state, `whole` leads to the state below a choice.

mod bags;
mod instance;
mod layout;
mod origin;
mod purses;
mod step;
mod table;
mod whole;

use puzzle_core::{AbstractPuzzle, AspectId, Budget, Declined};

pub(super) use bags::{Event, Tally};
pub(super) use instance::Instance;
pub(super) use layout::{COVERED, Counted, Counts, Group, Layout, WIDE, groups_for};
pub(super) use origin::{Below, Extract};
pub(super) use purses::with_lists;
pub(super) use step::{Child, Joined, Owing, open_groups, step};
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
    let (bounds, simple) = (|a: AspectId| puzzle.aspect(a).demand, puzzle.is_simple());
    let must = |a: &AspectId| bounds(*a).min() > 0;
    let fixed = |a: &AspectId| bounds(*a).min() == bounds(*a).max();
    let mut sizes = vec![0_usize; puzzle.aspects().len()];
    let (mut smallest, mut loose) = (usize::MAX, 0_usize);
    for e in puzzle.embedding_ids() {
        let touched = puzzle.embedding(e);
        match touched.iter().filter(|a| fixed(a)).count() {
            0 => loose += 1,
            some => smallest = smallest.min(some),
        }
        touched.iter().for_each(|a| sizes[a.index()] += 1);
    }
    let lanes = || puzzle.aspect_ids().filter(must);
    let largest = lanes().map(|a| sizes[a.index()]).max().unwrap_or(0).max(loose);
    let many = || format!("an aspect has over {LARGEST_SET} embeddings");
    Declined::unless(largest <= LARGEST_SET, many)?;
    let aspects = puzzle.aspects().len();
    // A choice that is not loose serves all aspects it touches that are covered a fixed number of times.
    let need = |a: AspectId| (bounds(a).min() as usize).min(sizes[a.index()]);
    let needs: usize = lanes().filter(fixed).map(need).sum();
    let levels = needs / smallest + loose + 2;
    let set = (8 * largest.div_ceil(64)).max(if simple { 0 } else { size_of::<Group>() });
    let state = aspects.saturating_mul(set + 4);
    // Groups have short numbers.
    let groups = aspects.saturating_mul(set / size_of::<Group>() + 1);
    let many = || format!("its sets would take over {} groups of words", u16::MAX);
    Declined::unless(groups <= usize::from(u16::MAX), many)?;
    let sets = (aspects + colours(puzzle)).saturating_mul(puzzle.embedding_count().div_ceil(8));
    if sets > MEMORY {
        return Err(Declined(format!("its sets would take over {} MB", MEMORY >> 20)));
    }
    match levels.saturating_mul(state) {
        bytes if bytes <= MEMORY => Ok(bytes),
        _ => Err(Declined(format!("its states would take over {} MB", MEMORY >> 20))),
    }
}

/// How many different colours aspects are given, each aspect for itself.
fn colours(puzzle: &AbstractPuzzle) -> usize {
    let touches = puzzle.embedding_ids().flat_map(|e| puzzle.touches(e));
    let coloured = touches.filter(|(_, colour)| colour.is_some());
    coloured.collect::<rustc_hash::FxHashSet<_>>().len()
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
        join_row(table, origin, of, state);
    }
}

/// The ways to cover a lane: what is left beyond what it owes.
pub(super) fn ways(layout: &Layout, state: &[Group], lane: usize, owing: Owing<'_>) -> usize {
    let left = layout.lanes[lane].left(state);
    match layout.lanes[lane].counted {
        Counted::Several => left.saturating_sub(owing.of(lane) as usize),
        _ => left,
    }
}

/// The lane with the fewest ways of those that are not covered; none if all are.
pub(super) fn least_lane(layout: &Layout, state: &[Group], owing: Owing<'_>) -> Option<usize> {
    let open = |number: &usize| {
        let lane = layout.lanes[*number];
        lane.counted != Counted::Never && !lane.is_covered(state)
    };
    let lanes = (0..layout.lanes.len()).filter(open);
    lanes.min_by_key(|&lane| ways(layout, state, lane, owing))
}

/// The embeddings of which one is chosen next to cover a lane. If several may be, all that come after are
/// at hand for each.
pub(super) fn choices(
    table: &mut Table,
    origin: &mut dyn Origin,
    state: &[Group],
    lane: usize,
    owing: Owing<'_>,
) -> Vec<u32> {
    let list = table.list(lane, origin);
    let ways = ways(&table.layout, state, lane, owing);
    let places = table.layout.lanes[lane].places(state).take(ways);
    places.map(|place| table.listed(list + place)).collect()
}

/// Joins the row of something to a state.
pub(super) fn join_row(table: &mut Table, origin: &mut dyn Origin, of: u32, state: &mut [Group]) {
    let (row, _) = table.row(of, origin);
    let words = state.as_flattened_mut().iter_mut();
    words.zip(row.as_flattened()).for_each(|(word, gone)| *word |= gone);
}
