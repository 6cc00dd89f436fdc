//! A plan as pictures: the assembly, every move, and at the end all pieces apart from each other.
//!
//! All pictures of a plan have the same scale and the same place on the page, so that they make a film.
//! Parts that left are shown again when their own turn comes.

use puzzle_core::apart::plan::{Plan, Rest, Separation, Step};
use puzzle_core::apart::{Slide, axis};
use puzzle_lattice::Cell;
use puzzle_scene::{Face, Frame};
use rustc_hash::FxHashMap;

use super::told::{Moves, names, verdict};
use super::{Packing, cells, slides};
use crate::packing::draw::{self, Paint};

/// How far pieces that leave are shown at most.
const AWAY: i32 = 6;
/// How far pieces are moved from the middle at the end, as a part of how far they are from it.
const EXPLODED: i32 = 1;

/// The film of a plan.
pub(in crate::packing) fn film(packing: &Packing, plan: &Plan) -> Vec<Frame> {
    let placements = plan.assembly.iter().filter_map(|&n| packing.placements.get(n as usize));
    let pieces = &packing.written.pieces;
    let solid = placements.filter(|placement| !pieces[placement.piece].is_hole);
    let cells: Vec<Vec<Cell>> = solid.map(|placement| self::cells(packing, placement)).collect();
    let all = u64::MAX >> (64 - cells.len().clamp(1, 64));
    let names = names(packing, plan);
    let mut film = Film {
        packing,
        slides: slides(packing),
        away: vec![[0; 3]; cells.len()],
        names: &names,
        cells,
        number: 0,
        shots: Vec::new(),
    };
    film.shoot(all, format!("assembly {}: {}", plan.number, verdict(plan)));
    if let Some(first) = &plan.first {
        film.separation(first, all);
        film.explode();
        film.shoot(all, "all pieces".into());
    }
    film.develop()
}

/// Where cells are, whose they are, and what is said about it.
struct Shot {
    cells: Vec<(Cell, usize)>,
    caption: String,
}

struct Film<'f> {
    packing: &'f Packing,
    slides: Vec<Slide>,
    names: &'f [String],
    cells: Vec<Vec<Cell>>,
    /// By piece: where it is, relative to where it began.
    away: Vec<[i32; 3]>,
    number: u32,
    shots: Vec<Shot>,
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |piece| set >> piece & 1 == 1)
}

impl Film<'_> {
    fn shoot(&mut self, pieces: u64, caption: String) {
        let shown = members(pieces).filter(|&piece| piece < self.cells.len());
        let cells = shown.flat_map(|piece| {
            let away = self.away[piece];
            self.cells[piece].iter().map(move |cell| (cell.plus(away), piece))
        });
        let cells = cells.collect();
        self.shots.push(Shot { cells, caption });
    }

    fn separation(&mut self, separation: &Separation, pieces: u64) {
        let mut left = 0;
        for step in &separation.steps {
            self.number += 1;
            left = step.pieces & pieces;
            let before = self.away.clone();
            self.make(step, pieces);
            let told = Moves::step(&self.slides, self.names, step);
            self.shoot(pieces, format!("{}. {told}", self.number));
            if step.distance == 0 {
                self.away = before;
            }
        }
        for (part, rest) in [pieces & !left, left].into_iter().zip(separation.parts()) {
            if let Rest::Apart(inner) = rest {
                self.separation(inner, part);
            }
        }
    }

    fn make(&mut self, step: &Step, pieces: u64) {
        let (axis, backwards) = axis(step.direction);
        let Some(slide) = self.slides.get(axis) else { return };
        let steps = if step.distance == 0 { self.side(pieces) } else { step.distance as i32 };
        let steps = if backwards { -steps } else { steps };
        for piece in members(step.pieces & pieces) {
            let away = &mut self.away[piece];
            *away = std::array::from_fn(|i| away[i] + steps * slide.by[i]);
        }
    }

    /// How long the longest side of some pieces together is, but no longer than is shown.
    fn side(&self, pieces: u64) -> i32 {
        let along = |i: usize| members(pieces).flat_map(|p| &self.cells[p]).map(move |c| c.0[i]);
        let side = |i: usize| along(i).max().unwrap_or(0) - along(i).min().unwrap_or(0) + 1;
        (0..3).map(side).max().unwrap_or(1).min(AWAY)
    }

    /// Moves every piece away from the middle.
    fn explode(&mut self) {
        let grid = self.packing.written.grid.as_ref();
        let middle = |cells: &mut dyn Iterator<Item = Cell>| {
            let (mut sum, mut count) = ([0.0; 3], 0.0);
            for center in cells.map(|cell| grid.center(cell)) {
                sum = std::array::from_fn(|i| sum[i] + center[i]);
                count += 1.0;
            }
            sum.map(|sum| sum / f64::max(count, 1.0))
        };
        let whole = middle(&mut self.cells.iter().flatten().copied());
        for (cells, away) in self.cells.iter().zip(&mut self.away) {
            let own = middle(&mut cells.iter().copied());
            *away = [0; 3];
            for slide in &self.slides {
                let origin = cells.first().copied().unwrap_or(Cell([0; 3]));
                let [from, to] = [origin, origin.plus(slide.by)].map(|cell| grid.center(cell));
                let along = |i: usize| (own[i] - whole[i]) * (to[i] - from[i]);
                let steps = 2 * EXPLODED * (0..3).map(along).sum::<f64>().round() as i32;
                *away = std::array::from_fn(|i| away[i] + steps * slide.by[i]);
            }
        }
    }

    /// The shots as pictures of one size.
    fn develop(self) -> Vec<Frame> {
        let grid = self.packing.written.grid.as_ref();
        let flat = grid.is_flat() || grid.name() == "prism";
        let mut place: Vec<Cell> = Vec::new();
        if flat {
            place.extend(self.shots.iter().flat_map(|shot| &shot.cells).map(|(cell, _)| *cell));
            place.sort_by_key(|&cell| grid.reading_key(cell));
            place.dedup();
        }
        let mut frames: Vec<Frame> = Vec::new();
        for shot in self.shots {
            let paint = |&(cell, piece): &(Cell, usize)| {
                let number = piece as u32;
                let label = if flat { self.names[piece].clone() } else { String::new() };
                (cell, Paint { group: Some(number), colour: number, label })
            };
            let mut paints: FxHashMap<Cell, Paint> = shot.cells.iter().map(paint).collect();
            let cells = match flat {
                true => place.clone(),
                false => shot.cells.iter().map(|(cell, _)| *cell).collect(),
            };
            let paints: Vec<Paint> =
                cells.iter().map(|cell| paints.remove(cell).unwrap_or_default()).collect();
            let mut frame = draw::board(grid, &cells, &paints);
            if !flat {
                frame.layers.clear();
            }
            frames.push(Frame { caption: shot.caption, ..frame });
        }
        let points = frames.iter().flat_map(|frame| &frame.solid).flat_map(|face| &face.points);
        let corner = |pick: fn(f64, f64) -> f64, start: f64| {
            points.clone().fold([start; 2], |[x, y], point| [pick(x, point[0]), pick(y, point[1])])
        };
        let corners = [corner(f64::min, f64::INFINITY), corner(f64::max, f64::NEG_INFINITY)];
        if !flat {
            // Faces without extent, so that all pictures have the same size.
            let anchor = |point: [f64; 2]| Face { points: vec![point; 3], ..Face::default() };
            for frame in &mut frames {
                frame.solid.extend(corners.map(anchor));
            }
        }
        frames
    }
}
