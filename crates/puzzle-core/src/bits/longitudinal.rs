//! Longitudinal counters: one small number per bit position, all counted at once.
//!
//! The idea (document 003 §7.1 and §8.9): write the counters side by side, one per *lane*, and keep
//! plane `k` as the word of all their bits of weight two to the `k`. Adding a pattern adds one to
//! every lane that is in it: the sum of a plane is an XOR, the carry an AND, and the carry ripples
//! upward while any lane has one, on average through about two planes. The same cut answers
//! questions about all lanes together: which equal `n`, which reach it, which are greatest.
//!
//! When to use it: counting occurrences over many patterns (variables in clauses, embeddings that
//! use an aspect) when the next step wants a set of lanes, not the numbers. Lanes are
//! the bits of a [`Word`]. If patterns come in bulk, take them three at a time through
//! [`Counters::add_three`]: a carry-save adder turns three ripples from plane 0 into two, one of
//! which starts higher.

use super::members;
use super::word::Word;

/// Adds three patterns lane by lane: the planes of weight one and two of the sums.
///
/// ```
/// let (ones, twos) = puzzle_core::bits::longitudinal::carry_save(0b1111_u32, 0b0011, 0b0101);
/// assert_eq!((ones, twos), (0b1001, 0b0111)); // sums 1, 2, 2, 3
/// ```
#[inline(always)]
pub fn carry_save<L: Word>(a: L, b: L, c: L) -> (L, L) {
    let differ = a ^ b;
    (differ ^ c, a & b | differ & c)
}

/// One counter per lane, in `K` planes, so that each counts to two to the `K`, less one.
///
/// ```
/// use puzzle_core::bits::Counters;
///
/// let mut uses = Counters::<u32, 4>::new();
/// for clause in [0b0011, 0b0110, 0b1010] {
///     uses.add(clause);
/// }
/// assert_eq!((uses.value(0), uses.value(1)), (1, 3));
/// assert_eq!(uses.equal_to(1) & 0b1111, 0b1101);
/// assert_eq!(uses.maximal(0b1111), 0b0010);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters<L, const K: usize> {
    planes: [L; K],
}

impl<L: Word, const K: usize> Counters<L, K> {
    /// The greatest value of a counter.
    pub const MAX: u64 = {
        assert!(0 < K && K <= 64, "between 1 and 64 planes");
        u64::MAX >> (64 - K)
    };

    /// All counters at zero.
    #[inline]
    pub const fn new() -> Self {
        Counters { planes: [L::EMPTY; K] }
    }

    /// The planes, that of weight one first.
    #[inline(always)]
    pub const fn planes(&self) -> &[L; K] {
        &self.planes
    }

    /// Adds one to every lane of `pattern`; the lanes that have passed [`MAX`](Self::MAX) and begun
    /// again at zero.
    #[inline(always)]
    pub fn add(&mut self, pattern: L) -> L {
        self.add_power(0, pattern)
    }

    /// Adds two to the `plane` to every lane of `pattern`; the lanes that have passed
    /// [`MAX`](Self::MAX) and lost two to the `K`.
    ///
    /// # Panics
    /// If there is no such plane.
    #[inline(always)]
    pub fn add_power(&mut self, plane: usize, pattern: L) -> L {
        let mut carry = pattern;
        for plane in &mut self.planes[plane..] {
            if carry == L::EMPTY {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        carry
    }

    /// Adds three patterns at once; the lanes that have passed [`MAX`](Self::MAX).
    #[inline(always)]
    pub fn add_three(&mut self, a: L, b: L, c: L) -> L {
        const { assert!(K > 1, "at least two planes") };
        let (ones, twos) = carry_save(a, b, c);
        let passed = self.add(ones);
        passed | self.add_power(1, twos)
    }

    /// Adds one to every lane of `pattern` that is not yet at [`MAX`](Self::MAX).
    #[inline(always)]
    pub fn add_saturating(&mut self, pattern: L) {
        let full = self.add(pattern);
        if full != L::EMPTY {
            self.planes = self.planes.map(|plane| plane | full);
        }
    }

    /// The value of one lane; zero for a lane there is not.
    #[inline]
    pub fn value(&self, lane: usize) -> u64 {
        const { assert!(K <= 64, "at most 64 planes") };
        self.planes.iter().rev().fold(0, |value, plane| value << 1 | u64::from(has(*plane, lane)))
    }

    /// The lanes whose value is `n`.
    #[inline]
    pub fn equal_to(&self, n: u64) -> L {
        if n > Self::MAX {
            return L::EMPTY;
        }
        self.planes.iter().enumerate().fold(L::FULL, |equal, (weight, &plane)| {
            if n >> weight & 1 == 1 { equal & plane } else { equal & !plane }
        })
    }

    /// The lanes whose value is `n` or more.
    ///
    /// Planes are read from the least weight up: where `n` has a one a lane needs its own one there
    /// and must not have been behind, where `n` has a zero a one makes good for all below.
    #[inline]
    pub fn at_least(&self, n: u64) -> L {
        if n > Self::MAX {
            return L::EMPTY;
        }
        self.planes.iter().enumerate().fold(L::FULL, |reached, (weight, &plane)| {
            if n >> weight & 1 == 1 { reached & plane } else { reached | plane }
        })
    }

    /// The lanes of `among` with the greatest value; all of them if their values are equal.
    #[inline]
    pub fn maximal(&self, among: L) -> L {
        let [lanes] = Self::maximal_jointly([self], [among]);
        lanes
    }

    /// As [`maximal`](Self::maximal), for several sets of counters with one common maximum.
    ///
    /// Document 003 §7.1 uses it on the counts of positive and of negated variables together. A set
    /// in which no lane attains the maximum gives the empty pattern.
    #[inline]
    pub fn maximal_jointly<const N: usize>(counters: [&Self; N], among: [L; N]) -> [L; N] {
        let mut lanes = among;
        for weight in (0..K).rev() {
            let with = std::array::from_fn(|i| lanes[i] & counters[i].planes[weight]);
            if with != [L::EMPTY; N] {
                lanes = with;
            }
        }
        lanes
    }
}

/// Whether a pattern has this lane.
#[inline(always)]
fn has<L: Word>(pattern: L, lane: usize) -> bool {
    u32::try_from(lane).is_ok_and(|lane| members::contains(pattern, lane))
}

impl<L: Word, const K: usize> Default for Counters<L, K> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    const LANES: usize = 128;

    fn pattern(random: &mut Random) -> u128 {
        u128::from(random.uneven_bits()) << 64 | u128::from(random.uneven_bits())
    }

    /// The lanes of an array of plain counters that pass a test.
    fn lanes(counters: &[u64], test: impl Fn(u64) -> bool) -> u128 {
        members::from_indices((0..LANES).filter(|&lane| test(counters[lane])).map(|l| l as u32))
    }

    fn check<const K: usize>(fast: &Counters<u128, K>, slow: &[u64]) {
        for (lane, &value) in slow.iter().enumerate() {
            assert_eq!(fast.value(lane), value);
        }
        assert_eq!(fast.value(LANES), 0);
        for n in 0..=Counters::<u32, K>::MAX + 2 {
            assert_eq!(fast.equal_to(n), lanes(slow, |value| value == n));
            assert_eq!(fast.at_least(n), lanes(slow, |value| value >= n));
        }
    }

    #[test]
    fn counters_agree_with_an_array_of_numbers_and_wrap_with_a_notice() {
        let mut random = Random::new(12);
        for _ in 0..10 {
            let mut fast = Counters::<u128, 4>::new();
            let mut slow = [0; LANES];
            for _ in 0..40 {
                let added = pattern(&mut random);
                let mut passed = 0;
                for lane in members::indices(added) {
                    let value = &mut slow[lane as usize];
                    *value = (*value + 1) % 16;
                    if *value == 0 {
                        passed |= 1 << lane;
                    }
                }
                assert_eq!(fast.add(added), passed);
                check(&fast, &slow);
            }
        }
    }

    #[test]
    fn saturating_counters_stay_at_their_greatest_value() {
        let mut random = Random::new(13);
        let mut fast = Counters::<u128, 3>::new();
        let mut slow = [0; LANES];
        for _ in 0..30 {
            let added = pattern(&mut random);
            fast.add_saturating(added);
            for lane in members::indices(added) {
                let lane = lane as usize;
                slow[lane] = 7.min(slow[lane] + 1);
            }
            check(&fast, &slow);
        }
    }

    #[test]
    fn three_patterns_at_once_are_three_patterns_one_by_one() {
        let mut random = Random::new(14);
        let (mut fast, mut slow) = (Counters::<u64, 5>::new(), Counters::<u64, 5>::new());
        for _ in 0..200 {
            let [a, b, c] = std::array::from_fn(|_| random.uneven_bits());
            let passed = fast.add_three(a, b, c);
            assert_eq!(passed, slow.add(a) | slow.add(b) | slow.add(c));
            assert_eq!(fast, slow);
        }
    }

    #[test]
    fn a_carry_save_adder_sums_every_lane() {
        for lane in 0..8_u32 {
            let [a, b, c] = [lane & 1, lane >> 1 & 1, lane >> 2];
            let (ones, twos) = carry_save(a, b, c);
            assert_eq!(ones + 2 * twos, a + b + c);
        }
    }

    #[test]
    fn the_maximal_lanes_are_those_of_the_greatest_value_among_the_given() {
        let mut random = Random::new(15);
        for _ in 0..200 {
            let mut fast = [Counters::<u32, 6>::new(); 2];
            for _ in 0..random.below(12) {
                fast[0].add(random.uneven_bits() as u32);
                fast[1].add(random.uneven_bits() as u32);
            }
            let among = [random.uneven_bits() as u32, random.uneven_bits() as u32];
            let greatest = |i: usize| members::indices(among[i]).map(move |l| (i, l));
            let value = |(i, l): (usize, u32)| fast[i].value(l as usize);

            let max = greatest(0).map(value).max();
            let slow: u32 = members::from_indices(
                greatest(0).filter(|&at| Some(value(at)) == max).map(|(_, l)| l),
            );
            assert_eq!(fast[0].maximal(among[0]), slow);

            let max = greatest(0).chain(greatest(1)).map(value).max();
            let slow: [u32; 2] = [0, 1].map(|i| {
                members::from_indices(
                    greatest(i).filter(|&at| Some(value(at)) == max).map(|(_, l)| l),
                )
            });
            assert_eq!(Counters::maximal_jointly([&fast[0], &fast[1]], among), slow);
        }
    }

    #[test]
    fn sixty_four_planes_count_to_the_greatest_word() {
        let mut counters = Counters::<u32, 64>::new();
        for plane in 0..64 {
            assert_eq!(counters.add_power(plane, 0b10), 0);
        }
        assert_eq!((counters.value(1), counters.value(0)), (u64::MAX, 0));
        assert_eq!((counters.equal_to(u64::MAX), counters.at_least(1)), (0b10, 0b10));
        assert_eq!(counters.add(0b11), 0b10);
    }
}
