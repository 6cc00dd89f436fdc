//! [`Word`], the machine words that serve as small sets: `u32`, `u64` and `u128`.
//!
//! The trait holds only the primitives that the tricks of this folder are made of, so that each
//! trick is written once. It is sealed: the tricks count on two's complement and on a width that
//! is a power of two.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr,
    ShrAssign,
};

mod sealed {
    pub trait Sealed {}
}

/// A machine word read as a set of the numbers `0..BITS`.
pub trait Word:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + ShlAssign<u32>
    + Shr<u32, Output = Self>
    + ShrAssign<u32>
{
    /// How many members the word has room for.
    const BITS: u32;
    /// The set without members.
    const EMPTY: Self;
    /// The set of all members.
    const FULL: Self;

    /// The set whose only member is `index`, which must be less than `BITS`.
    fn single(index: u32) -> Self;

    /// How many members there are.
    fn size(self) -> u32;

    /// How many numbers lie below the least member; `BITS` when there is none.
    fn gap(self) -> u32;

    /// The difference of the two words as numbers, modulo two to the `BITS`.
    fn minus(self, other: Self) -> Self;
}

macro_rules! word {
    ($($word:ty)*) => {$(
        impl sealed::Sealed for $word {}

        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;
            const FULL: Self = <$word>::MAX;

            #[inline(always)]
            fn single(index: u32) -> Self {
                1 << index
            }

            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn gap(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}

word!(u32 u64 u128);

#[cfg(test)]
mod tests {
    use super::Word;

    fn check_singles<W: Word>() {
        let mut union = W::EMPTY;
        for index in 0..W::BITS {
            let single = W::single(index);
            assert_eq!((single.size(), single.gap()), (1, index));
            assert_eq!(union & single, W::EMPTY);
            union |= single;
        }
        assert_eq!(union, W::FULL);
        assert_eq!((W::FULL.size(), W::EMPTY.size()), (W::BITS, 0));
        assert_eq!(W::EMPTY.gap(), W::BITS);
        assert_eq!(W::EMPTY.minus(W::single(0)), W::FULL);
    }

    #[test]
    fn the_singles_of_a_word_partition_the_full_word() {
        check_singles::<u32>();
        check_singles::<u64>();
        check_singles::<u128>();
    }
}
