//! The members of a word, one at a time.
//!
//! The idea (document 003 §8.1 and §8.2): in two's complement `-x` agrees with `x` in its lowest
//! one and in nothing above it, so `x & -x` is the set of the least member alone; `x - 1` borrows
//! through the zeros below that one, so `x & (x - 1)` is the set without it. A loop that takes one
//! and then the other visits the members and only the members, whatever the gaps between them.
//!
//! When to use it: [`singles`] where the code goes on with masks (place a queen, try an embedding),
//! [`indices`] where it needs a number (a row of a table). On x86-64 with BMI1 each step is one
//! instruction (BLSI, BLSR, TZCNT). The document had to hash a single bit to use it as an index
//! (§8.5); counting the zeros below it has replaced that.
//!
//! ```
//! use puzzle_core::bits::members::{indices, lowest, singles, without_lowest};
//!
//! let x = 0b1011_0100_u64;
//! assert_eq!(lowest(x), 0b100);
//! assert_eq!(without_lowest(x), 0b1011_0000);
//! assert!(indices(x).eq([2, 4, 5, 7]));
//! assert!(singles(x).eq([0b100, 0b1_0000, 0b10_0000, 0b1000_0000]));
//! ```

use std::iter::FusedIterator;

use super::word::Word;

/// The set of the least member alone; empty if `word` is.
#[inline(always)]
pub fn lowest<W: Word>(word: W) -> W {
    word & W::EMPTY.minus(word)
}

/// The set without its least member; empty if `word` is.
#[inline(always)]
pub fn without_lowest<W: Word>(word: W) -> W {
    word & word.minus(W::single(0))
}

/// The least member, if there is one.
#[inline(always)]
pub fn lowest_index<W: Word>(word: W) -> Option<u32> {
    if word == W::EMPTY { None } else { Some(word.gap()) }
}

/// Whether `index` is a member; no number from `BITS` up is one.
#[inline(always)]
pub fn contains<W: Word>(word: W, index: u32) -> bool {
    index < W::BITS && word & W::single(index) != W::EMPTY
}

/// The set of the given members, each less than `BITS`.
///
/// ```
/// assert_eq!(puzzle_core::bits::members::from_indices::<u32>([0, 5, 1]), 0b10_0011);
/// ```
pub fn from_indices<W: Word>(indices: impl IntoIterator<Item = u32>) -> W {
    indices.into_iter().fold(W::EMPTY, |set, index| set | W::single(index))
}

/// The members in increasing order, as numbers.
#[inline(always)]
pub fn indices<W: Word>(word: W) -> Indices<W> {
    Indices { rest: word }
}

/// The members in increasing order, each as a set of its own.
#[inline(always)]
pub fn singles<W: Word>(word: W) -> Singles<W> {
    Singles { rest: word }
}

/// Iterator of [`indices`].
#[derive(Clone, Debug)]
pub struct Indices<W> {
    rest: W,
}

/// Iterator of [`singles`].
#[derive(Clone, Debug)]
pub struct Singles<W> {
    rest: W,
}

impl<W: Word> Iterator for Indices<W> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let index = lowest_index(self.rest)?;
        self.rest = without_lowest(self.rest);
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = self.rest.size() as usize;
        (size, Some(size))
    }
}

impl<W: Word> Iterator for Singles<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        let single = lowest(self.rest);
        self.rest ^= single;
        (single != W::EMPTY).then_some(single)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = self.rest.size() as usize;
        (size, Some(size))
    }
}

impl<W: Word> ExactSizeIterator for Indices<W> {}
impl<W: Word> ExactSizeIterator for Singles<W> {}
impl<W: Word> FusedIterator for Indices<W> {}
impl<W: Word> FusedIterator for Singles<W> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn check<W: Word>(word: W) {
        let slow: Vec<u32> =
            (0..W::BITS).filter(|&i| word & (W::single(0) << i) != W::EMPTY).collect();
        assert!(indices(word).eq(slow.iter().copied()));
        assert!(singles(word).eq(slow.iter().map(|&i| W::single(i))));
        assert_eq!((indices(word).len(), singles(word).len()), (slow.len(), slow.len()));
        assert_eq!(lowest_index(word), slow.first().copied());
        assert_eq!(lowest(word), slow.first().map_or(W::EMPTY, |&i| W::single(i)));
        assert_eq!(without_lowest(word), from_indices(slow.iter().skip(1).copied()));
        assert_eq!(from_indices::<W>(slow.iter().copied()), word);
        for index in 0..W::BITS + 3 {
            assert_eq!(contains(word, index), slow.contains(&index));
        }
    }

    #[test]
    fn the_members_are_the_positions_of_the_ones() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let (low, high) = (random.uneven_bits(), random.uneven_bits());
            check(low as u32);
            check(low);
            check(u128::from(high) << 64 | u128::from(low));
        }
    }

    #[test]
    fn empty_full_and_single_words_are_no_exception() {
        for index in 0..64 {
            check(1_u64 << index);
            check(1_u128 << (2 * index + 1));
        }
        check(0_u32);
        check(u32::MAX);
        check(0_u64);
        check(u64::MAX);
        check(0_u128);
        check(u128::MAX);
    }
}
