//! Position classes: what every jump leaves as it is.
//!
//! A jump changes three holes. A set of holes that meets every jump in an even number of them keeps
//! the parity of its pegs throughout a game. These sets form a vector space over the field of two
//! elements, the null space of the jumps; on a square board it is spanned by the two ways to colour
//! the diagonals with three colours (the "rule of three"). Two positions whose parities differ on
//! any such set cannot be reached from each other. The space is found by elimination, so the
//! argument holds for any board, and it is a proof.

use puzzle_core::jumps::{JumpBoard, Position};

/// Sets of holes whose number of pegs keeps its parity; none is a combination of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    sets: Vec<Position>,
}

impl Invariants {
    /// A basis of all such sets.
    pub fn new(board: &JumpBoard) -> Self {
        // Rows in reduced echelon form, each with its pivot, the highest hole.
        let mut rows: Vec<(u32, Position)> = Vec::new();
        for jump in board.jumps() {
            let mut row = jump.mask();
            for &(pivot, other) in &rows {
                if row >> pivot & 1 == 1 {
                    row ^= other;
                }
            }
            if row == 0 {
                continue;
            }
            let pivot = Position::BITS - 1 - row.leading_zeros();
            for (_, other) in &mut rows {
                if *other >> pivot & 1 == 1 {
                    *other ^= row;
                }
            }
            rows.push((pivot, row));
        }
        // Each hole that is no pivot is free and determines the pivots.
        let free = (0..board.holes() as u32).filter(|&h| rows.iter().all(|&(p, _)| p != h));
        let set = |hole: u32| {
            let pivots = rows.iter().filter(|(_, row)| row >> hole & 1 == 1);
            pivots.fold(1 << hole, |set, &(pivot, _)| set | 1 << pivot)
        };
        Invariants { sets: free.map(set).collect() }
    }

    /// The sets.
    pub fn sets(&self) -> &[Position] {
        &self.sets
    }

    /// The class of a position: the sets with an odd number of pegs, as bits.
    pub fn class(&self, position: Position) -> Position {
        let odd = |set: &Position| Position::from((position & set).count_ones() % 2);
        self.sets.iter().enumerate().fold(0, |class, (i, set)| class | odd(set) << i)
    }

    /// The holes where a single peg is in the class of this position.
    pub fn finishes(&self, position: Position, holes: usize) -> Position {
        let class = self.class(position);
        let pegs = (0..holes).map(|hole| 1 << hole);
        pegs.filter(|&peg| self.class(peg) == class).fold(0, |all, peg| all | peg)
    }

    /// Sets that tell the start from every goal, if none of the goals is in the start's class: each
    /// goal has another parity on at least one of them.
    pub fn obstruction(&self, start: Position, goals: &[Position]) -> Option<Vec<Position>> {
        let here = self.class(start);
        let mut differences: Vec<Position> =
            goals.iter().map(|&goal| self.class(goal) ^ here).collect();
        if differences.contains(&0) {
            return None;
        }
        let mut chosen = Vec::new();
        // The set that settles most goals first.
        while !differences.is_empty() {
            let settles = |i: usize| differences.iter().filter(|&d| d >> i & 1 == 1).count();
            let best = (0..self.sets.len()).max_by_key(|&i| settles(i))?;
            chosen.push(self.sets[best]);
            differences.retain(|difference| difference >> best & 1 == 0);
        }
        Some(chosen)
    }
}
