//! Grids of sticks: the edges of the square, the triangular and the hexagonal grid. A polystick is a shape of them.
//!
//! Coordinates are those of the middle of a stick, doubled, so that the points where the lattice of translations
//! begins have even ones. Squares: row and column; corners are even in both, and exactly one coordinate of a stick is odd.
//! Triangles and hexagons: two axes at 60 degrees, the third direction is their difference. The edges of the
//! triangular grid and those between hexagons cross in their middles, so both have the same cells: those not even in
//! both. They differ in what touches: sticks of triangles meet in its corners, ten at each stick, those of
//! hexagons three at a corner, so four at each stick.
//!
//! Two sticks are neighbours if they share an end. That two pieces cross in a corner is allowed.

use crate::{Cell, Grid, Motion};
use std::sync::LazyLock;

/// Sticks, by what they are the edges of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sticks {
    /// Squares.
    Square,
    /// Triangles.
    Triangle,
    /// Hexagons.
    Hexagon,
}

/// How thick a stick is drawn, to each side.
const THICK: f64 = 0.16;

static SQUARE: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let quarter_turn = Motion::new([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], [0; 3], true);
    let mirror = Motion::new([[1, 0, 0], [0, -1, 0], [0, 0, 1]], [0; 3], false);
    Motion::generate(&[quarter_turn, mirror])
});

static SIXFOLD: LazyLock<Vec<Motion>> = LazyLock::new(|| {
    let sixth_turn = Motion::new([[0, -1, 0], [1, 1, 0], [0, 0, 1]], [0; 3], true);
    let mirror = Motion::new([[0, 1, 0], [1, 0, 0], [0, 0, 1]], [0; 3], false);
    Motion::generate(&[sixth_turn, mirror])
});

/// From a corner of the triangular grid to the middles of the sticks there.
const AROUND: [[i32; 3]; 6] =
    [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0], [0, -1, 0], [1, -1, 0]];

fn is_odd(number: i32) -> bool {
    number.rem_euclid(2) == 1
}

/// The largest even number that is not larger.
fn even(number: i32) -> i32 {
    number - number.rem_euclid(2)
}

impl Sticks {
    /// The way from the middle of a stick to one of its ends, doubled; of hexagons the way that crosses it.
    fn along(self, cell: Cell) -> [i32; 3] {
        match (self, is_odd(cell.0[0]), is_odd(cell.0[1])) {
            (Sticks::Square, true, _) => [1, 0, 0],
            (Sticks::Square, ..) => [0, 1, 0],
            (_, true, true) => [1, -1, 0],
            (_, true, false) => [1, 0, 0],
            _ => [0, 1, 0],
        }
    }

    /// A doubled point in the drawing: x to the right, y down.
    fn drawn(self, [a, b]: [f64; 2]) -> [f64; 2] {
        match self {
            Sticks::Square => [b / 2.0, a / 2.0],
            _ => [(a + b / 2.0) / 2.0, b * 3_f64.sqrt() / 4.0],
        }
    }

    /// The two ends of a stick in the drawing.
    fn ends(self, cell: Cell) -> [[f64; 2]; 2] {
        let [x, y, _] = self.along(cell).map(f64::from);
        let [a, b, _] = cell.0.map(f64::from);
        let [[x1, y1], [x2, y2]] = [self.drawn([a - x, b - y]), self.drawn([a + x, b + y])];
        if self != Sticks::Hexagon {
            return [[x1, y1], [x2, y2]];
        }
        // Across: as long as the side of a hexagon whose neighbours are one apart.
        let (dx, dy) = ((x2 - x1) / 12_f64.sqrt(), (y2 - y1) / 12_f64.sqrt());
        let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        [[x - dy, y + dx], [x + dy, y - dx]]
    }
}

impl Grid for Sticks {
    fn name(&self) -> &str {
        match self {
            Sticks::Square => "square-sticks",
            Sticks::Triangle => "triangle-sticks",
            Sticks::Hexagon => "hexagon-sticks",
        }
    }

    fn has(&self, cell: Cell) -> bool {
        let odd = [cell.0[0], cell.0[1]].into_iter().filter(|&x| is_odd(x)).count();
        let stick = match self {
            Sticks::Square => odd == 1,
            _ => odd > 0,
        };
        cell.in_reach() && cell.0[2] == 0 && stick
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let along = self.along(cell);
        let back = along.map(|x| -x);
        let ends = [cell.plus(along), cell.plus(back)];
        let around = |end: Cell| -> Vec<Cell> {
            match self {
                Sticks::Square => {
                    [[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]].map(|by| end.plus(by)).into()
                }
                _ => AROUND.map(|by| end.plus(by)).into(),
            }
        };
        let mut near: Vec<Cell> =
            ends.into_iter().flat_map(around).filter(|&n| n != cell).collect();
        if *self == Sticks::Hexagon {
            // The sticks of the two triangles on both sides: those that both ends of what crosses it can reach by
            // turning 60 degrees.
            let turned = |[x, y, _]: [i32; 3]| [[-y, x + y, 0], [x + y, -x, 0]];
            let sides = |end: Cell, way: [i32; 3]| turned(way).map(|by| end.plus(by));
            near = sides(ends[0], back).into_iter().chain(sides(ends[1], along)).collect();
        }
        near
    }

    fn class(&self, cell: Cell) -> usize {
        match (is_odd(cell.0[0]), is_odd(cell.0[1])) {
            (true, true) => 2,
            (true, false) => 1,
            _ => 0,
        }
    }

    fn cell_at(&self, _layer: i32, row: i32, column: i32) -> Cell {
        match self {
            Sticks::Square => Cell([row, column, 0]),
            _ => {
                let [row, column] = [row, column].map(Cell::tame);
                // Only every second place of a row is a stick.
                let between = (column - row).rem_euclid(2);
                Cell([(column - row - between) / 2, row, between])
            }
        }
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        let [a, b, _] = cell.0;
        match self {
            Sticks::Square => (0, a, b),
            _ => (0, b, 2 * a + b),
        }
    }

    fn point_group(&self) -> &[Motion] {
        match self {
            Sticks::Square => &SQUARE,
            _ => &SIXFOLD,
        }
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        !is_odd(by[0]) && !is_odd(by[1]) && by[2] == 0
    }

    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        let least = |i: usize| cells.iter().map(|cell| cell.0[i]).min().unwrap_or(0);
        [-even(least(0)), -even(least(1)), 0]
    }

    fn seeds(&self) -> Vec<Cell> {
        let seeds = [Cell([0, 1, 0]), Cell([1, 0, 0]), Cell([1, 1, 0])];
        seeds.into_iter().filter(|&cell| self.has(cell)).collect()
    }

    fn block(&self, _layers: i32, rows: i32, columns: i32) -> Vec<Cell> {
        let mut cells = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                match self {
                    Sticks::Square => {
                        let (a, b) = (2 * row + 1, 2 * column + 1);
                        cells.extend(
                            [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]]
                                .map(|by| Cell([a, b, 0]).plus(by)),
                        );
                    }
                    // Two triangles: the sides of a rhombus and what parts it.
                    Sticks::Triangle => {
                        let corner = Cell([2 * column, 2 * row, 0]);
                        let sides = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0], [2, 1, 0]];
                        cells.extend(sides.map(|by| corner.plus(by)));
                    }
                    Sticks::Hexagon => {
                        let middle = Cell([2 * column, 2 * row, 0]);
                        cells.extend(AROUND.map(|by| middle.plus(by)));
                    }
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        let [[x1, y1], [x2, y2]] = self.ends(cell);
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = (THICK * (x2 - x1) / length, THICK * (y2 - y1) / length);
        let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        vec![[x1, y1], [x + dy, y - dx], [x2, y2], [x - dy, y + dx]]
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [a, b, _] = cell.0.map(f64::from);
        let [x, y] = self.drawn([a, b]);
        [x, y, 0.0]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        let (_, row, column) = self.reading_key(cell);
        match self {
            Sticks::Square => (row, 2 * column, 2),
            _ => (row, column, 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Motions, Region};

    const ALL: [Sticks; 3] = [Sticks::Square, Sticks::Triangle, Sticks::Hexagon];

    /// How many shapes of up to so many sticks there are.
    fn shapes(grid: Sticks, most: usize, motions: Motions) -> Vec<usize> {
        (1..=most).map(|sticks| grid.all_shapes(sticks, motions).unwrap().len()).collect()
    }

    #[test]
    fn neighbours_share_an_end_and_each_other() {
        for (grid, count) in ALL.into_iter().zip([6, 10, 4]) {
            for cell in grid.block(1, 3, 3) {
                let near = grid.neighbours(cell);
                assert_eq!(near.len(), count, "{grid:?} {cell:?}");
                for other in near {
                    assert!(grid.has(other) && grid.neighbours(other).contains(&cell), "{grid:?}");
                    let met = |[x, y]: [f64; 2]| {
                        let close = |[u, v]: &[f64; 2]| (x - u).hypot(y - v) < 1e-6;
                        grid.ends(other).iter().any(close)
                    };
                    assert!(grid.ends(cell).into_iter().any(met), "{grid:?} {cell:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn polysticks_are_as_many_as_is_known() {
        // OEIS A019988 free, A151537 one-sided, A096267 fixed.
        let square = |most, motions| shapes(Sticks::Square, most, motions);
        assert_eq!(square(5, Motions::RotateReflect), [1, 2, 5, 16, 55]);
        // Of five tristicks two have no mirror symmetry.
        assert_eq!(square(4, Motions::Rotate), [1, 2, 7, 25]);
        assert_eq!(square(4, Motions::Translate), [2, 6, 22, 88]);
        // D. Goodger's polytrigs and polytwigs.
        assert_eq!(shapes(Sticks::Triangle, 4, Motions::RotateReflect), [1, 3, 12, 60]);
        assert_eq!(shapes(Sticks::Hexagon, 6, Motions::RotateReflect), [1, 1, 3, 4, 12, 27]);
    }

    #[test]
    fn motions_keep_sticks_and_what_touches() {
        for (grid, order) in ALL.into_iter().zip([8, 12, 12]) {
            assert_eq!(grid.point_group().len(), order);
            for motion in grid.point_group() {
                for cell in grid.block(1, 2, 2) {
                    let image = motion.apply(cell);
                    assert!(grid.has(image));
                    let mut moved: Vec<Cell> =
                        grid.neighbours(cell).into_iter().map(|c| motion.apply(c)).collect();
                    let mut near = grid.neighbours(image);
                    moved.sort_unstable();
                    near.sort_unstable();
                    assert_eq!(moved, near, "{grid:?}");
                }
            }
        }
    }

    #[test]
    fn a_patch_has_the_edges_of_its_meshes_and_their_symmetries() {
        let patch = |grid: Sticks, rows, columns| {
            let region = Region::new(&grid, grid.block(1, rows, columns));
            (region.len(), grid.region_symmetries(&region).elements.len())
        };
        assert_eq!(patch(Sticks::Square, 5, 5), (60, 8));
        assert_eq!(patch(Sticks::Square, 1, 2), (7, 4));
        assert_eq!(patch(Sticks::Triangle, 1, 1), (5, 4));
        assert_eq!(patch(Sticks::Hexagon, 1, 1), (6, 12));
        assert_eq!(patch(Sticks::Hexagon, 1, 3), (16, 4));
    }

    #[test]
    fn a_place_in_a_drawing_is_a_stick_or_none() {
        for grid in ALL {
            for cell in grid.block(1, 3, 3) {
                let (layer, row, column) = grid.reading_key(cell);
                assert_eq!(grid.cell_at(layer, row, column), cell);
            }
            assert!(!grid.has(grid.cell_at(0, 0, 0)));
        }
        assert!(!Sticks::Triangle.has(Sticks::Triangle.cell_at(0, 0, 1)));
    }
}
