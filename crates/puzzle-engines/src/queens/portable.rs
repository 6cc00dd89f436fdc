//! Completing a board, one partial solution at a time: the twin of the vector kernel.
//!
//! As the reference, with two differences that all kernels share: a partial solution that leaves one
//! of the next two rows no free square is not entered, and in the last row there is one column left, so
//! that a free square there is a solution.

use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_core::bits::members::singles;

use super::rest::{Rest, Row, Tally};

/// Counts the ways to complete the board; `None` if `stop` was set meanwhile.
pub(super) fn count(rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
    if let Some(tally) = rest.trivial() {
        return Some(tally);
    }
    let mut tally = Tally::default();
    let mut search = Search { rows: &rest.rows, stop, tally: &mut tally };
    search.place(0, rest.rows[0].free, 0, 0, 0).then_some(tally)
}

struct Search<'a> {
    rows: &'a [Row],
    stop: &'a AtomicBool,
    tally: &'a mut Tally,
}

impl Search<'_> {
    /// Goes on from a partial solution whose row `row` is free at `free`; false if stopped.
    fn place(&mut self, row: usize, free: u32, left: u32, columns: u32, right: u32) -> bool {
        self.tally.nodes += 1;
        if self.tally.nodes.is_multiple_of(1 << 16) && self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let (step, next) = (self.rows[row].step, self.rows[row + 1].free);
        let last = row + 2 == self.rows.len();
        for queen in singles(free) {
            let columns = columns | queen;
            let left = (left | queen) << step;
            let right = (right | queen) >> step;
            let free = next & !(left | columns | right);
            if free == 0 {
                continue;
            }
            if last {
                self.tally.solutions += 1;
                continue;
            }
            let (further, second) = (self.rows[row + 1].step, self.rows[row + 2].free);
            if second & !(left << further | columns | right >> further) == 0 {
                continue;
            }
            if !self.place(row + 1, free, left, columns, right) {
                return false;
            }
        }
        true
    }
}
