//! The instructions PEXT and PDEP. With `quad/native.rs` the only `unsafe` code of the toolkit.
//!
//! Invariant: a [`Native`] exists only on a machine that has all of the features in `with_features`
//! below, because the only place that makes one is [`Native::present`], which asks for them. Every
//! `unsafe` block rests on that alone. The safe twin is [`Portable`](super::Portable).

use std::arch::x86_64::{__cpuid, _pdep_u64, _pext_u64};
use std::sync::OnceLock;

use super::{Compact, Kernel};
use crate::bits::quad::native::Register;

/// The way of the machine's own instructions; having one proves that they exist.
#[derive(Clone, Copy, Debug)]
pub struct Native(());

impl Native {
    /// The native way, if the machine has the instructions at all.
    #[inline]
    pub fn present() -> Option<Self> {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        present.then_some(Native(()))
    }

    /// The native way, if it is faster than the portable one.
    #[inline]
    pub fn fast() -> Option<Self> {
        static FAST: OnceLock<Option<Native>> = OnceLock::new();
        *FAST.get_or_init(|| Native::present().filter(|_| !in_microcode(processor())))
    }
}

impl Compact for Native {
    type Quad = Register;

    #[inline(always)]
    fn quad(self, words: &[u64; 4]) -> Register {
        // SAFETY: `self` proves that the machine has AVX2.
        unsafe { Register::load(words) }
    }

    #[inline(always)]
    fn compact(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the machine has BMI2.
        unsafe { _pext_u64(word, mask) }
    }

    #[inline(always)]
    fn spread(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the machine has BMI2.
        unsafe { _pdep_u64(word, mask) }
    }

    /// Runs the kernel in a version that is compiled for these instructions.
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        // SAFETY: `self` proves that the machine has the features.
        unsafe { with_features(self, kernel) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_features<K: Kernel>(native: Native, kernel: K) -> K::Answer {
    kernel.run(native)
}

/// The maker's name for this processor and its family.
fn processor() -> ([u8; 12], u32) {
    // SAFETY: every x86-64 processor has CPUID with leaves 0 and 1.
    #[allow(unused_unsafe)] // the intrinsic is a safe function in newer compilers
    let (zero, one) = unsafe { (__cpuid(0), __cpuid(1)) };
    let mut vendor = [0; 12];
    for (part, register) in vendor.chunks_exact_mut(4).zip([zero.ebx, zero.edx, zero.ecx]) {
        part.copy_from_slice(&register.to_le_bytes());
    }
    let (family, extension) = (one.eax >> 8 & 0xf, one.eax >> 20 & 0xff);
    (vendor, if family == 0xf { family + extension } else { family })
}

/// Whether such a processor runs the instructions in microcode: AMD's before family 0x19 (Zen 3)
/// do, and Hygon's, which descend from the first Zen.
fn in_microcode((vendor, family): ([u8; 12], u32)) -> bool {
    match &vendor {
        b"AuthenticAMD" => family < 0x19,
        b"HygonGenuine" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_processors_of_amd_and_hygon_are_taken_for_slow() {
        assert!(in_microcode((*b"AuthenticAMD", 0x17)));
        assert!(!in_microcode((*b"AuthenticAMD", 0x19)));
        assert!(!in_microcode((*b"AuthenticAMD", 0x1a)));
        assert!(in_microcode((*b"HygonGenuine", 0x18)));
        assert!(!in_microcode((*b"GenuineIntel", 0x06)));
    }

    #[test]
    fn a_processor_names_its_maker_in_printable_letters() {
        let (vendor, family) = processor();
        assert!(vendor.iter().all(|letter| matches!(letter, b' '..=b'~')) && family > 0);
    }

    #[test]
    fn a_fast_way_is_also_a_present_one() {
        assert!(Native::fast().is_none() || Native::present().is_some());
    }
}
