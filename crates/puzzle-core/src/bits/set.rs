//! [`Set`]: a set of small numbers whose width is part of its type.
//!
//! The idea: document 003 keeps the sets of its searches in one or two machine words, and every
//! operation on them is one instruction per word. `Set<W>` is that for any fixed number of words;
//! it is copied, compared and hashed like a number, and with `W` a constant its loops unroll.
//!
//! When to use it: in an inner loop, as a footprint, a key or a row of a compatibility matrix, with
//! an engine generic in `W` and the width chosen once by the size of the problem. Where the size is
//! known only at run time and speed matters less, use [`DynamicSet`](super::DynamicSet).
//!
//! There is no complement, since a set does not know its universe: write `Set::below(n) - set`.

use std::cmp::Ordering;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::members::{lowest_index, without_lowest};
use super::row::{self, Row, RowMembers};

/// A set of numbers below `64 * W`, in `W` words.
///
/// Sets are ordered like the numbers they write in binary: the set with the greater last
/// difference is the greater.
///
/// ```
/// use puzzle_core::bits::{Row, Set};
///
/// let a: Set<2> = [1, 5, 70].into_iter().collect();
/// let b = Set::below(6);
/// assert_eq!((a & b).iter().collect::<Vec<_>>(), [1, 5]);
/// assert_eq!((a - b).lowest(), Some(70));
/// assert!((a & b).is_subset(&b) && a > b);
/// assert_eq!(format!("{a:?}"), "{1, 5, 70}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set<const W: usize> {
    words: [u64; W],
}

impl<const W: usize> Set<W> {
    /// How many members the set has room for.
    pub const CAPACITY: usize = 64 * W;
    /// The set without members.
    pub const EMPTY: Self = Set { words: [0; W] };
    /// The set of all numbers below [`CAPACITY`](Self::CAPACITY).
    pub const FULL: Self = Set { words: [u64::MAX; W] };

    /// The set with these words, the least members in the first.
    #[inline(always)]
    pub const fn from_words(words: [u64; W]) -> Self {
        Set { words }
    }

    /// The set whose only member is `index`.
    ///
    /// # Panics
    /// If there is no room for `index`.
    #[inline]
    pub const fn single(index: usize) -> Self {
        let mut set = Self::EMPTY;
        let (word, bit) = row::place(index);
        set.words[word] = bit;
        set
    }

    /// The set of all numbers below `bound`.
    ///
    /// # Panics
    /// If `bound` is greater than [`CAPACITY`](Self::CAPACITY).
    #[inline]
    pub fn below(bound: usize) -> Self {
        let mut set = Self::EMPTY;
        row::fill_below(&mut set.words, bound);
        set
    }
}

impl<const W: usize> Row for Set<W> {
    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

impl<const W: usize> Default for Set<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Ord for Set<W> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        row::compare(&self.words, &other.words)
    }
}

impl<const W: usize> PartialOrd for Set<W> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> fmt::Debug for Set<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

macro_rules! operators {
    ($($op:ident $method:ident, $assign:ident $assign_method:ident: $operation:expr;)*) => {$(
        impl<const W: usize> $assign for Set<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                row::combine(&mut self.words, &other.words, $operation);
            }
        }

        impl<const W: usize> $op for Set<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
    )*};
}

operators! {
    BitAnd bitand, BitAndAssign bitand_assign: |a, b| a & b;
    BitOr bitor, BitOrAssign bitor_assign: |a, b| a | b;
    BitXor bitxor, BitXorAssign bitxor_assign: |a, b| a ^ b;
    Sub sub, SubAssign sub_assign: |a, b| a & !b;
}

impl<const W: usize> Extend<usize> for Set<W> {
    #[inline]
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indices: I) {
        for index in indices {
            self.insert(index);
        }
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(indices);
        set
    }
}

impl<'a, const W: usize> IntoIterator for &'a Set<W> {
    type Item = usize;
    type IntoIter = RowMembers<'a>;

    #[inline]
    fn into_iter(self) -> RowMembers<'a> {
        self.iter()
    }
}

impl<const W: usize> IntoIterator for Set<W> {
    type Item = usize;
    type IntoIter = SetMembers<W>;

    #[inline]
    fn into_iter(self) -> SetMembers<W> {
        SetMembers { words: self.words, word: 0 }
    }
}

/// The members of a copied set in increasing order, so that the original may change meanwhile.
#[derive(Clone, Debug)]
pub struct SetMembers<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for SetMembers<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.word) {
            if let Some(index) = lowest_index(*word) {
                *word = without_lowest(*word);
                return Some(64 * self.word + index as usize);
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = row::len(&self.words);
        (size, Some(size))
    }
}

impl<const W: usize> ExactSizeIterator for SetMembers<W> {}
impl<const W: usize> FusedIterator for SetMembers<W> {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    fn random_set<const W: usize>(random: &mut Random) -> (Set<W>, BTreeSet<usize>) {
        let set = Set::from_words(std::array::from_fn(|_| random.uneven_bits()));
        let slow = (0..Set::<W>::CAPACITY)
            .filter(|index| set.words()[index / 64] >> (index % 64) & 1 == 1)
            .collect();
        (set, slow)
    }

    fn check<const W: usize>(random: &mut Random) {
        let (a, slow_a) = random_set::<W>(random);
        let (b, slow_b) = random_set::<W>(random);
        let same = |set: Set<W>, slow: BTreeSet<usize>| {
            assert!(set.iter().eq(slow.iter().copied()));
            assert!(set.into_iter().eq(slow.iter().copied()));
            assert_eq!((set.iter().len(), set.into_iter().len()), (slow.len(), slow.len()));
            assert_eq!((set.len(), set.is_empty()), (slow.len(), slow.is_empty()));
            assert_eq!(set.lowest(), slow.first().copied());
            assert_eq!(set.highest(), slow.last().copied());
            assert_eq!(slow.iter().copied().collect::<Set<W>>(), set);
            assert_eq!(format!("{set:?}"), format!("{slow:?}"));
        };
        same(a, slow_a.clone());
        same(a | b, &slow_a | &slow_b);
        same(a & b, &slow_a & &slow_b);
        same(a - b, &slow_a - &slow_b);
        same(a ^ b, &slow_a ^ &slow_b);
        for (x, slow_x) in [(a, &slow_a), (b, &slow_b), (a & b, &(&slow_a & &slow_b))] {
            assert_eq!(x.is_subset(&a), slow_x.is_subset(&slow_a));
            assert_eq!(x.is_disjoint(&(a - b)), slow_x.is_disjoint(&(&slow_a - &slow_b)));
        }
        assert_eq!(a.cmp(&b), slow_a.iter().rev().cmp(slow_b.iter().rev()));

        let (mut c, mut slow_c) = (a, slow_a);
        for _ in 0..20 {
            let index = random.below(Set::<W>::CAPACITY as u64) as usize;
            assert_eq!(c.contains(index), slow_c.contains(&index));
            if random.below(2) == 0 {
                assert_eq!(c.insert(index), slow_c.insert(index));
            } else {
                assert_eq!(c.remove(index), slow_c.remove(&index));
            }
            assert_eq!(c.pop_lowest(), slow_c.pop_first());
        }
        same(c, slow_c);
    }

    #[test]
    fn a_set_of_any_width_behaves_like_a_tree_of_numbers() {
        let mut random = Random::new(9);
        for _ in 0..50 {
            check::<1>(&mut random);
            check::<2>(&mut random);
            check::<5>(&mut random);
            check::<37>(&mut random);
        }
    }

    #[test]
    fn the_numbers_below_a_bound_are_a_set_for_every_bound() {
        for bound in 0..=Set::<3>::CAPACITY {
            assert!(Set::<3>::below(bound).iter().eq(0..bound));
        }
        assert_eq!(Set::<3>::below(192), Set::FULL);
    }

    #[test]
    fn a_single_is_the_set_of_one_index() {
        for index in 0..Set::<3>::CAPACITY {
            assert_eq!(Set::<3>::single(index), [index].into_iter().collect());
        }
    }

    #[test]
    fn a_number_beyond_the_capacity_is_never_a_member() {
        let mut set = Set::<2>::FULL;
        assert!(!set.contains(128) && !set.remove(128) && set == Set::FULL);
        assert!(std::panic::catch_unwind(move || set.insert(128)).is_err());
        assert_eq!(Set::<2>::default(), Set::EMPTY);
    }

    #[test]
    fn sets_are_ordered_like_the_numbers_they_write() {
        let mut random = Random::new(10);
        let number = |set: Set<2>| u128::from(set.words[1]) << 64 | u128::from(set.words[0]);
        for _ in 0..1000 {
            let a = Set::from_words([random.below(3), random.below(3)]);
            let b = Set::from_words([random.below(3), random.below(3)]);
            assert_eq!(a.cmp(&b), number(a).cmp(&number(b)));
        }
    }
}
