//! Square bit maps flipped about the diagonal.
//!
//! The idea (document 003 §6, `flipbits`, and §8.6): transpose a square by exchanging its upper
//! right quarter with its lower left one and then transposing the quarters. Because the quarters
//! of one size all lie alike in their words, one masked exchange of two rows serves them all; a
//! square of `n` rows takes `log n` stages of `n / 2` exchanges, like a fast Fourier transform.
//! The exchange is the *delta swap*: where two words (or two places of one word) differ, flip both.
//!
//! When to use it: a board kept as rows whose columns are next, such as a nonogram; a table of sets
//! that is needed by member.

use super::word::Word;

/// Exchanges, within one word, the bits in `mask` with those `shift` places above them.
///
/// `mask` and `mask << shift` must not overlap, and no one of `mask` may be shifted out.
///
/// ```
/// use puzzle_core::bits::transpose::delta_swap;
/// assert_eq!(delta_swap(0x1234_u32, 0x00f0, 8), 0x3214);
/// ```
#[inline(always)]
pub fn delta_swap<W: Word>(word: W, mask: W, shift: u32) -> W {
    let differ = (word >> shift ^ word) & mask;
    word ^ differ ^ differ << shift
}

/// Exchanges the bits of `low` in `mask << shift` with the bits of `high` in `mask`.
///
/// No one of `mask` may be shifted out.
///
/// ```
/// let (mut low, mut high) = (0xab_u32, 0xcd_u32);
/// puzzle_core::bits::transpose::exchange(&mut low, &mut high, 0x0f, 4);
/// assert_eq!((low, high), (0xdb, 0xca));
/// ```
#[inline(always)]
pub fn exchange<W: Word>(low: &mut W, high: &mut W, mask: W, shift: u32) {
    let differ = (*low >> shift ^ *high) & mask;
    *high ^= differ;
    *low ^= differ << shift;
}

/// Transposes a square of as many rows as a word has bits: bit `c` of row `r` changes places with
/// bit `r` of row `c`. Any other number of rows does not compile.
///
/// ```
/// let mut map = [0_u32; 32];
/// map[3] = 1 << 17;
/// puzzle_core::bits::transpose::transpose(&mut map);
/// assert_eq!(map[17], 1 << 3);
/// ```
#[inline]
pub fn transpose<W: Word, const ROWS: usize>(rows: &mut [W; ROWS]) {
    const { assert!(ROWS == W::BITS as usize, "as many rows as a word has bits") };
    let mut size = W::BITS / 2;
    let mut mask = W::FULL >> size;
    while size > 0 {
        for block in rows.chunks_exact_mut(2 * size as usize) {
            let (upper, lower) = block.split_at_mut(size as usize);
            for (low, high) in upper.iter_mut().zip(lower) {
                exchange(low, high, mask, size);
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::bits::members::contains;

    fn check<W: Word, const ROWS: usize>(rows: [W; ROWS]) {
        let mut flipped = rows;
        transpose(&mut flipped);
        for (row, &here) in rows.iter().enumerate() {
            for (column, &there) in flipped.iter().enumerate() {
                assert_eq!(contains(here, column as u32), contains(there, row as u32));
            }
        }
        transpose(&mut flipped);
        assert_eq!(flipped, rows);
    }

    #[test]
    fn transposition_exchanges_row_and_column_of_every_bit_and_undoes_itself() {
        let mut random = Random::new(6);
        for _ in 0..20 {
            check::<u32, 32>(std::array::from_fn(|_| random.uneven_bits() as u32));
            check::<u64, 64>(std::array::from_fn(|_| random.uneven_bits()));
            check::<u128, 128>(std::array::from_fn(|_| {
                u128::from(random.uneven_bits()) << 64 | u128::from(random.uneven_bits())
            }));
        }
    }

    #[test]
    fn a_delta_swap_exchanges_two_fields_and_keeps_the_rest() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            let word = random.bits();
            let shift = 1 + random.below(63) as u32;
            let free = u64::MAX >> shift;
            let candidates = random.uneven_bits() & free;
            let mask = (0..64).fold(0, |mask: u64, i| {
                let bit = candidates & 1 << i;
                if (mask | bit) & (mask | bit) << shift == 0 { mask | bit } else { mask }
            });
            let fields = mask | mask << shift;
            let slow = word & !fields | (word & mask) << shift | word >> shift & mask;
            assert_eq!(delta_swap(word, mask, shift), slow);
        }
    }

    #[test]
    fn an_exchange_of_two_words_is_a_delta_swap_of_the_word_made_of_both() {
        let mut random = Random::new(8);
        for _ in 0..1000 {
            let (low, high) = (random.bits() as u32, random.bits() as u32);
            let shift = random.below(32) as u32;
            let mask = random.uneven_bits() as u32 & u32::MAX >> shift;
            let (mut new_low, mut new_high) = (low, high);
            exchange(&mut new_low, &mut new_high, mask, shift);
            assert_eq!(new_low, low & !(mask << shift) | (high & mask) << shift);
            assert_eq!(new_high, high & !mask | low >> shift & mask);
        }
    }
}
