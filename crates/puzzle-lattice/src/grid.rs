//! The trait every grid implements.
//!
//! A lattice says where its cells are, which touch, and what its point group is; the methods that
//! move shapes about follow from that and are written once, in `congruent` and `grow`. The sphere
//! grid replaces some of them because its pieces may also move off the lattice and back; the graph
//! grid, which has no translations, replaces all of them.

use crate::{Cell, Motion, Motions, Region, RegionGroup, Shape, Slide, TooMany, congruent, grow};

/// A lattice of cells and the motions that carry it onto itself.
pub trait Grid: Send + Sync + std::fmt::Debug {
    /// "square", "cube", "hexagon", "triangle", "prism", "sphere", "graph" or the name of a grid of sticks.
    fn name(&self) -> &str;

    /// Whether the grid lies in a plane, so that turning a piece over is a reflection.
    fn is_flat(&self) -> bool {
        true
    }

    /// Whether this is a point of the lattice.
    fn has(&self, cell: Cell) -> bool;

    /// The cells that share a side (squares, hexagons, triangles), a face (cubes), a point of
    /// contact (spheres) or an edge (graphs) with this one.
    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        self.steps().1.iter().map(|&step| cell.plus(step)).collect()
    }

    /// The steps to the neighbours and their names, on a lattice whose cells are all alike.
    fn steps(&self) -> (&'static [&'static str], &'static [[i32; 3]]) {
        (&[], &[])
    }

    /// The axes along which everything can be moved; none if nothing can.
    fn slides(&self) -> Vec<Slide> {
        Vec::new()
    }

    /// Of which kind a cell is: cells of a kind are translates of each other.
    fn class(&self, _cell: Cell) -> usize {
        0
    }

    /// The cell of that name, on a grid whose cells have names.
    fn named_cell(&self, _name: &str) -> Option<Cell> {
        None
    }

    /// What pieces may do unless told otherwise: flat pieces turn over, solid ones do not.
    fn default_motions(&self) -> Motions {
        if self.is_flat() { Motions::RotateReflect } else { Motions::Rotate }
    }

    /// The cell that a character of a drawing stands for.
    fn cell_at(&self, layer: i32, row: i32, column: i32) -> Cell;

    /// The box of so many layers, rows and columns.
    fn block(&self, layers: i32, rows: i32, columns: i32) -> Vec<Cell> {
        let rows = |layer| (0..rows).map(move |row| (layer, row));
        let all = (0..layers).flat_map(rows);
        let cell = |column, (layer, row)| self.cell_at(layer, row, column);
        all.flat_map(|place| (0..columns).map(move |column| cell(column, place))).collect()
    }

    /// The inverse of [`Grid::cell_at`]: layer, row, column. Regions are sorted by it.
    fn reading_key(&self, cell: Cell) -> (i32, i32, i32);

    /// The lattice's symmetries up to translation, the identity first.
    fn point_group(&self) -> &[Motion];

    /// Whether moving every cell by this vector carries the lattice onto itself.
    fn is_translation(&self, by: [i32; 3]) -> bool;

    /// The translation that brings a non-empty set of cells to its normal position: the least value
    /// of every coordinate is 0.
    fn translation_home(&self, cells: &[Cell]) -> [i32; 3] {
        std::array::from_fn(|i| -cells.iter().map(|cell| cell.0[i]).min().unwrap_or(0))
    }

    /// One cell of each translation class: where growing shapes starts.
    fn seeds(&self) -> Vec<Cell> {
        vec![Cell([0; 3])]
    }

    /// The distinct shapes a piece can have as it moves, sorted.
    fn orientations(&self, shape: &Shape, motions: Motions) -> Vec<Shape> {
        congruent::orientations(self, shape, motions)
    }

    /// The least orientation: equal for two shapes exactly if one can be moved onto the other.
    fn canonical(&self, shape: &Shape, motions: Motions) -> Shape {
        self.orientations(shape, motions).swap_remove(0)
    }

    /// Whether moving the piece can bring it onto exactly these cells.
    fn lies_on(&self, shape: &Shape, motions: Motions, cells: &[Cell]) -> bool {
        let there = Shape::normal(self, cells.to_vec());
        self.canonical(&there, motions) == self.canonical(shape, motions)
    }

    /// Where the piece fits: sorted cell numbers of the region, the list sorted, no duplicates.
    fn placements(
        &self,
        shape: &Shape,
        motions: Motions,
        region: &Region,
    ) -> Result<Vec<Vec<u32>>, TooMany> {
        congruent::placements(self, shape, motions, region)
    }

    /// The images of the shape as it moves, cell by cell in the order of the shape's cells, brought
    /// home; an image may come several times. A graph gives none.
    fn images(&self, shape: &Shape, motions: Motions) -> Vec<Vec<Cell>> {
        congruent::images(self, shape, motions)
    }

    /// Where the piece fits, as numbers of the region's cells in the order of the shape's cells:
    /// for pieces whose cells differ. The list is sorted and has no duplicates.
    fn ordered_placements(
        &self,
        shape: &Shape,
        motions: Motions,
        region: &Region,
    ) -> Result<Vec<Vec<u32>>, TooMany> {
        congruent::ordered_placements(self, shape, motions, region)
    }

    /// The symmetry group of the region: the whole of it, or a subgroup that says so.
    fn region_symmetries(&self, region: &Region) -> RegionGroup {
        RegionGroup { elements: congruent::region_symmetries(self, region), complete: true }
    }

    /// One of each kind of connected shape with so many cells, up to `motions`, sorted.
    fn all_shapes(&self, cells: usize, motions: Motions) -> Result<Vec<Shape>, TooMany> {
        grow::lattice_classes(self, cells, motions)
    }

    /// Corners of the cell drawn in its layer: y points down, neighbours' centres are one apart
    /// (triangles: sides have length one), corners shared by two cells coincide.
    fn outline(&self, cell: Cell) -> Vec<[f64; 2]>;

    /// The middle of the cell in space: x to the right, y down a drawing's rows, z along its
    /// layers.
    fn center(&self, cell: Cell) -> [f64; 3];

    /// The cell in a brick wall of text: row, first column and width in half-cell columns; cells
    /// of a layer that share a side touch.
    fn text_rect(&self, cell: Cell) -> (i32, i32, i32);

    /// The neighbour in a direction, if the grid has such a direction there.
    fn walk_step(&self, cell: Cell, direction: &str) -> Option<Cell> {
        let (names, steps) = self.steps();
        let number = names.iter().position(|&name| name == direction)?;
        Some(cell.plus(steps[number]))
    }

    /// The directions [`Grid::walk_step`] knows.
    fn directions(&self) -> &'static [&'static str] {
        self.steps().0
    }
}
