//! Triangular prisms: layers of the triangle grid, one above the other.
//!
//! Coordinates: the middle of the triangle in the basis of the lattice's vertices, three times
//! enlarged so that it is whole, and the layer. The triangle with corners (i, j), (i+1, j), (i, j+1)
//! lies at (3i+1, 3j+1) and points up in a drawing; its neighbour across the long side lies at
//! (3i+2, 3j+2) and points down. Sixty degrees about a vertex is then (x, y) → (-y, x+y), without
//! offset. With the mirror (x, y) → (y, x) and the one that exchanges above and below these make the
//! 24 symmetries; turning a flat piece over is a rotation, as it is in space.

use crate::{Cell, Grid, Motion, Slide, Triangle};
use std::sync::LazyLock;

/// Triangular prisms in layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prism;

/// Up is the next layer of a drawing.
const DIRECTIONS: [&str; 6] = ["N", "E", "S", "W", "U", "D"];
/// From a triangle that points up across its sides; from the other kind it is the other way.
const ACROSS: [[i32; 3]; 3] = [[1, 1, 0], [-2, 1, 0], [1, -2, 0]];

static GROUP: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let sixth_turn = Motion::new([[0, -1, 0], [1, 1, 0], [0, 0, 1]], [0; 3], true);
    let mirror = Motion::new([[0, 1, 0], [1, 0, 0], [0, 0, 1]], [0; 3], false);
    let upside_down = Motion::new([[1, 0, 0], [0, 1, 0], [0, 0, -1]], [0; 3], false);
    Motion::generate(&[sixth_turn, mirror, upside_down])
});

/// The same triangle in the flat grid, which knows how to draw it.
fn flat(cell: Cell) -> Cell {
    let (_, row, column) = Prism.reading_key(cell);
    Triangle.cell_at(0, row, column)
}

impl Grid for Prism {
    fn name(&self) -> &str {
        "prism"
    }

    fn is_flat(&self) -> bool {
        false
    }

    fn has(&self, cell: Cell) -> bool {
        let [x, y, _] = cell.0.map(|coordinate| coordinate.rem_euclid(3));
        cell.in_reach() && x == y && x != 0
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let sign = if cell.0[0].rem_euclid(3) == 1 { 1 } else { -1 };
        let across = ACROSS.map(|step| step.map(|x| sign * x));
        across.into_iter().chain([[0, 0, 1], [0, 0, -1]]).map(|step| cell.plus(step)).collect()
    }

    fn cell_at(&self, layer: i32, row: i32, column: i32) -> Cell {
        let [layer, row, column] = [layer, row, column].map(Cell::tame);
        let down = (row + column).rem_euclid(2);
        Cell([3 * (row + column).div_euclid(2) + 1 + down, 1 + down - 3 * row, layer])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        let [x, y, layer] = cell.0;
        let row = -y.div_euclid(3);
        (layer, row, 2 * x.div_euclid(3) + x.rem_euclid(3) - 1 - row)
    }

    fn point_group(&self) -> &[Motion] {
        &GROUP
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by[0] % 3 == 0 && by[1] % 3 == 0
    }

    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        let least = |i: usize| cells.iter().map(|cell| cell.0[i]).min().unwrap_or(0);
        [-3 * least(0).div_euclid(3), -3 * least(1).div_euclid(3), -least(2)]
    }

    fn seeds(&self) -> Vec<Cell> {
        vec![Cell([1, 1, 0]), Cell([2, 2, 0])]
    }

    /// Along the three sides of a triangle, and through the layers.
    fn slides(&self) -> Vec<Slide> {
        let layers = [0, 0, 1];
        vec![
            Slide::between([3, 0, 0], ["E", "W"], [[1, 1, 0], [2, -1, 0]]),
            Slide::between([0, 3, 0], ["NE", "SW"], [[1, 1, 0], [-1, 2, 0]]),
            Slide::between([3, -3, 0], ["SE", "NW"], [[1, -2, 0], [2, -1, 0]]),
            Slide { by: layers, names: ["down", "up"], meets: vec![vec![layers]; 2] },
        ]
    }

    fn class(&self, cell: Cell) -> usize {
        usize::from(cell.0[0].rem_euclid(3) == 2)
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        Triangle.outline(flat(cell))
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [x, y, _] = Triangle.center(flat(cell));
        // As far apart as neighbours in a layer: how high a prism is does not matter here.
        [x, y, f64::from(cell.0[2]) / 3.0_f64.sqrt()]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        Triangle.text_rect(flat(cell))
    }

    fn walk_step(&self, cell: Cell, direction: &str) -> Option<Cell> {
        let (layer, ..) = self.reading_key(cell);
        match direction {
            "U" => Some(cell.plus([0, 0, 1])),
            "D" => Some(cell.plus([0, 0, -1])),
            _ => {
                let next = Triangle.walk_step(flat(cell), direction)?;
                let (_, row, column) = Triangle.reading_key(next);
                Some(self.cell_at(layer, row, column))
            }
        }
    }

    fn directions(&self) -> &'static [&'static str] {
        &DIRECTIONS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Motions, Region, Shape};

    fn block(layers: i32, rows: i32, columns: i32) -> Vec<Cell> {
        let places = (0..layers).flat_map(move |layer| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| (layer, row, column)))
        });
        places.map(|(layer, row, column)| Prism.cell_at(layer, row, column)).collect()
    }

    #[test]
    fn rows_and_columns_survive_and_neighbours_are_mutual_and_as_in_the_flat_grid() {
        for cell in block(2, 4, 5) {
            assert!(Prism.has(cell));
            let (layer, row, column) = Prism.reading_key(cell);
            assert_eq!(Prism.cell_at(layer, row, column), cell);
            let mut around: Vec<_> = Triangle
                .neighbours(Triangle.cell_at(0, row, column))
                .into_iter()
                .map(|next| Triangle.reading_key(next))
                .map(|(_, row, column)| Prism.cell_at(layer, row, column))
                .chain([
                    Prism.cell_at(layer + 1, row, column),
                    Prism.cell_at(layer - 1, row, column),
                ])
                .collect();
            let mut found = Prism.neighbours(cell);
            around.sort();
            found.sort();
            assert_eq!(found, around);
            assert!(found.iter().all(|&next| Prism.neighbours(next).contains(&cell)));
        }
    }

    #[test]
    fn there_are_24_symmetries_half_of_them_proper_and_they_keep_neighbours() {
        let group = Prism.point_group();
        assert_eq!(group.len(), 24);
        assert_eq!(group.iter().filter(|motion| motion.is_proper()).count(), 12);
        for motion in group {
            for cell in block(2, 3, 3) {
                let image = motion.apply(cell);
                assert!(Prism.has(image));
                for next in Prism.neighbours(cell) {
                    assert!(Prism.neighbours(image).contains(&motion.apply(next)));
                }
            }
        }
    }

    #[test]
    fn flat_pieces_are_the_free_polyiamonds_because_they_can_be_turned_over() {
        for (cells, count) in [(1, 1), (2, 1), (3, 1), (4, 3), (5, 4), (6, 12)] {
            let shapes = Prism.all_shapes(cells, Motions::Rotate).unwrap();
            let flat = |shape: &&Shape| {
                shape.cells().iter().all(|cell| cell.0[2] == shape.cells()[0].0[2])
            };
            assert_eq!(shapes.iter().filter(flat).count(), count, "{cells} cells");
        }
    }

    #[test]
    fn ordered_placements_are_the_placements_with_every_order_of_the_cells_that_a_motion_brings() {
        let region = Region::new(&Prism, block(2, 2, 4));
        let shape = Shape::new(&Prism, block(1, 1, 2));
        let ordered = Prism.ordered_placements(&shape, Motions::Rotate, &region).unwrap();
        let plain = Prism.placements(&shape, Motions::Rotate, &region).unwrap();
        // Either cell of the pair may come first.
        assert_eq!(ordered.len(), 2 * plain.len());
    }
}
