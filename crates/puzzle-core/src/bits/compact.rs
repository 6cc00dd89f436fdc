//! Compact and spread: the bits under a mask, packed together, and back.
//!
//! The idea (document 003 §8.8, and its pentomino game, §4.8): when most positions can no longer
//! matter, close the gaps and go on with patterns half as long. The document moves only the bits
//! that would be cut off into free places below, by a program of its own for each width. Machines
//! have since learnt the general deed: `compact` (PEXT) gathers the bits of a word that lie under a
//! mask into the lowest positions and keeps their order, `spread` (PDEP) puts them back.
//!
//! When to use it:
//! - [`compact`] and [`spread`], here and there: they look up each time what the machine can do;
//! - a [`Compactor`], detected once and handed to the loop: a predictable branch and a call each;
//! - a [`Kernel`], for a loop that lives on it: [`dispatch`] compiles the loop twice and picks one,
//!   and in the native version the instruction stands inline and population counts are fast too;
//! - a [`Compaction`], for one mask and many words where the instruction is missing (or in
//!   `const` code): the routes are worked out once and each word then takes six steps.
//!
//! The instructions came with BMI2. AMD's processors before Zen 3 have them in microcode, at a cost
//! that grows with the size of the mask; they are treated as if they had none.
//!
//! ```
//! use puzzle_core::bits::compact::{compact, spread};
//!
//! let mask = 0b1110_0100;
//! assert_eq!(compact(0b1010_1111, mask), 0b1011);
//! assert_eq!(spread(0b1011, mask), 0b1010_0100);
//! ```

use super::members::singles;
use super::quad::Quad;

mod compaction;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod native;

pub use compaction::Compaction;
#[cfg(target_arch = "x86_64")]
pub use native::Native;

/// A way to compact and spread words.
pub trait Compact: Copy {
    /// Four words in the form that suits the machine.
    type Quad: Quad;

    /// Four words, ready to be worked on together.
    fn quad(self, words: &[u64; 4]) -> Self::Quad;

    /// The bits of `word` under `mask`, gathered into the lowest positions in the same order.
    fn compact(self, word: u64, mask: u64) -> u64;

    /// The lowest bits of `word`, laid out in the positions of `mask` in the same order.
    fn spread(self, word: u64, mask: u64) -> u64;

    /// Carries on in the same way: for recursive searches, each node of which is a kernel.
    fn run<K: Kernel>(self, kernel: K) -> K::Answer;
}

/// The way that needs no special instruction.
///
/// Under a sparse mask it goes from member to member, which costs least there; under a dense one it
/// works out a [`Compaction`], whose cost does not depend on the mask. Measured, the two meet
/// between 16 and 20 members.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

const SPARSE: u32 = 18;

impl Compact for Portable {
    type Quad = [u64; 4];

    #[inline(always)]
    fn quad(self, words: &[u64; 4]) -> [u64; 4] {
        *words
    }

    #[inline]
    fn compact(self, word: u64, mask: u64) -> u64 {
        if mask.count_ones() > SPARSE {
            return Compaction::new(mask).compact(word);
        }
        let gather = |(place, single)| u64::from(word & single != 0) << place;
        singles(mask).enumerate().map(gather).fold(0, |all, bit| all | bit)
    }

    #[inline]
    fn spread(self, word: u64, mask: u64) -> u64 {
        if mask.count_ones() > SPARSE {
            return Compaction::new(mask).spread(word);
        }
        let lay = |(place, single): (usize, u64)| single & (word >> place & 1).wrapping_neg();
        singles(mask).enumerate().map(lay).fold(0, |all, bit| all | bit)
    }

    #[inline]
    fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        kernel.run(self)
    }
}

/// The best way for this machine, found once and then carried along.
///
/// ```
/// use puzzle_core::bits::{Compact, Compactor};
///
/// let compactor = Compactor::detect();
/// let rows = [0b1010_1111, 0b0110_0000];
/// assert_eq!(rows.map(|row| compactor.compact(row, 0b1110_0100)), [0b1011, 0b0110]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compactor {
    #[cfg(target_arch = "x86_64")]
    native: Option<Native>,
}

impl Compactor {
    /// The best way for this machine. The answer is remembered, so that asking again is cheap.
    #[inline]
    pub fn detect() -> Self {
        Compactor {
            #[cfg(target_arch = "x86_64")]
            native: Native::fast(),
        }
    }
}

macro_rules! choose {
    ($compactor:expr, $way:ident => $deed:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($way) = $compactor.native {
            return $deed;
        }
        let $way = Portable;
        $deed
    }};
}

impl Compact for Compactor {
    type Quad = [u64; 4];

    #[inline(always)]
    fn quad(self, words: &[u64; 4]) -> [u64; 4] {
        *words
    }

    #[inline(always)]
    fn compact(self, word: u64, mask: u64) -> u64 {
        choose!(self, way => way.compact(word, mask))
    }

    #[inline(always)]
    fn spread(self, word: u64, mask: u64) -> u64 {
        choose!(self, way => way.spread(word, mask))
    }

    #[inline]
    fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        choose!(self, way => way.run(kernel))
    }
}

/// [`Compact::compact`] in the best way for this machine.
#[inline]
pub fn compact(word: u64, mask: u64) -> u64 {
    Compactor::detect().compact(word, mask)
}

/// [`Compact::spread`] in the best way for this machine.
#[inline]
pub fn spread(word: u64, mask: u64) -> u64 {
    Compactor::detect().spread(word, mask)
}

/// A piece of work that compacts so often that it is worth a version of its own for each way.
///
/// Mark `run` and what it calls in its loop `#[inline(always)]`: only what is inlined into the
/// native version profits. A recursive search cannot be: let each of its nodes be a kernel, and go on
/// to the next with [`Compact::run`].
pub trait Kernel {
    /// What the work results in.
    type Answer;

    /// Does the work.
    fn run<C: Compact>(self, way: C) -> Self::Answer;
}

/// Runs the version of `kernel` that is best for this machine.
///
/// ```
/// use puzzle_core::bits::compact::{dispatch, Compact, Kernel};
///
/// struct Gather<'a>(&'a [u64], u64);
///
/// impl Kernel for Gather<'_> {
///     type Answer = Vec<u64>;
///
///     #[inline(always)]
///     fn run<C: Compact>(self, way: C) -> Vec<u64> {
///         self.0.iter().map(|&row| way.compact(row, self.1)).collect()
///     }
/// }
///
/// assert_eq!(dispatch(Gather(&[0b1010_1111, 0b0110_0000], 0b1110_0100)), [0b1011, 0b0110]);
/// ```
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Answer {
    #[cfg(target_arch = "x86_64")]
    if let Some(native) = Native::fast() {
        return native.run(kernel);
    }
    kernel.run(Portable)
}

/// Compacts a pattern of several words: the bits of `row` under `mask`, close together in `packed`.
///
/// What is left of `packed` is cleared. Returns how many bits were kept. Document 003 packs the 76
/// bits of a placement into 64 and later into 32; this is the same for any lengths.
///
/// # Panics
/// If `row` and `mask` differ in length or `packed` is too short for the bits kept.
#[inline(always)]
pub fn compact_row<C: Compact>(way: C, row: &[u64], mask: &[u64], packed: &mut [u64]) -> usize {
    assert_eq!(row.len(), mask.len(), "a row and its mask are equally long");
    let (mut kept, mut partial) = (0, 0);
    for (&word, &mask) in row.iter().zip(mask) {
        let bits = way.compact(word, mask);
        let used = kept % 64;
        let more = mask.count_ones() as usize;
        partial |= bits << used;
        if used + more >= 64 {
            packed[kept / 64] = partial;
            partial = if used == 0 { 0 } else { bits >> (64 - used) };
        }
        kept += more;
    }
    if !kept.is_multiple_of(64) {
        packed[kept / 64] = partial;
    }
    packed[kept.div_ceil(64)..].fill(0);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn slow_compact(word: u64, mask: u64) -> u64 {
        let under: Vec<u32> = (0..64).filter(|i| mask >> i & 1 == 1).collect();
        (0..under.len()).fold(0, |bits, place| bits | (word >> under[place] & 1) << place)
    }

    fn slow_spread(word: u64, mask: u64) -> u64 {
        let under: Vec<u32> = (0..64).filter(|i| mask >> i & 1 == 1).collect();
        (0..under.len()).fold(0, |bits, place| bits | (word >> place & 1) << under[place])
    }

    fn check(word: u64, mask: u64) {
        let (packed, laid) = (slow_compact(word, mask), slow_spread(word, mask));
        assert_eq!(Portable.compact(word, mask), packed);
        assert_eq!(Portable.spread(word, mask), laid);
        assert_eq!((compact(word, mask), spread(word, mask)), (packed, laid));
        let compaction = Compaction::new(mask);
        assert_eq!((compaction.compact(word), compaction.spread(word)), (packed, laid));
        #[cfg(target_arch = "x86_64")]
        if let Some(native) = Native::present() {
            assert_eq!(native.compact(word, mask), packed);
            assert_eq!(native.spread(word, mask), laid);
        }
    }

    #[test]
    fn all_ways_agree_with_bit_by_bit_gathering() {
        let mut random = Random::new(16);
        for _ in 0..3000 {
            check(random.uneven_bits(), random.uneven_bits());
        }
        for mask in [0, 1, 1 << 63, u64::MAX, u64::MAX >> 1, u64::MAX << 1, 0xaaaa << 20] {
            check(0, mask);
            check(u64::MAX, mask);
            check(0x0123_4567_89ab_cdef, mask);
        }
    }

    #[test]
    fn spreading_what_was_compacted_gives_the_bits_under_the_mask() {
        let mut random = Random::new(17);
        for _ in 0..1000 {
            let (word, mask) = (random.bits(), random.uneven_bits());
            assert_eq!(spread(compact(word, mask), mask), word & mask);
        }
    }

    struct Pack<'a>(&'a [u64], &'a [u64], &'a mut [u64]);

    impl Kernel for Pack<'_> {
        type Answer = usize;

        #[inline(always)]
        fn run<C: Compact>(self, way: C) -> usize {
            compact_row(way, self.0, self.1, self.2)
        }
    }

    #[test]
    fn a_long_row_keeps_its_bits_under_the_mask_in_order() {
        let mut random = Random::new(18);
        for length in (0..9).cycle().take(900) {
            let row: Vec<u64> = (0..length).map(|_| random.bits()).collect();
            let mask: Vec<u64> = (0..length)
                .map(|_| match random.below(4) {
                    0 => 0,
                    1 => u64::MAX,
                    _ => random.uneven_bits(),
                })
                .collect();
            let bit = |words: &[u64], i: usize| words[i / 64] >> (i % 64) & 1;
            let slow: Vec<u64> = (0..64 * length)
                .filter(|&i| bit(&mask, i) == 1)
                .map(|i| bit(&row, i))
                .chain(std::iter::repeat(0))
                .take(64 * length)
                .collect();
            let mut packed = vec![u64::MAX; length];
            let kept = dispatch(Pack(&row, &mask, &mut packed));
            assert_eq!(kept, mask.iter().map(|word| word.count_ones() as usize).sum::<usize>());
            assert!((0..64 * length).all(|i| bit(&packed, i) == slow[i]));
            let mut again = vec![u64::MAX; kept.div_ceil(64)];
            compact_row(Portable, &row, &mask, &mut again);
            assert_eq!(again, packed[..again.len()]);
        }
    }
}
