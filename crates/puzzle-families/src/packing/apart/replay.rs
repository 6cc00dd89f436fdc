//! A plan checked by moving the pieces cell by cell, from the rules alone.
//!
//! Nothing of the engines is used: no table, no set of pushes. Every cell of what moves goes step by step,
//! and nowhere on its way may there be a cell of what does not.

use puzzle_core::apart::plan::{Plan, Rest, Separation, Step, Verdict};
use puzzle_core::apart::{Slide, axis};
use puzzle_lattice::{Cell, Grid};
use rustc_hash::FxHashSet;

use super::{Packing, Placement, cells, slides};

/// Whether a plan takes its assembly apart as it says, and if not, why not. The assembly itself is
/// checked elsewhere.
pub(super) fn check(packing: &Packing, plan: &Plan) -> Result<(), String> {
    let get = |&number: &u32| {
        let placement = packing.placements.get(number as usize);
        placement.ok_or_else(|| format!("there is no embedding {number}"))
    };
    let placements: Vec<&Placement> = plan.assembly.iter().map(get).collect::<Result<_, _>>()?;
    let pieces = &packing.written.pieces;
    let solid = placements.into_iter().filter(|placement| !pieces[placement.piece].is_hole);
    let solid: Vec<&Placement> = solid.collect();
    if solid.len() > 64 {
        return Err(format!("{} pieces are too many", solid.len()));
    }
    let mut replay = Replay {
        grid: packing.written.grid.as_ref(),
        slides: slides(packing),
        cells: solid.iter().map(|placement| cells(packing, placement)).collect(),
        must_end: plan.verdict == Verdict::Apart,
        number: 0,
    };
    let Some(first) = &plan.first else { return Ok(()) };
    replay.separate(first, all(solid.len()))
}

fn all(pieces: usize) -> u64 {
    if pieces == 0 { 0 } else { u64::MAX >> (64 - pieces) }
}

struct Replay<'a> {
    grid: &'a dyn Grid,
    slides: Vec<Slide>,
    /// By piece: where its cells are.
    cells: Vec<Vec<Cell>>,
    /// Whether every part must end as a piece or a group.
    must_end: bool,
    /// How many moves were made.
    number: u32,
}

impl Replay<'_> {
    fn separate(&mut self, separation: &Separation, pieces: u64) -> Result<(), String> {
        let mut left = 0;
        for (at, step) in separation.steps.iter().enumerate() {
            self.number += 1;
            let last = at + 1 == separation.steps.len();
            let why = match (step.distance == 0, last) {
                (true, false) => Some("pieces leave before the last move".to_owned()),
                (false, true) => Some("nothing leaves by the last move".to_owned()),
                _ => self.make(step, pieces).err(),
            };
            if let Some(why) = why {
                return Err(format!("move {}: {why}", self.number));
            }
            left = step.pieces;
        }
        for (part, rest) in [pieces & !left, left].into_iter().zip(separation.parts()) {
            match rest {
                Rest::Single if part.count_ones() != 1 => {
                    return Err("a part that is told to be one piece is not".into());
                }
                Rest::Locked | Rest::Undecided if self.must_end => {
                    return Err("a part is locked, but the assembly is told to come apart".into());
                }
                Rest::Apart(inner) => self.separate(inner, part)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn make(&mut self, step: &Step, pieces: u64) -> Result<(), String> {
        let (axis, backwards) = axis(step.direction);
        let Some(slide) = self.slides.get(axis).cloned() else {
            return Err(format!("there is no direction {}", step.direction));
        };
        if step.pieces == 0 || step.pieces & !pieces != 0 || step.pieces == pieces {
            return Err("no proper part of the pieces that are together".into());
        }
        let steps = if step.distance == 0 { self.beyond(pieces) } else { step.distance };
        let others = pieces & !step.pieces;
        // Backwards the others come forwards.
        let (moving, still) = if backwards { (others, step.pieces) } else { (step.pieces, others) };
        let by = if backwards { slide.by.map(|x| -x) } else { slide.by };
        let still: FxHashSet<Cell> = members(still).flat_map(|p| self.cells[p].clone()).collect();
        let mut moving: Vec<(usize, Cell)> = members(moving)
            .flat_map(|p| self.cells[p].iter().map(move |&cell| (p, cell)))
            .collect();
        for _ in 0..steps {
            for (piece, cell) in &mut moving {
                let meets = &slide.meets[self.grid.class(*cell)];
                if meets.iter().any(|by| still.contains(&cell.plus(*by))) {
                    return Err(format!("piece number {} enters another", *piece + 1));
                }
                *cell = cell.plus(slide.by);
            }
        }
        if step.distance > 0 {
            for piece in members(step.pieces) {
                for _ in 0..steps {
                    self.cells[piece].iter_mut().for_each(|cell| *cell = cell.plus(by));
                }
            }
        }
        Ok(())
    }

    /// So many steps that no piece is beside another any more.
    fn beyond(&self, pieces: u64) -> u32 {
        let along = |axis: usize| {
            members(pieces).flat_map(|piece| &self.cells[piece]).map(move |cell| cell.0[axis])
        };
        let side = |axis: usize| along(axis).max().unwrap_or(0) - along(axis).min().unwrap_or(0);
        (0..3).map(side).max().unwrap_or(0).unsigned_abs() + 2
    }
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |piece| set >> piece & 1 == 1)
}
