//! Work is bounded whatever is asked.

use crate::common::cuboid;
use puzzle_lattice::{Cell, Cube, Grid, Motions, NAMES, Region, Shape, Sphere, Square, by_name};

#[test]
fn too_many_shapes_are_refused() {
    for name in NAMES {
        let refused = by_name(name).unwrap().all_shapes(1_000_000, Motions::Translate);
        let message = refused.unwrap_err().to_string();
        assert_eq!(message, "more than 20000 shapes", "{name}");
    }
    assert_eq!(Square.all_shapes(0, Motions::Rotate), Ok(Vec::new()));
}

#[test]
fn a_piece_larger_than_the_region_or_empty_has_no_placement() {
    let region = cuboid(&Cube, [1, 2, 2]);
    let bar = Shape::new(&Cube, (0..5).map(|column| Cube.cell_at(0, 0, column)));
    assert_eq!(Cube.placements(&bar, Motions::Rotate, &region), Ok(Vec::new()));
    let nothing = Shape::new(&Cube, []);
    assert!(nothing.is_empty());
    assert_eq!(Cube.placements(&nothing, Motions::Rotate, &region), Ok(Vec::new()));
    assert_eq!(Cube.orientations(&nothing, Motions::Rotate).len(), 1);
}

#[test]
fn an_empty_region_has_the_identity_alone() {
    for name in NAMES {
        let grid = by_name(name).unwrap();
        let region = Region::new(&*grid, []);
        assert!(region.is_empty());
        assert_eq!(grid.region_symmetries(&region).elements.len(), 1);
    }
}

#[test]
fn cells_a_million_apart_are_handled() {
    const FAR: i32 = 1_000_000;
    for name in NAMES {
        let grid = by_name(name).unwrap();
        let layer = if grid.is_flat() { 0 } else { FAR };
        let corners = [(-layer, -FAR, -FAR), (layer, FAR, FAR), (0, FAR, -FAR), (0, 0, 0)];
        let cells = corners.map(|(layer, row, column)| grid.cell_at(layer, row, column));
        let region = Region::new(&*grid, cells);
        let shape = Shape::new(&*grid, cells);
        assert!(!grid.placements(&shape, Motions::RotateReflect, &region).unwrap().is_empty());
        assert!(!grid.region_symmetries(&region).elements.is_empty());
        assert!(!grid.orientations(&shape, Motions::Rotate).is_empty());
    }
}

#[test]
fn points_off_the_lattice_or_out_of_reach_are_no_cells() {
    assert!(!Square.has(Cell([0, 0, 1])));
    assert!(!Sphere.has(Cell([0, 0, 1])));
    assert!(!Cube.has(Cell([i32::MAX, 0, 0])));
    assert!(!by_name("triangle").unwrap().has(Cell([1, 1, 0])));
    let extremes = [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN), (i32::MIN, i32::MAX)];
    for name in NAMES {
        let grid = by_name(name).unwrap();
        for (row, column) in extremes {
            assert!(!grid.has(grid.cell_at(0, row, column)), "{name} {row} {column}");
        }
    }
}

#[test]
fn a_large_ball_of_spheres_keeps_its_48_symmetries() {
    let reach = -9..=9;
    let points = reach.clone().flat_map(|x| {
        let reach = reach.clone();
        reach.clone().flat_map(move |y| reach.clone().map(move |z| Cell([x, y, z])))
    });
    let ball = points.filter(|cell| cell.0.iter().map(|x| x * x).sum::<i32>() <= 81);
    let region = Region::new(&Sphere, ball.filter(|&cell| Sphere.has(cell)));
    assert_eq!(Sphere.region_symmetries(&region).elements.len(), 48);
}
