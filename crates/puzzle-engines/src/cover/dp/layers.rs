//! The states, rank by rank.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use puzzle_core::{AbstractPuzzle, BigUint, Control, Demand, Layer, LayerState, Order, StopReason};
use rustc_hash::FxHashMap;

use super::Moment;
use super::key::Key;
use crate::amount::Amount;

pub(super) struct Run<'a> {
    pub control: &'a Control,
    /// The most that are kept, unless the budget limits memory.
    pub states: usize,
    /// Whether to give up where states do not collapse.
    pub trial: bool,
    pub nodes: u64,
    pub order: &'a Order,
    pub watch: &'a mut dyn FnMut(Moment<'_>) -> ControlFlow<StopReason>,
}

impl Run<'_> {
    pub(super) fn count<K: Key>(
        &mut self,
        puzzle: &AbstractPuzzle,
        start: &[LayerState],
    ) -> Result<BigUint, StopReason> {
        let parts = parts::<K>(puzzle, self.order);
        if let Some(solutions) = self.layers::<K, u128>(&parts, start)? {
            return Ok(solutions);
        }
        self.nodes = 0;
        self.control.progress.begin_again();
        let solutions = self.layers::<K, BigUint>(&parts, start)?;
        Ok(solutions.expect("big integers do not overflow"))
    }

    /// Goes through the ranks; `layers[i]` holds the states whose least free rank is i further on.
    /// A state is worked off as a whole, so that what is left is a good place to go on from.
    /// `None` if a number of ways does not fit.
    fn layers<K: Key, V: Amount>(
        &mut self,
        parts: &[Vec<K>],
        start: &[LayerState],
    ) -> Result<Option<BigUint>, StopReason> {
        let most = self.most::<K, V>();
        let first = start.iter().map(|state| state.rank as usize).min().unwrap_or(parts.len());
        let mut layers: Layers<K, V> = VecDeque::new();
        for state in start {
            let Ok(ways) = V::try_from(state.ways.clone()) else { return Ok(None) };
            layer(&mut layers, state.rank as usize - first)
                .insert(K::from_wide(state.covered), ways);
        }
        let mut kept = start.len();
        let mut states: Vec<(K, V)> = Vec::new();
        // The largest table that was emptied, to be filled again.
        let mut spare = FxHashMap::default();
        // How often a state was reached that was there already.
        let mut met = 0;
        // A trial looks as soon as it may be given up.
        let soon = if self.trial { EARLY } else { u64::MAX };
        let mut next_look = self.control.budget.slice(0).min(soon);
        for (rank, part) in parts.iter().enumerate().skip(first) {
            let mut table = layers.pop_front().unwrap_or_default();
            states.clear();
            states.extend(table.drain());
            if table.capacity() > spare.capacity() {
                spare = table;
            }
            for (i, (state, ways)) in states.iter().enumerate() {
                if kept + spare.capacity() + part.len() > most {
                    spare = FxHashMap::default();
                }
                let full = kept + part.len() > most;
                if full || self.nodes >= next_look {
                    next_look = self.nodes + self.control.budget.slice(self.nodes).min(soon);
                    let share = i as f64 / states.len() as f64;
                    let order = self.order;
                    let rest = || snapshot(order, &states[i..], rank, &layers);
                    let stop = self.look((rank as f64 + share) / parts.len() as f64);
                    let hopeless = full || self.trial && scattered(self.nodes, met, kept);
                    let stop = stop.or(hopeless.then_some(StopReason::MemoryLimit));
                    let moment = Moment { nodes: self.nodes, stopped: stop, layer: &rest };
                    let enough = (self.watch)(moment).break_value();
                    if let Some(reason) = stop.or(enough) {
                        return Err(reason);
                    }
                }
                self.nodes += 1;
                kept -= 1;
                for &embedding in part.iter().filter(|embedding| !state.meets(**embedding)) {
                    let next = state.join(embedding);
                    let ahead = next.covered();
                    let layer = layer(&mut layers, ahead as usize - 1);
                    if layer.capacity() == 0 {
                        *layer = std::mem::take(&mut spare);
                    }
                    match layer.entry(next.shift(ahead)) {
                        Entry::Occupied(mut sum) => {
                            if sum.get_mut().add(ways).is_none() {
                                return Ok(None);
                            }
                            met += 1;
                        }
                        Entry::Vacant(new) => {
                            new.insert(ways.clone());
                            kept += 1;
                        }
                    }
                }
            }
        }
        let last = layers.pop_front().and_then(|mut layer| layer.remove(&K::EMPTY));
        Ok(Some(last.map_or(BigUint::ZERO, Into::into)))
    }

    /// How many states may be kept. A hash table that has just grown is less than half full, and
    /// while it grows the old one is there as well.
    fn most<K: Key, V: Amount>(&self) -> usize {
        let state = 3 * (size_of::<(K, V)>() + 1 + V::HEAP) as u64;
        let room = self.control.budget.memory.map(|bytes| bytes / state);
        room.map_or(self.states, |room| usize::try_from(room).unwrap_or(usize::MAX))
    }

    fn look(&self, fraction: f64) -> Option<StopReason> {
        self.control.progress.publish_fraction(fraction);
        self.control.look(self.nodes, 0).err()
    }
}

/// What share of so many states must have been met again, in per cent. Measured where this engine is the
/// best (4x15: 19 and 25; dominoes 16x16: 23 and 40) and where it is not (5x12: 16 and 19; 6x10: 7
/// and 13; Meteor: 7 and 7; twelve queens: 2 and 2).
const AGAIN: [(u64, u64); 2] = [(4096, 12), (20_480, 22)];

/// After so many states, if fewer than one in ten was met again and so many times as many lie ahead,
/// the tree is too broad to wait longer (3x4x5: 2 and 30; 8x8 with a hole: 5 and 9; 6x10: 8 and 5; 16x16
/// dominoes: 0, but 1; all tetrominoes on 10x10, as many as one likes: 41 and 7).
const EARLY: u64 = 512;
const BROAD: u64 = 8;

/// Whether states grow like the tree, because too few are met again.
fn scattered(nodes: u64, met: u64, kept: usize) -> bool {
    let broad = nodes >= EARLY && 10 * met < nodes && kept as u64 > BROAD * nodes;
    broad || AGAIN.iter().any(|&(from, share)| nodes >= from && 100 * met < share * nodes)
}

type Layers<K, V> = VecDeque<FxHashMap<K, V>>;

/// The layer so far ahead.
fn layer<K, V>(layers: &mut Layers<K, V>, ahead: usize) -> &mut FxHashMap<K, V> {
    if layers.len() <= ahead {
        layers.resize_with(ahead + 1, FxHashMap::default);
    }
    &mut layers[ahead]
}

/// What is left when these states of a rank and all later ones are not worked off.
fn snapshot<K: Key, V: Amount>(
    order: &Order,
    states: &[(K, V)],
    rank: usize,
    later: &Layers<K, V>,
) -> Layer {
    let state = |rank: usize, covered: &K, ways: &V| LayerState {
        rank: rank as u32,
        covered: covered.wide(),
        ways: ways.clone().into(),
    };
    let here = states.iter().map(|(covered, ways)| state(rank, covered, ways));
    let mut all: Vec<LayerState> = here.collect();
    for (layer, rank) in later.iter().zip(rank + 1..) {
        all.extend(layer.iter().map(|(covered, ways)| state(rank, covered, ways)));
    }
    all.sort_unstable();
    Layer { order: order.sequence().to_vec(), states: all }
}

/// For each rank the embeddings whose least aspect it is, relative to it. An aspect that need not
/// be covered may be passed over: as if there were an embedding that covers nothing else.
fn parts<K: Key>(puzzle: &AbstractPuzzle, order: &Order) -> Vec<Vec<K>> {
    let ranks = order.ranks();
    let mut parts: Vec<Vec<K>> = vec![Vec::new(); ranks.len()];
    for e in puzzle.embedding_ids() {
        let ranks = puzzle.embedding(e).iter().map(|a| ranks[a.index()]);
        let least = ranks.clone().min().expect("no embedding is empty");
        let relative = ranks.fold(K::EMPTY, |key, rank| key.with(rank - least));
        parts[least as usize].push(relative);
    }
    for a in puzzle.aspect_ids().filter(|&a| puzzle.aspect(a).demand == Demand::AtMostOne) {
        parts[ranks[a.index()] as usize].push(K::EMPTY.with(0));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::scattered;

    /// With the figures of the puzzles that the bounds were found by.
    #[test]
    fn a_trial_is_given_up_where_the_tree_is_broad_or_states_are_seldom_met_again() {
        assert!(scattered(512, 10, 15_275), "3x4x5");
        assert!(!scattered(511, 10, 15_275), "too soon to say");
        assert!(!scattered(512, 0, 512), "16x16 dominoes, which collapse later");
        assert!(!scattered(512, 77, 7772), "enough are met again");
        assert!(scattered(4096, 287, 5897), "6x10");
        assert!(!scattered(4096, 766, 3324), "4x15");
        assert!(scattered(20_480, 3809, 22_856), "5x12");
        assert!(!scattered(20_480, 5038, 12_584), "4x15");
    }
}
