//! How far every piece of a position can go before it meets each other one, as bytes side by side.
//!
//! A row of bytes belongs to a piece and a direction, a byte to another piece. Which pieces it pushes when it
//! goes so far are the bytes that are not greater: eight of them are compared in one word.

use super::masks::Pushes;
use super::pairs::{FREE, Gaps};

/// The bytes of all directions, pieces and other pieces.
#[derive(Default)]
pub(super) struct Distances {
    words: Vec<u64>,
    pieces: usize,
    directions: usize,
    /// How many words a row has.
    row: usize,
}

const HIGH: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// A bit for each byte that is not greater.
fn at_most(bytes: u64, most: u8) -> u64 {
    // What must be added so that just the greater ones carry.
    let add = u64::from(u8::MAX - most) * ONES;
    let low = (bytes & !HIGH) + (add & !HIGH);
    let carry = (bytes & add) | ((bytes | add) & low);
    ((!carry & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Distances {
    /// For so many pieces, none of which meets another.
    pub(super) fn begin(&mut self, pieces: usize, directions: usize) {
        (self.pieces, self.directions, self.row) = (pieces, directions, pieces.div_ceil(8));
        self.words.clear();
        self.words.resize(directions * pieces * self.row, u64::from(FREE) * ONES);
    }

    /// Notes how far a piece can go before it meets another, and the other one the other way.
    pub(super) fn set(&mut self, piece: usize, other: usize, gaps: &Gaps) {
        for (direction, &steps) in gaps[..self.directions].iter().enumerate() {
            self.put(direction, piece, other, steps);
            self.put(direction ^ 1, other, piece, steps);
        }
    }

    fn put(&mut self, direction: usize, piece: usize, other: usize, steps: u8) {
        let word = &mut self.words[(direction * self.pieces + piece) * self.row + other / 8];
        let at = 8 * (other % 8);
        *word = *word & !(0xff << at) | u64::from(steps) << at;
    }

    /// Which pieces push which when they go further than so many steps.
    pub(super) fn pushes(&self, direction: usize, steps: u8, pushes: &mut Pushes) {
        let from = direction * self.pieces * self.row;
        let rows = self.words[from..from + self.pieces * self.row].chunks_exact(self.row);
        for (pushes, row) in pushes.iter_mut().zip(rows) {
            let words = row.iter().zip(0..);
            *pushes = words.fold(0, |all, (&word, at)| all | at_most(word, steps) << (8 * at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_compared_side_by_side_as_they_are_one_by_one() {
        for most in 0..=u8::MAX {
            for seed in 0..200_u64 {
                let bytes = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
                let each = bytes.iter().enumerate();
                let expected = each.fold(0, |all, (at, &b)| all | u64::from(b <= most) << at);
                assert_eq!(at_most(u64::from_le_bytes(bytes), most), expected);
            }
        }
    }

    #[test]
    fn what_is_noted_for_a_piece_holds_for_the_other_one_the_other_way() {
        let mut distances = Distances::default();
        distances.begin(11, 4);
        let mut gaps = [FREE; 16];
        gaps[..4].copy_from_slice(&[0, 5, 254, FREE]);
        distances.set(2, 9, &gaps);
        let mut pushes = [0; 64];
        let mut pushed = |direction, steps| {
            distances.pushes(direction, steps, &mut pushes);
            [pushes[2], pushes[9]]
        };
        assert_eq!(pushed(0, 0), [1 << 9, 0]);
        assert_eq!(pushed(1, 4), [0, 1 << 2]);
        assert_eq!(pushed(1, 5), [1 << 9, 1 << 2]);
        assert_eq!(pushed(2, 254), [1 << 9, 0]);
        assert_eq!(pushed(3, 254), [0, 1 << 2]);
    }
}
