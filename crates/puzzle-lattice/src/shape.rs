//! A shape: a set of cells up to translation.
//!
//! Invariant: the cells are distinct, sorted, and translated to the grid's normal position
//! ([`Grid::translation_home`]), so two shapes are translates of each other exactly if they are
//! equal. In a graph nothing can be translated and a shape is a plain set of vertices.

use crate::{Cell, Grid};

/// A set of cells up to translation of the grid.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Shape {
    cells: Vec<Cell>,
}

impl Shape {
    /// The shape of these cells; duplicates count once.
    pub fn new(grid: &dyn Grid, cells: impl IntoIterator<Item = Cell>) -> Shape {
        Shape::normal(grid, cells.into_iter().collect())
    }

    /// As [`Shape::new`], usable from the trait's own methods.
    pub(crate) fn normal<G: Grid + ?Sized>(grid: &G, mut cells: Vec<Cell>) -> Shape {
        if !cells.is_empty() {
            let by = grid.translation_home(&cells);
            for cell in &mut cells {
                *cell = cell.plus(by);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        Shape { cells }
    }

    /// The cells in normal position, sorted.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}
