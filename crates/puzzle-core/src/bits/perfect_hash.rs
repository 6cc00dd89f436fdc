//! From a single bit to a small table, by a remainder: a curiosity of document 003 §8.5.
//!
//! The document wanted to call one of some thirty functions by a word with a single bit set, and
//! noted that the remainders of powers of two by a prime of which 2 is a primitive root are all
//! different: `(bit >> 1) % 29` maps the bits 0 to 28 one to one to 0 to 28, a perfect hash function
//! whose table has no hole. Bit 0 becomes 0, bit `k` becomes 2 to the `k - 1` modulo 29.
//!
//! Nobody needs it today: counting the zeros below the bit is one instruction
//! ([`members::lowest_index`](super::members::lowest_index)), a division takes ten or more. It is
//! kept because it is pretty, and to say what replaced it: `bench -- --classics` measures both.

/// The divisors up to 67 of which 2 is a primitive root, for which the hash has no hole.
pub const DIVISORS: [u64; 11] = [3, 5, 11, 13, 19, 29, 37, 53, 59, 61, 67];

/// The place of a single bit in a table of `divisor` entries, which should be one of [`DIVISORS`]
/// and greater than the bit's number.
///
/// ```
/// use puzzle_core::bits::perfect_hash::place;
/// let places: std::collections::BTreeSet<u64> = (0..29).map(|k| place(1 << k, 29)).collect();
/// assert!(places.into_iter().eq(0..29));
/// ```
#[inline]
pub const fn place(bit: u64, divisor: u64) -> u64 {
    (bit >> 1) % divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_perfect(divisor: u64) -> bool {
        let mut seen = vec![false; divisor as usize];
        (0..divisor.min(64))
            .all(|k| !std::mem::replace(&mut seen[place(1 << k, divisor) as usize], true))
    }

    #[test]
    fn the_listed_divisors_and_no_others_hash_every_bit_to_a_place_of_its_own() {
        for divisor in 3..=67 {
            assert_eq!(is_perfect(divisor), DIVISORS.contains(&divisor), "{divisor}");
        }
    }
}
