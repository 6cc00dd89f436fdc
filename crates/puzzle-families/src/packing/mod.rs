//! Packing puzzles: pieces to be put into a box (document 000 §2).
//!
//! `format` reads the description, with `boxes`, `pieces` and `drawing`; `lower` turns it into an
//! abstract puzzle and finds its symmetries, `place` finds where pieces fit; `area` and `parity` look
//! for short reasons why there is no solution; `rules` checks a solution from the rules of the game
//! alone, `checker` many of them; `draw` makes the pictures, `write` the text, `stl` models for a printer.
//! `apart` takes assemblies apart, `burr` is six-piece burrs by number.

mod apart;
mod area;
mod boxes;
mod burr;
mod checker;
mod colours;
mod draw;
mod drawing;
mod format;
mod lower;
mod names;
mod parity;
mod pieces;
mod place;
mod rules;
mod solid;
mod stl;
#[cfg(test)]
mod tests;
mod write;

use puzzle_core::apart::plan::Plan;
use puzzle_core::{Answer, Ask, Budget, Diagnostic, Failure, Json, Map, Problem, Question, Span};
use puzzle_lattice::{Grid, Motions, Region, Shape};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

pub(crate) use apart::{QUESTIONS, StoredSolution, TABLES};
pub(crate) use draw::placements as draw_placements;
pub(crate) use drawing::read as read_drawing;
pub(crate) use format::board as read_board;
pub(crate) use lower::lower;
pub(crate) use place::places;

use crate::family::numbers_under;
use crate::{
    Checker, Covering, Description, Family, Known, Lowered, Model, Placed, Print, Reading,
    Restrict, Showing, Source, Told, covers,
};

/// The most cells a box may have: checked before any memory is taken.
pub(crate) const LARGEST_BOX: usize = 1 << 16;
/// The most kinds of pieces.
pub(crate) const MOST_PIECES: usize = 10_000;
/// The most placements of all pieces together.
const MOST_PLACEMENTS: usize = 1_000_000;

/// The family.
pub static FAMILY: Family = Family {
    name: "packing",
    about: "pieces to be packed into a box, on squares, cubes, hexagons, triangles, spheres or a graph",
    questions: QUESTIONS,
    tables: TABLES,
    generator: Some(&burr::BurrGenerator),
    ..Family::read_by(read)
};

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let (written, mut warnings) = format::read(source)?;
    let (packing, more) = lower::lower(written, &source.budget)?;
    warnings.extend(more);
    Ok(Reading { puzzle: Box::new(packing), warnings })
}

/// How often a piece may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) min: u32,
    /// `None` is without bound.
    pub(crate) max: Option<u32>,
}

/// A colour by number, from 1; 0 is no colour.
pub(crate) type Paint = u32;

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The colours of the shape's cells, in their order; empty if none is coloured.
    pub(crate) paints: Vec<Paint>,
    pub(crate) count: Count,
    pub(crate) motions: Motions,
    pub(crate) must_touch_boundary: bool,
    /// The only orientations it may take, if it is not free.
    pub(crate) orientations: Option<Vec<Shape>>,
    /// The only placements it may take, as sorted cell numbers.
    pub(crate) only: Option<Vec<Vec<u32>>>,
    pub(crate) forbidden: Vec<Vec<u32>>,
    /// What each use of it costs.
    pub(crate) weight: u64,
    /// Where an assembly is taken apart: the heaviest piece stays where it is.
    pub(crate) heft: i32,
    /// The groups in which it may stay with others, each with how many of it.
    pub(crate) groups: Vec<(String, u32)>,
    /// It stands for a cell that is left empty.
    pub(crate) is_hole: bool,
    /// Where it is written, for complaints.
    pub(crate) span: Span,
}

impl Piece {
    /// A piece with nothing special about it, used once.
    pub(crate) fn plain(name: String, shape: Shape, motions: Motions) -> Self {
        Piece {
            name,
            shape,
            paints: Vec::new(),
            count: Count { min: 1, max: Some(1) },
            motions,
            must_touch_boundary: false,
            orientations: None,
            only: None,
            forbidden: Vec::new(),
            weight: 0,
            heft: 1,
            groups: Vec::new(),
            is_hole: false,
            span: 0..0,
        }
    }
}

/// A packing puzzle as its author wrote it.
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) grid: Box<dyn Grid>,
    pub(crate) region: Region,
    pub(crate) cell_names: Vec<String>,
    /// By cell: whether it may stay empty.
    pub(crate) optional: Vec<bool>,
    /// How many cells may stay empty at most.
    pub(crate) max_holes: Option<u32>,
    /// By cell: its colour; empty if none is coloured.
    pub(crate) paints: Vec<Paint>,
    /// The names of the colours from 1.
    pub(crate) colour_names: Vec<String>,
    /// Which colour of a piece may lie on which colour of the box; what has no colour goes with
    /// everything.
    pub(crate) pairs: Vec<(Paint, Paint)>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) known: Known,
    /// Solutions that came with the file.
    pub(crate) stored: Vec<StoredSolution>,
    pub(crate) restrict: Option<Restrict>,
    /// The family that read it, and what one solution is there.
    pub(crate) family: &'static str,
    pub(crate) convention: Option<String>,
}

impl Written {
    /// The row and column of a cell, on solid grids its layer before them; a graph has none.
    fn coordinates(&self, cell: u32) -> Option<Vec<i32>> {
        let grid = self.grid.as_ref();
        let (layer, row, column) = grid.reading_key(self.region.cells()[cell as usize]);
        let solid = !grid.is_flat();
        let all = [solid.then_some(layer), Some(row), Some(column)];
        (grid.name() != "graph").then(|| all.into_iter().flatten().collect())
    }

    /// Whether a cell of this colour of a piece may lie on a cell of that colour of the box.
    pub(crate) fn agrees(&self, piece: Paint, cell: Paint) -> bool {
        piece == 0 || cell == 0 || self.pairs.contains(&(piece, cell))
    }

    /// The colour of a cell of the box.
    pub(crate) fn paint(&self, cell: u32) -> Paint {
        self.paints.get(cell as usize).copied().unwrap_or(0)
    }

    /// How many cells a solution fills: the least and the most.
    pub(crate) fn room(&self) -> (u64, u64) {
        let all = self.region.len() as u64;
        let optional = self.optional.iter().filter(|&&optional| optional).count() as u64;
        let holes = self.max_holes.map_or(optional, |most| optional.min(most.into()));
        (all - holes, all)
    }

    /// The pieces proper, without what stands for holes.
    pub(crate) fn solid_pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.is_hole)
    }
}

/// A piece put somewhere: an embedding before its geometry is forgotten.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Placement {
    piece: usize,
    /// Sorted cell numbers.
    cells: Vec<u32>,
    /// The piece's colours on these cells; empty if it has none.
    paints: Vec<Paint>,
}

impl Placement {
    /// A piece without colours on these cells, which are sorted.
    pub(crate) fn plain(piece: usize, cells: Vec<u32>) -> Self {
        Placement { piece, cells, paints: Vec::new() }
    }
}

/// A packing puzzle, read and lowered.
pub(crate) struct Packing {
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
        self.written.family
    }

    fn name(&self) -> &str {
        &self.written.name
    }

    fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    fn convention(&self) -> Option<&str> {
        self.written.convention.as_deref()
    }

    fn figures(&self) -> Vec<(String, String)> {
        let mut cells = self.written.region.len().to_string();
        let (least, most) = self.written.room();
        if least < most {
            cells.push_str(&format!(", at most {} of them empty", most - least));
        }
        vec![
            ("grid".into(), self.written.grid.name().into()),
            ("cells".into(), cells),
            ("pieces".into(), self.written.solid_pieces().count().to_string()),
        ]
    }

    fn known(&self) -> &Known {
        &self.written.known
    }

    fn draw(&self) -> Scene {
        draw::puzzle(&self.written)
    }

    fn covering(&self) -> Option<&dyn Covering> {
        Some(self)
    }

    fn lower(&self, ask: &Ask, budget: &Budget) -> Result<Lowered<'_>, Failure> {
        match ask.question {
            Question::Apart => Ok(Lowered::made(apart::lower(self, ask, budget)?)),
            _ => covers::lower(self, ask, budget),
        }
    }

    fn noun(&self, ask: &Ask) -> (&'static str, &'static str) {
        match ask.question {
            Question::Apart => ("assembly", "assemblies"),
            _ => ("solution", "solutions"),
        }
    }

    fn frames(&self, _ask: &Ask, solution: &[u32]) -> Vec<Frame> {
        match Plan::read(solution) {
            Some(plan) => apart::film(self, &plan),
            None => vec![self.draw_solution(solution)],
        }
    }

    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        match apart::is_plan(solution) {
            true => apart::words(self, showing.ask, solution),
            false => {
                let frames = self.frames(showing.ask, solution);
                covers::words(self.covering(), frames, solution, showing)
            }
        }
    }

    fn fields(&self, ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        match apart::is_plan(solution) {
            true => apart::fields(self, ask, solution),
            false => covers::fields(self.covering(), solution),
        }
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        match numbers_under(fields, "numbers")? {
            Some(plan) => Ok(Some(plan)),
            None => numbers_under(fields, "embeddings"),
        }
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        match apart::is_plan(solution) {
            true => (apart::checker(self))(solution),
            false => Covering::check(self, solution),
        }
    }

    fn checker(&self, ask: &Ask) -> Result<Checker<'_>, Failure> {
        Ok(match ask.question {
            Question::Apart => apart::checker(self),
            _ => Covering::checker(self),
        })
    }

    fn models(&self, print: &Print) -> Result<Vec<Model>, String> {
        stl::models(self, print)
    }

    fn export_apart(&self, format: &str, plans: &[Vec<u32>]) -> Result<String, String> {
        match format {
            "xmpuzzle" => apart::export(self, plans),
            _ => Err(format!("separations are written as xmpuzzle, not as {format}")),
        }
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _text: TextOptions) -> Told {
        apart::tell(self, ask, answer).unwrap_or_else(|| covers::tell(Some(self), ask, answer))
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
        let cells = placement.cells.iter();
        let coordinates =
            cells.clone().filter_map(|&cell| self.written.coordinates(cell)).collect();
        Some(Placed { piece, cells: cells.map(name).collect(), coordinates })
    }

    fn draw_solution(&self, numbers: &[u32]) -> Frame {
        let get = |&number: &u32| self.placements.get(number as usize);
        draw::placements(&self.written, numbers.iter().filter_map(get))
    }

    fn under(&self, cell: u32) -> Option<Vec<u32>> {
        let mut drawn: Vec<u32> = (0..self.written.region.len() as u32).collect();
        let layer =
            |&c: &u32| self.written.grid.reading_key(self.written.region.cells()[c as usize]).0;
        drawn.sort_by_key(layer);
        let cell = drawn.get(cell as usize)?;
        let there = self.placements.iter().zip(0..).filter(|(p, _)| p.cells.contains(cell));
        Some(there.map(|(_, number)| number).collect())
    }

    fn draw_values(&self, values: &[i64]) -> Frame {
        draw::values(&self.written, &self.aspects, values)
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        rules::check_numbers(self, numbers)
    }

    fn checker(&self) -> Checker<'_> {
        let mut checker = checker::Checker::new(self);
        Box::new(move |numbers| checker.check(numbers))
    }

    fn export(&self, format: &str) -> Result<String, String> {
        match (format, &self.problem) {
            ("puzzle", _) => write::document(&self.written),
            ("xmpuzzle", _) => crate::burrtools::write(&self.written),
            ("dlx", Problem::Cover(cover)) => {
                Ok(crate::exact_cover::write(&self.written.name, &cover.puzzle))
            }
            _ => Err(format!("a packing puzzle cannot be written as {format}")),
        }
    }
}
