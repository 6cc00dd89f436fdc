//! Squares on a surface that closes upon itself: a tube, a torus, a Möbius strip, a Klein bottle.
//!
//! The surface is a rectangle of so many rows and columns whose left and right sides are glued, as they are or (Möbius
//! strip, Klein bottle) upside down, and whose upper and lower sides are glued too (torus, Klein bottle). Cells
//! are row, column, 0 within the rectangle. A shape is one of the plane; it is placed by moving it in the plane, of
//! which the surface is a folded image, and folding it. It must not meet itself. On a strip with a twist a piece that is moved once around
//! is its own mirror image, whatever it may do otherwise.
//!
//! The symmetries are those motions of the plane that go together with the folding, so that a surface without
//! ends has all its shifts among them.

use crate::{
    Cell, Grid, Motion, Motions, Region, RegionGroup, RegionSymmetry, Shape, Square, TooMany,
    congruent, limits,
};
use std::collections::BTreeMap;

/// The surfaces by their names.
const KINDS: [(&str, Kind); 4] = [
    ("tube", Kind { twisted: false, closed: false }),
    ("torus", Kind { twisted: false, closed: true }),
    ("moebius", Kind { twisted: true, closed: false }),
    ("klein", Kind { twisted: true, closed: true }),
];

/// How the sides are glued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    /// Left and right upside down.
    twisted: bool,
    /// Upper and lower too.
    closed: bool,
}

/// How many cells are moved at most to find the symmetries, for each motion of the plane.
const MOST_STEPS: u64 = 4_000_000;

/// The longest side.
const LONGEST: i32 = 1000;

/// A surface of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrapped {
    name: String,
    kind: Kind,
    rows: i32,
    columns: i32,
}

impl Wrapped {
    /// The surface of this name: `tube-4x5`, `torus-4x5`, `moebius-4x5` or `klein-4x5`, its rows first.
    pub fn named(name: &str) -> Option<Self> {
        let (kind, sides) = name.split_once('-')?;
        let (_, kind) = KINDS.into_iter().find(|(known, _)| *known == kind)?;
        let (rows, columns) = sides.split_once('x')?;
        let side = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
            text.parse::<i32>().ok().filter(|side| plain && (1..=LONGEST).contains(side))
        };
        Some(Wrapped { name: name.into(), kind, rows: side(rows)?, columns: side(columns)? })
    }

    /// Where a cell of the plane lies on the surface, if it lies on it.
    fn fold(&self, cell: Cell) -> Option<Cell> {
        let [row, column, _] = cell.0;
        let turns = column.div_euclid(self.columns);
        let row = match self.kind.twisted && turns.rem_euclid(2) == 1 {
            true => self.rows - 1 - row,
            false => row,
        };
        let row = if self.kind.closed { row.rem_euclid(self.rows) } else { row };
        let inside = (0..self.rows).contains(&row);
        inside.then_some(Cell([row, column.rem_euclid(self.columns), 0]))
    }

    /// The cells of the plane, up to what carries shapes to their translates, that lie over a cell.
    fn lifts(&self, cell: Cell) -> Vec<Cell> {
        let [row, column, _] = cell.0;
        let mut lifts = vec![cell];
        if self.kind.twisted {
            lifts.push(Cell([self.rows - 1 - row, column + self.columns, 0]));
        }
        lifts
    }

    /// Where images of a shape lie in a region, each cell by its number.
    fn placed(&self, images: &[Vec<Cell>], region: &Region) -> Result<Vec<Vec<u32>>, TooMany> {
        let mut found = Vec::new();
        let mut lookups = 0;
        for image in images {
            let Some(&first) = image.first() else { continue };
            for target in region.cells().iter().flat_map(|&cell| self.lifts(cell)) {
                let by = target.minus(first);
                let number = |cell: &Cell| region.index(self.fold(cell.plus(by))?);
                let numbers: Vec<u32> = image.iter().map_while(number).collect();
                lookups += numbers.len() + 1;
                TooMany::check("steps of placing a piece", lookups, limits::LOOKUPS)?;
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                sorted.dedup();
                // All of it is on the surface, and nowhere twice.
                if sorted.len() == image.len() {
                    found.push(numbers);
                    TooMany::check("placements", found.len(), limits::PLACEMENTS)?;
                    let cells = found.len().saturating_mul(image.len());
                    TooMany::check("cells in the placements", cells, limits::PLACED_CELLS)?;
                }
            }
        }
        Ok(found)
    }

    /// Whether a motion of the plane carries cells that are folded together to such cells.
    fn keeps(&self, motion: &Motion, by: [i32; 3]) -> bool {
        let moved = |cell: Cell| self.fold(motion.apply(cell).plus(by));
        let corners = [[0, 0, 0], [0, 1, 0], [1, 0, 0]].map(Cell);
        corners.into_iter().all(|cell| {
            let around = Cell([self.glued(cell.0[0]), cell.0[1] + self.columns, 0]);
            let over = cell.plus([self.rows, 0, 0]);
            moved(cell) == moved(around) && (!self.kind.closed || moved(cell) == moved(over))
        })
    }

    /// By how many rows and columns everything may be moved after a motion about the first cell; of a surface
    /// that is too large to try all of them, only those that bring it back to its rectangle.
    fn shifts(&self, cells: usize) -> (Vec<i32>, Vec<i32>) {
        let ends = |end: i32| if end == 1 { vec![0] } else { vec![0, end - 1] };
        let around = if self.kind.twisted { 2 * self.columns } else { self.columns };
        let rows = if self.kind.closed { (0..self.rows).collect() } else { ends(self.rows) };
        let work = (rows.len() as u64) * (around as u64) * (cells as u64);
        match work > MOST_STEPS {
            true => (ends(self.rows), ends(self.columns)),
            false => (rows, (0..around).collect()),
        }
    }

    /// The row that continues a row beyond the right side.
    fn glued(&self, row: i32) -> i32 {
        if self.kind.twisted { self.rows - 1 - row } else { row }
    }
}

impl Grid for Wrapped {
    fn name(&self) -> &str {
        &self.name
    }

    fn has(&self, cell: Cell) -> bool {
        let [row, column, layer] = cell.0;
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column) && layer == 0
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let mut near: Vec<Cell> =
            Square.neighbours(cell).into_iter().filter_map(|near| self.fold(near)).collect();
        near.sort_unstable();
        near.dedup();
        near.retain(|&near| near != cell);
        near
    }

    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        Square.steps()
    }

    fn cell_at(&self, layer: i32, row: i32, column: i32) -> Cell {
        Square.cell_at(layer, row, column)
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        Square.reading_key(cell)
    }

    fn point_group(&self) -> &[Motion] {
        Square.point_group()
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        Square.is_translation(by)
    }

    fn orientations(&self, shape: &Shape, motions: Motions) -> Vec<Shape> {
        Square.orientations(shape, motions)
    }

    fn images(&self, shape: &Shape, motions: Motions) -> Vec<Vec<Cell>> {
        Square.images(shape, motions)
    }

    fn all_shapes(&self, cells: usize, motions: Motions) -> Result<Vec<Shape>, TooMany> {
        Square.all_shapes(cells, motions)
    }

    /// Some motion of the plane carries the piece over these cells, and folding it meets each once.
    fn lies_on(&self, shape: &Shape, motions: Motions, cells: &[Cell]) -> bool {
        let mut wanted = cells.to_vec();
        wanted.sort_unstable();
        let images = self.images(shape, motions);
        images.iter().any(|image| {
            cells.iter().flat_map(|&cell| self.lifts(cell)).any(|target| {
                let by = target.minus(image[0]);
                let folded: Option<Vec<Cell>> =
                    image.iter().map(|cell| self.fold(cell.plus(by))).collect();
                folded.is_some_and(|mut folded| {
                    folded.sort_unstable();
                    folded == wanted
                })
            })
        })
    }

    fn placements(
        &self,
        shape: &Shape,
        motions: Motions,
        region: &Region,
    ) -> Result<Vec<Vec<u32>>, TooMany> {
        let shapes = self.orientations(shape, motions);
        let images: Vec<Vec<Cell>> = shapes.iter().map(|shape| shape.cells().to_vec()).collect();
        let mut placements = self.placed(&images, region)?;
        placements.iter_mut().for_each(|placement| placement.sort_unstable());
        placements.sort_unstable();
        placements.dedup();
        Ok(placements)
    }

    fn ordered_placements(
        &self,
        shape: &Shape,
        motions: Motions,
        region: &Region,
    ) -> Result<Vec<Vec<u32>>, TooMany> {
        let mut images = self.images(shape, motions);
        images.sort_unstable();
        images.dedup();
        let mut placements = self.placed(&images, region)?;
        placements.sort_unstable();
        placements.dedup();
        Ok(placements)
    }

    fn region_symmetries(&self, region: &Region) -> RegionGroup {
        let mut found: BTreeMap<Vec<u32>, bool> = BTreeMap::new();
        let (rows, columns) = self.shifts(region.len());
        for motion in Square.point_group() {
            for &row in &rows {
                for &column in &columns {
                    let by = [row, column, 0];
                    if !self.keeps(motion, by) {
                        continue;
                    }
                    let image =
                        |&cell: &Cell| region.index(self.fold(motion.apply(cell).plus(by))?);
                    let cells: Option<Vec<u32>> = region.cells().iter().map(image).collect();
                    let Some(cells) = cells else { continue };
                    let mut sorted = cells.clone();
                    sorted.sort_unstable();
                    if sorted.windows(2).all(|pair| pair[0] != pair[1]) {
                        // Without sides there is no handedness to keep.
                        *found.entry(cells).or_insert(false) |=
                            motion.is_proper() || self.kind.twisted;
                    }
                }
            }
        }
        let elements: Vec<RegionSymmetry> = congruent::listed(found, region.len());
        let complete =
            rows.len() * columns.len() >= self.shifts(0).0.len() * self.shifts(0).1.len();
        RegionGroup { elements, complete }
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        Square.outline(cell)
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        Square.center(cell)
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        Square.text_rect(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(name: &str) -> (Wrapped, Region) {
        let grid = Wrapped::named(name).unwrap();
        let region = Region::new(&grid, grid.block(1, grid.rows, grid.columns));
        (grid, region)
    }

    fn shape(cells: &[[i32; 2]]) -> Shape {
        Shape::new(&Square, cells.iter().map(|&[row, column]| Cell([row, column, 0])))
    }

    /// How many ways a shape can lie on the whole surface.
    fn ways(name: &str, cells: &[[i32; 2]], motions: Motions) -> usize {
        let (grid, region) = surface(name);
        grid.placements(&shape(cells), motions, &region).unwrap().len()
    }

    #[test]
    fn names_tell_the_surface_and_its_sides() {
        for bad in [
            "torus",
            "torus-4",
            "torus-0x4",
            "ring-3x3",
            "torus-4x5x6",
            "tube-1001x1",
            "torus-+4x4",
        ] {
            assert!(Wrapped::named(bad).is_none(), "{bad}");
        }
        assert_eq!(Wrapped::named("klein-4x5").unwrap().name(), "klein-4x5");
    }

    #[test]
    fn a_domino_lies_across_every_glued_side() {
        let domino = [[0, 0], [0, 1]];
        // Across 3 x 4, down 2 x 4 or 3 x 4.
        assert_eq!(ways("tube-3x4", &domino, Motions::Rotate), 12 + 8);
        assert_eq!(ways("moebius-3x4", &domino, Motions::Rotate), 12 + 8);
        assert_eq!(ways("torus-3x4", &domino, Motions::Rotate), 12 + 12);
        assert_eq!(ways("klein-3x4", &domino, Motions::Rotate), 12 + 12);
        // On two columns there are two sides between the same two cells, and a cell is not its own neighbour.
        assert_eq!(ways("tube-1x2", &domino, Motions::Rotate), 1);
        assert_eq!(ways("tube-1x1", &domino, Motions::Rotate), 0);
    }

    #[test]
    fn a_piece_that_goes_around_a_strip_with_a_twist_comes_back_mirrored() {
        let ell = [[0, 0], [1, 0], [2, 0], [2, 1]];
        let (plain, twisted) = ("tube-3x5", "moebius-3x5");
        assert_eq!(ways(plain, &ell, Motions::Translate), 5);
        assert_eq!(ways(twisted, &ell, Motions::Translate), 10);
        for motions in Motions::ALL {
            let reflected = Motions::RotateReflect;
            assert!(ways(twisted, &ell, motions) <= ways(twisted, &ell, reflected));
        }
        assert_eq!(
            ways(twisted, &ell, Motions::Rotate),
            ways(twisted, &ell, Motions::RotateReflect)
        );
    }

    #[test]
    fn a_surface_has_its_shifts_among_its_symmetries() {
        let order = |name: &str| {
            let (grid, region) = surface(name);
            grid.region_symmetries(&region).elements.len()
        };
        assert_eq!(order("tube-3x5"), 2 * 2 * 5);
        assert_eq!(order("torus-3x5"), 4 * 15);
        assert_eq!(order("torus-4x4"), 8 * 16);
        // Around twice: the reflection of the rows is a shift by one turn.
        assert_eq!(order("moebius-3x5"), 2 * 2 * 5);
    }

    #[test]
    fn symmetries_carry_placements_to_placements() {
        for name in ["tube-3x4", "torus-3x4", "torus-3x3", "moebius-3x4", "klein-3x4", "klein-4x4"]
        {
            let (grid, region) = surface(name);
            let piece = shape(&[[0, 0], [0, 1], [1, 1], [2, 1]]);
            let all = grid.placements(&piece, Motions::RotateReflect, &region).unwrap();
            for symmetry in grid.region_symmetries(&region).elements {
                for placement in &all {
                    let mut image: Vec<u32> =
                        placement.iter().map(|&cell| symmetry.cells[cell as usize]).collect();
                    image.sort_unstable();
                    assert!(all.binary_search(&image).is_ok(), "{name}");
                }
            }
        }
    }
}
