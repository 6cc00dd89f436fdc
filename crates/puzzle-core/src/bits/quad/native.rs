//! Four words in a register of 256 bits. The safe twin is the array of four words.
//!
//! Invariant: a [`Register`] exists only on a machine that has AVX2, because only
//! [`Native`](crate::bits::compact::Native), which proves it, makes the first one. Every `unsafe`
//! block rests on that alone.

use std::arch::x86_64::*;

use super::Quad;

/// A vector register.
#[derive(Clone, Copy, Debug)]
pub struct Register(__m256i);

impl Register {
    /// Loads four words.
    ///
    /// # Safety
    /// The machine must have AVX2.
    #[inline(always)]
    pub(in crate::bits) unsafe fn load(words: &[u64; 4]) -> Self {
        // SAFETY: the caller vouches for AVX2; the reference is good for 32 bytes, aligned or not.
        unsafe { Register(_mm256_loadu_si256(words.as_ptr().cast())) }
    }

    /// The population of each byte: half bytes are looked up in a table (Mula).
    #[inline(always)]
    fn population_of_bytes(self) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let half = _mm256_set1_epi8(0x0f);
            let counts = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(self.0, half));
            let high = _mm256_and_si256(_mm256_srli_epi16(self.0, 4), half);
            _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high))
        }
    }
}

impl Quad for Register {
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: `self` proves AVX2; `words` has room for 32 bytes.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_add_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    fn population(self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_sad_epu8(self.population_of_bytes(), _mm256_setzero_si256())) }
    }

    /// Two sums of neighbours, with weights of 4 and of 2^14.
    #[inline(always)]
    fn population_of_halves(self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let pairs = _mm256_maddubs_epi16(self.population_of_bytes(), _mm256_set1_epi8(4));
            Register(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1 << 14)))
        }
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_shuffle_epi32::<0b01_00_11_10>(self.0)) }
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)) }
    }

    #[inline(always)]
    fn shift_16(self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_slli_epi64::<16>(self.0)) }
    }

    #[inline(always)]
    fn sub_halves(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_sub_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    fn min_halves(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        unsafe { Register(_mm256_min_epu32(self.0, other.0)) }
    }

    #[inline(always)]
    fn has_small_half(self) -> bool {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let high = _mm256_srli_epi32::<16>(self.0);
            let zero = _mm256_cmpeq_epi32(high, _mm256_setzero_si256());
            _mm256_movemask_epi8(zero) != 0
        }
    }

    #[inline(always)]
    fn least_half(self) -> (u32, u32) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let two = _mm256_min_epu32(self.0, _mm256_shuffle_epi32::<0b10_11_00_01>(self.0));
            let four = _mm256_min_epu32(two, _mm256_shuffle_epi32::<0b01_00_11_10>(two));
            let eight = _mm256_min_epu32(four, _mm256_permute2x128_si256::<1>(four, four));
            let equal = _mm256_movemask_epi8(_mm256_cmpeq_epi32(self.0, eight)) as u32;
            (_mm256_cvtsi256_si32(eight) as u32, equal.trailing_zeros() / 4)
        }
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_testc_si256(self.0, _mm256_set1_epi8(-1)) != 0 }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(zero)) as u32
        }
    }
}
