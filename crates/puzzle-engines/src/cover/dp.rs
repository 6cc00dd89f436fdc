//! Counting by dynamic programming on q.
//!
//! With a fixed order of the aspects, how a partial solution can be completed depends only on which
//! aspects it covers, not on how. All partial solutions whose least free aspect has rank r are
//! processed together, as a map from the covered set to the number of ways to reach it. Everything
//! below r is covered, and nothing beyond r plus the longest reach of an embedding, so the covered
//! set is a window of as many bits as that reach: one or two words for boxes that are not too wide,
//! whatever their length.
//!
//! It pays where different partial solutions cover the same set: identical pieces, thin boards.
//! The number of states is bounded by a budget; beyond it the engine gives up with "memory limit".
//! Counts are kept in 128 bits, and in big integers if that overflows.

use std::collections::VecDeque;
use std::hash::Hash;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, Declined, Demand, Engine, Order, Problem, Question,
    Report, Sink, StopReason, Task,
};
use rustc_hash::FxHashMap;

/// The most states that are kept at one time.
const STATES: usize = 4_000_000;
/// The longest reach of an embedding: two words.
const WINDOW: u32 = 128;

/// Dynamic programming on the set of free aspects.
#[derive(Clone, Copy, Debug)]
pub struct Dp {
    /// The most states that are kept at one time.
    pub states: usize,
}

impl Default for Dp {
    fn default() -> Self {
        Dp::DEFAULT
    }
}

impl Dp {
    /// With as many states as a few hundred megabytes hold.
    pub const DEFAULT: Dp = Dp { states: STATES };
}

impl Engine for Dp {
    fn name(&self) -> &'static str {
        "dp"
    }

    fn about(&self) -> &'static str {
        "counts by dynamic programming on the covered aspects; aspects covered exactly once"
    }

    fn own_order(&self) -> &'static str {
        "narrowest"
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let Problem::Cover(cover) = task.problem else {
            return Err(Declined("not a cover problem".into()));
        };
        if task.question != Question::Count {
            return Err(Declined("it counts solutions without visiting them".into()));
        }
        if let Some(aspect) = cover.puzzle.aspects().iter().find(|a| a.demand != Demand::One) {
            return Err(Declined(format!("aspect {} demands {}", aspect.name, aspect.demand)));
        }
        let reach = match task.order {
            Some(order) => window(&cover.puzzle, order),
            None => narrowest(cover).1,
        };
        match reach > WINDOW {
            true => Err(Declined(format!("an embedding reaches over {reach} aspects"))),
            false => Ok(()),
        }
    }

    fn run(
        &self,
        task: &Task<'_>,
        _: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let Problem::Cover(cover) = task.problem else {
            return Err(Declined("not a cover problem".into()));
        };
        let (order, reach) = match task.order {
            Some(order) => (order.clone(), window(&cover.puzzle, order)),
            None => narrowest(cover),
        };
        let mut run = Run { control, most: self.states, nodes: 0 };
        let found = if reach <= 64 {
            run.count::<u64>(&cover.puzzle, &order)
        } else {
            run.count::<u128>(&cover.puzzle, &order)
        };
        let (solutions, stopped) = match found {
            Ok(solutions) => (solutions, None),
            Err(reason) => (BigUint::ZERO, Some(reason)),
        };
        control.progress.publish(run.nodes, 0);
        if stopped.is_none() {
            control.progress.publish_fraction(1.0);
        }
        Ok(Report { solutions, nodes: run.nodes, stopped })
    }
}

/// How many ranks the longest embedding spans.
pub(crate) fn window(puzzle: &AbstractPuzzle, order: &Order) -> u32 {
    let ranks = order.ranks();
    let span = |e| {
        let ranks = puzzle.embedding(e).iter().map(|a| ranks[a.index()]);
        let (least, most) = ranks.fold((u32::MAX, 0), |(l, m), r| (l.min(r), m.max(r)));
        most - least + 1
    };
    puzzle.embedding_ids().map(span).max().unwrap_or(1)
}

/// Among the known orders the one whose window is narrowest, and its window.
pub(crate) fn narrowest(cover: &Cover) -> (Order, u32) {
    let puzzle = &cover.puzzle;
    let own = [Order::reading(puzzle), Order::least_growing_footprint(puzzle)];
    let orders = cover.orders.iter().cloned().chain(own);
    let measured = orders.map(|order| (window(puzzle, &order), order));
    let (reach, order) = measured.min_by_key(|(reach, _)| *reach).expect("there are two");
    (order, reach)
}

/// A covered set relative to the least free aspect, whose own bit is 0.
trait Key: Copy + Eq + Hash {
    const EMPTY: Self;
    fn with(self, bit: u32) -> Self;
    fn meets(self, other: Self) -> bool;
    fn join(self, other: Self) -> Self;
    /// How many aspects from the window's beginning are covered.
    fn covered(self) -> u32;
    fn shift(self, by: u32) -> Self;
}

macro_rules! key {
    ($word:ty) => {
        impl Key for $word {
            const EMPTY: Self = 0;
            fn with(self, bit: u32) -> Self {
                self | 1 << bit
            }
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }
            fn join(self, other: Self) -> Self {
                self | other
            }
            fn covered(self) -> u32 {
                self.trailing_ones()
            }
            fn shift(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
        }
    };
}
key!(u64);
key!(u128);

/// A number of ways that says when it does not fit.
trait Ways: Clone {
    fn one() -> Self;
    fn add(&mut self, other: &Self) -> Option<()>;
    fn total(self) -> BigUint;
}

impl Ways for u128 {
    fn one() -> Self {
        1
    }
    fn add(&mut self, other: &Self) -> Option<()> {
        *self = self.checked_add(*other)?;
        Some(())
    }
    fn total(self) -> BigUint {
        self.into()
    }
}

impl Ways for BigUint {
    fn one() -> Self {
        1_u32.into()
    }
    fn add(&mut self, other: &Self) -> Option<()> {
        *self += other;
        Some(())
    }
    fn total(self) -> BigUint {
        self
    }
}

enum Failure {
    Stopped(StopReason),
    Overflow,
}

struct Run<'a> {
    control: &'a Control,
    most: usize,
    nodes: u64,
}

impl Run<'_> {
    fn count<K: Key>(
        &mut self,
        puzzle: &AbstractPuzzle,
        order: &Order,
    ) -> Result<BigUint, StopReason> {
        let parts = parts::<K>(puzzle, order);
        match self.layers::<K, u128>(&parts) {
            Ok(solutions) => return Ok(solutions),
            Err(Failure::Stopped(reason)) => return Err(reason),
            Err(Failure::Overflow) => self.nodes = 0,
        }
        match self.layers::<K, BigUint>(&parts) {
            Ok(solutions) => Ok(solutions),
            Err(Failure::Stopped(reason)) => Err(reason),
            Err(Failure::Overflow) => unreachable!("big integers do not overflow"),
        }
    }

    /// Goes through the ranks; `layers[i]` holds the states whose least free rank is i further on.
    fn layers<K: Key, V: Ways>(&mut self, parts: &[Vec<K>]) -> Result<BigUint, Failure> {
        let mut layers: VecDeque<FxHashMap<K, V>> = VecDeque::new();
        layers.push_back([(K::EMPTY, V::one())].into_iter().collect());
        let mut kept = 1;
        for (rank, part) in parts.iter().enumerate() {
            let layer = layers.pop_front().unwrap_or_default();
            kept -= layer.len();
            for (state, ways) in layer {
                self.nodes += 1;
                if self.nodes.is_multiple_of(1024) {
                    self.look(rank, parts.len())?;
                }
                for &embedding in part.iter().filter(|embedding| !state.meets(**embedding)) {
                    let next = state.join(embedding);
                    let ahead = next.covered();
                    let place = ahead as usize - 1;
                    if layers.len() <= place {
                        layers.resize_with(place + 1, FxHashMap::default);
                    }
                    let layer = &mut layers[place];
                    match layer.get_mut(&next.shift(ahead)) {
                        Some(sum) => sum.add(&ways).ok_or(Failure::Overflow)?,
                        None => {
                            layer.insert(next.shift(ahead), ways.clone());
                            kept += 1;
                            if kept > self.most {
                                return Err(Failure::Stopped(StopReason::MemoryLimit));
                            }
                        }
                    }
                }
            }
        }
        let last = layers.pop_front().and_then(|mut layer| layer.remove(&K::EMPTY));
        Ok(last.map_or(BigUint::ZERO, Ways::total))
    }

    fn look(&self, rank: usize, ranks: usize) -> Result<(), Failure> {
        self.control.progress.publish(self.nodes, 0);
        self.control.progress.publish_fraction(rank as f64 / ranks as f64);
        match self.control.budget.check(self.nodes) {
            Some(reason) => Err(Failure::Stopped(reason)),
            None => Ok(()),
        }
    }
}

/// For each rank the embeddings whose least aspect it is, relative to it.
fn parts<K: Key>(puzzle: &AbstractPuzzle, order: &Order) -> Vec<Vec<K>> {
    let ranks = order.ranks();
    let mut parts: Vec<Vec<K>> = vec![Vec::new(); ranks.len()];
    for e in puzzle.embedding_ids() {
        let ranks = puzzle.embedding(e).iter().map(|a| ranks[a.index()]);
        let least = ranks.clone().min().expect("no embedding is empty");
        let relative = ranks.fold(K::EMPTY, |key, rank| key.with(rank - least));
        parts[least as usize].push(relative);
    }
    parts
}
