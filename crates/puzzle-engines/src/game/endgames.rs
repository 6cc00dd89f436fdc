//! The value of every position of up to seven moves, by which of them are compatible.
//!
//! What can happen in a position depends only on which moves go together, so a position of k moves is
//! a graph on k vertices: k(k-1)/2 bits, at most 21. All two million of them are solved once, smallest
//! first, and most leaves of a search are one look into 256 KiB.
//!
//! A graph is written as the upper triangle of its matrix, row by row: pair (0, 1), (0, 2) … (1, 2) ….
//! The triangle of the moves that are left after one of them is played is again a compaction.

use std::sync::OnceLock;

use puzzle_core::bits::board8;
use puzzle_core::bits::compact::{Compact, Kernel, dispatch};

/// The most moves of a position that is looked up.
pub(super) const MOST: u32 = 7;

/// Which positions are lost for the player to move, one bit each.
#[derive(Debug)]
pub(super) struct Endgames {
    lost: Vec<u64>,
}

/// Where the positions of so many moves begin, in bits.
const fn start(moves: u32) -> usize {
    let (mut k, mut start) = (0, 0);
    while k < moves {
        start += 1 << (k * k.saturating_sub(1) / 2);
        k += 1;
    }
    start
}

const STARTS: [usize; 9] =
    [start(0), start(1), start(2), start(3), start(4), start(5), start(6), start(7), start(8)];

/// By set of vertices: the places of its pairs in a matrix of 8 x 8, above the diagonal.
const PAIRS: [u64; 256] = {
    let mut pairs = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut a = 0;
        while a < 8 {
            if set >> a & 1 == 1 {
                let above = (0xff << (a + 1)) & 0xff;
                pairs[set] |= ((set & above) as u64) << (8 * a);
            }
            a += 1;
        }
        set += 1;
    }
    pairs
};

impl Endgames {
    /// The table for normal play, or for the game in which who cannot move wins.
    pub(super) fn get(misere: bool) -> &'static Self {
        static TABLES: [OnceLock<Endgames>; 2] = [OnceLock::new(), OnceLock::new()];
        TABLES[usize::from(misere)].get_or_init(|| dispatch(Fill { misere }))
    }

    /// Whether the player to move loses the position of `moves` moves with this triangle.
    #[inline(always)]
    pub(super) fn is_lost(&self, moves: u32, triangle: u64) -> bool {
        let at = STARTS[moves as usize] + triangle as usize;
        self.lost[at / 64] >> (at % 64) & 1 == 1
    }
}

struct Fill {
    misere: bool,
}

impl Kernel for Fill {
    type Answer = Endgames;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> Endgames {
        let mut table = Endgames { lost: vec![0; STARTS[8].div_ceil(64)] };
        table.lost[0] = u64::from(!self.misere);
        for moves in 1..=MOST {
            let places = PAIRS[(1 << moves) - 1];
            for triangle in 0..1_u64 << (moves * (moves - 1) / 2) {
                let upper = way.spread(triangle, places);
                let matrix = upper | board8::transpose(upper);
                let wins = |i: u32| {
                    let left = (matrix >> (8 * i)) as u8;
                    let triangle = way.compact(upper, PAIRS[usize::from(left)]);
                    table.is_lost(left.count_ones(), triangle)
                };
                if !(0..moves).any(wins) {
                    let at = STARTS[moves as usize] + triangle as usize;
                    table.lost[at / 64] |= 1 << (at % 64);
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who wins, from the rules: a move leaves the moves that go with it.
    fn is_lost(left: u32, rows: &[u32], misere: bool) -> bool {
        let mut moves = (0..rows.len()).filter(|i| left >> i & 1 == 1).peekable();
        if moves.peek().is_none() {
            return !misere;
        }
        !moves.any(|i| is_lost(left & rows[i], rows, misere))
    }

    #[test]
    fn every_position_of_up_to_five_moves_has_its_value_from_the_rules() {
        for misere in [false, true] {
            let table = Endgames::get(misere);
            for moves in 0..=5_u32 {
                for triangle in 0..1_u64 << (moves * moves.saturating_sub(1) / 2) {
                    let mut rows = vec![0_u32; moves as usize];
                    let mut bits = triangle;
                    for a in 0..moves {
                        for b in a + 1..moves {
                            rows[a as usize] |= ((bits & 1) as u32) << b;
                            rows[b as usize] |= ((bits & 1) as u32) << a;
                            bits >>= 1;
                        }
                    }
                    let lost = is_lost((1 << moves) - 1, &rows, misere);
                    assert_eq!(table.is_lost(moves, triangle), lost, "{moves} {triangle:b}");
                }
            }
        }
    }
}
