//! One layer as a brick wall of characters.
//!
//! A cell of width w in half-cell units takes w·k characters (k per unit) of which the first is its left border, and
//! two lines of which the first is its upper border. The wall remembers which cell owns each half-cell. Borders are
//! not drawn as characters but as strokes: every character of the wall holds four bits, one for each direction in
//! which a line leaves its middle, and the bits name the box-drawing character. So junctions come out right without
//! any cases.
//!
//! Bricks that touch in the wall need not touch in the drawing (triangles that meet in a corner only), so within a
//! group the outlines decide whether a border is left out.

use super::{TextOptions, clean};
use crate::{Cell, palette};
use std::fmt::Write;

/// No wall is wider or higher than this, in characters.
const LARGEST: usize = 4000;
/// Sizes are capped here before they are multiplied; far beyond [`LARGEST`].
const FAR: i64 = 1_000_000;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Characters by their four bits.
const BOX: [char; 16] =
    [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
const ASCII: [char; 16] =
    [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];

/// A finished line and the columns it takes on the screen.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) width: usize,
}

impl Line {
    pub(super) fn plain(text: String) -> Self {
        let width = text.chars().count();
        Line { text, width }
    }
}

/// A background colour and whether text on it should be white.
type Paint = (u8, bool);

pub(super) struct Wall<'a> {
    cells: &'a [Cell],
    /// Owner of each half-cell, row by row.
    owners: Vec<Option<u32>>,
    rows: usize,
    columns: usize,
    unit: usize,
}

impl<'a> Wall<'a> {
    /// Builds the wall, or says why not.
    pub(super) fn build(cells: &'a [Cell], unit: usize, budget: usize) -> Result<Self, String> {
        let bricks = || cells.iter().map(|cell| cell.rect).filter(|rect| rect.width > 0);
        let left = bricks().map(|rect| i64::from(rect.column)).min().unwrap_or(0);
        let right = bricks().map(|rect| i64::from(rect.column) + i64::from(rect.width)).max();
        let top = bricks().map(|rect| i64::from(rect.row)).min().unwrap_or(0);
        let bottom = bricks().map(|rect| i64::from(rect.row) + 1).max();
        let rows = (bottom.unwrap_or(0) - top).min(FAR) as usize;
        let columns = (right.unwrap_or(0) - left).min(FAR) as usize;
        let mut wall = Wall { cells, owners: Vec::new(), rows, columns, unit };
        if wall.width() > LARGEST || wall.height() > LARGEST {
            return Err(format!("(too large for text: over {LARGEST} x {LARGEST} characters)"));
        }
        if wall.characters() > budget {
            return Err("(too large for text: the layers together)".to_owned());
        }
        wall.owners = vec![None; rows * columns];
        for (number, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.rect.width > 0) {
            let row = (i64::from(cell.rect.row) - top) as usize;
            let first = row * columns + (i64::from(cell.rect.column) - left) as usize;
            wall.owners[first..first + cell.rect.width as usize].fill(Some(number as u32));
        }
        Ok(wall)
    }

    fn width(&self) -> usize {
        if self.columns == 0 { 0 } else { self.columns * self.unit + 1 }
    }

    fn height(&self) -> usize {
        if self.rows == 0 { 0 } else { self.rows * 2 + 1 }
    }

    /// The size of the wall, which is what it costs.
    pub(super) fn characters(&self) -> usize {
        self.width().saturating_mul(self.height())
    }

    /// The owner of a half-cell, shifted by one so that the outside has a place on every side.
    fn owner(&self, row: usize, column: usize) -> Option<u32> {
        let (row, column) = (row.wrapping_sub(1), column.wrapping_sub(1));
        (row < self.rows && column < self.columns)
            .then(|| self.owners[row * self.columns + column])?
    }

    /// Whether a border stands between two half-cells.
    fn border(&self, one: Option<u32>, other: Option<u32>) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one != other };
        let (a, b) = (&self.cells[one as usize], &self.cells[other as usize]);
        one != other && (a.group.is_none() || a.group != b.group || !meet(a, b))
    }

    /// The wall, line by line.
    pub(super) fn lines(&self, options: TextOptions) -> Vec<Line> {
        (0..self.height()).map(|line| self.line(line, options)).collect()
    }

    /// Odd lines run through cells, even lines between them.
    fn line(&self, line: usize, options: TextOptions) -> Line {
        let (below, through) = (line / 2 + 1, line % 2 == 1);
        let mut characters = vec![' '; self.width()];
        let mut paints = vec![None; self.width()];
        let glyphs = if options.unicode { &BOX } else { &ASCII };
        for (place, character) in characters.iter_mut().enumerate() {
            let column = place / self.unit + 1;
            let joint = place.is_multiple_of(self.unit);
            let strokes = match (through, joint) {
                (false, true) => self.junction(below, column),
                (false, false) if self.lies(below, column) => EAST | WEST,
                (true, true) if self.stands(below, column) => NORTH | SOUTH,
                _ => 0,
            };
            *character = glyphs[usize::from(strokes)];
            if options.colour && strokes == 0 {
                paints[place] = self.owner(below, column).and_then(|owner| self.paint(owner));
            }
        }
        if through {
            self.write_labels(below, &mut characters);
        }
        finish(&characters, &paints)
    }

    /// Whether a line runs above this half-cell.
    fn lies(&self, row: usize, column: usize) -> bool {
        self.border(self.owner(row - 1, column), self.owner(row, column))
    }

    /// Whether a line runs left of this half-cell.
    fn stands(&self, row: usize, column: usize) -> bool {
        self.border(self.owner(row, column - 1), self.owner(row, column))
    }

    /// The strokes that meet at the upper left corner of this half-cell.
    fn junction(&self, row: usize, column: usize) -> u8 {
        let bit = |drawn, stroke| if drawn { stroke } else { 0 };
        bit(self.stands(row - 1, column), NORTH)
            | bit(self.lies(row, column), EAST)
            | bit(self.stands(row, column), SOUTH)
            | bit(self.lies(row, column - 1), WEST)
    }

    fn paint(&self, owner: u32) -> Option<Paint> {
        let cell = &self.cells[owner as usize];
        if let Some(ink) = cell.ink {
            return Some((ink.nearest_ansi(), ink.readable() == palette::PAPER));
        }
        if let Some(shade) = cell.shade {
            let heat = palette::heat(shade);
            return Some((heat.nearest_ansi(), heat.readable() == palette::PAPER));
        }
        cell.group?;
        let white = palette::colour(cell.colour).readable() == palette::PAPER;
        Some((palette::ansi(cell.colour), white))
    }

    /// Centres each cell's label between its borders, cut to fit.
    fn write_labels(&self, row: usize, characters: &mut [char]) {
        let mut column = 0;
        let owners = &self.owners[(row - 1) * self.columns..row * self.columns];
        for run in owners.chunk_by(|a, b| a == b) {
            let first = column * self.unit + 1;
            let room = run.len() * self.unit - 1;
            column += run.len();
            let Some(owner) = run[0] else { continue };
            let label: Vec<char> =
                clean(&self.cells[owner as usize].label).chars().take(room).collect();
            let start = first + (room - label.len()) / 2;
            characters[start..start + label.len()].copy_from_slice(&label);
        }
    }
}

/// Whether two outlines share a side; outlines that say nothing are taken to do so.
fn meet(a: &Cell, b: &Cell) -> bool {
    if a.round || b.round || a.outline.len() < 3 || b.outline.len() < 3 {
        return true;
    }
    let near =
        |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).abs() < 2e-6 && (p[1] - q[1]).abs() < 2e-6;
    a.outline.iter().filter(|p| b.outline.iter().any(|q| near(p, q))).count() >= 2
}

/// Joins characters and colours, without trailing blanks; a coloured stretch is closed before the line ends.
fn finish(characters: &[char], paints: &[Option<Paint>]) -> Line {
    let blank = |place: &usize| characters[*place] == ' ' && paints[*place].is_none();
    let width = characters.len() - (0..characters.len()).rev().take_while(blank).count();
    let mut text = String::with_capacity(width);
    let mut current = None;
    for (character, paint) in characters.iter().zip(paints).take(width) {
        if *paint != current {
            current = *paint;
            let _ = match current {
                Some((ansi, white)) => {
                    write!(text, "\x1b[38;5;{};48;5;{ansi}m", if white { 231 } else { 16 })
                }
                None => write!(text, "\x1b[0m"),
            };
        }
        text.push(*character);
    }
    if current.is_some() {
        text.push_str("\x1b[0m");
    }
    Line { text, width }
}
