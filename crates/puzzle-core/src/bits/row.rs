//! What [`Set`](super::Set) and [`DynamicSet`](super::DynamicSet) share: rows of words as sets.
//!
//! Tests of a whole row gather all words and decide once at the end. That leaves no branch in the
//! loop, so that it is unrolled when the width is a constant and vectorised when it is not.

use std::cmp::Ordering;
use std::iter::FusedIterator;

use super::members::{lowest_index, without_lowest};

/// The word that holds `index`, and the single bit for it within that word.
#[inline(always)]
pub(super) const fn place(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

/// A set of small numbers in a row of words, the least members in the first.
pub trait Row {
    /// The words of the set.
    fn words(&self) -> &[u64];

    /// The words of the set, to be changed in place.
    fn words_mut(&mut self) -> &mut [u64];

    /// Panics if there is no room for `index`.
    fn admit(&self, _index: usize) {}

    /// Panics if the two are sets of different things.
    fn meet(&self, _other: &Self) {}

    /// Whether `index` is a member.
    #[inline(always)]
    fn contains(&self, index: usize) -> bool {
        let (word, bit) = place(index);
        self.words().get(word).is_some_and(|word| word & bit != 0)
    }

    /// Inserts `index`; whether it was new.
    ///
    /// # Panics
    /// If there is no room for `index`.
    #[inline(always)]
    fn insert(&mut self, index: usize) -> bool {
        self.admit(index);
        let (word, bit) = place(index);
        let before = self.words()[word];
        self.words_mut()[word] = before | bit;
        before & bit == 0
    }

    /// Removes `index`; whether it was there.
    #[inline(always)]
    fn remove(&mut self, index: usize) -> bool {
        let (word, bit) = place(index);
        let Some(word) = self.words_mut().get_mut(word) else { return false };
        let before = *word;
        *word = before & !bit;
        before & bit != 0
    }

    /// Whether there are no members.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.words().iter().fold(0, |all, word| all | word) == 0
    }

    /// How many members there are.
    #[inline(always)]
    fn len(&self) -> usize {
        len(self.words())
    }

    /// Whether every member is one of the other.
    #[inline(always)]
    fn is_subset(&self, other: &Self) -> bool {
        self.meet(other);
        let pairs = self.words().iter().zip(other.words());
        pairs.fold(0, |outside, (word, other)| outside | word & !other) == 0
    }

    /// Whether the two have no member in common.
    #[inline(always)]
    fn is_disjoint(&self, other: &Self) -> bool {
        self.meet(other);
        let pairs = self.words().iter().zip(other.words());
        pairs.fold(0, |common, (word, other)| common | word & other) == 0
    }

    /// The least member.
    #[inline(always)]
    fn lowest(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The greatest member.
    #[inline(always)]
    fn highest(&self) -> Option<usize> {
        let word = self.words().iter().rposition(|&word| word != 0)?;
        Some(64 * word + self.words()[word].ilog2() as usize)
    }

    /// The least member, which is removed.
    #[inline(always)]
    fn pop_lowest(&mut self) -> Option<usize> {
        let index = self.lowest()?;
        self.remove(index);
        Some(index)
    }

    /// The members in increasing order.
    #[inline]
    fn iter(&self) -> RowMembers<'_> {
        RowMembers::new(self.words())
    }
}

/// Inserts the members from 0 up to `bound`, which is at most the room there is.
#[inline]
pub(super) fn fill_below(row: &mut [u64], bound: usize) {
    let (full, rest) = (bound / 64, bound % 64);
    row[..full].fill(u64::MAX);
    if rest > 0 {
        row[full] |= (1 << rest) - 1;
    }
}

#[inline(always)]
pub(super) fn combine(row: &mut [u64], other: &[u64], operation: impl Fn(u64, u64) -> u64) {
    for (word, &other) in row.iter_mut().zip(other) {
        *word = operation(*word, other);
    }
}

#[inline(always)]
pub(super) fn len(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

/// The order of the numbers that the two rows, of equal length, write in base two to the 64.
#[inline(always)]
pub(super) fn compare(row: &[u64], other: &[u64]) -> Ordering {
    row.iter().rev().cmp(other.iter().rev())
}

/// The members of a borrowed set in increasing order.
#[derive(Clone, Debug)]
pub struct RowMembers<'a> {
    word: u64,
    base: usize,
    rest: std::slice::Iter<'a, u64>,
}

impl<'a> RowMembers<'a> {
    #[inline]
    pub(super) fn new(row: &'a [u64]) -> Self {
        let mut rest = row.iter();
        RowMembers { word: rest.next().copied().unwrap_or(0), base: 0, rest }
    }
}

impl Iterator for RowMembers<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(index) = lowest_index(self.word) {
                self.word = without_lowest(self.word);
                return Some(self.base + index as usize);
            }
            self.word = *self.rest.next()?;
            self.base += 64;
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = self.word.count_ones() as usize + len(self.rest.as_slice());
        (size, Some(size))
    }
}

impl ExactSizeIterator for RowMembers<'_> {}
impl FusedIterator for RowMembers<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Set;

    #[test]
    fn a_row_of_no_words_is_an_empty_set() {
        let mut none = Set::<0>::EMPTY;
        assert!(none.is_empty() && none.is_subset(&none) && none.is_disjoint(&none));
        assert_eq!((none.lowest(), none.highest(), none.pop_lowest()), (None, None, None));
        assert_eq!(RowMembers::new(&[]).next(), None);
    }

    #[test]
    fn an_iterator_at_its_end_stays_there() {
        let mut members = RowMembers::new(&[1, 0, 2, 0]);
        assert_eq!(members.len(), 2);
        assert_eq!(members.by_ref().collect::<Vec<_>>(), [0, 129]);
        assert_eq!((members.len(), members.next(), members.next()), (0, None, None));
    }
}
