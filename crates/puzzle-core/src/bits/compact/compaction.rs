//! Compacting without the instruction: the routes of the bits, worked out once per mask.
//!
//! The idea: a bit must sink as far as there are gaps in the mask below it. That distance, written
//! in binary, says in which of six rounds, by 1, 2, 4, … 32 places, the bit takes part; in this
//! order no two bits meet. The digits are parities of the gaps, found for all positions at once
//! (G. L. Steele; H. S. Warren, *Hacker's Delight*, §7-4 and §7-5). Spreading is the same way back.
//!
//! When to use it: one mask for many words on a machine without the instructions. Working out the
//! routes costs about as much as fifteen words.

/// The routes of all bits under one mask, worked out beforehand.
///
/// ```
/// use puzzle_core::bits::compact::Compaction;
///
/// const ODD: Compaction = Compaction::new(0xaaaa_aaaa_aaaa_aaaa);
/// assert_eq!(ODD.compact(0b1010_0000), 0b1100);
/// assert_eq!(ODD.spread(0b1100), 0b1010_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compaction {
    mask: u64,
    rounds: [u64; 6],
}

impl Compaction {
    /// Works out the routes for `mask`.
    pub const fn new(mask: u64) -> Self {
        let mut rounds = [0; 6];
        let (mut places, mut gaps) = (mask, !mask << 1);
        let mut round = 0;
        while round < 6 {
            let odd = parities(gaps);
            let sinking = places & odd;
            rounds[round] = sinking;
            places = places ^ sinking | sinking >> (1 << round);
            gaps &= !odd;
            round += 1;
        }
        Compaction { mask, rounds }
    }

    /// The mask.
    #[inline]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// The bits of `word` under the mask, gathered into the lowest positions.
    #[inline]
    pub const fn compact(&self, word: u64) -> u64 {
        let mut word = word & self.mask;
        let mut round = 0;
        while round < 6 {
            let sinking = word & self.rounds[round];
            word = word ^ sinking | sinking >> (1 << round);
            round += 1;
        }
        word
    }

    /// The lowest bits of `word`, laid out in the positions of the mask.
    #[inline]
    pub const fn spread(&self, word: u64) -> u64 {
        let mut word = word;
        let mut round = 6;
        while round > 0 {
            round -= 1;
            let rising = word << (1 << round) & self.rounds[round];
            word = word & !self.rounds[round] | rising;
        }
        word & self.mask
    }
}

/// In each position, whether the ones of `word` from there down are odd in number.
const fn parities(word: u64) -> u64 {
    let mut odd = word;
    let mut shift = 1;
    while shift < 64 {
        odd ^= odd << shift;
        shift *= 2;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parity_counts_the_ones_from_its_position_down() {
        for word in [0, 1, 0b1011, u64::MAX, 0x0123_4567_89ab_cdef] {
            for place in 0..64 {
                let below = word & u64::MAX >> (63 - place);
                assert_eq!(parities(word) >> place & 1, u64::from(below.count_ones() % 2));
            }
        }
    }

    #[test]
    fn every_single_bit_under_the_mask_finds_its_place_and_back() {
        let mask = 0xf00d_0000_1234_8001;
        let compaction = Compaction::new(mask);
        assert_eq!(compaction.mask(), mask);
        let under = (0..64).filter(|i| mask >> i & 1 == 1);
        for (place, index) in under.enumerate() {
            assert_eq!(compaction.compact(1 << index), 1 << place);
            assert_eq!(compaction.spread(1 << place), 1 << index);
        }
    }
}
