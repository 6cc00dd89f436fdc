//! The hexagon grid, corners up and down; in drawings odd rows are shifted right by half a cell.
//!
//! Coordinates: row, slant, 0, where slant = column - floor(row / 2). A step south-east keeps the
//! slant, so all six steps are constant vectors and the 12 symmetries are integer matrices.

use crate::{Cell, Grid, Motion, Slide};
use std::sync::LazyLock;

/// Hexagons in a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexagon;

const DIRECTIONS: [&str; 6] = ["E", "SE", "SW", "W", "NW", "NE"];
const STEPS: [[i32; 3]; 6] = [[0, 1, 0], [1, 0, 0], [1, -1, 0], [0, -1, 0], [-1, 0, 0], [-1, 1, 0]];

static GROUP: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    // E -> SE -> SW: the columns are the images of the steps SE and E.
    let sixth_turn = Motion::new([[1, 1, 0], [-1, 0, 0], [0, 0, 1]], [0; 3], true);
    // E stays, SE <-> NE.
    let mirror = Motion::new([[-1, 0, 0], [1, 1, 0], [0, 0, 1]], [0; 3], false);
    Motion::generate(&[sixth_turn, mirror])
});

/// The distance of two rows, √3 / 2; neighbours' centres are one apart.
pub(crate) const ROW_PITCH: f64 = 0.866_025_403_784_438_6;

/// A hexagon of width one around a point, corners up and down.
pub(crate) fn unit_hexagon([x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let (tip, shoulder) = (ROW_PITCH * 2.0 / 3.0, ROW_PITCH / 3.0);
    vec![
        [x, y - tip],
        [x + 0.5, y - shoulder],
        [x + 0.5, y + shoulder],
        [x, y + tip],
        [x - 0.5, y + shoulder],
        [x - 0.5, y - shoulder],
    ]
}

impl Grid for Hexagon {
    fn name(&self) -> &str {
        "hexagon"
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach() && cell.0[2] == 0
    }

    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        (&DIRECTIONS, &STEPS)
    }

    fn cell_at(&self, _layer: i32, row: i32, column: i32) -> Cell {
        let [row, column] = [row, column].map(Cell::tame);
        Cell([row, column - row.div_euclid(2), 0])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        let [row, slant, _] = cell.0;
        (0, row, slant + row.div_euclid(2))
    }

    fn point_group(&self) -> &[Motion] {
        &GROUP
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by[2] == 0
    }

    fn slides(&self) -> Vec<Slide> {
        let opposite = |i: usize| (i + 3) % 6;
        let slide = |i: usize| Slide {
            by: STEPS[i],
            names: [DIRECTIONS[i], DIRECTIONS[opposite(i)]],
            meets: vec![vec![STEPS[i], STEPS[(i + 1) % 6], STEPS[(i + 5) % 6]]],
        };
        (0..3).map(slide).collect()
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        let [x, y, _] = self.center(cell);
        unit_hexagon([x, y])
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [row, slant, _] = cell.0.map(f64::from);
        [slant + row / 2.0 + 0.5, ROW_PITCH * (row + 2.0 / 3.0), 0.0]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        let [row, slant, _] = cell.0;
        (row, 2 * slant + row, 2)
    }
}
