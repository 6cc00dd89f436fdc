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
//! Counts are kept in 128 bits, and in big integers if that overflows. Between two states what is
//! left is a list of states, which can be saved and taken up again.

use std::collections::VecDeque;
use std::hash::Hash;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, Declined, Demand, Engine, Layer, LayerState, Order,
    Problem, Question, Report, Sink, StopReason, Task,
};
use rustc_hash::FxHashMap;

/// The most states that are kept at one time.
const STATES: usize = 4_000_000;
/// The longest reach of an embedding: two words.
const WINDOW: u32 = 128;

/// Dynamic programming on the set of free aspects.
#[derive(Clone, Copy, Debug)]
pub struct Dp {
    /// The most states that are kept at one time, unless the budget says how much memory they may
    /// take.
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

    /// Where a count begins: nothing is covered, in one way.
    pub fn beginning(order: &Order) -> Layer {
        let state = LayerState { rank: 0, covered: 0, ways: 1_u32.into() };
        Layer { order: order.sequence().to_vec(), states: vec![state] }
    }

    /// The order it takes by itself.
    pub fn order(cover: &Cover) -> Order {
        narrowest(cover).0
    }

    /// Goes on from a saved layer. `watch` is told of moments at which the run could be saved, the
    /// last of them when it stops unfinished.
    pub fn resume(
        &self,
        cover: &Cover,
        from: &Layer,
        control: &Control,
        watch: &mut dyn FnMut(Moment<'_>),
    ) -> Result<Report, Declined> {
        let puzzle = &cover.puzzle;
        if from.order.len() != puzzle.aspects().len() {
            return Err(Declined("the saved order is not one of this puzzle's aspects".into()));
        }
        let order = Order::from_prefix("saved", puzzle, &from.order);
        takes(puzzle)?;
        let reach = narrow(window(puzzle, &order))?;
        if from.states.iter().any(|s| s.covered.checked_shr(reach).unwrap_or(0) != 0) {
            return Err(Declined("a saved state covers aspects that no embedding reaches".into()));
        }
        let mut run = Run { control, states: self.states, nodes: 0, order: &order, watch };
        let found = match reach <= 64 {
            true => run.count::<u64>(puzzle, &from.states),
            false => run.count::<u128>(puzzle, &from.states),
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

/// Declines demands that a bit cannot tell.
fn takes(puzzle: &AbstractPuzzle) -> Result<(), Declined> {
    let plain = |demand| matches!(demand, Demand::One | Demand::AtMostOne);
    match puzzle.aspects().iter().find(|aspect| !plain(aspect.demand)) {
        Some(aspect) => Err(Declined(format!("aspect {} demands {}", aspect.name, aspect.demand))),
        None => Ok(()),
    }
}

/// Declines windows over two words.
fn narrow(reach: u32) -> Result<u32, Declined> {
    match reach > WINDOW {
        true => Err(Declined(format!("an embedding reaches over {reach} aspects"))),
        false => Ok(reach),
    }
}

impl Engine for Dp {
    fn name(&self) -> &'static str {
        "dp"
    }

    fn about(&self) -> &'static str {
        "counts by dynamic programming on the covered aspects; aspects covered exactly or at most once"
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
        takes(&cover.puzzle)?;
        let reach = match task.order {
            Some(order) => window(&cover.puzzle, order),
            None => narrowest(cover).1,
        };
        narrow(reach).map(|_| ())
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
        let order = task.order.cloned().unwrap_or_else(|| narrowest(cover).0);
        self.resume(cover, &Dp::beginning(&order), control, &mut |_| {})
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
    fn wide(self) -> u128;
    fn from_wide(wide: u128) -> Self;
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
            fn wide(self) -> u128 {
                self.into()
            }
            fn from_wide(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}
key!(u64);
key!(u128);

/// A number of ways that says when it does not fit.
trait Ways: Clone {
    /// Bytes beside the value itself, as a rule.
    const HEAP: usize;
    fn from_big(ways: &BigUint) -> Option<Self>;
    fn add(&mut self, other: &Self) -> Option<()>;
    fn total(self) -> BigUint;
}

impl Ways for u128 {
    const HEAP: usize = 0;
    fn from_big(ways: &BigUint) -> Option<Self> {
        ways.try_into().ok()
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
    const HEAP: usize = 64;
    fn from_big(ways: &BigUint) -> Option<Self> {
        Some(ways.clone())
    }
    fn add(&mut self, other: &Self) -> Option<()> {
        *self += other;
        Some(())
    }
    fn total(self) -> BigUint {
        self
    }
}

/// A moment at which a run could be saved.
pub struct Moment<'a> {
    /// States worked off since the run began.
    pub nodes: u64,
    /// Whether the run stops here, unfinished.
    pub last: bool,
    /// What is left. Making it takes as long as copying all states.
    pub layer: &'a dyn Fn() -> Layer,
}

enum Failure {
    Stopped(StopReason),
    Overflow,
}

struct Run<'a> {
    control: &'a Control,
    states: usize,
    nodes: u64,
    order: &'a Order,
    watch: &'a mut dyn FnMut(Moment<'_>),
}

impl Run<'_> {
    fn count<K: Key>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Collect;
    use puzzle_testkit::{Feature, Random, all_solutions, random_puzzle, strip};

    /// Stops after every few states and goes on from what was saved.
    #[test]
    fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
        let mut random = Random::new(5);
        for (cover, expected) in [
            (Cover::plain(strip(30)), BigUint::from(1_346_269_u32)),
            (Cover::plain(strip(200)), Dp::DEFAULT.whole(&Cover::plain(strip(200)))),
        ] {
            let order = narrowest(&cover).0;
            let mut layer = Dp::beginning(&order);
            for runs in 1.. {
                let mut control = Control::default();
                control.budget.nodes = Some(1 + random.below(9) as u64);
                let mut saved = None;
                let mut watch = |moment: Moment<'_>| {
                    if moment.last || random.below(3) == 0 {
                        saved = Some((moment.layer)());
                    }
                };
                let report = Dp::DEFAULT.resume(&cover, &layer, &control, &mut watch).unwrap();
                if report.is_complete() {
                    assert!(runs > 4);
                    assert_eq!(report.solutions, expected);
                    break;
                }
                layer = saved.expect("an unfinished run says what is left");
                assert!(layer.states.is_sorted());
            }
        }
    }

    impl Dp {
        fn whole(&self, cover: &Cover) -> BigUint {
            let problem = Problem::Cover(cover.clone());
            let task = Task { problem: &problem, question: Question::Count, order: None };
            self.run(&task, &mut Collect::all(), &Control::default()).unwrap().solutions
        }
    }

    #[test]
    fn aspects_that_need_not_be_covered_may_be_passed_over() {
        for seed in 0..300 {
            let puzzle = random_puzzle(seed, Feature::Secondary);
            let expected = BigUint::from(all_solutions(&puzzle).len());
            assert_eq!(Dp::DEFAULT.whole(&Cover::plain(puzzle)), expected, "{seed}");
        }
    }

    #[test]
    fn a_memory_limit_stops_before_it_is_passed() {
        let cover = Cover::plain(puzzle_testkit::bijection(12));
        let layer = Dp::beginning(&narrowest(&cover).0);
        let mut control = Control::default();
        control.budget.memory = Some(50_000);
        let mut largest = 0;
        let mut watch = |moment: Moment<'_>| largest = largest.max((moment.layer)().states.len());
        let report = Dp::DEFAULT.resume(&cover, &layer, &control, &mut watch).unwrap();
        assert_eq!(report.stopped, Some(StopReason::MemoryLimit));
        assert!(largest > 100 && largest <= 50_000 / 99, "{largest}");
    }
}
