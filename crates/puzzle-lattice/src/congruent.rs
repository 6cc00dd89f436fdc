//! Orientations, placements and region symmetries of a lattice, from its point group.
//!
//! An orientation is the image of the shape under a motion, translated home; a placement is an
//! orientation translated so that its first cell lies on a cell of the region; a symmetry of a
//! finite region is a motion followed by the one translation that brings the image home to the
//! region itself.

use crate::{Cell, Grid, Motions, Region, RegionSymmetry, Shape, TooMany, limits};
use std::collections::BTreeMap;

/// The distinct images of a shape, sorted.
pub(crate) fn orientations<G: Grid + ?Sized>(
    grid: &G,
    shape: &Shape,
    motions: Motions,
) -> Vec<Shape> {
    let normal = |image| Shape::normal(grid, image);
    let mut images: Vec<Shape> =
        self::images(grid, shape, motions).into_iter().map(normal).collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// Every placement of a shape in a region.
pub(crate) fn placements<G: Grid + ?Sized>(
    grid: &G,
    shape: &Shape,
    motions: Motions,
    region: &Region,
) -> Result<Vec<Vec<u32>>, TooMany> {
    let cells = |orientation: Shape| orientation.cells().to_vec();
    let images = || grid.orientations(shape, motions).into_iter().map(cells).collect();
    let mut placements = translated(grid, shape.len(), region, images)?;
    placements.iter_mut().for_each(|placement| placement.sort_unstable());
    placements.sort_unstable();
    placements.dedup();
    Ok(placements)
}

/// Every placement of a shape in a region, in the order of the shape's cells.
pub(crate) fn ordered_placements<G: Grid + ?Sized>(
    grid: &G,
    shape: &Shape,
    motions: Motions,
    region: &Region,
) -> Result<Vec<Vec<u32>>, TooMany> {
    let images = || {
        let mut images = grid.images(shape, motions);
        images.sort_unstable();
        images.dedup();
        images
    };
    let mut placements = translated(grid, shape.len(), region, images)?;
    placements.sort_unstable();
    placements.dedup();
    Ok(placements)
}

/// Where the images of a shape of so many cells lie in a region when they are translated, each cell
/// by its number.
fn translated<G: Grid + ?Sized>(
    grid: &G,
    size: usize,
    region: &Region,
    images: impl FnOnce() -> Vec<Vec<Cell>>,
) -> Result<Vec<Vec<u32>>, TooMany> {
    let mut placements = Vec::new();
    if size == 0 || size > region.len() {
        return Ok(placements);
    }
    let mut lookups = 0;
    let mut numbers = Vec::with_capacity(size);
    for image in images() {
        for &target in region.cells() {
            let by = target.minus(image[0]);
            if !grid.is_translation(by) {
                continue;
            }
            numbers.clear();
            numbers.extend(image.iter().map_while(|cell| region.index(cell.plus(by))));
            lookups += numbers.len() + 1;
            if numbers.len() == size {
                placements.push(numbers.clone());
                TooMany::check("placements", placements.len(), limits::PLACEMENTS)?;
                let cells = placements.len().saturating_mul(size);
                TooMany::check("cells in the placements", cells, limits::PLACED_CELLS)?;
            }
            TooMany::check("steps of placing a piece", lookups, limits::LOOKUPS)?;
        }
    }
    Ok(placements)
}

/// The images of a shape under the motions, in the order of its cells.
pub(crate) fn images<G: Grid + ?Sized>(
    grid: &G,
    shape: &Shape,
    motions: Motions,
) -> Vec<Vec<Cell>> {
    let allowed = grid.point_group().iter().filter(|motion| motions.allow(motion));
    let image = |motion: &crate::Motion| {
        let cells: Vec<Cell> = shape.cells().iter().map(|&cell| motion.apply(cell)).collect();
        let home = grid.translation_home(&cells);
        cells.into_iter().map(|cell| cell.plus(home)).collect()
    };
    allowed.map(image).collect()
}

/// The symmetry group of a region under the motions of the lattice.
pub(crate) fn region_symmetries<G: Grid + ?Sized>(
    grid: &G,
    region: &Region,
) -> Vec<RegionSymmetry> {
    if region.is_empty() {
        return vec![RegionSymmetry::identity(0)];
    }
    let home = grid.translation_home(region.cells());
    let mut found = BTreeMap::new();
    for motion in grid.point_group() {
        let image: Vec<Cell> = region.cells().iter().map(|&cell| motion.apply(cell)).collect();
        let there = grid.translation_home(&image);
        let back = Cell(there).minus(Cell(home));
        let cells: Option<Vec<u32>> =
            image.iter().map(|cell| region.index(cell.plus(back))).collect();
        if let Some(cells) = cells {
            *found.entry(cells).or_insert(false) |= motion.is_proper();
        }
    }
    listed(found, region.len())
}

/// A group as a list, the identity first and the others sorted.
pub(crate) fn listed(found: BTreeMap<Vec<u32>, bool>, cells: usize) -> Vec<RegionSymmetry> {
    let identity = RegionSymmetry::identity(cells);
    let others = found
        .into_iter()
        .filter(|(image, _)| *image != identity.cells)
        .map(|(cells, proper)| RegionSymmetry { cells, proper });
    std::iter::once(identity.clone()).chain(others).collect()
}
