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

#[inline(always)]
pub(super) fn contains(row: &[u64], index: usize) -> bool {
    let (word, bit) = place(index);
    row.get(word).is_some_and(|word| word & bit != 0)
}

#[inline(always)]
pub(super) fn insert(row: &mut [u64], index: usize) -> bool {
    let (word, bit) = place(index);
    let before = row[word];
    row[word] = before | bit;
    before & bit == 0
}

#[inline(always)]
pub(super) fn remove(row: &mut [u64], index: usize) -> bool {
    let (word, bit) = place(index);
    let Some(word) = row.get_mut(word) else { return false };
    let before = *word;
    *word = before & !bit;
    before & bit != 0
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
pub(super) fn is_empty(row: &[u64]) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

#[inline(always)]
pub(super) fn len(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
pub(super) fn is_subset(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).fold(0, |outside, (word, other)| outside | word & !other) == 0
}

#[inline(always)]
pub(super) fn is_disjoint(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).fold(0, |common, (word, other)| common | word & other) == 0
}

#[inline(always)]
pub(super) fn lowest(row: &[u64]) -> Option<usize> {
    let word = row.iter().position(|&word| word != 0)?;
    Some(64 * word + row[word].trailing_zeros() as usize)
}

#[inline(always)]
pub(super) fn highest(row: &[u64]) -> Option<usize> {
    let word = row.iter().rposition(|&word| word != 0)?;
    Some(64 * word + row[word].ilog2() as usize)
}

#[inline(always)]
pub(super) fn pop_lowest(row: &mut [u64]) -> Option<usize> {
    let word = row.iter().position(|&word| word != 0)?;
    let index = 64 * word + row[word].trailing_zeros() as usize;
    row[word] = without_lowest(row[word]);
    Some(index)
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

    #[test]
    fn a_row_of_no_words_is_an_empty_set() {
        assert!(is_empty(&[]) && is_subset(&[], &[]) && is_disjoint(&[], &[]));
        assert_eq!((lowest(&[]), highest(&[]), pop_lowest(&mut [])), (None, None, None));
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
