//! The square grid.
//!
//! Coordinates: row, column, 0. The point group is the dihedral group of order 8.

use crate::{Cell, Grid, Motion};
use std::sync::LazyLock;

/// Squares in a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square;

const DIRECTIONS: [&str; 4] = ["N", "E", "S", "W"];
const STEPS: [[i32; 3]; 4] = [[-1, 0, 0], [0, 1, 0], [1, 0, 0], [0, -1, 0]];

static GROUP: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let quarter_turn = Motion::new([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], [0; 3], true);
    let mirror = Motion::new([[1, 0, 0], [0, -1, 0], [0, 0, 1]], [0; 3], false);
    Motion::generate(&[quarter_turn, mirror])
});

/// The translation that makes the least value of every coordinate 0.
pub(crate) fn to_corner(cells: &[Cell]) -> [i32; 3] {
    std::array::from_fn(|i| -cells.iter().map(|cell| cell.0[i]).min().unwrap_or(0))
}

/// The neighbour in the named direction.
pub(crate) fn step(
    cell: Cell,
    direction: &str,
    directions: &[&str],
    steps: &[[i32; 3]],
) -> Option<Cell> {
    let number = directions.iter().position(|&name| name == direction)?;
    Some(cell.plus(steps[number]))
}

/// The unit square with this upper left corner.
pub(crate) fn unit_square(row: i32, column: i32) -> Vec<[f64; 2]> {
    let (x, y) = (f64::from(column), f64::from(row));
    vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
}

impl Grid for Square {
    fn name(&self) -> &str {
        "square"
    }

    fn is_flat(&self) -> bool {
        true
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach() && cell.0[2] == 0
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        STEPS.map(|step| cell.plus(step)).to_vec()
    }

    fn degree(&self, _: Cell) -> usize {
        STEPS.len()
    }

    fn cell_at(&self, _layer: i32, row: i32, column: i32) -> Cell {
        Cell([row, column, 0])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        (0, cell.0[0], cell.0[1])
    }

    fn point_group(&self) -> &[Motion] {
        &GROUP
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by[2] == 0
    }

    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        to_corner(cells)
    }

    fn seeds(&self) -> Vec<Cell> {
        vec![Cell([0; 3])]
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        unit_square(cell.0[0], cell.0[1])
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        [f64::from(cell.0[1]) + 0.5, f64::from(cell.0[0]) + 0.5, 0.0]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        (cell.0[0], 2 * cell.0[1], 2)
    }

    fn walk_step(&self, cell: Cell, direction: &str) -> Option<Cell> {
        step(cell, direction, &DIRECTIONS, &STEPS)
    }

    fn directions(&self) -> &'static [&'static str] {
        &DIRECTIONS
    }
}
