//! Packing puzzles: pieces to be put into a box (document 000 §2).
//!
//! `format` reads the description, with `boxes`, `pieces` and `drawing`; `lower` turns it into an
//! abstract puzzle and finds its symmetries; `rules` checks a solution from the rules of the game
//! alone; `draw` makes the pictures.

mod area;
mod boxes;
mod draw;
mod drawing;
mod format;
mod lower;
mod names;
mod pieces;
mod rules;
mod solid;
#[cfg(test)]
mod tests;

use puzzle_core::{Diagnostic, Problem, Span};
use puzzle_lattice::{Grid, Motions, Region, Shape};
use puzzle_scene::{Frame, Scene};

use crate::{Covering, Description, Family, Form, Known, Placed, Reading, Restrict, Source};

/// The most cells a box may have: checked before any memory is taken.
const LARGEST_BOX: usize = 1 << 16;
/// The most kinds of pieces.
const MOST_PIECES: usize = 10_000;
/// The most placements of all pieces together.
const MOST_PLACEMENTS: usize = 1_000_000;

/// The family.
pub struct PackingFamily;

impl Family for PackingFamily {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn about(&self) -> &'static str {
        "pieces to be packed into a box, on squares, cubes, hexagons, triangles, spheres or a graph"
    }

    fn recognises(&self, _: &Source, named: Option<&str>) -> bool {
        named == Some(self.name())
    }

    fn read(&self, source: &Source) -> Result<Reading, Diagnostic> {
        let (written, mut warnings) = format::read(source)?;
        let (packing, more) = lower::lower(written)?;
        warnings.extend(more);
        Ok(Reading { puzzle: Box::new(packing), warnings })
    }
}

/// How often a piece may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    min: u32,
    /// `None` is without bound.
    max: Option<u32>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
struct Piece {
    name: String,
    shape: Shape,
    count: Count,
    motions: Motions,
    must_touch_boundary: bool,
    /// The only orientations it may take, if it is not free.
    orientations: Option<Vec<Shape>>,
    /// The only placements it may take, as sorted cell numbers.
    only: Option<Vec<Vec<u32>>>,
    forbidden: Vec<Vec<u32>>,
    /// Where it is written, for complaints.
    span: Span,
}

/// A packing puzzle as its author wrote it.
struct Written {
    name: String,
    grid: Box<dyn Grid>,
    region: Region,
    cell_names: Vec<String>,
    pieces: Vec<Piece>,
    known: Known,
    restrict: Option<Restrict>,
}

/// A piece put somewhere: an embedding before its geometry is forgotten.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Placement {
    piece: usize,
    /// Sorted cell numbers.
    cells: Vec<u32>,
}

/// A packing puzzle, read and lowered.
struct Packing {
    written: Written,
    /// By embedding number.
    placements: Vec<Placement>,
    /// The name of each piece's aspect, if it has one.
    aspects: Vec<Option<String>>,
    problem: Problem,
    impossible: Option<String>,
}

impl Description for Packing {
    fn family(&self) -> &'static str {
        PackingFamily.name()
    }

    fn name(&self) -> &str {
        &self.written.name
    }

    fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    fn figures(&self) -> Vec<(String, String)> {
        vec![
            ("grid".into(), self.written.grid.name().into()),
            ("cells".into(), self.written.region.len().to_string()),
            ("pieces".into(), self.written.pieces.len().to_string()),
        ]
    }

    fn known(&self) -> &Known {
        &self.written.known
    }

    fn draw(&self) -> Scene {
        draw::puzzle(&self.written)
    }

    fn form(&self) -> Form<'_> {
        Form::Cover(self)
    }
}

impl Covering for Packing {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn per_piece(&self, numbers: &[u32]) -> Vec<(String, usize)> {
        let names = self.written.pieces.iter().map(|piece| piece.name.clone());
        let mut counts: Vec<(String, usize)> = names.map(|name| (name, 0)).collect();
        for placement in numbers.iter().filter_map(|&n| self.placements.get(n as usize)) {
            counts[placement.piece].1 += 1;
        }
        counts
    }

    fn has_piece(&self, name: &str) -> bool {
        self.written.pieces.iter().any(|piece| piece.name == name)
    }

    fn restrict(&self) -> Option<&Restrict> {
        self.written.restrict.as_ref()
    }

    fn aspect_name(&self, name: &str) -> Option<String> {
        let piece = self.written.pieces.iter().position(|piece| piece.name == name);
        let of_piece = piece.and_then(|piece| self.aspects[piece].clone());
        let cell = || self.written.cell_names.iter().find(|cell| *cell == name).cloned();
        of_piece.or_else(cell).or_else(|| {
            // A piece's aspect can also be called by the name it got to tell it from a cell.
            self.aspects.iter().flatten().find(|aspect| *aspect == name).cloned()
        })
    }

    fn placed(&self, number: u32) -> Option<Placed> {
        let placement = self.placements.get(number as usize)?;
        let name = |&cell: &u32| self.written.cell_names[cell as usize].clone();
        let piece = self.written.pieces[placement.piece].name.clone();
        Some(Placed { piece, cells: placement.cells.iter().map(name).collect() })
    }

    fn draw_solution(&self, numbers: &[u32]) -> Frame {
        let get = |&number: &u32| self.placements.get(number as usize);
        draw::placements(&self.written, numbers.iter().filter_map(get))
    }

    fn draw_values(&self, values: &[u32]) -> Frame {
        draw::values(&self.written, &self.aspects, values)
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        let get = |&number: &u32| {
            let placement = self.placements.get(number as usize);
            placement.ok_or_else(|| format!("there is no embedding {number}"))
        };
        let placements: Vec<&Placement> = numbers.iter().map(get).collect::<Result<_, _>>()?;
        rules::check(&self.written, &placements)
    }
}
