//! The square grid.
//!
//! Coordinates: row, column, 0. The point group is the dihedral group of order 8.

use crate::{Cell, Grid, Motion, Slide};
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

/// The unit square with this upper left corner.
pub(crate) fn unit_square(row: i32, column: i32) -> Vec<[f64; 2]> {
    let (x, y) = (f64::from(column), f64::from(row));
    vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
}

impl Grid for Square {
    fn name(&self) -> &str {
        "square"
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach() && cell.0[2] == 0
    }

    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        (&DIRECTIONS, &STEPS)
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

    fn slides(&self) -> Vec<Slide> {
        vec![Slide::plain([0, 1, 0], ["right", "left"]), Slide::plain([1, 0, 0], ["down", "up"])]
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
}
