//! All shapes of a given size, by adding one cell at a time.
//!
//! Shapes are grown one representative per class of the *lattice's* motions, which is complete
//! because such a motion carries the whole lattice along. For grids whose pieces are congruent in
//! a wider sense (spheres, graphs) that sense does not carry the neighbouring cells along, so the
//! classes are merged only at the end.

use crate::{Cell, Grid, Motions, Shape, TooMany, congruent, limits};
use rustc_hash::FxHashSet;

/// Connected shapes up to the allowed motions of the point group, each the least of its class.
pub(crate) fn lattice_classes<G: Grid + ?Sized>(
    grid: &G,
    cells: usize,
    motions: Motions,
) -> Result<Vec<Shape>, TooMany> {
    if cells == 0 {
        return Ok(Vec::new());
    }
    let seeds = grid.seeds();
    TooMany::check("shapes", seeds.len(), limits::SHAPES)?;
    let least = |cells| {
        let shape = Shape::normal(grid, cells);
        congruent::orientations(grid, &shape, motions).swap_remove(0)
    };
    let mut level: FxHashSet<Shape> = seeds.into_iter().map(|cell| least(vec![cell])).collect();
    let mut work = 0;
    for _ in 1..cells {
        let mut next = FxHashSet::default();
        for shape in &level {
            let mut rim: Vec<Cell> =
                shape.cells().iter().flat_map(|&cell| grid.neighbours(cell)).collect();
            rim.sort_unstable();
            rim.dedup();
            rim.retain(|cell| shape.cells().binary_search(cell).is_err());
            work += rim.len() * (shape.len() + 1) + shape.len();
            TooMany::check("steps of growing shapes", work, limits::GROWTH)?;
            for cell in rim {
                let mut grown = shape.cells().to_vec();
                grown.push(cell);
                next.insert(least(grown));
            }
            TooMany::check("shapes", next.len(), limits::SHAPES)?;
        }
        level = next;
    }
    let mut shapes: Vec<Shape> = level.into_iter().collect();
    shapes.sort_unstable();
    Ok(shapes)
}

/// One shape of each class under the grid's own idea of congruence.
pub(crate) fn merge<G: Grid + ?Sized>(
    grid: &G,
    candidates: Vec<Shape>,
    motions: Motions,
) -> Vec<Shape> {
    let mut seen = FxHashSet::default();
    let mut shapes = Vec::new();
    for shape in candidates {
        if !seen.contains(&shape) {
            let orientations = grid.orientations(&shape, motions);
            shapes.push(orientations[0].clone());
            seen.extend(orientations);
        }
    }
    shapes.sort_unstable();
    shapes
}
