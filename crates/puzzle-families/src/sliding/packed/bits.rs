//! Words used as packed fields and as sets: `u64`, `u128` and rows of `u64`.
//!
//! Fields never cross from one `u64` of a row to the next, so that shifting within the words is
//! enough.

use std::fmt::Debug;

/// A word of fixed width.
pub(crate) trait Bits: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many bits.
    const WIDTH: usize;
    /// No bit set.
    const ZERO: Self;
    /// All bits set.
    const FULL: Self;

    /// One bit set.
    fn single(bit: usize) -> Self;
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in one of the two.
    fn xor(self, other: Self) -> Self;
    /// Bits in this one only.
    fn minus(self, other: Self) -> Self;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// The lowest bit that is set; there must be one.
    fn lowest(self) -> usize;
    /// The word without its lowest bit.
    fn without_lowest(self) -> Self;
    /// The number of `width` bits at a bit, within one chunk.
    fn field(self, bit: usize, width: usize) -> usize;
    /// The word with every bit spread to `width - 1` bits below it, `stride` apart, chunk by chunk;
    /// bits that leave a field are of no interest.
    fn smear(self, width: usize, stride: usize) -> Self;

    /// The 64 bits from a bit on, as far as they belong to one chunk.
    fn low(self, from: usize) -> u64;
    /// Every chunk rotated to the left, or to the right if it is a negative number.
    fn rotate(self, by: i32) -> Self;

    /// Whether the two have a bit in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_zero()
    }

    /// Whether a bit is set.
    #[inline]
    fn has(self, bit: usize) -> bool {
        self.meets(Self::single(bit))
    }
}

macro_rules! machine_words {
    ($($word:ty)*) => {$(
        impl Bits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;
            const FULL: Self = <$word>::MAX;

            #[inline]
            fn single(bit: usize) -> Self {
                1 << bit
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn field(self, bit: usize, width: usize) -> usize {
                ((self >> bit) as usize) & ((1 << width) - 1)
            }
            #[inline]
            fn low(self, from: usize) -> u64 {
                (self >> from) as u64
            }
            #[inline]
            fn rotate(self, by: i32) -> Self {
                // The number of bits is a power of two.
                self.rotate_left(by as u32 % <$word>::BITS)
            }
            #[inline]
            fn smear(self, width: usize, stride: usize) -> Self {
                (1..width).fold(self, |smeared, by| smeared | self >> (by * stride))
            }
        }
    )*};
}

machine_words! { u64 u128 }

/// 96 bits, the highest first: a key of twelve bytes, computed with as a `u128`.
impl Bits for [u32; 3] {
    const WIDTH: usize = 96;
    const ZERO: Self = [0; 3];
    const FULL: Self = [u32::MAX; 3];

    #[inline]
    fn single(bit: usize) -> Self {
        narrow(1 << bit)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        [self[0] & other[0], self[1] & other[1], self[2] & other[2]]
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        [self[0] | other[0], self[1] | other[1], self[2] | other[2]]
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        [self[0] ^ other[0], self[1] ^ other[1], self[2] ^ other[2]]
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        [self[0] & !other[0], self[1] & !other[1], self[2] & !other[2]]
    }
    #[inline]
    fn is_zero(self) -> bool {
        self[0] | self[1] | self[2] == 0
    }
    #[inline]
    fn lowest(self) -> usize {
        widen(self).lowest()
    }
    #[inline]
    fn without_lowest(self) -> Self {
        narrow(widen(self).without_lowest())
    }
    #[inline]
    fn field(self, bit: usize, width: usize) -> usize {
        widen(self).field(bit, width)
    }
    #[inline]
    fn low(self, from: usize) -> u64 {
        widen(self).low(from)
    }
    #[inline]
    fn rotate(self, by: i32) -> Self {
        let (word, by) = (widen(self), by.rem_euclid(96));
        narrow(word << by | word >> (96 - by))
    }
    #[inline]
    fn smear(self, width: usize, stride: usize) -> Self {
        narrow(widen(self).smear(width, stride))
    }
}

#[inline]
fn widen([high, middle, low]: [u32; 3]) -> u128 {
    u128::from(high) << 64 | u128::from(middle) << 32 | u128::from(low)
}

#[inline]
fn narrow(word: u128) -> [u32; 3] {
    [(word >> 64) as u32, (word >> 32) as u32, word as u32]
}

impl<const N: usize> Bits for [u64; N] {
    const WIDTH: usize = 64 * N;
    const ZERO: Self = [0; N];
    const FULL: Self = [u64::MAX; N];

    fn single(bit: usize) -> Self {
        let mut word = [0; N];
        word[bit / 64] = 1 << (bit % 64);
        word
    }
    fn and(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
        self
    }
    fn or(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
        self
    }
    fn xor(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
        self
    }
    fn minus(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
        self
    }
    fn is_zero(self) -> bool {
        self.iter().all(|&word| word == 0)
    }
    fn lowest(self) -> usize {
        let word = self.iter().position(|&word| word != 0).unwrap_or(0);
        64 * word + self[word].trailing_zeros() as usize
    }
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    fn field(self, bit: usize, width: usize) -> usize {
        (self[bit / 64] >> (bit % 64)) as usize & ((1 << width) - 1)
    }
    fn smear(mut self, width: usize, stride: usize) -> Self {
        self.iter_mut().for_each(|word| *word = word.smear(width, stride));
        self
    }
    fn low(self, from: usize) -> u64 {
        self[from / 64] >> (from % 64)
    }
    fn rotate(self, by: i32) -> Self {
        self.map(|word| word.rotate(by))
    }
    fn meets(self, other: Self) -> bool {
        self.iter().zip(other).any(|(a, b)| a & b != 0)
    }
    fn has(self, bit: usize) -> bool {
        self[bit / 64] >> (bit % 64) & 1 != 0
    }
}
