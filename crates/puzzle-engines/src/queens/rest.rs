//! What is left of a board when some queens are placed: the form that the counting kernels take.
//!
//! Rows with a queen are gone. For each row that is left there is the set of columns that no placed
//! queen attacks, and how many rows further down the next one is: so far the diagonals shift in one
//! step. Everything about a placed queen is in these constants, which all partial solutions of one
//! part share; the kernels know of no queens but their own.

use puzzle_core::Queens;

/// A row that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The columns that are free of forbidden squares and of attacks by placed queens.
    pub(super) free: u32,
    /// How far down the next row is.
    pub(super) step: u32,
}

/// The rows that are left, from the top. There are as many columns left as rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rest {
    pub(super) rows: Vec<Row>,
}

/// What a kernel found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// The ways to complete the board.
    pub(super) solutions: u64,
    /// Partial solutions that leave each of the next two rows a free square, the empty one included;
    /// complete ones are not counted.
    pub(super) nodes: u64,
}

impl Rest {
    /// The widest board: a row is a lane of 32 bits.
    pub(super) const WIDEST: u32 = 32;

    /// What is left when the queens on `placed` stand beside the given ones.
    pub(super) fn new(board: &Queens, placed: &[u32]) -> Self {
        let n = board.size();
        assert!(n <= Self::WIDEST, "a row is a lane of 32 bits");
        let filled = |row: u32| board.given().iter().chain(placed).any(|&queen| queen / n == row);
        let free: Vec<u32> = (0..n).filter(|&row| !filled(row)).collect();
        let next = |i: usize| free.get(i + 1).copied().unwrap_or(n);
        let row = |(i, &row): (usize, &u32)| Row {
            free: board.free_columns(row, placed) as u32,
            step: next(i) - row,
        };
        Rest { rows: free.iter().enumerate().map(row).collect() }
    }

    /// The tally, if it needs no search.
    pub(super) fn trivial(&self) -> Option<Tally> {
        match self.rows[..] {
            [] => Some(Tally { solutions: 1, nodes: 0 }),
            [row] => Some(Tally { solutions: row.free.count_ones().into(), nodes: 1 }),
            [row, ..] if row.free == 0 => Some(Tally { solutions: 0, nodes: 1 }),
            _ => None,
        }
    }
}
