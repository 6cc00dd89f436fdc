//! [`DynamicSet`]: a set of small numbers whose universe is known only at run time.
//!
//! It speaks the language of [`Set`](super::Set) and owns its words on the heap. When to use it: in
//! compilers, readers and set-up code, for sizes no fixed width was made for, and in tests of them.
//! Two sets meet in an operation only if their universes are equal, which is checked; so a mistaken
//! mixture is a panic and never a wrong answer.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::row::{self, Row, RowMembers};

/// A set of numbers below its universe.
///
/// Sets of one universe are ordered like the numbers they write in binary; a smaller universe comes
/// before a greater one.
///
/// ```
/// use puzzle_core::bits::{DynamicSet, Row};
///
/// let mut a = DynamicSet::new(100);
/// a.extend([1, 5, 70]);
/// let b = DynamicSet::below(100, 6);
/// assert_eq!((&a & &b).iter().collect::<Vec<_>>(), [1, 5]);
/// a -= &b;
/// assert_eq!(a.lowest(), Some(70));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynamicSet {
    universe: usize,
    words: Vec<u64>,
}

impl DynamicSet {
    /// The set without members, with room for the numbers below `universe`.
    pub fn new(universe: usize) -> Self {
        DynamicSet { universe, words: vec![0; universe.div_ceil(64)] }
    }

    /// The set of all numbers below `universe`.
    pub fn full(universe: usize) -> Self {
        Self::below(universe, universe)
    }

    /// The set of all numbers below `bound`, with room for those below `universe`.
    ///
    /// # Panics
    /// If `bound` is greater than `universe`.
    pub fn below(universe: usize, bound: usize) -> Self {
        assert!(bound <= universe, "{bound} is beyond a universe of {universe}");
        let mut set = Self::new(universe);
        row::fill_below(&mut set.words, bound);
        set
    }

    /// The set of the given numbers.
    ///
    /// # Panics
    /// If one of them is not below `universe`.
    pub fn from_indices(universe: usize, indices: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(universe);
        set.extend(indices);
        set
    }

    /// The bound of the members, past or future.
    #[inline]
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// Removes all members.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The numbers of the universe that are not members.
    #[must_use]
    pub fn complement(&self) -> Self {
        &Self::full(self.universe) - self
    }
}

impl Row for DynamicSet {
    #[inline]
    fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    #[inline]
    #[track_caller]
    fn admit(&self, index: usize) {
        assert!(index < self.universe, "{index} is beyond a universe of {}", self.universe);
    }

    #[inline(always)]
    #[track_caller]
    fn meet(&self, other: &Self) {
        assert_eq!(self.universe, other.universe, "sets of different universes");
    }
}

impl Ord for DynamicSet {
    fn cmp(&self, other: &Self) -> Ordering {
        let universes = self.universe.cmp(&other.universe);
        universes.then_with(|| row::compare(&self.words, &other.words))
    }
}

impl PartialOrd for DynamicSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for DynamicSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

macro_rules! operators {
    ($($op:ident $method:ident, $assign:ident $assign_method:ident: $operation:expr;)*) => {$(
        impl $assign<&DynamicSet> for DynamicSet {
            #[inline]
            fn $assign_method(&mut self, other: &DynamicSet) {
                self.meet(other);
                row::combine(&mut self.words, &other.words, $operation);
            }
        }

        impl $op for &DynamicSet {
            type Output = DynamicSet;

            #[inline]
            fn $method(self, other: &DynamicSet) -> DynamicSet {
                let mut set = self.clone();
                set.$assign_method(other);
                set
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

impl Extend<usize> for DynamicSet {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indices: I) {
        for index in indices {
            self.insert(index);
        }
    }
}

impl<'a> IntoIterator for &'a DynamicSet {
    type Item = usize;
    type IntoIter = RowMembers<'a>;

    #[inline]
    fn into_iter(self) -> RowMembers<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    fn random_set(universe: usize, random: &mut Random) -> (DynamicSet, BTreeSet<usize>) {
        let rarity = 1 + random.below(9);
        let slow: BTreeSet<usize> = (0..universe).filter(|_| random.below(rarity) == 0).collect();
        (DynamicSet::from_indices(universe, slow.iter().copied()), slow)
    }

    #[test]
    fn a_set_of_any_universe_behaves_like_a_tree_of_numbers() {
        let mut random = Random::new(11);
        for universe in [0, 1, 63, 64, 65, 127, 128, 200, 1000].into_iter().cycle().take(180) {
            let (a, slow_a) = random_set(universe, &mut random);
            let (b, slow_b) = random_set(universe, &mut random);
            let same = |set: DynamicSet, slow: BTreeSet<usize>| {
                assert!(set.iter().eq(slow.iter().copied()));
                assert_eq!((set.len(), set.is_empty()), (slow.len(), slow.is_empty()));
                assert_eq!(set.lowest(), slow.first().copied());
                assert_eq!(set.highest(), slow.last().copied());
                assert_eq!(format!("{set:?}"), format!("{slow:?}"));
                assert!((0..universe + 70).all(|i| set.contains(i) == slow.contains(&i)));
                assert_eq!(set, DynamicSet::from_indices(universe, slow));
            };
            same(&a | &b, &slow_a | &slow_b);
            same(&a & &b, &slow_a & &slow_b);
            same(&a - &b, &slow_a - &slow_b);
            same(&a ^ &b, &slow_a ^ &slow_b);
            same(a.complement(), &(0..universe).collect() - &slow_a);
            assert_eq!(a.is_subset(&b), slow_a.is_subset(&slow_b));
            assert!((&a & &b).is_subset(&b));
            assert_eq!(a.is_disjoint(&b), slow_a.is_disjoint(&slow_b));
            assert!((&a - &b).is_disjoint(&b));
            assert_eq!(a.cmp(&b), slow_a.iter().rev().cmp(slow_b.iter().rev()));

            let (mut c, mut slow_c) = (a, slow_a);
            for _ in 0..20 {
                let index = random.below(universe as u64 + 1) as usize;
                assert_eq!(c.remove(index), slow_c.remove(&index));
                assert_eq!(c.pop_lowest(), slow_c.pop_first());
                let index = index.saturating_sub(1);
                assert_eq!(universe > 0 && c.insert(index), universe > 0 && slow_c.insert(index));
            }
            same(c.clone(), slow_c);
            c.clear();
            same(c, BTreeSet::new());
        }
    }

    #[test]
    fn the_numbers_below_a_bound_are_a_set_for_every_bound() {
        for bound in 0..=150 {
            assert!(DynamicSet::below(150, bound).iter().eq(0..bound));
            assert!(DynamicSet::full(bound).iter().eq(0..bound));
        }
    }

    #[test]
    #[should_panic(expected = "100 is beyond a universe of 100")]
    fn an_index_beyond_the_universe_is_refused_even_where_its_word_exists() {
        DynamicSet::new(100).insert(100);
    }

    #[test]
    #[should_panic(expected = "sets of different universes")]
    fn sets_of_different_universes_do_not_meet() {
        let _ = &DynamicSet::new(100) | &DynamicSet::new(101);
    }
}
