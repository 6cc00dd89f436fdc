//! Four words at once: what a vector register of 256 bits does in one instruction.
//!
//! Only the deeds that the engines' inner loops need. [`Quad`] is the contract; a plain array of
//! four words fulfils it everywhere, and a register where the machine has AVX2. A loop gets the
//! right one from [`Compact::quad`](super::Compact::quad) inside a
//! [`Kernel`](super::compact::Kernel).

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) mod native;

/// Four words.
pub trait Quad: Copy {
    /// The words, the first first.
    fn words(self) -> [u64; 4];

    /// Bitwise or.
    fn or(self, other: Self) -> Self;

    /// Bitwise and.
    fn and(self, other: Self) -> Self;

    /// Sums, word by word, modulo 2^64.
    fn add(self, other: Self) -> Self;

    /// The population of each word.
    fn population(self) -> Self;

    /// The population of each half of a word, times 2^16.
    fn population_of_halves(self) -> Self;

    /// Words 1, 0, 3, 2.
    fn swap_neighbours(self) -> Self;

    /// Words 2, 3, 0, 1.
    fn swap_halves(self) -> Self;

    /// Every word times 2^16.
    fn shift_16(self) -> Self;

    /// Differences, half word by half word, modulo 2^32.
    fn sub_halves(self, other: Self) -> Self;

    /// The lesser of two, half word by half word.
    fn min_halves(self, other: Self) -> Self;

    /// Whether some half word is less than 2^16.
    fn has_small_half(self) -> bool;

    /// The least half word, and the first of the eight that it is.
    fn least_half(self) -> (u32, u32);

    /// Whether all bits are set.
    fn is_full(self) -> bool;

    /// Which words are zero, as a set: bit 0 for the first.
    fn zeros(self) -> u32;
}

impl Quad for [u64; 4] {
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i].wrapping_add(other[i]))
    }

    #[inline(always)]
    fn population(self) -> Self {
        self.map(|word| u64::from(word.count_ones()))
    }

    #[inline(always)]
    fn population_of_halves(self) -> Self {
        self.map(|word| map_halves(word, 0, |half, _| half.count_ones() << 16))
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        [self[1], self[0], self[3], self[2]]
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        [self[2], self[3], self[0], self[1]]
    }

    #[inline(always)]
    fn shift_16(self) -> Self {
        self.map(|word| word << 16)
    }

    #[inline(always)]
    fn sub_halves(self, other: Self) -> Self {
        std::array::from_fn(|i| map_halves(self[i], other[i], u32::wrapping_sub))
    }

    #[inline(always)]
    fn min_halves(self, other: Self) -> Self {
        std::array::from_fn(|i| map_halves(self[i], other[i], u32::min))
    }

    #[inline(always)]
    fn has_small_half(self) -> bool {
        self.iter().any(|&word| word as u32 >> 16 == 0 || word >> 48 == 0)
    }

    #[inline(always)]
    fn least_half(self) -> (u32, u32) {
        let mut least = (u32::MAX, 0);
        for (i, &word) in (0..).zip(&self) {
            for (half, place) in [(word as u32, 2 * i), ((word >> 32) as u32, 2 * i + 1)] {
                if half < least.0 {
                    least = (half, place);
                }
            }
        }
        least
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        self == [u64::MAX; 4]
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..4).map(|i| u32::from(self[i] == 0) << i).sum()
    }
}

/// A function of two half words done to both halves.
#[inline(always)]
fn map_halves(x: u64, y: u64, f: impl Fn(u32, u32) -> u32) -> u64 {
    let high = f((x >> 32) as u32, (y >> 32) as u32);
    u64::from(high) << 32 | u64::from(f(x as u32, y as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::bits::compact::{Compact, Kernel, Portable, dispatch};

    struct Everything([u64; 4], [u64; 4]);

    impl Kernel for Everything {
        type Answer = (Vec<[u64; 4]>, (u32, u32), Vec<bool>, [u32; 2]);

        #[inline(always)]
        fn run<C: Compact>(self, way: C) -> Self::Answer {
            let (x, y) = (way.quad(&self.0), way.quad(&self.1));
            let deeds = [
                x,
                x.or(y),
                x.and(y),
                x.add(y),
                x.population(),
                x.population_of_halves(),
                x.sub_halves(y),
                x.min_halves(y),
                x.swap_neighbours(),
                x.swap_halves(),
                x.shift_16(),
            ];
            let questions = vec![x.has_small_half(), x.is_full(), x.or(y).is_full()];
            let zeros = [x.zeros(), x.and(y).zeros()];
            (deeds.map(Quad::words).to_vec(), x.least_half(), questions, zeros)
        }
    }

    #[test]
    fn all_ways_do_the_same_to_four_words() {
        let mut random = Random::new(19);
        for round in 0..2000 {
            let mut four = || -> [u64; 4] {
                std::array::from_fn(|_| match random.below(7) {
                    0 => u64::MAX,
                    2 => 0,
                    1 => random.bits() & 0xffff,
                    _ => random.uneven_bits(),
                })
            };
            let (x, y) = (four(), if round % 5 == 0 { [u64::MAX; 4] } else { four() });
            assert_eq!(dispatch(Everything(x, y)), Everything(x, y).run(Portable));
        }
    }
}
