//! Counting in parts: a part is a list of placed queens, counted by a kernel or split by a row.
//!
//! The parts of an empty board are its borders, each with the weight of its orbit; those of any
//! other board its rows. What is saved of a run is a list of parts, and squares are the embeddings
//! of the same problem as exact cover, so a part is what it is in every other saved run: a partial
//! solution.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use puzzle_core::bits::members::indices;
use puzzle_core::{Queens, Subtree};

use super::border::{borders, orbit_size};
use super::rest::{Rest, Tally};
use super::{narrow, portable, vector};
use crate::divide::sums::{self, Outcome, Sum};

/// Parts with more rows left are split: sixteen take about a tenth of a second.
const DIRECT: usize = 16;
/// Smaller boards have borders that are all corners.
const SMALLEST: u32 = 6;

/// Counts the solutions of a board in parts.
#[derive(Clone, Debug)]
pub struct Counting<'a> {
    board: &'a Queens,
    kernel: Kernel,
    by_borders: bool,
}

/// What completes a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// One partial solution at a time.
    Portable,
    /// Eight at a time, or sixteen where that fits (x86-64 with AVX2).
    Vector,
}

impl<'a> Counting<'a> {
    /// The widest board that is counted.
    pub const WIDEST: u32 = Rest::WIDEST;

    /// # Panics
    /// If the board is wider than [`Counting::WIDEST`] or the machine has no such kernel.
    pub fn new(board: &'a Queens, kernel: Kernel) -> Self {
        assert!(board.size() <= Self::WIDEST, "a row is a lane of 32 bits");
        assert!(kernel == Kernel::Portable || vector::is_available(), "there is no such kernel");
        Counting { board, kernel, by_borders: board.is_plain() && board.size() >= SMALLEST }
    }

    /// Whether symmetry is used.
    pub fn is_symmetric(&self) -> bool {
        self.by_borders
    }

    /// The parts to begin with.
    pub fn parts(&self) -> Vec<Subtree> {
        match self.by_borders {
            true => sums::equal(borders(self.board.size()).into_iter()),
            false => sums::equal([Vec::new()].into_iter()),
        }
    }

    /// Whether a part from elsewhere is one of this board's: squares that the rules allow, and if
    /// parts are borders, a whole border.
    pub fn owns(&self, part: &[u32]) -> bool {
        let n = self.board.size();
        let whole = || borders_touched(n, part) == 4;
        part.iter()
            .all(|&square| square < n * n && self.board.forbidden().binary_search(&square).is_err())
            && Queens::new(n, [part, self.board.given()].concat(), Vec::new()).is_ok()
            && (!self.by_borders || whole())
    }

    fn tally(&self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        thread_local! {
            static NARROW: RefCell<Option<narrow::Kernel>> = const { RefCell::new(None) };
            static WIDE: RefCell<Option<vector::Kernel>> = const { RefCell::new(None) };
        }
        match self.kernel {
            Kernel::Portable => portable::count(rest, stop),
            Kernel::Vector if narrow::Kernel::takes(rest) => NARROW
                .with_borrow_mut(|kernel| made(kernel, narrow::Kernel::new)?.count(rest, stop)),
            Kernel::Vector => {
                WIDE.with_borrow_mut(|kernel| made(kernel, vector::Kernel::new)?.count(rest, stop))
            }
        }
    }
}

/// What a thread makes when it is first needed.
fn made<T>(kept: &mut Option<T>, make: impl FnOnce() -> Option<T>) -> Option<&mut T> {
    if kept.is_none() {
        *kept = make();
    }
    kept.as_mut()
}

/// How many of the four border lines have a queen.
fn borders_touched(n: u32, queens: &[u32]) -> usize {
    let lines: [fn(u32, u32) -> bool; 4] =
        [|q, n| q / n == 0, |q, n| q % n == 0, |q, n| q / n == n - 1, |q, n| q % n == n - 1];
    lines.iter().filter(|line| queens.iter().any(|&queen| line(queen, n))).count()
}

impl Sum for Counting<'_> {
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome> {
        let n = self.board.size();
        let rest = Rest::new(self.board, part);
        if rest.rows.len() > DIRECT {
            return self.split(part).map(Outcome::Split);
        }
        let tally = self.tally(&rest, stop)?;
        let weight = if self.by_borders { orbit_size(n, part) } else { 1 };
        let sum = puzzle_core::BigUint::from(tally.solutions) * weight;
        Some(Outcome::Counted { sum, nodes: tally.nodes })
    }

    /// One part for each place in the first row that has no queen.
    fn split(&self, part: &[u32]) -> Option<Vec<Vec<u32>>> {
        let (n, rest) = (self.board.size(), Rest::new(self.board, part));
        let filled = |row: u32| self.board.given().iter().chain(part).any(|q| q / n == row);
        let row = (0..n).find(|&row| !filled(row))?;
        let with = |column: u32| [part, &[row * n + column]].concat();
        (rest.rows.len() > 1).then(|| indices(rest.rows[0].free).map(with).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kernels_agree_on_every_part_of_many_boards() {
        let Some(mut wide) = vector::Kernel::new() else { return };
        let mut narrow = narrow::Kernel::new().unwrap();
        let stop = AtomicBool::new(false);
        let mut agree = |rest: &Rest| {
            let slow = portable::count(rest, &stop);
            assert_eq!(wide.count(rest, &stop), slow, "{rest:?}");
            if narrow::Kernel::takes(rest) {
                assert_eq!(narrow.count(rest, &stop), slow, "{rest:?}");
            }
        };
        for n in 6..=11 {
            let board = Queens::plain(n).unwrap();
            borders(n).iter().for_each(|border| agree(&Rest::new(&board, border)));
        }
        let board = Queens::new(12, vec![5, 100], vec![14, 30, 31, 47, 66]).unwrap();
        agree(&Rest::new(&board, &[]));
        // Sixteen columns are few enough, seventeen are not.
        for n in [18, 19] {
            let board = Queens::plain(n).unwrap();
            let mut placed = borders(n)[100].clone();
            for row in 1..n - 1 {
                let free = board.free_columns(row, &placed);
                if Rest::new(&board, &placed).rows.len() > 11 && free != 0 {
                    placed.push(row * n + free.trailing_zeros());
                }
            }
            agree(&Rest::new(&board, &placed));
        }
    }

    #[test]
    fn the_orbits_of_borders_add_up_to_all_borders() {
        for n in 4..9 {
            let square = |n: u32, q: &[u32]| Queens::new(n, q.to_vec(), vec![]).is_ok();
            let on_border: Vec<u32> =
                (0..n * n).filter(|q| borders_touched(n, &[*q]) > 0).collect();
            let mut all = 0;
            // Every set of three or four squares of the border, taken from the definition.
            for (i, &a) in on_border.iter().enumerate() {
                for (j, &b) in on_border[..i].iter().enumerate() {
                    for (k, &c) in on_border[..j].iter().enumerate() {
                        all +=
                            u64::from(borders_touched(n, &[a, b, c]) == 4 && square(n, &[a, b, c]));
                        for &d in &on_border[..k] {
                            let four = [a, b, c, d];
                            all += u64::from(borders_touched(n, &four) == 4 && square(n, &four));
                        }
                    }
                }
            }
            let sum: u64 = borders(n).iter().map(|border| orbit_size(n, border)).sum();
            assert_eq!(sum, all, "{n}");
        }
    }

    #[test]
    fn a_kernel_that_is_told_to_stop_gives_no_tally() {
        let board = Queens::plain(12).unwrap();
        let rest = Rest::new(&board, &[]);
        let stop = AtomicBool::new(true);
        assert_eq!(portable::count(&rest, &stop), None);
        if let Some(mut kernel) = vector::Kernel::new() {
            assert_eq!(kernel.count(&rest, &stop), None);
        }
    }
}
