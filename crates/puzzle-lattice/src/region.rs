//! A region: a finite set of cells that stays where it is, such as the box of a packing puzzle.
//!
//! Invariant: cells are distinct and in reading order (layer, row, column); a cell's place in that
//! order is its number everywhere else: in placements, in symmetries and as a cell aspect.
//!
//! Numbers are looked up in a table over the bounding box while that is not much larger than the
//! region, in a hash table otherwise; the table makes placing pieces several times faster.

use crate::{Cell, Grid};
use rustc_hash::FxHashMap;

/// A finite set of cells, in reading order.
#[derive(Clone, Debug)]
pub struct Region {
    cells: Vec<Cell>,
    numbers: Numbers,
}

/// From cell to number.
#[derive(Clone, Debug)]
enum Numbers {
    Table { low: Cell, size: [u64; 3], numbers: Vec<u32> },
    Hash(FxHashMap<Cell, u32>),
}

const NONE: u32 = u32::MAX;

impl Numbers {
    fn new(cells: &[Cell]) -> Numbers {
        let bound = |least: bool, i: usize| {
            let values = cells.iter().map(|cell| cell.0[i]);
            if least { values.min() } else { values.max() }.unwrap_or(0)
        };
        let low = Cell(std::array::from_fn(|i| bound(true, i)));
        let size: [u64; 3] =
            std::array::from_fn(|i| (i64::from(bound(false, i)) - i64::from(low.0[i]) + 1) as u64);
        let volume = size.iter().try_fold(1_u64, |volume, &edge| volume.checked_mul(edge));
        let numbered = (0..).zip(cells).map(|(number, &cell)| (cell, number));
        match volume.filter(|&volume| volume <= 16 * cells.len() as u64 + 4096) {
            None => Numbers::Hash(numbered.collect()),
            Some(volume) => {
                let mut numbers = vec![NONE; volume as usize];
                for (cell, number) in numbered {
                    if let Some(place) = place(low, size, cell) {
                        numbers[place] = number;
                    }
                }
                Numbers::Table { low, size, numbers }
            }
        }
    }

    fn get(&self, cell: Cell) -> Option<u32> {
        match self {
            Numbers::Table { low, size, numbers } => place(*low, *size, cell)
                .map(|place| numbers[place])
                .filter(|&number| number != NONE),
            Numbers::Hash(numbers) => numbers.get(&cell).copied(),
        }
    }
}

/// Where a cell stands in a table over a box, if it is in the box.
fn place(low: Cell, size: [u64; 3], cell: Cell) -> Option<usize> {
    let mut place = 0;
    for (i, &edge) in size.iter().enumerate() {
        let along = u64::try_from(i64::from(cell.0[i]) - i64::from(low.0[i])).ok()?;
        if along >= edge {
            return None;
        }
        place = place * edge + along;
    }
    Some(place as usize)
}

impl Region {
    /// The region of these cells; duplicates count once.
    ///
    /// # Panics
    /// If there are 2^32 cells or more.
    pub fn new(grid: &dyn Grid, cells: impl IntoIterator<Item = Cell>) -> Region {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_by_cached_key(|&cell| (grid.reading_key(cell), cell));
        cells.dedup();
        assert!(u32::try_from(cells.len()).is_ok(), "a region has fewer than 2^32 cells");
        let numbers = Numbers::new(&cells);
        Region { cells, numbers }
    }

    /// The cells in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of a cell, if it belongs to the region.
    pub fn index(&self, cell: Cell) -> Option<u32> {
        self.numbers.get(cell)
    }

    /// Whether the cell belongs to the region.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// Whether the cell has a neighbour in the grid that does not belong to the region.
    pub fn is_at_boundary(&self, grid: &dyn Grid, cell: Cell) -> bool {
        grid.neighbours(cell).into_iter().any(|next| !self.contains(next))
    }
}

/// The symmetries of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionGroup {
    /// The elements, the identity first, distinct as permutations.
    pub elements: Vec<RegionSymmetry>,
    /// Whether these are all; `false` if the search would have taken too long.
    pub complete: bool,
}

/// One symmetry of a region.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionSymmetry {
    /// The number of the image of each cell.
    pub cells: Vec<u32>,
    /// Whether some motion that keeps handedness moves the cells this way.
    pub proper: bool,
}

impl RegionSymmetry {
    /// The symmetry that moves none of `cells` cells.
    pub(crate) fn identity(cells: usize) -> RegionSymmetry {
        RegionSymmetry { cells: (0..cells as u32).collect(), proper: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;

    #[test]
    fn cells_are_found_by_number_whether_near_together_or_far_apart() {
        for stride in [1, 50_000] {
            let cells = (0..30).map(|i| Cell([i % 3, stride * i, -i]));
            let region = Region::new(&Cube, cells);
            assert_eq!(matches!(region.numbers, Numbers::Table { .. }), stride == 1);
            for (number, &cell) in (0..).zip(region.cells()) {
                assert_eq!(region.index(cell), Some(number));
                for by in [[1, 0, 0], [0, 0, 7], [0, -1, 0], [-9, 0, 0]] {
                    let found = region.index(cell.plus(by)).is_some();
                    assert_eq!(found, region.cells().contains(&cell.plus(by)));
                }
            }
            assert_eq!(region.index(Cell([i32::MIN, 0, i32::MAX])), None);
        }
    }
}
