//! The cubic grid.
//!
//! Coordinates: layer, row, column. The point group is the group of the cube, 48 signed
//! permutations of the coordinates, 24 of them proper. A flat piece can be turned over in space,
//! so its mirror image is one of its rotations; the lists below find that by themselves.

use crate::square::unit_square;
use crate::{Cell, Grid, Motion, Slide};
use std::sync::LazyLock;

/// Cubes in space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cube;

/// Up is the next layer of a drawing.
const DIRECTIONS: [&str; 6] = ["N", "E", "S", "W", "U", "D"];
const STEPS: [[i32; 3]; 6] = [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1], [1, 0, 0], [-1, 0, 0]];

static GROUP: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let about_layers = Motion::new([[1, 0, 0], [0, 0, -1], [0, 1, 0]], [0; 3], true);
    let about_columns = Motion::new([[0, -1, 0], [1, 0, 0], [0, 0, 1]], [0; 3], true);
    let mirror = Motion::new([[-1, 0, 0], [0, 1, 0], [0, 0, 1]], [0; 3], false);
    Motion::generate(&[about_layers, about_columns, mirror])
});

/// The 48 signed permutations of three coordinates.
pub(crate) fn group() -> &'static [Motion] {
    &GROUP
}

impl Grid for Cube {
    fn name(&self) -> &str {
        "cube"
    }

    fn is_flat(&self) -> bool {
        false
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach()
    }

    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        (&DIRECTIONS, &STEPS)
    }

    fn cell_at(&self, layer: i32, row: i32, column: i32) -> Cell {
        Cell([layer, row, column])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        let [layer, row, column] = cell.0;
        (layer, row, column)
    }

    fn point_group(&self) -> &[Motion] {
        &GROUP
    }

    fn is_translation(&self, _: [i32; 3]) -> bool {
        true
    }

    /// In the order of BurrTools: along a row, down the rows, through the layers.
    fn slides(&self) -> Vec<Slide> {
        vec![
            Slide::plain([0, 0, 1], ["right", "left"]),
            Slide::plain([0, 1, 0], ["forward", "back"]),
            Slide::plain([1, 0, 0], ["down", "up"]),
        ]
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        unit_square(cell.0[1], cell.0[2])
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [layer, row, column] = cell.0.map(|x| f64::from(x) + 0.5);
        [column, row, layer]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        (cell.0[1], 2 * cell.0[2], 2)
    }
}
