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

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use puzzle_core::{Control, Monotone, Payload, Poset, StopReason};
use rustc_hash::FxHashMap;

use crate::amount::Amount;

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
    /// The saved states cannot be states of this problem.
    Damaged,
    /// More states than allowed would be needed, or a frontier wider than a key.
    TooWide,
    /// A limit or an interrupt.
    Stopped(StopReason),
}

/// A count that is saved between steps.
#[allow(missing_debug_implementations, reason = "who saves is a closure")]
pub struct Keeping<'a> {
    /// What was saved, to go on from.
    pub from: Option<&'a Payload>,
    /// How often it is saved; in any case at the end and when the count is stopped.
    pub interval: Duration,
    /// Saves the states, after so many states in all.
    pub save: &'a mut dyn FnMut(u64, Payload),
}

/// Counts the maps; `most` bounds the states at a time.
pub fn count(
    problem: &Monotone,
    ranked: bool,
    most: usize,
    control: &Control,
    keeping: Option<Keeping<'_>>,
) -> Result<Counted, Failed> {
    let mut plan = Plan::new(problem, ranked, false);
    let other = Plan::new(problem, ranked, true);
    if (other.crowd, other.width) < (plan.crowd, plan.width) {
        plan = other;
    }
    let most = most.min(room::<1>(control));
    // So many states are certain, whatever the others are: that need not be tried out.
    let interval = problem.to.largest_interval() as f64;
    if plan.crowd as f64 * interval.log2() > (most as f64).log2() + 1e-9 {
        return Err(Failed::TooWide);
    }
    let bits = plan.bits as usize * plan.width;
    match bits {
        ..=64 => run::<1>(&plan, most, control, keeping),
        65..=256 => run::<4>(&plan, most, control, keeping),
        257..=1024 => run::<16>(&plan, most, control, keeping),
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State<const N: usize> {
    values: [u64; N],
    rank: u32,
}

impl<const N: usize> State<N> {
    /// Nothing is done.
    const START: Self = State { values: [0; N], rank: 0 };

    /// Whether it holds values only, and those where the plan has places.
    fn is_of(&self, plan: &Plan<'_>) -> bool {
        let places = (64 * N) as u32 / plan.bits;
        (0..places).all(|place| {
            let value = self.get(place, plan.bits) as usize;
            value == 0 || (value < plan.to.len() && (place as usize) < plan.width)
        })
    }

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
/// Values tried between two looks at the limits.
const LOOK: u32 = 1024;
/// How saved states begin.
const HEAD: &str = "frontier";

/// How many states there is room for.
fn room<const N: usize>(control: &Control) -> usize {
    (control.budget.room(MOST_BYTES) / (8 * N as u64 + 64)) as usize
}

fn run<const N: usize>(
    plan: &Plan<'_>,
    most: usize,
    control: &Control,
    mut keeping: Option<Keeping<'_>>,
) -> Result<Counted, Failed> {
    let limits = (most.min(room::<N>(control)), control);
    let mut walk = match keeping.as_ref().and_then(|keeping| keeping.from) {
        None => {
            let layer = FxHashMap::from_iter([(State::START, BigUint::from(1_u32))]);
            Walk { step: 0, states: 1, widest: 1, layer }
        }
        Some(saved) => Walk::<N, BigUint>::read(plan, saved).ok_or(Failed::Damaged)?,
    };
    // Words are faster, as long as the amounts fit.
    if let Some(mut small) = Walk::<N, u128>::of(&walk) {
        if let Some(counted) = small.finish(plan, limits, &mut keeping)? {
            return Ok(counted);
        }
        walk = Walk::of(&small).expect("big integers hold any number");
    }
    Ok(walk.finish(plan, limits, &mut keeping)?.expect("big integers never overflow"))
}

/// The states between two steps, each with the number of partial maps that lead to it.
struct Walk<const N: usize, A> {
    /// The step that comes next.
    step: usize,
    /// States in all so far.
    states: u64,
    widest: usize,
    layer: FxHashMap<State<N>, A>,
}

impl<const N: usize, A: Amount> Walk<N, A> {
    /// The same with other numbers, if they fit.
    fn of<B: Amount>(other: &Walk<N, B>) -> Option<Self> {
        let amount = |(state, amount): (&State<N>, &B)| {
            Some((*state, A::try_from(amount.clone().into()).ok()?))
        };
        let layer = other.layer.iter().map(amount).collect::<Option<_>>()?;
        Some(Walk { step: other.step, states: other.states, widest: other.widest, layer })
    }

    /// Takes all steps that are left; `None` if an amount did not fit. Whatever ends it, the walk
    /// stands between two steps then, and that is what is saved.
    fn finish(
        &mut self,
        plan: &Plan<'_>,
        limits: (usize, &Control),
        keeping: &mut Option<Keeping<'_>>,
    ) -> Result<Option<Counted>, Failed> {
        let mut saved = Instant::now();
        let mut fits = Ok(true);
        limits.1.progress.publish(self.states, 0);
        while self.step < plan.steps.len() && fits == Ok(true) {
            // What is saved stands between two steps: each run must take at least one.
            fits = self.advance(plan, limits, keeping.is_none());
            let Some(keeping) = keeping else { continue };
            if fits == Ok(true) && saved.elapsed() >= keeping.interval {
                (keeping.save)(self.states, self.payload());
                saved = Instant::now();
            }
        }
        if let Some(keeping) = keeping {
            (keeping.save)(self.states, self.payload());
            // What is saved can go on where there is more room.
            if fits == Err(Failed::TooWide) {
                return Err(Failed::Stopped(StopReason::MemoryLimit));
            }
        }
        Ok(fits?.then(|| self.counted()))
    }

    /// Takes one step, no further than a limit of nodes allows if it is to be `exact`; false if an
    /// amount did not fit.
    fn advance(
        &mut self,
        plan: &Plan<'_>,
        (most, control): (usize, &Control),
        exact: bool,
    ) -> Result<bool, Failed> {
        let (words, size, step) = (plan.to.words(), plan.to.len(), &plan.steps[self.step]);
        let mut next: FxHashMap<State<N>, A> = FxHashMap::default();
        // States count when they are made; what a step has made is forgotten when it is stopped.
        let allowed = match exact {
            true => control.budget.allowed(u64::MAX).saturating_sub(self.states),
            false => u64::MAX,
        };
        let mut open = vec![0_u64; words];
        let mut unseen = LOOK;
        for (state, amount) in &self.layer {
            if unseen >= LOOK {
                unseen = 0;
                if let Some(reason) = control.budget.check(self.states) {
                    return Err(Failed::Stopped(reason));
                }
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
                unseen += 1 + bits.count_ones();
                for bit in puzzle_core::bits::members::indices(bits) {
                    let value = word as u32 * 64 + bit;
                    let mut state = bare;
                    state.rank += plan.ranks[value as usize];
                    if let Some(place) = step.place {
                        state.put(place, plan.bits, value);
                    }
                    match next.entry(state) {
                        Entry::Vacant(slot) => drop(slot.insert_entry(amount.clone())),
                        Entry::Occupied(mut slot) => {
                            if slot.get_mut().add(amount).is_none() {
                                return Ok(false);
                            }
                        }
                    }
                }
            }
            if next.len() as u64 > allowed {
                control.progress.publish(self.states + allowed, 0);
                return Err(Failed::Stopped(StopReason::NodeLimit));
            }
            if next.len() > most {
                return Err(Failed::TooWide);
            }
        }
        self.step += 1;
        self.states = self.states.saturating_add(next.len() as u64);
        self.widest = self.widest.max(next.len());
        self.layer = next;
        control.progress.publish(self.states, 0);
        control.progress.publish_fraction(self.step as f64 / plan.steps.len() as f64);
        Ok(true)
    }

    fn counted(&self) -> Counted {
        let top = self.layer.keys().map(|state| state.rank).max().unwrap_or(0);
        let mut levels = vec![BigUint::ZERO; top as usize + 1];
        for (state, amount) in &self.layer {
            levels[state.rank as usize] += amount.clone().into();
        }
        Counted { levels, states: self.states, widest: self.widest }
    }

    /// As it is saved: the head says which step comes next, how many states there were in all, at
    /// most and now, and the words of each. The bytes are the states in order, each followed by the
    /// length of its amount and by the amount.
    fn payload(&self) -> Payload {
        let mut sorted: Vec<(&State<N>, &A)> = self.layer.iter().collect();
        sorted.sort_unstable_by_key(|(state, _)| **state);
        let mut bytes = Vec::with_capacity(sorted.len() * (8 * N + 16));
        for (state, amount) in sorted {
            let amount = amount.clone().into().to_bytes_le();
            state.values.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            bytes.extend_from_slice(&(amount.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&amount);
        }
        let Walk { step, states, widest, layer } = self;
        Payload::States(format!("{HEAD} {step} {states} {widest} {} {N}", layer.len()), bytes)
    }
}

impl<const N: usize> Walk<N, BigUint> {
    /// What was saved, if it can be of this plan.
    fn read(plan: &Plan<'_>, saved: &Payload) -> Option<Self> {
        let Payload::States(head, bytes) = saved else { return None };
        let mut bytes = &bytes[..];
        let numbers = head.strip_prefix(HEAD)?.strip_prefix(' ')?.split(' ');
        let numbers: Vec<u64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
        let &[step, states, widest, length, words] = &numbers[..] else { return None };
        let (step, widest) = (usize::try_from(step).ok()?, usize::try_from(widest).ok()?);
        let mut layer = FxHashMap::default();
        let mut last = None;
        while let Some((values, rest)) = bytes.split_at_checked(8 * N).filter(|_| words == N as u64)
        {
            let (size, rest) = rest.split_first_chunk()?;
            let (amount, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
            let mut state = State::START;
            for (word, bytes) in state.values.iter_mut().zip(values.chunks(8)) {
                *word = u64::from_le_bytes(bytes.try_into().ok()?);
            }
            let sorted = last.is_none_or(|last| last < state);
            (sorted && state.is_of(plan)).then_some(())?;
            layer.insert(state, BigUint::from_bytes_le(amount));
            (last, bytes) = (Some(state), rest);
        }
        let whole = bytes.is_empty() && layer.len() as u64 == length && step <= plan.steps.len();
        (whole && layer.len() <= widest).then_some(Walk { step, states, widest, layer })
    }
}
