//! Queens: n of them on an n × n board, none attacking another (document 003 §2).
//!
//! Some squares may be forbidden and some queens given. Squares are numbered row by row from the
//! top left, so that a set of squares is a list of numbers, and so is a placement: that number is
//! also the number of the embedding when the problem is lowered to exact cover.
//!
//! Invariants, checked by [`Queens::new`]: no given queen stands on a forbidden square, and no two
//! attack each other.

use std::time::Duration;

use crate::BigUint;
use crate::shown::shown;

/// A problem of queens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queens {
    size: u32,
    /// Sorted squares.
    given: Vec<u32>,
    /// Sorted squares.
    forbidden: Vec<u32>,
}

/// How many solutions the empty board of a size has: a line of document 003's table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardCount {
    /// How many rows.
    pub size: u32,
    /// All solutions.
    pub solutions: BigUint,
    /// Solutions up to the symmetries of the board.
    pub classes: BigUint,
    /// Nodes that it took.
    pub nodes: u64,
    /// Time that it took.
    pub elapsed: Duration,
}

/// Why given queens and forbidden squares make no sense together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueensError {
    /// A board has from 1 to [`Queens::LARGEST`] rows.
    Size(u32),
    /// The board has no such square.
    NoSquare(u32),
    /// These two given queens attack each other.
    Attack(u32, u32),
    /// A queen is given where none may stand.
    Forbidden(u32),
}

shown! { QueensError {
    QueensError::Size(size) => "a board cannot have {size} rows";
    QueensError::NoSquare(square) => "the board has no square {square}";
    QueensError::Attack(a, b) => "the queens on {a} and {b} attack each other";
    QueensError::Forbidden(square) => "a queen is given on forbidden {square}";
} }

impl std::error::Error for QueensError {}

impl Queens {
    /// The most rows of a board.
    pub const LARGEST: u32 = 1000;

    /// The most rows of a board that is searched: a row is a word.
    pub const WIDEST: u32 = 64;

    /// The empty board.
    pub fn plain(size: u32) -> Result<Self, QueensError> {
        Self::new(size, Vec::new(), Vec::new())
    }

    /// A board with some queens given and some squares forbidden, by number.
    pub fn new(
        size: u32,
        mut given: Vec<u32>,
        mut forbidden: Vec<u32>,
    ) -> Result<Self, QueensError> {
        if size == 0 || size > Self::LARGEST {
            return Err(QueensError::Size(size));
        }
        for list in [&mut given, &mut forbidden] {
            list.sort_unstable();
            list.dedup();
            if let Some(&square) = list.last().filter(|&&square| square >= size * size) {
                return Err(QueensError::NoSquare(square));
            }
        }
        if let Some(&square) = given.iter().find(|square| forbidden.binary_search(square).is_ok()) {
            return Err(QueensError::Forbidden(square));
        }
        if let Some((a, b)) = attack(size, &given) {
            return Err(QueensError::Attack(a, b));
        }
        Ok(Queens { size, given, forbidden })
    }

    /// The number of rows.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The squares of the given queens.
    pub fn given(&self) -> &[u32] {
        &self.given
    }

    /// The squares where no queen may stand.
    pub fn forbidden(&self) -> &[u32] {
        &self.forbidden
    }

    /// Whether it is the classic problem: nothing given, nothing forbidden.
    pub fn is_plain(&self) -> bool {
        self.given.is_empty() && self.forbidden.is_empty()
    }

    /// The columns of a row where a queen may stand when those on `placed` do, the given ones
    /// included: not forbidden, not attacked by another row's queen. A row with a queen has the
    /// one column of that queen.
    ///
    /// # Panics
    /// If the board is wider than a word.
    pub fn free_columns(&self, row: u32, placed: &[u32]) -> u64 {
        let n = self.size;
        assert!(n <= Self::WIDEST, "a row is a word");
        let mut free = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        let start = self.forbidden.partition_point(|&square| square < row * n);
        for square in self.forbidden[start..].iter().take_while(|&&square| square < (row + 1) * n) {
            free &= !(1 << (square - row * n));
        }
        for &queen in self.given.iter().chain(placed) {
            let (r, c) = (queen / n, queen % n);
            let attacked = match r.abs_diff(row) {
                0 => !(1 << c),
                far => {
                    let left = if far <= c { 1 << (c - far) } else { 0 };
                    let right = if far + c < n { 1 << (c + far) } else { 0 };
                    left | right | 1_u64 << c
                }
            };
            free &= !attacked;
        }
        free
    }

    /// Whether these squares are a solution, and if not, why; from the rules alone.
    pub fn check(&self, squares: &[u32]) -> Result<(), String> {
        let n = self.size;
        let name = |square: u32| format!("row {}, column {}", square / n + 1, square % n + 1);
        if let Some(square) = squares.iter().find(|&&square| square >= n * n) {
            return Err(format!("the board has no square {square}"));
        }
        if squares.len() != n as usize {
            return Err(format!("{} queens instead of {n}", squares.len()));
        }
        if let Some(&square) = squares.iter().find(|s| self.forbidden.binary_search(s).is_ok()) {
            return Err(format!("{} is forbidden", name(square)));
        }
        if let Some(&square) = self.given.iter().find(|square| !squares.contains(square)) {
            return Err(format!("the given queen at {} is missing", name(square)));
        }
        match attack(n, squares) {
            Some((a, b)) => Err(format!("{} attacks {}", name(a), name(b))),
            None => Ok(()),
        }
    }

    /// The turns and reflections of the board that keep what is given and forbidden.
    pub fn symmetries(&self) -> impl Iterator<Item = Turn> + '_ {
        let keeps = |turn: &Turn, list: &[u32]| {
            list.iter().all(|&square| list.binary_search(&turn.image(self.size, square)).is_ok())
        };
        Turn::ALL
            .into_iter()
            .filter(move |turn| keeps(turn, &self.given) && keeps(turn, &self.forbidden))
    }

    /// A number that tells boards apart: the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let numbers = [&[self.size], &self.given[..], &[u32::MAX], &self.forbidden[..]];
        crate::fingerprint_of_numbers(numbers.into_iter().flatten().copied())
    }
}

/// The first two queens that attack each other. Each line of the board is visited once, so that
/// a thousand queens take no longer than they should.
fn attack(size: u32, queens: &[u32]) -> Option<(u32, u32)> {
    let lines = 2 * size as usize;
    let mut taken = vec![u32::MAX; 4 * lines];
    for &queen in queens {
        let (row, column) = (queen / size, queen % size);
        let line = [row, column, row + column, row + size - 1 - column];
        for (kind, line) in line.into_iter().enumerate() {
            let other = std::mem::replace(&mut taken[kind * lines + line as usize], queen);
            if other != u32::MAX {
                return Some((other, queen));
            }
        }
    }
    None
}

/// One of the eight turns and reflections of a square board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Exchange rows and columns first.
    pub flip: bool,
    /// Then reverse the rows.
    pub rows: bool,
    /// Then reverse the columns.
    pub columns: bool,
}

impl Turn {
    /// All eight, the identity first.
    pub const ALL: [Turn; 8] = {
        let mut all = [Turn { flip: false, rows: false, columns: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Turn { flip: i & 4 != 0, rows: i & 2 != 0, columns: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// Where a square of a board of that size goes.
    pub fn image(self, size: u32, square: u32) -> u32 {
        let (mut row, mut column) = (square / size, square % size);
        if self.flip {
            (row, column) = (column, row);
        }
        if self.rows {
            row = size - 1 - row;
        }
        if self.columns {
            column = size - 1 - column;
        }
        row * size + column
    }

    /// Whether it can be carried out without turning the board over.
    pub fn is_proper(self) -> bool {
        !(self.flip ^ self.rows ^ self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_attacks_is_found_along_rows_columns_and_both_diagonals() {
        for (a, b) in [(0, 3), (0, 12), (0, 15), (3, 12), (5, 10), (6, 9)] {
            assert_eq!(Queens::new(4, vec![b, a], vec![]), Err(QueensError::Attack(a, b)));
        }
        assert!(Queens::new(4, vec![1, 7, 8, 14], vec![]).is_ok());
        assert_eq!(Queens::new(4, vec![1], vec![1]), Err(QueensError::Forbidden(1)));
        assert_eq!(Queens::new(4, vec![16], vec![]), Err(QueensError::NoSquare(16)));
        assert_eq!(Queens::plain(0), Err(QueensError::Size(0)));
    }

    #[test]
    fn free_columns_are_those_that_no_other_queen_attacks() {
        let board = Queens::new(4, vec![1], vec![7]).unwrap();
        let free = |placed: &[u32]| [0, 1, 2, 3].map(|row| board.free_columns(row, placed));
        assert_eq!(free(&[]), [0b0010, 0, 0b0101, 0b1101]);
        let plain = Queens::plain(64).unwrap();
        assert_eq!(plain.free_columns(5, &[]), u64::MAX);
        assert_eq!(plain.free_columns(1, &[63]), u64::MAX >> 2);
    }

    #[test]
    fn the_eight_turns_are_a_group_that_moves_every_square_to_a_square() {
        let images = |turn: Turn| (0..25).map(|s| turn.image(5, s)).collect::<Vec<_>>();
        let all: Vec<Vec<u32>> = Turn::ALL.into_iter().map(images).collect();
        for a in Turn::ALL {
            for b in Turn::ALL {
                let both = (0..25).map(|s| b.image(5, a.image(5, s))).collect::<Vec<_>>();
                let c = all.iter().position(|images| *images == both).expect("closed");
                assert_eq!(Turn::ALL[c].is_proper(), a.is_proper() == b.is_proper());
            }
        }
    }

    #[test]
    fn only_symmetries_that_keep_the_board_are_handed_out() {
        assert_eq!(Queens::plain(5).unwrap().symmetries().count(), 8);
        assert_eq!(Queens::new(5, vec![], vec![12]).unwrap().symmetries().count(), 8);
        assert_eq!(Queens::new(5, vec![], vec![0]).unwrap().symmetries().count(), 2);
        assert_eq!(Queens::new(5, vec![1], vec![]).unwrap().symmetries().count(), 1);
    }

    #[test]
    fn a_solution_is_checked_from_the_rules() {
        let board = Queens::new(4, vec![1], vec![0]).unwrap();
        assert_eq!(board.check(&[14, 1, 7, 8]), Ok(()));
        assert!(board.check(&[2, 4, 11, 13]).unwrap_err().contains("missing"));
        assert!(board.check(&[1, 7, 8]).unwrap_err().contains("3 queens"));
        assert!(board.check(&[1, 7, 8, 16]).unwrap_err().contains("no square 16"));
        assert!(board.check(&[1, 7, 8, 15]).unwrap_err().contains("attacks"));
    }
}
