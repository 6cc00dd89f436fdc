//! Counting along a linear extension, with the values at the frontier as the state.
//!
//! Elements are taken one by one, each after those below it. What an element may be mapped to
//! depends on the values of the elements directly below it; once all elements directly above one
//! are done, its value is seen by nobody. So the state is the values of those elements that are done
//! and still have somebody above waiting, the *frontier*, and partial maps with equal states are
//! counted together. For D2 → D2 (document 003 §5) that is at most some 500 states, where the
//! paper's program visits all 120549 maps.
//!
//! The order of the elements matters: the next one is the one that leaves the smallest frontier, or
//! the one that became ready last, whichever way keeps fewer elements at the frontier that nothing
//! compares. A grid is taken row by row, not diagonal by diagonal.
//!
//! With ranks, the state also holds the sum of the heights of all values so far, so that the maps
//! come out counted level by level: maps of equal sum are incomparable, which [`super::bound`] uses.

use std::hash::Hash;

use num_bigint::BigUint;
use puzzle_core::{Control, Monotone, Poset, StopReason};
use rustc_hash::FxHashMap;

/// States at a time: a few seconds and some hundred megabytes.
pub const MOST_STATES: usize = 1 << 22;
/// States at a time before something else is tried.
pub const FEW_STATES: usize = 1 << 17;

/// What was counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// How many maps there are for each sum of heights; without ranks all in one.
    pub levels: Vec<BigUint>,
    /// States in all.
    pub states: u64,
    /// The most states at a time.
    pub widest: usize,
}

/// Why nothing was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failed {
    /// More states than allowed would be needed, or a frontier wider than a key.
    TooWide,
    /// A limit or an interrupt.
    Stopped(StopReason),
}

/// Counts the maps; `most` bounds the states at a time.
pub fn count(
    problem: &Monotone,
    ranked: bool,
    most: usize,
    control: &Control,
) -> Result<Counted, Failed> {
    let mut plan = Plan::new(problem, ranked, false);
    let other = Plan::new(problem, ranked, true);
    if (other.crowd, other.width) < (plan.crowd, plan.width) {
        plan = other;
    }
    // So many states are certain, whatever the others are: that need not be tried out.
    let interval = problem.to.largest_interval() as f64;
    if plan.crowd as f64 * interval.log2() > (most as f64).log2() + 1e-9 {
        return Err(Failed::TooWide);
    }
    let bits = plan.bits as usize * plan.width;
    match bits {
        ..=64 => run::<1>(&plan, most, control),
        65..=256 => run::<4>(&plan, most, control),
        257..=1024 => run::<16>(&plan, most, control),
        _ => Err(Failed::TooWide),
    }
}

/// One element in its turn.
struct Step {
    /// Where in the frontier the values below it are.
    below: Vec<u32>,
    /// Where its own value goes, if anybody will look at it.
    place: Option<u32>,
    /// Whose values are to be forgotten after this step.
    leaving: Vec<u32>,
}

struct Plan<'a> {
    to: &'a Poset,
    steps: Vec<Step>,
    /// Bits of a value; a power of two.
    bits: u32,
    /// The most places.
    width: usize,
    /// The most elements at the frontier that have the same height: they are incomparable, so each
    /// can have any value of an interval whatever the others have.
    crowd: usize,
    /// What each value adds to the rank; all zero without ranks.
    ranks: Vec<u32>,
}

impl<'a> Plan<'a> {
    /// The plan that keeps the frontier small, or the one that takes the `latest` element first.
    fn new(problem: &'a Monotone, ranked: bool, latest: bool) -> Self {
        let from = &problem.from;
        let bits = usize::BITS - problem.to.len().saturating_sub(1).leading_zeros();
        let mut waiting: Vec<usize> = from.elements().map(|x| from.upper_covers(x).len()).collect();
        let mut missing: Vec<usize> = from.elements().map(|x| from.lower_covers(x).len()).collect();
        // With the number of the step after which it was ready.
        let mut ready: Vec<(u32, usize)> =
            from.elements().filter(|&x| missing[x as usize] == 0).map(|x| (x, 0)).collect();
        let mut places: Vec<Option<u32>> = Vec::new();
        let mut place_of = vec![None; from.len()];
        let mut steps = Vec::new();
        let heights = from.heights();
        let mut there = vec![0_usize; 1 + heights.iter().copied().max().unwrap_or(0) as usize];
        let mut crowd = 0;
        while !ready.is_empty() {
            // How much the frontier grows by an element, less what it lets go.
            let growth = |x: u32| {
                let freed = from.lower_covers(x).iter().filter(|&&y| waiting[y as usize] == 1);
                i64::from(waiting[x as usize] > 0) - freed.count() as i64
            };
            let best = (0..ready.len()).min_by_key(|&i| {
                let (x, since) = ready[i];
                (if latest { usize::MAX - since } else { 0 }, growth(x), x)
            });
            let (x, _) = ready.swap_remove(best.expect("one is ready"));
            let below: Vec<u32> =
                from.lower_covers(x).iter().filter_map(|&y| place_of[y as usize]).collect();
            let mut leaving = Vec::new();
            for &y in from.lower_covers(x) {
                waiting[y as usize] -= 1;
                if let (0, Some(place)) = (waiting[y as usize], place_of[y as usize]) {
                    places[place as usize] = None;
                    there[heights[y as usize] as usize] -= 1;
                    leaving.push(place);
                }
            }
            let place = (waiting[x as usize] > 0).then(|| {
                let free = places.iter().position(Option::is_none).unwrap_or(places.len());
                places.resize(places.len().max(free + 1), None);
                places[free] = Some(x);
                let there = &mut there[heights[x as usize] as usize];
                *there += 1;
                crowd = crowd.max(*there);
                free as u32
            });
            place_of[x as usize] = place;
            for &y in from.upper_covers(x) {
                missing[y as usize] -= 1;
                if missing[y as usize] == 0 {
                    ready.push((y, steps.len() + 1));
                }
            }
            steps.push(Step { below, place, leaving });
        }
        let heights = problem.to.heights();
        let ranks = if ranked { heights } else { vec![0; problem.to.len()] };
        let bits = bits.max(1).next_power_of_two();
        Plan { to: &problem.to, steps, bits, width: places.len(), crowd, ranks }
    }
}

/// The values at the frontier, side by side, and the rank so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<const N: usize> {
    values: [u64; N],
    rank: u32,
}

impl<const N: usize> State<N> {
    fn get(&self, place: u32, bits: u32) -> u32 {
        let at = place * bits;
        (self.values[at as usize / 64] >> (at % 64)) as u32 & ((1_u64 << bits) - 1) as u32
    }

    fn put(&mut self, place: u32, bits: u32, value: u32) {
        let at = place * bits;
        let word = &mut self.values[at as usize / 64];
        let mask = ((1_u64 << bits) - 1) << (at % 64);
        *word = *word & !mask | u64::from(value) << (at % 64);
    }
}

/// Bytes for the states of a layer, if the asker sets no limit.
const MOST_BYTES: u64 = 1 << 29;

fn run<const N: usize>(plan: &Plan<'_>, most: usize, control: &Control) -> Result<Counted, Failed> {
    let bytes = control.budget.memory.unwrap_or(MOST_BYTES);
    let most = most.min((bytes / (8 * N as u64 + 64)) as usize);
    match walk::<N, u128>(plan, most, control)? {
        Some(counted) => Ok(counted),
        // The counts are too large for words.
        None => Ok(walk::<N, BigUint>(plan, most, control)?.expect("big integers never overflow")),
    }
}

/// A number of maps.
trait Amount: Clone {
    fn one() -> Self;
    /// Adds; false if it does not fit.
    fn add(&mut self, other: &Self) -> bool;
    fn big(self) -> BigUint;
}

impl Amount for u128 {
    fn one() -> Self {
        1
    }

    fn add(&mut self, other: &Self) -> bool {
        let (sum, over) = self.overflowing_add(*other);
        *self = sum;
        !over
    }

    fn big(self) -> BigUint {
        self.into()
    }
}

impl Amount for BigUint {
    fn one() -> Self {
        BigUint::from(1_u32)
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn big(self) -> BigUint {
        self
    }
}

/// The states after each step; `None` if an amount did not fit.
fn walk<const N: usize, A: Amount>(
    plan: &Plan<'_>,
    most: usize,
    control: &Control,
) -> Result<Option<Counted>, Failed> {
    let (words, size) = (plan.to.words(), plan.to.len());
    let mut layer: FxHashMap<State<N>, A> = FxHashMap::default();
    layer.insert(State { values: [0; N], rank: 0 }, A::one());
    let (mut states, mut widest) = (1, 1);
    let mut open = vec![0_u64; words];
    let mut check = 0_u64;
    for (number, step) in plan.steps.iter().enumerate() {
        let mut next: FxHashMap<State<N>, A> = FxHashMap::default();
        for (state, amount) in &layer {
            check += 1;
            if check.is_multiple_of(256)
                && let Some(reason) = control.budget.check(states)
            {
                return Err(Failed::Stopped(reason));
            }
            open.iter_mut().enumerate().for_each(|(word, open)| {
                let left = size - word * 64;
                *open = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
            });
            for &place in &step.below {
                let above = plan.to.above(state.get(place, plan.bits));
                open.iter_mut().zip(above).for_each(|(open, above)| *open &= above);
            }
            let mut bare = *state;
            for &place in &step.leaving {
                bare.put(place, plan.bits, 0);
            }
            for (word, &bits) in open.iter().enumerate() {
                for bit in puzzle_core::bits::members::indices(bits) {
                    let value = word as u32 * 64 + bit;
                    let mut state = bare;
                    state.rank += plan.ranks[value as usize];
                    if let Some(place) = step.place {
                        state.put(place, plan.bits, value);
                    }
                    let fits = match next.entry(state) {
                        std::collections::hash_map::Entry::Occupied(mut slot) => {
                            slot.get_mut().add(amount)
                        }
                        std::collections::hash_map::Entry::Vacant(slot) => {
                            slot.insert(amount.clone());
                            true
                        }
                    };
                    if !fits {
                        return Ok(None);
                    }
                }
            }
            if next.len() > most {
                return Err(Failed::TooWide);
            }
        }
        states += next.len() as u64;
        widest = widest.max(next.len());
        layer = next;
        control.progress.publish(states, 0);
        control.progress.publish_fraction((number + 1) as f64 / plan.steps.len() as f64);
    }
    let top = layer.keys().map(|state| state.rank).max().unwrap_or(0);
    let mut levels = vec![BigUint::ZERO; top as usize + 1];
    for (state, amount) in layer {
        levels[state.rank as usize] += amount.big();
    }
    Ok(Some(Counted { levels, states, widest }))
}
