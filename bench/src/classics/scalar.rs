//! The classic program for queens: scalar, with all eight symmetries. The peer of our kernels.
//!
//! The first row decides which of a solution's eight images is counted. If its queen stands in a
//! corner, the diagonal reflection is settled by the second row, and the solution counts eight
//! times. If not, the queens of the other three sides must not stand nearer to a corner than the
//! first row's, which masks see to; where one stands equally near, a comparison of the whole board
//! with its image tells whether it is the least, or the same and counts four times or twice. (A
//! queen in the middle of an odd first row has its like at no other side.)

/// The number of solutions for `n` queens, `n` from 5 to 31.
pub(super) fn count(n: usize) -> u64 {
    let mut search =
        Search { n, all: (1 << n) - 1, board: [0; 32], near: 0, far: 0, ..Search::default() };
    search.board[0] = 1;
    for second in 2..n - 1 {
        search.near = second;
        let queen = 1 << second;
        search.board[1] = queen;
        search.corner(2, (2 | queen) << 1, 1 | queen, queen >> 1);
    }
    let top = 1_u32 << (n - 1);
    search.sides = top | 1;
    search.last = top | 1;
    search.end = top >> 1;
    for first in 1..n / 2 {
        (search.near, search.far) = (first, n - 1 - first);
        if search.near >= search.far {
            break;
        }
        let queen = 1 << first;
        search.board[0] = queen;
        search.inner(1, queen << 1, queen, queen >> 1);
        search.last |= search.last >> 1 | search.last << 1;
        search.end >>= 1;
    }
    8 * search.eights + 4 * search.fours + 2 * search.twos
}

#[derive(Default)]
struct Search {
    n: usize,
    all: u32,
    board: [u32; 32],
    /// The row up to which (and from which) a side may not yet (must by now) have its queen.
    near: usize,
    far: usize,
    sides: u32,
    last: u32,
    end: u32,
    eights: u64,
    fours: u64,
    twos: u64,
}

impl Search {
    fn corner(&mut self, row: usize, left: u32, down: u32, right: u32) {
        let mut free = self.all & !(left | down | right);
        if row == self.n - 1 {
            self.eights += u64::from(free != 0);
            return;
        }
        if row < self.near {
            free &= !2;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.corner(row + 1, (left | queen) << 1, down | queen, (right | queen) >> 1);
        }
    }

    fn inner(&mut self, row: usize, left: u32, down: u32, right: u32) {
        let mut free = self.all & !(left | down | right);
        if row == self.n - 1 {
            if free != 0 && free & self.last == 0 {
                self.board[row] = free;
                self.judge();
            }
            return;
        }
        if row < self.near {
            free &= !self.sides;
        } else if row == self.far {
            if down & self.sides == 0 {
                return;
            }
            if down & self.sides != self.sides {
                free &= self.sides;
            }
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.board[row] = queen;
            self.inner(row + 1, (left | queen) << 1, down | queen, (right | queen) >> 1);
        }
    }

    /// Compares a solution with the three turns that may be as small.
    fn judge(&mut self) {
        use std::cmp::Ordering::{Equal, Greater};
        let (n, top) = (self.n, 1_u32 << (self.n - 1));
        if self.board[self.far] == 1 {
            let turned = |row: usize| 1 << (n - 1 - self.find(1 << row));
            match self.compare(turned) {
                Greater => return,
                Equal => {
                    self.twos += 1;
                    return;
                }
                _ => {}
            }
        }
        if self.board[n - 1] == self.end {
            let turned =
                |row: usize| 1 << (n - 1 - self.board[n - 1 - row].trailing_zeros() as usize);
            match self.compare(turned) {
                Greater => return,
                Equal => {
                    self.fours += 1;
                    return;
                }
                _ => {}
            }
        }
        if self.board[self.near] == top && self.compare(|row| 1 << self.find(top >> row)) == Greater
        {
            return;
        }
        self.eights += 1;
    }

    /// The row whose queen stands in a column.
    fn find(&self, column: u32) -> usize {
        self.board[..self.n]
            .iter()
            .position(|&queen| queen == column)
            .expect("every column has one")
    }

    fn compare(&self, image: impl Fn(usize) -> u32) -> std::cmp::Ordering {
        let rows = (1..self.n).map(|row| self.board[row].cmp(&image(row)));
        rows.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_peer_counts_right() {
        for (n, known) in
            [(5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724), (11, 2680), (12, 14200)]
        {
            assert_eq!(super::count(n), known, "{n}");
        }
    }
}
