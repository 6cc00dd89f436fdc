//! A move's legality by one AND (document 003 §8.4).
//!
//! A board is kept twice in one word: the holes with a peg in the lower half, those without in the
//! upper half. What a jump needs, pegs here and a hole there, is then a pattern that must not meet
//! the word's opposite: one AND tells whether the jump is possible, one exclusive or makes it, in
//! both halves.

/// A board of up to 64 holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paired(u128);

/// A change of some holes that asks how all of them were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedMove {
    forbidden: u128,
    changed: u128,
}

impl Paired {
    /// A board with these holes and pegs in some of them.
    pub const fn new(holes: u64, pegs: u64) -> Self {
        Paired((holes & pegs) as u128 | ((holes & !pegs) as u128) << 64)
    }

    /// The holes with a peg.
    #[inline]
    pub const fn pegs(self) -> u64 {
        self.0 as u64
    }

    /// The board after a move, if it is possible.
    #[inline]
    pub const fn after(self, change: PairedMove) -> Option<Self> {
        if self.0 & change.forbidden == 0 { Some(Paired(self.0 ^ change.changed)) } else { None }
    }
}

impl PairedMove {
    /// Takes the pegs of some holes and puts pegs into others.
    ///
    /// ```
    /// use puzzle_core::bits::paired::{Paired, PairedMove};
    /// let jump = PairedMove::new(0b011, 0b100);
    /// assert_eq!(Paired::new(0b111, 0b011).after(jump).map(Paired::pegs), Some(0b100));
    /// assert_eq!(Paired::new(0b111, 0b001).after(jump), None);
    /// ```
    pub const fn new(taken: u64, put: u64) -> Self {
        let touched = (taken | put) as u128;
        PairedMove {
            forbidden: put as u128 | (taken as u128) << 64,
            changed: touched | touched << 64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mirror::Mirror;
    use std::collections::HashMap;

    /// The jumps of the triangle of 15 holes, by the rows and columns of their holes.
    fn jumps() -> Vec<(u64, u64)> {
        let hole = |row: i32, column: i32| {
            ((0..=row).contains(&column) && row < 5)
                .then(|| 1_u64 << (row * (row + 1) / 2 + column))
        };
        let mut jumps = Vec::new();
        for (row, column) in (0..5).flat_map(|row| (0..=row).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)] {
                let at = |step: i32| hole(row + step * down, column + step * right);
                if let (Some(from), Some(over), Some(to)) = (at(0), at(1), at(2)) {
                    jumps.push((from | over, to));
                }
            }
        }
        jumps
    }

    #[test]
    fn one_and_tells_what_looking_at_each_hole_tells() {
        let jumps = jumps();
        assert_eq!(jumps.len(), 36);
        for pegs in 0..1_u64 << 15 {
            for &(taken, put) in &jumps {
                let slow =
                    (pegs & taken == taken && pegs & put == 0).then_some(pegs & !taken | put);
                let fast = Paired::new(0x7fff, pegs).after(PairedMove::new(taken, put));
                assert_eq!(fast.map(Paired::pegs), slow);
            }
        }
    }

    #[test]
    fn the_triangle_of_document_003_has_6816_games() {
        let moves: Vec<PairedMove> =
            jumps().iter().map(|&(taken, put)| PairedMove::new(taken, put)).collect();
        let mirror = Mirror::new(&[0, 2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10]).unwrap();
        // A position and its mirror image are reached equally often, so they share an entry (§3.3).
        let class = |board: Paired| {
            let code = mirror.code(board.pegs());
            code.min(mirror.reflect(code))
        };
        let mut level = HashMap::from([(class(Paired::new(0x7fff, 0x7ffe)), 1_u64)]);
        for _ in 0..13 {
            let mut next = HashMap::new();
            for (&code, games) in &level {
                let board = Paired::new(0x7fff, mirror.members(code));
                for &after in &moves {
                    if let Some(after) = board.after(after) {
                        *next.entry(class(after)).or_insert(0) += games;
                    }
                }
            }
            level = next;
        }
        assert_eq!(level[&class(Paired::new(0x7fff, 1))], 6816);
    }
}
