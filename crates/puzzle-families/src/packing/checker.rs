//! Many solutions checked one after the other.
//!
//! `rules` looks at a solution as if it were the only one. Most of what it looks at, shape, colours
//! and where the piece may lie, depends on one placement alone, and a puzzle has far fewer
//! placements than solutions: so each is looked at once. What is left for each solution is that no
//! two pieces overlap, no cell is empty that may not be, and no piece is used too often or too
//! seldom. That takes some nanoseconds a cell.

use super::{Packing, rules};

/// The state between two solutions.
pub(super) struct Checker<'a> {
    packing: &'a Packing,
    /// Placements that keep the rules by themselves.
    good: Vec<bool>,
    /// By cell: the number of the last solution that fills it.
    filled: Vec<u64>,
    /// By piece: how often it is used.
    used: Vec<u32>,
    number: u64,
}

impl<'a> Checker<'a> {
    pub(super) fn new(packing: &'a Packing) -> Self {
        Checker {
            packing,
            good: vec![false; packing.placements.len()],
            filled: vec![0; packing.written.region.len()],
            used: vec![0; packing.written.pieces.len()],
            number: 0,
        }
    }

    /// Checks a solution. `rules` says what is wrong with one that is not right.
    pub(super) fn check(&mut self, numbers: &[u32]) -> Result<(), String> {
        match self.is_right(numbers) {
            true => Ok(()),
            false => match rules::check_numbers(self.packing, numbers) {
                Err(why) => Err(why),
                Ok(()) => Err("two ways to check it do not agree".into()),
            },
        }
    }

    fn is_right(&mut self, numbers: &[u32]) -> bool {
        let Packing { written, placements, .. } = self.packing;
        self.number += 1;
        self.used.fill(0);
        let mut full = 0;
        for &number in numbers {
            let Some(placement) = placements.get(number as usize) else { return false };
            let piece = &written.pieces[placement.piece];
            self.used[placement.piece] += 1;
            // What stands for a hole fills nothing.
            if piece.is_hole {
                continue;
            }
            let good = &mut self.good[number as usize];
            *good = *good || rules::check_placement(written, placement).is_ok();
            if !*good {
                return false;
            }
            for &cell in &placement.cells {
                if std::mem::replace(&mut self.filled[cell as usize], self.number) == self.number {
                    return false;
                }
            }
            full += placement.cells.len();
        }
        let empty = written.region.len() - full;
        let is_empty = |(filled, optional): (&u64, &bool)| *filled != self.number && !optional;
        if empty > 0 && self.filled.iter().zip(&written.optional).any(is_empty) {
            return false;
        }
        written.max_holes.is_none_or(|most| empty <= most as usize)
            && written.pieces.iter().zip(&self.used).all(|(piece, &used)| {
                used >= piece.count.min && piece.count.max.is_none_or(|max| used <= max)
            })
    }
}
