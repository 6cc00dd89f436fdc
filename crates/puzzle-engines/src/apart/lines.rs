//! How far one shape can go before it meets another, line by line.
//!
//! Cells that slide along an axis stay on their lines. So for every axis a shape is a set of bits a line,
//! and what it keeps others from is one too: a cell keeps away every place from which a step would lead over
//! it. The steps until a shape meets another are the least distance from a bit of the one, forwards, to a
//! bit of what the other keeps it from, over all lines that they share.

use puzzle_core::apart::{Cells, Slide, Vector};

use super::pairs::pack;

/// The longest line in bits; longer shapes are compared cell by cell.
const LONGEST: i32 = 64;

/// Some cells of a line.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Where the line meets the plane in which lines begin.
    from: Vector,
    /// The place of the first bit along the line.
    first: i32,
    bits: u64,
}

/// A shape along one axis, by class of cells.
#[derive(Clone, Debug)]
struct Along {
    cells: Vec<Vec<Line>>,
    /// From which places it keeps cells of a class.
    kept: Vec<Vec<Line>>,
}

/// A shape as lines along every axis; `None` where it is too long.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<Option<Along>>);

/// The line and the place on it of a cell.
fn split(slide: &Slide, long: usize, cell: Vector) -> (Vector, i32) {
    let steps = cell[long].div_euclid(slide.by[long]);
    (std::array::from_fn(|i| cell[i] - steps * slide.by[i]), steps)
}

/// The coordinate by which places on lines are told apart.
fn long(slide: &Slide) -> usize {
    (0..3).find(|&i| slide.by[i] != 0).unwrap_or(0)
}

/// Cells as lines, if none is too long.
fn lines(slide: &Slide, cells: impl Iterator<Item = Vector>) -> Option<Vec<Line>> {
    let mut split: Vec<(Vector, i32)> = cells.map(|cell| split(slide, long(slide), cell)).collect();
    split.sort_unstable();
    let mut lines: Vec<Line> = Vec::new();
    for (from, place) in split {
        match lines.last_mut() {
            Some(line) if line.from == from => {
                if place - line.first >= LONGEST {
                    return None;
                }
                line.bits |= 1 << (place - line.first);
            }
            _ => lines.push(Line { from, first: place, bits: 1 }),
        }
    }
    Some(lines)
}

impl Lines {
    pub(super) fn new(shape: &Cells, slides: &[Slide]) -> Self {
        let along = |slide: &Slide| {
            let mut along = Along { cells: Vec::new(), kept: Vec::new() };
            for (class, meets) in (0_u8..).zip(&slide.meets) {
                let own = shape.iter().filter(|(_, own)| *own == class).map(|(cell, _)| *cell);
                along.cells.push(lines(slide, own)?);
                let minus = |cell: Vector, by: &Vector| std::array::from_fn(|i| cell[i] - by[i]);
                let kept = shape.iter().flat_map(|(c, _)| meets.iter().map(|by| minus(*c, by)));
                along.kept.push(lines(slide, kept)?);
            }
            Some(along)
        };
        Lines(slides.iter().map(along).collect())
    }

    /// After how many steps forwards along an axis it meets another that lies so far away, if it does;
    /// `Err` if one of them is too long for that.
    pub(super) fn forwards(
        &self,
        other: &Lines,
        slide: &Slide,
        axis: usize,
        away: Vector,
    ) -> Result<Option<u32>, ()> {
        let (Some(own), Some(other)) = (&self.0[axis], &other.0[axis]) else { return Err(()) };
        let long = long(slide);
        let (aside, ahead) = split(slide, long, away);
        let mut least: Option<u32> = None;
        for (cells, kept) in own.cells.iter().zip(&other.kept) {
            for keeper in kept {
                let from = std::array::from_fn(|i| keeper.from[i] + aside[i]);
                let (from, more) = split(slide, long, from);
                let first = keeper.first + ahead + more;
                let key = pack(from);
                for line in cells.iter().filter(|line| pack(line.from) == key) {
                    let gap = gap(line.bits, keeper.bits, first - line.first);
                    least = least.into_iter().chain(gap).min();
                }
            }
        }
        Ok(least)
    }
}

/// The least distance from a bit forwards to one of the others, whose first is so far ahead.
fn gap(mut bits: u64, others: u64, ahead: i32) -> Option<u32> {
    let mut least: Option<u32> = None;
    while bits != 0 {
        let place = bits.trailing_zeros().cast_signed();
        bits &= bits - 1;
        // Bits of the others from this place on.
        let skip = (place - ahead).max(0).cast_unsigned();
        let rest = others.checked_shr(skip).unwrap_or(0);
        if rest != 0 {
            let found = rest.trailing_zeros() + skip;
            let distance = (found.cast_signed() + ahead - place).cast_unsigned();
            least = Some(least.map_or(distance, |least| least.min(distance)));
        }
    }
    least
}
