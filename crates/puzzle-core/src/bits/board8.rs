//! 8 × 8 boards in one word, and their eight images.
//!
//! Row `r`, column `c` is bit `8 * r + c`: row 0 is the low byte. Drawn, row 0 is the top row and
//! column 0 the left one, and "clockwise" is said of that drawing.
//!
//! The idea (document 003 §4.8 and §8.7): move many squares by each instruction, first whole
//! quarters of the board, then quarters of these, then single squares. The document does so on two
//! 32-bit halves, once for the reflection and once for the rotation. In one 64-bit word only the
//! transposition needs stages; a reflection reverses the bits of every byte, which the machine's
//! reversals of bits and bytes give together, and every other image is a composition.
//!
//! When to use it: placements and positions of games on the chess board, one per orbit.
//!
//! ```
//! use puzzle_core::bits::board8::{canonical, reflect, rotate, transpose};
//!
//! let corner = 0b1111; // four squares of the top row, from the left
//! assert_eq!(reflect(corner), 0b1111_0000);
//! assert_eq!(transpose(corner), 0x0000_0000_0101_0101);
//! assert_eq!(rotate(corner), 0x0000_0000_8080_8080);
//! assert_eq!(canonical(rotate(corner)), corner);
//! ```

use super::transpose::delta_swap;

/// Left to right: column `c` becomes column `7 - c`.
#[inline]
pub const fn reflect(board: u64) -> u64 {
    board.reverse_bits().swap_bytes()
}

/// Top to bottom: row `r` becomes row `7 - r`.
#[inline]
pub const fn invert(board: u64) -> u64 {
    board.swap_bytes()
}

/// About the main diagonal: rows become columns.
#[inline]
pub fn transpose(board: u64) -> u64 {
    let board = delta_swap(board, 0x0000_0000_f0f0_f0f0, 28);
    let board = delta_swap(board, 0x0000_cccc_0000_cccc, 14);
    delta_swap(board, 0x00aa_00aa_00aa_00aa, 7)
}

/// A quarter turn clockwise: the square in row `r`, column `c` goes to row `c`, column `7 - r`.
#[inline]
pub fn rotate(board: u64) -> u64 {
    reflect(transpose(board))
}

/// The eight images: the board turned clockwise 0, 1, 2 and 3 times, then its reflection likewise.
///
/// An image occurs more than once if the board is symmetric.
#[inline]
pub fn images(board: u64) -> [u64; 8] {
    let other = transpose(board);
    [
        board,
        reflect(other),
        board.reverse_bits(),
        invert(other),
        reflect(board),
        other.reverse_bits(),
        invert(board),
        other,
    ]
}

/// The least of the eight images as numbers: equal for two boards exactly if each is an image of
/// the other.
#[inline]
pub fn canonical(board: u64) -> u64 {
    images(board).into_iter().fold(board, u64::min)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    /// The board with each square moved by `to`, square by square.
    fn moved(board: u64, to: impl Fn(u32, u32) -> (u32, u32)) -> u64 {
        let mut image = 0;
        for row in 0..8 {
            for column in 0..8 {
                let (new_row, new_column) = to(row, column);
                image |= (board >> (8 * row + column) & 1) << (8 * new_row + new_column);
            }
        }
        image
    }

    #[test]
    fn each_image_moves_every_square_where_its_description_says() {
        let mut random = Random::new(3);
        for _ in 0..500 {
            let board = random.uneven_bits();
            assert_eq!(reflect(board), moved(board, |r, c| (r, 7 - c)));
            assert_eq!(invert(board), moved(board, |r, c| (7 - r, c)));
            assert_eq!(transpose(board), moved(board, |r, c| (c, r)));
            assert_eq!(rotate(board), moved(board, |r, c| (c, 7 - r)));
        }
    }

    #[test]
    fn the_images_are_four_turns_of_the_board_and_four_of_its_reflection() {
        let mut random = Random::new(4);
        for _ in 0..500 {
            let board = random.uneven_bits();
            let mut slow = Vec::new();
            for mut image in [board, reflect(board)] {
                for _ in 0..4 {
                    slow.push(image);
                    image = rotate(image);
                }
            }
            assert_eq!(images(board).to_vec(), slow);
        }
    }

    #[test]
    fn all_images_of_a_board_have_the_same_canonical_image() {
        let mut random = Random::new(5);
        for _ in 0..500 {
            let board = random.uneven_bits();
            let least = canonical(board);
            assert!(images(board).contains(&least));
            assert!(images(board).iter().all(|&image| image >= least && canonical(image) == least));
        }
    }

    #[test]
    fn twelve_pentominoes_have_2308_placements_and_296_up_to_symmetry() {
        let shapes: [u64; 12] = [
            0x020306, 0x1f, 0x010f, 0x0e03, 0x0307, 0x020207, // F I L N P T
            0x0705, 0x070101, 0x060301, 0x020702, 0x020f, 0x060203, // U V W X Y Z
        ];
        let mut placements = BTreeSet::new();
        for shape in shapes {
            assert_eq!(shape.count_ones(), 5);
            let width = (0..8).filter(|c| shape & 0x0101_0101_0101_0101 << c != 0).count();
            let height = (0..8).filter(|r| shape & 0xff << (8 * r) != 0).count();
            for row in 0..=8 - height {
                for column in 0..=8 - width {
                    placements.extend(images(shape << (8 * row + column)));
                }
            }
        }
        assert_eq!(placements.len(), 2308);
        let orbits: BTreeSet<u64> = placements.into_iter().map(canonical).collect();
        assert_eq!(orbits.len(), 296);
    }
}
