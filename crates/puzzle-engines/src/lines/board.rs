//! What is known of a grid, and its propagation from line to line.
//!
//! The same knowledge is kept twice, along rows and along columns, so that every line is a few
//! words ready for the filter. Only removals happen: "this cell has not that colour". They are
//! written on a trail, by which a state is restored.
//!
//! A line is *dirty* when a crossing line took something from it. Only dirty lines are filtered,
//! which is document 003's observation (§6.2); since the filter is complete, what it finds in a
//! line does not make the same line dirty.

use super::clue::Clue;
use super::filter::Filter;
use super::word::Word;

/// A cell that lost a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Removal {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) colour: u8,
}

/// The clues admit nothing that agrees with what is known or assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// What is known of a grid.
pub(crate) struct Board<'a, W> {
    clues: &'a [Clue],
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Colours, the background included.
    pub(crate) values: usize,
    /// For each line (rows first) and colour: the cells that can have it.
    masks: Vec<W>,
    /// For each cell, row by row: how many colours it can have.
    left: Vec<u8>,
    /// How many cells can have several.
    pub(crate) unknown: usize,
    pub(crate) trail: Vec<Removal>,
    dirty: LineSet,
    /// Lines filtered since somebody cleared it.
    pub(crate) touched: LineSet,
    /// How many times a line was filtered.
    pub(crate) filtered: u64,
    filter: Filter<W>,
    out: Vec<W>,
}

impl<'a, W: Word> Board<'a, W> {
    /// Nothing is known; every line is dirty.
    pub(crate) fn new(clues: &'a [Clue], width: usize, height: usize, values: usize) -> Self {
        let mut masks = Vec::with_capacity(clues.len() * values);
        for clue in clues {
            let cells = W::below(clue.cells);
            masks.push(cells | W::bit(clue.cells));
            masks.extend((1..values).map(|_| cells));
        }
        let mut dirty = LineSet::new(clues.len());
        (0..clues.len()).for_each(|line| dirty.insert(line));
        Board {
            clues,
            width,
            height,
            values,
            masks,
            left: vec![values as u8; width * height],
            unknown: if values > 1 { width * height } else { 0 },
            trail: Vec::new(),
            dirty,
            touched: LineSet::new(clues.len()),
            filtered: 0,
            filter: Filter::new(values),
            out: vec![W::ZERO; values],
        }
    }

    /// How many lines.
    pub(crate) fn lines(&self) -> usize {
        self.clues.len()
    }

    /// Whether a cell can have a colour.
    pub(crate) fn can(&self, row: usize, column: usize, colour: usize) -> bool {
        self.masks[row * self.values + colour].has(column)
    }

    /// How many colours a cell can have.
    pub(crate) fn left(&self, row: usize, column: usize) -> u8 {
        self.left[row * self.width + column]
    }

    /// The colour of a cell, if it is known.
    pub(crate) fn colour(&self, row: usize, column: usize) -> Option<u8> {
        let one = self.left(row, column) == 1;
        one.then(|| (0..self.values).find(|&colour| self.can(row, column, colour)))
            .flatten()
            .map(|colour| colour as u8)
    }

    /// The words of a line, one per colour.
    pub(crate) fn line(&self, line: usize) -> &[W] {
        &self.masks[line * self.values..(line + 1) * self.values]
    }

    /// Takes a colour from a cell; its lines become dirty. The cell must have another one left.
    pub(crate) fn remove(&mut self, row: usize, column: usize, colour: usize) {
        self.masks[row * self.values + colour].clear(column);
        self.masks[(self.height + column) * self.values + colour].clear(row);
        self.dirty.insert(row);
        self.dirty.insert(self.height + column);
        self.note(row, column, colour);
    }

    /// Gives a cell one of the colours it can have.
    pub(crate) fn assign(&mut self, row: usize, column: usize, colour: usize) {
        for other in 0..self.values {
            if other != colour && self.can(row, column, other) {
                self.remove(row, column, other);
            }
        }
    }

    #[inline(always)]
    fn note(&mut self, row: usize, column: usize, colour: usize) {
        let left = &mut self.left[row * self.width + column];
        *left -= 1;
        self.unknown -= usize::from(*left == 1);
        let removal = Removal { row: row as u16, column: column as u16, colour: colour as u8 };
        self.trail.push(removal);
    }

    /// Restores the state in which the trail was so long. Nothing is dirty then.
    pub(crate) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(removal) = self.trail.pop() else { break };
            let (row, column) = (usize::from(removal.row), usize::from(removal.column));
            let colour = usize::from(removal.colour);
            self.masks[row * self.values + colour] |= W::bit(column);
            self.masks[(self.height + column) * self.values + colour] |= W::bit(row);
            let left = &mut self.left[row * self.width + column];
            self.unknown += usize::from(*left == 1);
            *left += 1;
        }
        self.dirty.clear();
    }

    /// Filters dirty lines until there are none.
    pub(crate) fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some(line) = self.next_dirty() {
            self.filter_line(line)?;
        }
        Ok(())
    }

    /// Takes a dirty line, if there is one.
    pub(crate) fn next_dirty(&mut self) -> Option<usize> {
        self.dirty.pop()
    }

    /// Filters one line and passes on to its crossing lines what it loses.
    pub(crate) fn filter_line(&mut self, line: usize) -> Result<(), Contradiction> {
        self.filtered += 1;
        self.touched.insert(line);
        let from = line * self.values;
        let can = &self.masks[from..from + self.values];
        if !self.filter.run(&self.clues[line], can, &mut self.out) {
            self.dirty.clear();
            return Err(Contradiction);
        }
        for colour in 0..self.values {
            let lost = self.masks[from + colour] ^ self.out[colour];
            if lost == W::ZERO {
                continue;
            }
            self.masks[from + colour] = self.out[colour];
            if line < self.height {
                lost.each(|column| {
                    let crossing = self.height + column;
                    self.masks[crossing * self.values + colour].clear(line);
                    self.dirty.insert(crossing);
                    self.note(line, column, colour);
                });
            } else {
                let column = line - self.height;
                lost.each(|row| {
                    self.masks[row * self.values + colour].clear(column);
                    self.dirty.insert(row);
                    self.note(row, column, colour);
                });
            }
        }
        Ok(())
    }
}

/// A set of lines.
#[derive(Clone, Debug)]
pub(crate) struct LineSet(Vec<u64>);

impl LineSet {
    /// None of so many.
    pub(crate) fn new(lines: usize) -> Self {
        LineSet(vec![0; lines.div_ceil(64)])
    }

    /// Its words.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, line: usize) {
        self.0[line / 64] |= 1 << (line % 64);
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    fn pop(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let line = 64 * index + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(line)
    }
}
