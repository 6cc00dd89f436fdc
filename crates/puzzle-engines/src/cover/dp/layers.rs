//! The states, rank by rank.

use std::collections::VecDeque;

use puzzle_core::{AbstractPuzzle, BigUint, Control, Demand, Layer, LayerState, Order, StopReason};
use rustc_hash::FxHashMap;

use super::Moment;
use super::key::{Key, Ways};

enum Failure {
    Stopped(StopReason),
    Overflow,
}

pub(super) struct Run<'a> {
    pub control: &'a Control,
    /// The most that are kept, unless the budget limits memory.
    pub states: usize,
    pub nodes: u64,
    pub order: &'a Order,
    pub watch: &'a mut dyn FnMut(Moment<'_>),
}

impl Run<'_> {
    pub(super) fn count<K: Key>(
        &mut self,
        puzzle: &AbstractPuzzle,
        start: &[LayerState],
    ) -> Result<BigUint, StopReason> {
        let parts = parts::<K>(puzzle, self.order);
        match self.layers::<K, u128>(&parts, start) {
            Ok(solutions) => return Ok(solutions),
            Err(Failure::Stopped(reason)) => return Err(reason),
            Err(Failure::Overflow) => self.nodes = 0,
        }
        match self.layers::<K, BigUint>(&parts, start) {
            Ok(solutions) => Ok(solutions),
            Err(Failure::Stopped(reason)) => Err(reason),
            Err(Failure::Overflow) => unreachable!("big integers do not overflow"),
        }
    }

    /// Goes through the ranks; `layers[i]` holds the states whose least free rank is i further on.
    /// A state is worked off as a whole, so that what is left is a good place to go on from.
    fn layers<K: Key, V: Ways>(
        &mut self,
        parts: &[Vec<K>],
        start: &[LayerState],
    ) -> Result<BigUint, Failure> {
        let most = self.most::<K, V>();
        let first = start.iter().map(|state| state.rank as usize).min().unwrap_or(parts.len());
        let mut layers: Layers<K, V> = VecDeque::new();
        for state in start {
            let ways = V::from_big(&state.ways).ok_or(Failure::Overflow)?;
            layer(&mut layers, state.rank as usize - first)
                .insert(K::from_wide(state.covered), ways);
        }
        let mut kept = start.len();
        let mut next_look = self.control.budget.slice(0);
        for (rank, part) in parts.iter().enumerate().skip(first) {
            let states: Vec<(K, V)> = layers.pop_front().unwrap_or_default().into_iter().collect();
            for (i, (state, ways)) in states.iter().enumerate() {
                let full = kept + part.len() > most;
                if full || self.nodes >= next_look {
                    next_look = self.nodes + self.control.budget.slice(self.nodes);
                    let share = i as f64 / states.len() as f64;
                    let order = self.order;
                    let rest = || snapshot(order, &states[i..], rank, &layers);
                    let stop = self.look((rank as f64 + share) / parts.len() as f64);
                    let stop = stop.or(full.then_some(StopReason::MemoryLimit));
                    let last = stop.is_some();
                    let moment = Moment { nodes: self.nodes, last, layer: &rest };
                    (self.watch)(moment);
                    if let Some(reason) = stop {
                        return Err(Failure::Stopped(reason));
                    }
                }
                self.nodes += 1;
                kept -= 1;
                for &embedding in part.iter().filter(|embedding| !state.meets(**embedding)) {
                    let next = state.join(embedding);
                    let ahead = next.covered();
                    let layer = layer(&mut layers, ahead as usize - 1);
                    match layer.get_mut(&next.shift(ahead)) {
                        Some(sum) => sum.add(ways).ok_or(Failure::Overflow)?,
                        None => {
                            layer.insert(next.shift(ahead), ways.clone());
                            kept += 1;
                        }
                    }
                }
            }
        }
        let last = layers.pop_front().and_then(|mut layer| layer.remove(&K::EMPTY));
        Ok(last.map_or(BigUint::ZERO, Ways::total))
    }

    /// How many states may be kept. A hash table that has just grown is less than half full, and
    /// while it grows the old one is there as well.
    fn most<K: Key, V: Ways>(&self) -> usize {
        let state = 3 * (size_of::<(K, V)>() + 1 + V::HEAP) as u64;
        let room = self.control.budget.memory.map(|bytes| bytes / state);
        room.map_or(self.states, |room| usize::try_from(room).unwrap_or(usize::MAX))
    }

    fn look(&self, fraction: f64) -> Option<StopReason> {
        self.control.progress.publish(self.nodes, 0);
        self.control.progress.publish_fraction(fraction);
        self.control.budget.check(self.nodes)
    }
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
fn snapshot<K: Key, V: Ways>(
    order: &Order,
    states: &[(K, V)],
    rank: usize,
    later: &Layers<K, V>,
) -> Layer {
    let state = |rank: usize, covered: &K, ways: &V| LayerState {
        rank: rank as u32,
        covered: covered.wide(),
        ways: ways.clone().total(),
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
