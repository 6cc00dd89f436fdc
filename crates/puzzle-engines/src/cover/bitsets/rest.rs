//! What is left at a node, written down anew where that pays, or weighed.

use std::ops::ControlFlow;

use puzzle_core::StopReason;

use super::context::Context;
use super::search::search_all;
use crate::cover::sweeps::{Weighed, probe};
use crate::cover::tables::{
    Below, COVERED, Counts, Extract, Group, Instance, Layout, Origin, Owing, Table, WIDE, choices,
    groups_for, room_for_rows,
};

/// Searches what is left of a table in the state `extract.state`, whose free lanes are
/// `extract.kept`, written down anew. Never part of the loop that calls it.
#[inline(never)]
pub(super) fn search_rest(
    instance: &Instance,
    (table, aspects, extract): (&mut Table, &[u32], &mut Extract),
    origin: &mut dyn Origin,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    let (mut below, mut buffers) = context.pool.pop().unwrap_or_default();
    let lanes = extract.kept.iter().map(|&lane| table.layout.lanes[lane as usize]);
    let sizes = lanes.map(|lane| (lane.left(&extract.state), lane.counted));
    below.table.reset(sizes, instance.rows());
    below.table.keep_rows_of(instance.purses.lists);
    below.table.limit(room_for_rows(&context.control.budget));
    extract.prepare(&table.layout, &below.table.layout, aspects, instance.most_names());
    below.aspects.clear();
    below.aspects.extend(extract.kept.iter().map(|&lane| aspects[lane as usize]));
    let mut rows = Below { instance, table, origin, extract };
    let flow = search_all(instance, (&mut below, &mut buffers), &mut rows, context);
    context.pool.push((below, buffers));
    flow
}

/// Copies the open groups of a state; all else is covered.
#[inline]
pub(super) fn copy_open(
    layout: &Layout,
    (groups, counts): (&[u16], &Counts),
    state: &[Group],
    copy: &mut Vec<Group>,
) {
    copy.clear();
    copy.resize(state.len(), COVERED);
    let groups = &groups[..counts.iter().sum::<u32>() as usize];
    let wide = groups.len() - counts[WIDE] as usize;
    for (i, &group) in groups.iter().enumerate() {
        let g = group as usize;
        let halves = layout.lanes[layout.owner[8 * g] as usize].halves as usize;
        let span = if i < wide { 1 } else { halves / 8 };
        copy[g..g + span].copy_from_slice(&state[g..g + span]);
    }
}

/// Whether it pays to write the puzzle that is left down anew, for a subtree of so many nodes.
/// Packing a row costs as much as two or three steps over it, and about every second node needs a
/// row that was not yet made. The lanes that are left are noted down by the way.
#[inline]
pub(super) fn pays(table: &Table, extract: &mut Extract, counts: &Counts, nodes: u64) -> bool {
    let Extract { state, kept, .. } = extract;
    let lanes = &table.layout.lanes;
    kept.clear();
    kept.extend((0..lanes.len() as u32).filter(|&lane| !lanes[lane as usize].is_covered(state)));
    let mut total = 0;
    let after = groups_for(kept.iter().map(|&lane| {
        let lane = lanes[lane as usize];
        let left = lane.left(state);
        total += left as u64;
        (left, lane.counted)
    })) as u64;
    let before = u64::from(counts.iter().sum::<u32>());
    let saved = before.saturating_sub(after);
    let rows = (nodes / 2).min(total / 6);
    nodes * saved * 2 >= rows * before * 5 + 3 * kept.len() as u64
}

/// Weighs the children of the node just reached, for the progress report.
#[inline(never)]
pub(super) fn weigh_children(
    (table, names): (&mut Table, &[u32]),
    origin: &mut dyn Origin,
    instance: &Instance,
    state: &[Group],
    lane: usize,
    context: &mut Context<'_>,
) {
    let owing = Owing { names, owed: &context.tally.owed };
    let children = choices(table, origin, state, lane, owing);
    let several = instance.takes_several(names[lane]);
    let (chosen, children) = (&context.chosen[..], &children[..]);
    let of = Weighed { instance, names, state, chosen, children, several };
    let (expected, budget) = (context.shares.expected(), &context.control.budget);
    let weights = probe(table, origin, &of, expected, budget);
    context.shares.open(context.chosen.len(), &weights);
}
