//! Close-packed spheres: the face-centred cubic lattice.
//!
//! Coordinates: integer points with even sum; the 12 neighbours differ by (±1, ±1, 0) or a
//! permutation of it. In drawings every character is a sphere: it stands at
//! column * (1,1,0) + row * (1,0,1) + layer * (0,1,1), so each layer is a triangular packing whose
//! rows shift right by half a sphere and a pyramid is drawn as triangles.
//!
//! Pieces of spheres are loose balls glued together, so two are the same if a Euclidean motion
//! carries one onto the other, even if that motion is no symmetry of the lattice. Orientations and
//! region symmetries are therefore searched for in `isometry`; the 28 lattice classes of four
//! spheres are 25 pieces.

use crate::hexagon::{ROW_PITCH, unit_hexagon};
use crate::{Cell, Grid, Motion, Motions, Region, RegionGroup, Shape, Slide, TooMany};
use crate::{cube, grow, isometry};

/// Spheres in close packing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sphere;

/// Directions in a layer as for hexagons; U and D lead to the next and the previous layer.
const DIRECTIONS: [&str; 12] =
    ["E", "SE", "SW", "W", "NW", "NE", "USE", "USW", "UN", "DNW", "DNE", "DS"];
const STEPS: [[i32; 3]; 12] = [
    [1, 1, 0],
    [1, 0, 1],
    [0, -1, 1],
    [-1, -1, 0],
    [-1, 0, -1],
    [0, 1, -1],
    [0, 1, 1],
    [-1, 0, 1],
    [-1, 1, 0],
    [0, -1, -1],
    [1, 0, -1],
    [1, -1, 0],
];

/// The distance of two layers.
const LAYER_PITCH: f64 = 0.816_496_580_927_726;

impl Grid for Sphere {
    fn name(&self) -> &str {
        "sphere"
    }

    fn is_flat(&self) -> bool {
        false
    }

    fn has(&self, cell: Cell) -> bool {
        cell.in_reach() && self.is_translation(cell.0)
    }

    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        (&DIRECTIONS, &STEPS)
    }

    fn cell_at(&self, layer: i32, row: i32, column: i32) -> Cell {
        let [layer, row, column] = [layer, row, column].map(Cell::tame);
        Cell([column + row, column + layer, row + layer])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        let [x, y, z] = cell.0;
        ((y + z - x) >> 1, (x + z - y) >> 1, (x + y - z) >> 1)
    }

    fn point_group(&self) -> &[Motion] {
        cube::group()
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by.iter().sum::<i32>() % 2 == 0
    }

    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        cells.iter().min().map_or([0; 3], |least| least.0.map(|x| -x))
    }

    fn orientations(&self, shape: &Shape, motions: Motions) -> Vec<Shape> {
        isometry::orientations(self, shape, motions)
    }

    fn images(&self, shape: &Shape, motions: Motions) -> Vec<Vec<Cell>> {
        isometry::images(self, shape, motions)
    }

    fn region_symmetries(&self, region: &Region) -> RegionGroup {
        isometry::region_symmetries(self, region)
    }

    fn all_shapes(&self, cells: usize, motions: Motions) -> Result<Vec<Shape>, TooMany> {
        Ok(grow::merge(self, grow::lattice_classes(self, cells, motions)?, motions))
    }

    /// Along the six lines through a sphere and its neighbours. Those at sixty degrees are in the way.
    fn slides(&self) -> Vec<Slide> {
        let minus = |step: [i32; 3]| step.map(|x| -x);
        let name = |by: [i32; 3]| STEPS.iter().zip(DIRECTIONS).find(|(step, _)| **step == by);
        let slide = |&by: &[i32; 3]| {
            let near = |step: &&[i32; 3]| (0..3).map(|i| step[i] * by[i]).sum::<i32>() > 0;
            Slide {
                by,
                names: [by, minus(by)].map(|by| name(by).map_or("", |(_, name)| name)),
                meets: vec![STEPS.iter().filter(near).copied().collect()],
            }
        };
        STEPS.iter().filter(|step| **step > minus(**step)).map(slide).collect()
    }

    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        let (_, row, column) = self.reading_key(cell);
        let (row, column) = (f64::from(row), f64::from(column));
        unit_hexagon([column + row / 2.0 + 0.5, ROW_PITCH * (row + 2.0 / 3.0)])
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let (layer, row, column) = self.reading_key(cell);
        let (layer, row, column) = (f64::from(layer), f64::from(row), f64::from(column));
        [column + (row + layer) / 2.0, ROW_PITCH * (row + layer / 3.0), LAYER_PITCH * layer]
    }

    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        let (_, row, column) = self.reading_key(cell);
        (row, 2 * column + row, 2)
    }
}
