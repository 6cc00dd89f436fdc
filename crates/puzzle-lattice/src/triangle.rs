//! The triangle grid: in a drawing a cell points up if row + column is even, down otherwise.
//!
//! Coordinates: the strip of the cell in each of the three directions of lines, counted so that
//! the sum is 0 for a triangle pointing up and 1 for one pointing down. The first is the row, and
//! the column is the second minus the third. Crossing a side changes one coordinate by one: +1
//! from an up triangle, -1 from a down triangle. Translations have sum 0; the 12 symmetries are
//! the permutations of the coordinates (even ones are turns by 120 degrees, odd ones reflections)
//! with or without a half turn, which negates all coordinates and adds one.

use crate::hexagon::ROW_PITCH;
use crate::{Cell, Grid, Motion, Slide};
use std::sync::LazyLock;

/// Triangles in a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triangle;

const DIRECTIONS: [&str; 4] = ["N", "E", "S", "W"];

static GROUP: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let third_turn = Motion::new([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [0; 3], true);
    let mirror = Motion::new([[1, 0, 0], [0, 0, 1], [0, 1, 0]], [0; 3], false);
    let half_turn = Motion::new([[-1, 0, 0], [0, -1, 0], [0, 0, -1]], [1, 0, 0], true);
    Motion::generate(&[third_turn, mirror, half_turn])
});

fn points_up(cell: Cell) -> bool {
    cell.0.iter().sum::<i32>() == 0
}

impl Grid for Triangle {
    fn name(&self) -> &str {
        "triangle"
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach() && (0..=1).contains(&cell.0.iter().sum::<i32>())
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let by = if points_up(cell) { 1 } else { -1 };
        vec![cell.plus([by, 0, 0]), cell.plus([0, by, 0]), cell.plus([0, 0, by])]
    }

    fn cell_at(&self, _layer: i32, row: i32, column: i32) -> Cell {
        let [row, column] = [row, column].map(Cell::tame);
        let sum = (row + column).rem_euclid(2);
        Cell([row, (sum - row + column) / 2, (sum - row - column) / 2])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        (0, cell.0[0], cell.0[1] - cell.0[2])
    }

    fn point_group(&self) -> &[Motion] {
        &GROUP
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by.iter().sum::<i32>() == 0
    }

    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        let least = |i: usize| cells.iter().map(|cell| cell.0[i]).min().unwrap_or(0);
        [-least(0), -least(1), least(0) + least(1)]
    }

    fn seeds(&self) -> Vec<Cell> {
        vec![Cell([0, 0, 0]), Cell([0, 0, 1])]
    }

    fn slides(&self) -> Vec<Slide> {
        vec![
            Slide::between([0, 1, -1], ["E", "W"], [[0, 1, 0], [0, 0, -1]]),
            Slide::between([1, 0, -1], ["SE", "NW"], [[1, 0, 0], [0, 0, -1]]),
            Slide::between([1, -1, 0], ["SW", "NE"], [[1, 0, 0], [0, -1, 0]]),
        ]
    }

    fn class(&self, cell: Cell) -> usize {
        usize::from(!points_up(cell))
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        let (_, row, column) = self.reading_key(cell);
        let left = f64::from(column) / 2.0;
        let (top, bottom) = (ROW_PITCH * f64::from(row), ROW_PITCH * (f64::from(row) + 1.0));
        if points_up(cell) {
            vec![[left + 0.5, top], [left + 1.0, bottom], [left, bottom]]
        } else {
            vec![[left, top], [left + 1.0, top], [left + 0.5, bottom]]
        }
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [x, y] = self.outline(cell).iter().fold([0.0, 0.0], |[x, y], p| [x + p[0], y + p[1]]);
        [x / 3.0, y / 3.0, 0.0]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        let (_, row, column) = self.reading_key(cell);
        (row, column, 1)
    }

    fn walk_step(&self, cell: Cell, direction: &str) -> Option<Cell> {
        let by = match (direction, points_up(cell)) {
            ("S", true) => [1, 0, 0],
            ("E", true) => [0, 1, 0],
            ("W", true) => [0, 0, 1],
            ("N", false) => [-1, 0, 0],
            ("W", false) => [0, -1, 0],
            ("E", false) => [0, 0, -1],
            _ => return None,
        };
        Some(cell.plus(by))
    }

    fn directions(&self) -> &'static [&'static str] {
        &DIRECTIONS
    }
}
