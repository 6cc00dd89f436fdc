//! What holds on every grid, for random shapes and regions.

use crate::common::{count_placements, cuboid, group_order};
use proptest::prelude::*;
use puzzle_lattice::{Cell, Grid, Motions, NAMES, Region, Shape, by_name};

fn any_cells(most: usize) -> impl Strategy<Value = Vec<(i32, i32, i32)>> {
    prop::collection::vec((0..3_i32, 0..4_i32, 0..4_i32), 1..=most)
}

fn any_motions() -> impl Strategy<Value = Motions> {
    prop::sample::select(Motions::ALL.to_vec())
}

fn any_grid() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES.to_vec())
}

fn cells(grid: &dyn Grid, places: &[(i32, i32, i32)]) -> Vec<Cell> {
    places.iter().map(|&(layer, row, column)| grid.cell_at(layer, row, column)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_orientation_has_the_same_orientations(
        name in any_grid(), places in any_cells(5), motions in any_motions(),
    ) {
        let grid = by_name(name).unwrap();
        let shape = Shape::new(&*grid, cells(&*grid, &places));
        let orientations = grid.orientations(&shape, motions);
        prop_assert!(orientations.contains(&shape));
        prop_assert!(orientations.is_sorted());
        for orientation in &orientations {
            prop_assert_eq!(&grid.orientations(orientation, motions), &orientations);
        }
        if name != "sphere" {
            let order = grid.point_group().iter().filter(|motion| motions.allow(motion)).count();
            prop_assert_eq!(order % orientations.len(), 0);
        }
    }

    #[test]
    fn the_same_cells_elsewhere_are_the_same_shape(
        name in any_grid(), places in any_cells(5), layer in -9..9, row in -9..9, column in -9..9,
    ) {
        let grid = by_name(name).unwrap();
        let here = cells(&*grid, &places);
        let by = grid.cell_at(layer, row, column).minus(grid.cell_at(0, 0, 0));
        prop_assume!(grid.is_translation(by));
        let there: Vec<Cell> = here.iter().map(|cell| cell.plus(by)).collect();
        prop_assert_eq!(Shape::new(&*grid, here), Shape::new(&*grid, there));
    }

    #[test]
    fn every_placement_is_congruent_to_the_piece_and_none_is_missed(
        name in any_grid(), places in any_cells(3), motions in any_motions(),
    ) {
        let grid = by_name(name).unwrap();
        let region = cuboid(&*grid, [2, 3, 3]);
        let shape = Shape::new(&*grid, cells(&*grid, &places));
        let found = count_placements(&*grid, &shape, motions, &region);
        let least = grid.canonical(&shape, motions);
        let expected = subsets(region.len(), shape.len()).into_iter().filter(|subset| {
            let cells = subset.iter().map(|&i| region.cells()[i]);
            grid.canonical(&Shape::new(&*grid, cells), motions) == least
        });
        prop_assert_eq!(found, expected.count());
    }

    #[test]
    fn the_symmetries_of_a_region_form_a_group(name in any_grid(), places in any_cells(12)) {
        let grid = by_name(name).unwrap();
        let region = Region::new(&*grid, cells(&*grid, &places));
        let (order, proper) = group_order(&*grid, &region);
        prop_assert!(order == proper || order == 2 * proper);
    }

    #[test]
    fn drawings_and_cells_are_inverse_to_each_other(
        name in any_grid(),
        layer in -1_000_000..1_000_000, row in -1_000_000..1_000_000, column in -1_000_000..1_000_000,
    ) {
        let grid = by_name(name).unwrap();
        let layer = if grid.is_flat() { 0 } else { layer };
        let cell = grid.cell_at(layer, row, column);
        prop_assert!(grid.has(cell));
        prop_assert_eq!(grid.reading_key(cell), (layer, row, column));
        for motion in grid.point_group() {
            prop_assert!(grid.has(motion.apply(cell)));
            for next in grid.neighbours(cell) {
                prop_assert!(grid.has(next));
                prop_assert!(grid.neighbours(next).contains(&cell));
                prop_assert!(grid.neighbours(motion.apply(cell)).contains(&motion.apply(next)));
            }
        }
    }
}

fn subsets(of: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|subset: Vec<usize>| {
                let from = subset.last().map_or(0, |last| last + 1);
                (from..of).map(move |next| [subset.clone(), vec![next]].concat())
            })
            .collect();
    }
    all
}
