//! Random numbers: the same from the same seed on every machine, and exactly uniform.
//!
//! The generator is splitmix64 (Steele, Lea and Flood 2014): a counter, well scrambled, so any seed
//! is as good as any other. A number below n is drawn by taking as many bits as n has and trying
//! again when they are too many: no remainder, no bias.

use crate::BigUint;

/// A generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        let mask = u64::MAX >> (n - 1).leading_zeros().min(63);
        loop {
            let drawn = self.bits() & mask;
            if drawn < n {
                return drawn;
            }
        }
    }

    /// A place in a list of this length; 0 if it is empty.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length.max(1) as u64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Bits of which few, half or most are set, so that tests meet all three.
    #[cfg(test)]
    pub(crate) fn uneven_bits(&mut self) -> u64 {
        let (a, b, c) = (self.bits(), self.bits(), self.bits());
        match self.below(5) {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            3 => a | b,
            _ => a | b | c,
        }
    }

    /// A number below `n`, which is not 0.
    pub fn below_big(&mut self, n: &BigUint) -> BigUint {
        let bits = n.bits();
        loop {
            let mut words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| self.bits() as u32).collect();
            if let (Some(last), odd @ 1..) = (words.last_mut(), bits % 32) {
                *last &= (1 << odd) - 1;
            }
            let drawn = BigUint::new(words);
            if drawn < *n {
                return drawn;
            }
        }
    }

    /// Brings a list into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut random = Random::new(1);
        for n in [1_u64, 2, 5, 64, u64::MAX] {
            assert!((0..100).all(|_| random.below(n) < n));
            let big = BigUint::from(n);
            assert!((0..100).all(|_| random.below_big(&big) < big));
        }
        let mut seen = [0; 7];
        (0..7000).for_each(|_| seen[random.below(7) as usize] += 1);
        assert!(seen.iter().all(|&times: &i32| (times - 1000).abs() < 150), "{seen:?}");
        let huge = BigUint::from(3_u32) << 200;
        let top = (0..1000).filter(|_| random.below_big(&huge) >= (BigUint::from(1_u32) << 201));
        assert!((250..420).contains(&top.count()), "a third of the range");
    }
}
