//! Close-packed spheres, whose pieces are congruent in the Euclidean sense.

use crate::common::{count_placements, group_order, shape_counts};
use proptest::prelude::*;
use puzzle_lattice::{Cell, Grid, Motions, Region, Shape, Sphere};
use std::collections::{BTreeMap, BTreeSet};

/// The shell, one sphere thick, of the tetrahedron with edge 8.
fn hollow_pyramid() -> Region {
    let inside = |[a, b, c]: [i32; 3]| a >= 1 && b >= 1 && c >= 1 && a + b + c <= 6;
    let mut cells = Vec::new();
    for a in 0..8 {
        for b in 0..8 - a {
            cells.extend((0..8 - a - b).map(|c| [a, b, c]).filter(|&p| !inside(p)));
        }
    }
    Region::new(&Sphere, cells.into_iter().map(|[a, b, c]| Sphere.cell_at(c, b, a)))
}

#[test]
fn there_are_25_pieces_of_four_spheres() {
    assert_eq!(Sphere.all_shapes(4, Motions::Rotate).unwrap().len(), 25);
    assert_eq!(shape_counts(&Sphere, 3, Motions::Rotate), [1, 1, 4]);
}

#[test]
fn the_hollow_pyramid_has_100_cells_and_the_24_symmetries_of_the_tetrahedron() {
    let pyramid = hollow_pyramid();
    assert_eq!(pyramid.len(), 100);
    assert_eq!(group_order(&Sphere, &pyramid), (24, 12));
}

#[test]
fn the_hollow_pyramid_has_5632_placements() {
    let pyramid = hollow_pyramid();
    let pieces = Sphere.all_shapes(4, Motions::Rotate).unwrap();
    let mut counts: Vec<usize> = pieces
        .iter()
        .map(|piece| count_placements(&Sphere, piece, Motions::Rotate, &pyramid))
        .collect();
    counts.sort_unstable();
    let published = [
        34, 36, 60, 60, 60, 60, 108, 108, 120, 120, 144, 150, 168, 168, 204, 204, 216, 216, 216,
        252, 264, 360, 504, 816, 984,
    ];
    assert_eq!(counts, published);
    assert_eq!(counts.iter().sum::<usize>(), 5632);
}

#[test]
fn the_28_classes_of_the_lattices_own_rotations_are_25_pieces() {
    let fixed = Sphere.all_shapes(4, Motions::Translate).unwrap();
    let least_turned = |shape: &Shape| {
        let turns = Sphere.point_group().iter().filter(|motion| motion.is_proper());
        let image = |motion: &puzzle_lattice::Motion| {
            Shape::new(&Sphere, shape.cells().iter().map(|&cell| motion.apply(cell)))
        };
        turns.map(image).min().unwrap()
    };
    assert_eq!(fixed.iter().map(least_turned).collect::<BTreeSet<_>>().len(), 28);
    let pieces = |shape: &Shape| Sphere.canonical(shape, Motions::Rotate);
    assert_eq!(fixed.iter().map(pieces).collect::<BTreeSet<_>>().len(), 25);
}

fn squared_distance(a: Cell, b: Cell) -> i32 {
    a.minus(b).iter().map(|x| x * x).sum()
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                let unused: Vec<usize> = (0..count).filter(|i| !start.contains(i)).collect();
                unused.into_iter().map(move |next| [start.clone(), vec![next]].concat())
            })
            .collect();
    }
    all
}

/// Distances of four points, and the sign of the volume they span, in the order that makes them
/// least: equal exactly for points that a proper motion carries onto each other.
fn invariant(cells: &[Cell]) -> (Vec<i32>, i32) {
    let of_order = |order: Vec<usize>| {
        let p: Vec<Cell> = order.into_iter().map(|i| cells[i]).collect();
        let distances = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
        let [a, b, c] = [1, 2, 3].map(|i| p[i].minus(p[0]));
        let volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
        (distances.map(|(i, j)| squared_distance(p[i], p[j])).collect(), volume.signum())
    };
    permutations(4).into_iter().map(of_order).min().unwrap()
}

#[test]
fn pieces_are_the_same_exactly_if_distances_and_handedness_agree() {
    for motions in [Motions::Rotate, Motions::RotateReflect] {
        let mut classes = BTreeMap::new();
        for shape in Sphere.all_shapes(4, Motions::Translate).unwrap() {
            let (distances, sign) = invariant(shape.cells());
            let key = if motions == Motions::Rotate { (distances, sign) } else { (distances, 0) };
            let least = Sphere.canonical(&shape, motions);
            assert_eq!(*classes.entry(key).or_insert(least.clone()), least);
        }
        let distinct: BTreeSet<_> = classes.values().collect();
        assert_eq!(distinct.len(), classes.len());
        assert_eq!(classes.len(), Sphere.all_shapes(4, motions).unwrap().len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn symmetries_are_the_permutations_that_keep_all_distances(
        places in prop::collection::vec((0..3_i32, 0..3_i32, 0..3_i32), 1..=6),
    ) {
        let cells = places.iter().map(|&(layer, row, column)| Sphere.cell_at(layer, row, column));
        let region = Region::new(&Sphere, cells);
        let cells = region.cells();
        let keeps = |order: &Vec<usize>| (0..cells.len()).all(|i| (0..i).all(|j| {
            squared_distance(cells[i], cells[j]) == squared_distance(cells[order[i]], cells[order[j]])
        }));
        let expected = permutations(cells.len()).iter().filter(|order| keeps(order)).count();
        prop_assert_eq!(Sphere.region_symmetries(&region).elements.len(), expected);
    }
}

#[test]
fn flat_sets_of_spheres_have_only_proper_symmetries() {
    let row = Region::new(&Sphere, (0..3).map(|column| Sphere.cell_at(0, 0, column)));
    assert_eq!(group_order(&Sphere, &row), (2, 2));
    // A ring of six turns by 60 degrees, which the lattice itself does only with a reflection.
    let around = Sphere.neighbours(Sphere.cell_at(0, 0, 0)).into_iter();
    let ring = Region::new(&Sphere, around.filter(|&cell| Sphere.reading_key(cell).0 == 0));
    assert_eq!(ring.len(), 6);
    assert_eq!(group_order(&Sphere, &ring), (12, 12));
}

#[test]
fn a_large_tetrahedron_of_spheres_lies_in_two_ways() {
    let tetrahedron = (0..6).flat_map(|a| {
        (0..6 - a).flat_map(move |b| (0..6 - a - b).map(move |c| Sphere.cell_at(c, b, a)))
    });
    let piece = Shape::new(&Sphere, tetrahedron);
    assert_eq!(piece.len(), 56);
    assert_eq!(Sphere.orientations(&piece, Motions::Rotate).len(), 2);
}
