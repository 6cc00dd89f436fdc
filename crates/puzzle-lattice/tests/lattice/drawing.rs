//! Outlines, centres, text rectangles and walks.

use crate::common::cuboid;
use puzzle_lattice::{Cell, Grid, Hexagon, NAMES, by_name};

fn shared_corners(grid: &dyn Grid, a: Cell, b: Cell) -> usize {
    let near = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < 1e-9;
    let outline = grid.outline(b);
    grid.outline(a).iter().filter(|p| outline.iter().any(|q| near(p, q))).count()
}

fn touch((row, start, width): (i32, i32, i32), other: (i32, i32, i32)) -> bool {
    match (row - other.0).abs() {
        0 => start + width == other.1 || other.1 + other.2 == start,
        1 => start < other.1 + other.2 && other.1 < start + width,
        _ => false,
    }
}

#[test]
fn neighbours_in_a_layer_share_two_corners_and_touch_in_the_text() {
    for name in NAMES {
        let grid = by_name(name).unwrap();
        let region = cuboid(&*grid, [1, 5, 5]);
        for &a in region.cells() {
            let neighbours = grid.neighbours(a);
            for &b in region.cells().iter().filter(|&&b| b != a) {
                let adjacent = neighbours.contains(&b);
                assert_eq!(shared_corners(&*grid, a, b) == 2, adjacent, "{name} {a:?} {b:?}");
                assert!(!adjacent || touch(grid.text_rect(a), grid.text_rect(b)));
            }
        }
    }
}

#[test]
fn no_two_cells_share_a_place_in_the_text() {
    for name in NAMES {
        let grid = by_name(name).unwrap();
        let mut taken = std::collections::BTreeSet::new();
        for &cell in cuboid(&*grid, [1, 5, 5]).cells() {
            let (row, start, width) = grid.text_rect(cell);
            assert!((start..start + width).all(|column| taken.insert((row, column))));
        }
    }
}

#[test]
fn centres_of_neighbours_are_equally_far_apart_and_nearest() {
    for name in NAMES {
        let grid = by_name(name).unwrap();
        let region = cuboid(&*grid, [3, 4, 4]);
        let distance = |a: Cell, b: Cell| {
            let (p, q) = (grid.center(a), grid.center(b));
            (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt()
        };
        let side = if matches!(name, "triangle" | "prism") { 1.0 / 3.0_f64.sqrt() } else { 1.0 };
        for &a in region.cells() {
            for &b in region.cells().iter().filter(|&&b| b != a) {
                let near = (distance(a, b) - side).abs() < 1e-9;
                assert_eq!(near, grid.neighbours(a).contains(&b), "{name} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn odd_rows_of_hexagons_are_shifted_right_by_half_a_cell() {
    let left = |row| Hexagon.text_rect(Hexagon.cell_at(0, row, 0)).1;
    assert_eq!([left(-1), left(0), left(1), left(2)], [1, 0, 1, 0]);
}

#[test]
fn steps_lead_to_all_neighbours_in_the_direction_of_their_names() {
    for name in NAMES {
        let grid = by_name(name).unwrap();
        for start in [grid.cell_at(1, 2, 3), grid.cell_at(1, 2, 4)] {
            let mut reached = Vec::new();
            for &direction in grid.directions() {
                let Some(cell) = grid.walk_step(start, direction) else { continue };
                reached.push(cell);
                let (from, to) = (grid.center(start), grid.center(cell));
                let pulls = [('E', 0, 1.0), ('W', 0, -1.0), ('S', 1, 1.0), ('N', 1, -1.0)];
                for (letter, axis, sign) in pulls.into_iter().chain([('U', 2, 1.0), ('D', 2, -1.0)])
                {
                    if direction.contains(letter) {
                        assert!((to[axis] - from[axis]) * sign > 1e-9, "{name} {direction}");
                    }
                }
            }
            let mut neighbours = grid.neighbours(start);
            neighbours.sort();
            reached.sort();
            assert_eq!(reached, neighbours, "{name}");
            assert!(grid.walk_step(start, "X").is_none());
        }
    }
}
