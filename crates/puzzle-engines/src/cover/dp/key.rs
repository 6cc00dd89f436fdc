//! What a layer is made of: covered sets as words, numbers of ways that may grow.

use std::hash::Hash;

/// A covered set relative to the least free aspect, whose own bit is 0.
pub(super) trait Key: Copy + Eq + Hash {
    const EMPTY: Self;
    fn with(self, bit: u32) -> Self;
    fn meets(self, other: Self) -> bool;
    fn join(self, other: Self) -> Self;
    /// How many aspects from the window's beginning are covered.
    fn covered(self) -> u32;
    fn shift(self, by: u32) -> Self;
    fn wide(self) -> u128;
    fn from_wide(wide: u128) -> Self;
}

macro_rules! key {
    ($word:ty) => {
        impl Key for $word {
            const EMPTY: Self = 0;
            fn with(self, bit: u32) -> Self {
                self | 1 << bit
            }
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }
            fn join(self, other: Self) -> Self {
                self | other
            }
            fn covered(self) -> u32 {
                self.trailing_ones()
            }
            fn shift(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            fn wide(self) -> u128 {
                self.into()
            }
            fn from_wide(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}
key!(u64);
key!(u128);
