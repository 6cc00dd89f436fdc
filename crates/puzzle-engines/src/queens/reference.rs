//! The recursion of document 003 §2: a queen in each row, three bit patterns for what is attacked.
//!
//! `columns` holds the columns taken, `left` and `right` the squares of the row at hand that are
//! attacked along the diagonals; going down a row shifts the one up and the other down. What is
//! free is what is in none of the three. Forbidden squares and given queens narrow each row
//! beforehand. It is slow, obvious, and finds solutions in the order of their squares.

use std::ops::ControlFlow;

use puzzle_core::bits::members::singles;
use puzzle_core::{Control, Queens, StopReason};

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// How many solutions were visited.
    pub solutions: u64,
    /// Partial solutions examined, the empty one included.
    pub nodes: u64,
    /// Why the search did not come to its end.
    pub stopped: Option<StopReason>,
}

/// Hands every solution to `visit`, as its squares from the top row down.
///
/// # Panics
/// If the board is wider than a word.
pub fn search(
    board: &Queens,
    control: &Control,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Found {
    let rows: Vec<u64> = (0..board.size()).map(|row| given_or_free(board, row)).collect();
    let found = Found { solutions: 0, nodes: 0, stopped: None };
    let mut search =
        Search { size: board.size(), rows, squares: Vec::new(), control, visit, found };
    let _ = search.place(0, 0, 0);
    search.found
}

/// Where a queen may stand in a row, given queens included.
pub(super) fn given_or_free(board: &Queens, row: u32) -> u64 {
    let n = board.size();
    match board.given().iter().find(|&&queen| queen / n == row) {
        Some(queen) => 1 << (queen % n),
        None => board.free_columns(row, &[]),
    }
}

struct Search<'a> {
    size: u32,
    rows: Vec<u64>,
    squares: Vec<u32>,
    control: &'a Control,
    visit: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    found: Found,
}

impl Search<'_> {
    fn place(&mut self, left: u64, columns: u64, right: u64) -> ControlFlow<()> {
        let row = self.squares.len();
        self.found.nodes += 1;
        let (nodes, limited) = (self.found.nodes, self.control.budget.nodes.is_some());
        if (limited || nodes.is_multiple_of(puzzle_core::Budget::INTERVAL))
            && let Err(reason) = self.control.look(nodes, self.found.solutions)
        {
            self.found.stopped = Some(reason);
            return ControlFlow::Break(());
        }
        if row == self.rows.len() {
            self.found.solutions += 1;
            let flow = (self.visit)(&self.squares);
            if flow.is_break() {
                self.found.stopped = Some(StopReason::Satisfied);
            }
            return flow;
        }
        for queen in singles(self.rows[row] & !(left | columns | right)) {
            self.squares.push(row as u32 * self.size + queen.trailing_zeros());
            self.place((left | queen) << 1, columns | queen, (right | queen) >> 1)?;
            self.squares.pop();
        }
        ControlFlow::Continue(())
    }
}
