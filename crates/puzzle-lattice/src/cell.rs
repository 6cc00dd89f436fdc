//! A cell: three integers whose meaning is the grid's.
//!
//! Each grid's file says what its coordinates are; callers that only draw or read drawings use
//! [`Grid::cell_at`](crate::Grid::cell_at) and [`Grid::reading_key`](crate::Grid::reading_key).
//! All arithmetic is exact while coordinates stay within [`Cell::REACH`].

/// A lattice point; unused coordinates are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(pub [i32; 3]);

impl Cell {
    /// Coordinates beyond this are no cells of any grid, so that no sum or product overflows.
    pub const REACH: i32 = 1 << 25;

    /// Whether all coordinates are within [`Cell::REACH`].
    pub fn in_reach(self) -> bool {
        self.0.iter().all(|x| (-Self::REACH..=Self::REACH).contains(x))
    }

    /// A number from a drawing or a file, brought to where sums with it cannot overflow; what was
    /// far out of reach stays out of reach.
    pub(crate) fn tame(number: i32) -> i32 {
        number.clamp(-8 * Self::REACH, 8 * Self::REACH)
    }

    /// The cell moved by a vector.
    pub fn plus(self, by: [i32; 3]) -> Cell {
        let [x, y, z] = self.0;
        Cell([x + by[0], y + by[1], z + by[2]])
    }

    /// The vector from `other` to this cell.
    pub fn minus(self, other: Cell) -> [i32; 3] {
        let [x, y, z] = self.0;
        [x - other.0[0], y - other.0[1], z - other.0[2]]
    }
}
