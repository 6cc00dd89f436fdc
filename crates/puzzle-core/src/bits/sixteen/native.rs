//! Sixteen half words in a register of 512 bits. The safe twin is the array.
//!
//! Invariant: a [`Wide`] exists only on a machine that has all of the features in `with_features` below,
//! because the only place that makes one is [`Wide::present`], which asks for them; and only a [`Wide`]
//! makes the first [`Register`]. Every `unsafe` block rests on that alone.

use std::arch::x86_64::*;
use std::sync::OnceLock;

use super::{Line, Sixteen, Way, Work};

/// The way of the machine's own instructions; having one proves that they exist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

impl Wide {
    /// This way, if the machine has the instructions.
    #[inline]
    pub(super) fn present() -> Option<Self> {
        static PRESENT: OnceLock<Option<Wide>> = OnceLock::new();
        *PRESENT.get_or_init(|| {
            let present = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            present.then_some(Wide(()))
        })
    }

    /// Runs a version of the work that is compiled for these instructions.
    #[inline(always)]
    pub(super) fn run<K: Work>(self, work: K) -> K::Answer {
        // SAFETY: `self` proves that the machine has the features.
        unsafe { with_features(self, work) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn with_features<K: Work>(wide: Wide, work: K) -> K::Answer {
    work.run(wide)
}

impl Way for Wide {
    type Sixteen = Register;

    #[inline(always)]
    fn load(self, line: &Line) -> Register {
        // SAFETY: `self` proves AVX-512; a line is 64 bytes at a multiple of 64.
        unsafe { Register(_mm512_load_si512(line.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn all(self, half: u32) -> Register {
        // SAFETY: `self` proves AVX-512.
        unsafe { Register(_mm512_set1_epi32(half.cast_signed())) }
    }
}

/// A vector register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register(__m512i);

// SAFETY of all that follow: a register exists only where AVX-512 does.
impl Sixteen for Register {
    #[inline(always)]
    fn line(self) -> Line {
        let mut line = Line([0; 16]);
        // SAFETY: as above; `line` has room for 64 bytes at a multiple of 64.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), self.0) };
        line
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or_both(self, one: Self, other: Self) -> Self {
        // SAFETY: as above. The table of the function is 1 but where all three bits are 0.
        unsafe { Register(_mm512_ternarylogic_epi32::<0xFE>(self.0, one.0, other.0)) }
    }

    #[inline(always)]
    fn or_common(self, one: Self, other: Self) -> Self {
        // SAFETY: as above. The table of the function is 1 where the first bit is, or both others are.
        unsafe { Register(_mm512_ternarylogic_epi32::<0xF8>(self.0, one.0, other.0)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_add_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    fn population(self) -> Self {
        // SAFETY: as above, with population counts.
        unsafe { Register(_mm512_popcnt_epi32(self.0)) }
    }

    #[inline(always)]
    fn shift_16(self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_slli_epi32::<16>(self.0)) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_min_epu32(self.0, other.0)) }
    }

    #[inline(always)]
    fn only(self, which: u16) -> Self {
        // SAFETY: as above.
        unsafe { Register(_mm512_mask_mov_epi32(_mm512_set1_epi32(-1), which, self.0)) }
    }

    #[inline(always)]
    fn some(self) -> u16 {
        // SAFETY: as above.
        unsafe { _mm512_test_epi32_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn has_small(self) -> bool {
        // SAFETY: as above.
        unsafe { _mm512_cmplt_epu32_mask(self.0, _mm512_set1_epi32(1 << 16)) != 0 }
    }

    #[inline(always)]
    fn least(self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_min_epu32(self.0) }
    }
}
