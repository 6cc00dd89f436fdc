//! The turns of a cube in the order in which BurrTools numbers them.
//!
//! A turn is up to three quarter turns about x, then up to three about y, or one or three about z: the
//! first sixteen numbers count those about x fastest, the last eight have one and three about z. Numbers from
//! 24 on are the same after a reflection in x.

use puzzle_lattice::Cell;

/// x, y, z.
type Place = [i32; 3];

/// Where a turn carries a place.
pub(crate) fn turn(number: u32, [x, y, z]: Place) -> Place {
    let [mut x, mut y, mut z] = [if number < 24 { x } else { -x }, y, z];
    let number = number % 24;
    let [about_x, about_y, about_z] = match number {
        0..16 => [number % 4, number / 4, 0],
        16..20 => [number % 4, 0, 1],
        _ => [number % 4, 0, 3],
    };
    for _ in 0..about_x {
        [y, z] = [-z, y];
    }
    for _ in 0..about_y {
        [x, z] = [z, -x];
    }
    for _ in 0..about_z {
        [x, y] = [-y, x];
    }
    [x, y, z]
}

/// The images of cells of our cubic grid, reflections last.
pub(crate) fn cubes(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let image = |number: u32, cell: &Cell| {
        let [layer, row, column] = cell.0;
        let [x, y, z] = turn(number, [column, row, layer]);
        Cell([z, y, x])
    };
    (0..48).map(|number| cells.iter().map(|cell| image(number, cell)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_and_the_first_24_keep_handedness() {
        let determinant = |number| {
            let [a, b, c] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|axis| turn(number, axis));
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        let mut images: Vec<Place> = (0..48).map(|number| turn(number, [1, 2, 3])).collect();
        assert!((0..24).all(|number| determinant(number) == 1));
        assert!((24..48).all(|number| determinant(number) == -1));
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 48);
    }
}
