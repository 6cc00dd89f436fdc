//! What looking at one line at a time leaves open.
//!
//! A generator asks this thousands of times where it would ask for a proof once: it takes some
//! microseconds, and the number of open cells says how far a picture is from having clues of one
//! solution. No open cell is a proof of that, since the filter removes only what is impossible.

use puzzle_core::lines::Lines;

use super::board::Board;
use super::clue::Clue;
use super::word::{Wide, Word};

/// The numbers of the cells, row by row from 0, that line solving leaves open; `None` if the clues
/// contradict each other.
///
/// ```
/// use puzzle_core::lines::{Lines, Picture};
/// use puzzle_engines::lines::undecided;
///
/// // Two cells, corner to corner: the clues do not tell which corners.
/// let picture = Picture { width: 2, height: 2, cells: vec![1, 0, 0, 1] };
/// assert_eq!(undecided(&Lines::of(&picture).unwrap()), Some(vec![0, 1, 2, 3]));
/// ```
pub fn undecided(lines: &Lines) -> Option<Vec<usize>> {
    match lines.width().max(lines.height()) + 2 {
        0..=64 => undecided_with::<u64>(lines),
        65..=128 => undecided_with::<u128>(lines),
        _ => undecided_with::<Wide>(lines),
    }
}

fn undecided_with<W: Word>(lines: &Lines) -> Option<Vec<usize>> {
    let clues = Clue::all(lines);
    let (width, height) = (lines.width(), lines.height());
    let mut board = Board::<W>::new(&clues, width, height, lines.colours() + 1);
    board.propagate().ok()?;
    let open = |&cell: &usize| board.left(cell / width, cell % width) > 1;
    Some((0..width * height).filter(open).collect())
}
