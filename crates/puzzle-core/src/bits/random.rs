//! A small deterministic generator for the tests of this folder (xorshift, after G. Marsaglia).

/// A stream of pseudo-random words; the same seed gives the same stream.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word that may be sparse, even or dense, so that tests meet all three.
    pub(super) fn uneven_word(&mut self) -> u64 {
        let (a, b, c) = (self.word(), self.word(), self.word());
        match self.below(5) {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            3 => a | b,
            _ => a | b | c,
        }
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        (self.word() >> 11) % bound
    }
}
