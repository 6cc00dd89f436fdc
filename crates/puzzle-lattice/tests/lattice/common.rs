//! Helpers shared by the tests of this crate.

use puzzle_lattice::{Cell, Graph, Grid, Motions, Region, RegionSymmetry, Shape};

/// A box of layers, rows and columns.
pub(crate) fn cuboid(grid: &dyn Grid, [layers, rows, columns]: [i32; 3]) -> Region {
    let cells = (0..layers).flat_map(|layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (layer, row, column)))
    });
    Region::new(grid, cells.map(|(layer, row, column)| grid.cell_at(layer, row, column)))
}

/// A shape from a drawing of one layer, rows separated by '/'.
pub(crate) fn drawn(grid: &dyn Grid, drawing: &str) -> Shape {
    let cells = (0..).zip(drawing.split('/')).flat_map(|(row, line)| {
        let marks = (0..).zip(line.chars()).filter(|&(_, mark)| mark == '#');
        marks.map(move |(column, _)| grid.cell_at(0, row, column))
    });
    Shape::new(grid, cells.collect::<Vec<_>>())
}

/// The twelve pentominoes by their usual letters.
pub(crate) const PENTOMINOES: [(char, &str); 12] = [
    ('F', ".##/##./.#."),
    ('I', "#####"),
    ('L', "####/#..."),
    ('N', "###./..##"),
    ('P', "##/##/#."),
    ('T', "###/.#./.#."),
    ('U', "#.#/###"),
    ('V', "#../#../###"),
    ('W', "#../##./.##"),
    ('X', ".#./###/.#."),
    ('Y', "####/.#.."),
    ('Z', "##./.#./.##"),
];

/// The dodecahedron's faces, joined where they share an edge.
pub(crate) fn dodecahedron() -> Graph {
    let mut edges = Vec::new();
    for i in 0..5 {
        let next = (i + 1) % 5;
        edges.extend([(0, 1 + i), (1 + i, 1 + next), (1 + i, 6 + i), (1 + next, 6 + i)]);
        edges.extend([(6 + i, 6 + next), (6 + i, 11)]);
    }
    Graph::new((0..12).map(|i| format!("f{i}")).collect(), edges, None).unwrap()
}

/// How many shapes of 1, 2, … cells there are.
pub(crate) fn shape_counts(grid: &dyn Grid, up_to: usize, motions: Motions) -> Vec<usize> {
    (1..=up_to).map(|cells| grid.all_shapes(cells, motions).unwrap().len()).collect()
}

/// The number of placements, after checking each against the definition.
pub(crate) fn count_placements(
    grid: &dyn Grid,
    shape: &Shape,
    motions: Motions,
    region: &Region,
) -> usize {
    let placements = grid.placements(shape, motions, region).unwrap();
    let least = grid.canonical(shape, motions);
    for pair in placements.windows(2) {
        assert!(pair[0] < pair[1], "placements are sorted and distinct");
    }
    for placement in &placements {
        assert!(placement.is_sorted());
        let cells: Vec<Cell> = placement.iter().map(|&i| region.cells()[i as usize]).collect();
        assert_eq!(grid.canonical(&Shape::new(grid, cells), motions), least);
    }
    placements.len()
}

/// The order of a region's group and how many of its elements are proper, after checking that it
/// is a group of permutations that keep neighbours.
pub(crate) fn group_order(grid: &dyn Grid, region: &Region) -> (usize, usize) {
    let group = grid.region_symmetries(region).elements;
    assert!((0..).zip(&group[0].cells).all(|(i, &image)| i == image), "the identity is first");
    let find = |cells: &[u32]| group.iter().find(|symmetry| symmetry.cells == cells);
    for (i, symmetry) in group.iter().enumerate() {
        assert_eq!(group.iter().position(|other| other.cells == symmetry.cells), Some(i));
        for next in &group {
            let product = find(&compose(symmetry, next)).expect("a group is closed");
            assert!(product.proper || !(symmetry.proper && next.proper));
        }
        for (&cell, &image) in region.cells().iter().zip(&symmetry.cells) {
            let image = region.cells()[image as usize];
            for next in grid.neighbours(cell) {
                if let Some(number) = region.index(next) {
                    let there = region.cells()[symmetry.cells[number as usize] as usize];
                    assert!(grid.neighbours(image).contains(&there));
                }
            }
        }
    }
    (group.len(), group.iter().filter(|symmetry| symmetry.proper).count())
}

fn compose(first: &RegionSymmetry, next: &RegionSymmetry) -> Vec<u32> {
    first.cells.iter().map(|&image| next.cells[image as usize]).collect()
}
