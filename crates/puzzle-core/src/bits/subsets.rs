//! All subsets of a set.
//!
//! The idea: subtracting the mask adds one to a number whose digits are the members of the mask;
//! the zeros between them are filled so that a carry crosses them, and one AND clears them again.
//! So `(s - mask) & mask` is the subset after `s`, and the subsets come in the order of their
//! numbers, from the empty set to the mask. It belongs to the family of document 003 §8.2, where
//! the number subtracted is one.
//!
//! When to use it: dynamic programming over sets, tests over all cases of a small set. `n` members
//! have two to the `n` subsets.

use std::iter::FusedIterator;

use super::word::Word;

/// The subsets of `mask` in the order of their numbers, the empty set and `mask` included.
///
/// ```
/// use puzzle_core::bits::subsets::subsets;
/// assert!(subsets(0b1010_u32).eq([0b0000, 0b0010, 0b1000, 0b1010]));
/// ```
#[inline]
pub fn subsets<W: Word>(mask: W) -> Subsets<W> {
    Subsets { mask, next: Some(W::EMPTY) }
}

/// Iterator of [`subsets`].
#[derive(Clone, Debug)]
pub struct Subsets<W> {
    mask: W,
    next: Option<W>,
}

impl<W: Word> Iterator for Subsets<W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        let subset = self.next?;
        self.next = (subset != self.mask).then(|| subset.minus(self.mask) & self.mask);
        Some(subset)
    }
}

impl<W: Word> FusedIterator for Subsets<W> {}

#[cfg(test)]
mod tests {
    use super::subsets;
    use crate::Random;
    use crate::bits::members::{from_indices, indices};

    #[test]
    fn the_subsets_are_those_of_the_numbers_with_no_bit_outside_the_mask() {
        for mask in 0..1_u32 << 10 {
            assert!(subsets(mask).eq((0..=mask).filter(|subset| subset & !mask == 0)));
        }
    }

    #[test]
    fn a_scattered_mask_has_two_to_the_size_subsets_in_increasing_order() {
        let mut random = Random::new(2);
        for size in 0..10 {
            let mask: u128 = from_indices((0..size).map(|_| random.below(128) as u32));
            let all: Vec<u128> = subsets(mask).collect();
            assert_eq!(all.len(), 1 << indices(mask).len());
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(all.iter().all(|subset| subset & !mask == 0));
        }
    }

    #[test]
    fn the_last_subset_is_the_mask_even_if_it_is_full() {
        assert_eq!(subsets(u32::MAX).take(5).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(subsets(0_u64).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(1_u64 << 63).collect::<Vec<_>>(), [0, 1 << 63]);
    }
}
