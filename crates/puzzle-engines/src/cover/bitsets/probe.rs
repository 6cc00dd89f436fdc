//! Random descents that weigh the children of a node, for the progress report.

use puzzle_core::bits::compact::Compact;

use super::layout::Group;
use super::step::{Outcome, step};
use super::table::{Origin, Table};

/// How deep children are weighed by random descents, and by how many; further down all weigh the
/// same.
const PROBED: usize = 2;
const PROBES: u32 = 3;

/// Weighs the children of a node by random descents (Knuth 1975).
pub(super) fn probe<C: Compact>(
    way: C,
    table: &mut Table,
    origin: &mut dyn Origin,
    state: &[Group],
    lane: usize,
    depth: usize,
) -> Vec<f64> {
    let probes = if depth < PROBED { PROBES } else { 0 };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let children = choices(table, origin, state, lane);
    let mut weigh = |e| {
        let descents = (0..probes).map(|_| descend(way, table, origin, state, e, &mut random));
        1.0 + descents.sum::<f64>()
    };
    children.into_iter().map(&mut weigh).collect()
}

/// The embeddings left in a lane.
fn choices(table: &mut Table, origin: &mut dyn Origin, state: &[Group], lane: usize) -> Vec<u32> {
    let list = table.list(lane, origin);
    let places = table.layout.lanes[lane].places(state);
    places.map(|place| table.listed(list + place)).collect()
}

/// One random descent below the choice of `e`: an unbiased estimate of the nodes there.
fn descend<C: Compact>(
    way: C,
    table: &mut Table,
    origin: &mut dyn Origin,
    state: &[Group],
    mut e: u32,
    random: &mut u64,
) -> f64 {
    let mut state = state.to_vec();
    let mut child = state.clone();
    let (mut total, mut weight) = (0.0, 1.0);
    loop {
        let (row, layout) = table.row(e, origin);
        let list = (&layout.first[..], &layout.counts);
        let Outcome::Open { left, half } = step(way, layout, list, (&state, row, &mut child))
        else {
            return total;
        };
        let lane = layout.owner[half as usize] as usize;
        std::mem::swap(&mut state, &mut child);
        weight *= f64::from(left);
        total += weight;
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let choices = choices(table, origin, &state, lane);
        e = choices[(*random % u64::from(left)) as usize];
    }
}
