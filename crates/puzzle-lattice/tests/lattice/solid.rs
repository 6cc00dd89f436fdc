//! Cubes.

use crate::common::{PENTOMINOES, count_placements, cuboid, drawn, group_order, shape_counts};
use puzzle_lattice::{Cube, Grid, Motions};

#[test]
fn there_are_8_tetracubes_and_29_pentacubes_or_7_and_23_with_reflections() {
    assert_eq!(shape_counts(&Cube, 5, Motions::Rotate), [1, 1, 2, 8, 29]);
    assert_eq!(shape_counts(&Cube, 5, Motions::RotateReflect), [1, 1, 2, 7, 23]);
}

#[test]
fn the_flat_pentominoes_have_2440_placements_in_the_3x4x5_box() {
    let cuboid = cuboid(&Cube, [3, 4, 5]);
    let count = |text| count_placements(&Cube, &drawn(&Cube, text), Motions::Rotate, &cuboid);
    assert_eq!(PENTOMINOES.map(|(_, text)| count(text)).iter().sum::<usize>(), 2440);
    assert_eq!(count("##/##/#."), 504);
}

#[test]
fn the_3x4x5_box_has_8_symmetries_and_the_cube_48_half_of_them_proper() {
    assert_eq!(group_order(&Cube, &cuboid(&Cube, [3, 4, 5])), (8, 4));
    assert_eq!(group_order(&Cube, &cuboid(&Cube, [5, 5, 5])), (48, 24));
    // A single layer can be turned over, so its reflections are proper motions too.
    assert_eq!(group_order(&Cube, &cuboid(&Cube, [1, 4, 5])), (4, 4));
}

#[test]
fn the_y_pentacube_has_960_placements_in_5x5x5_and_72_over_the_centre() {
    let cube = cuboid(&Cube, [5, 5, 5]);
    let piece = drawn(&Cube, "####/.#..");
    assert_eq!(count_placements(&Cube, &piece, Motions::Rotate, &cube), 960);
    let centre = cube.index(Cube.cell_at(2, 2, 2)).unwrap();
    let placements = Cube.placements(&piece, Motions::Rotate, &cube).unwrap();
    assert_eq!(placements.iter().filter(|cells| cells.contains(&centre)).count(), 72);
}
