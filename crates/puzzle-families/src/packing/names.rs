//! What shapes are customarily called: the pentominoes by Golomb's letters, and so on.
//!
//! A set of shapes is put into the order of its customary names; shapes without one come after,
//! by letters or numbers.

use puzzle_lattice::{Grid, Motions, Shape};

use super::Piece;

/// (grid, cells, [(name, drawing)]); a solid grid of cubes takes the flat names of squares.
type Customs = &'static [(&'static str, usize, &'static [(&'static str, &'static str)])];

const CUSTOMS: Customs = &[
    ("square", 3, &[("I", "###"), ("V", "##/#.")]),
    (
        "square",
        4,
        &[("I", "####"), ("L", "###/#.."), ("O", "##/##"), ("S", ".##/##."), ("T", "###/.#.")],
    ),
    (
        "square",
        5,
        &[
            ("F", ".##/##./.#."),
            ("I", "#####"),
            ("L", "####/#..."),
            ("N", ".###/##.."),
            ("P", "##/##/#."),
            ("T", "###/.#./.#."),
            ("U", "#.#/###"),
            ("V", "#../#../###"),
            ("W", "#../##./.##"),
            ("X", ".#./###/.#."),
            ("Y", ".#../####"),
            ("Z", "##./.#./.##"),
        ],
    ),
];

/// Gives every shape a name of its own, and none that a piece before has.
pub(super) fn name_all(
    shapes: Vec<Shape>,
    grid: &dyn Grid,
    cells: usize,
    motions: Motions,
    before: &[Piece],
) -> Vec<(String, Shape)> {
    let named = customs(grid, cells);
    let custom = |shape: &Shape| {
        let class = grid.canonical(shape, Motions::RotateReflect);
        named.iter().position(|(_, known)| *known == class)
    };
    let mut ranked: Vec<(usize, Shape)> =
        shapes.into_iter().map(|shape| (custom(&shape).unwrap_or(usize::MAX), shape)).collect();
    ranked.sort();
    let many = ranked.len() > 26;
    let mut result: Vec<(String, Shape)> = Vec::new();
    let mut nameless = 0;
    for (rank, shape) in ranked {
        let mut name = match named.get(rank) {
            Some((name, _)) => (*name).to_owned(),
            None => {
                nameless += 1;
                if many { format!("p{nameless}") } else { by_number(nameless - 1) }
            }
        };
        // Mirror images that count as two pieces share a custom: the second gets a prime.
        let taken = |name: &str| {
            result.iter().any(|(known, _)| known == name)
                || before.iter().any(|piece| piece.name == name)
        };
        while taken(&name) {
            name.push('\'');
        }
        result.push((name, grid.canonical(&shape, motions)));
    }
    result
}

/// The name of the n-th piece of a file that gives it none: A, B, … then p27, p28, …
pub(super) fn by_number(n: usize) -> String {
    match u8::try_from(n) {
        Ok(n) if n < 26 => char::from(b'A' + n).to_string(),
        _ => format!("p{}", n + 1),
    }
}

fn customs(grid: &dyn Grid, cells: usize) -> Vec<(&'static str, Shape)> {
    let flat = if grid.name() == "cube" { "square" } else { grid.name() };
    let custom = CUSTOMS.iter().find(|(name, size, _)| (*name, *size) == (flat, cells));
    let shapes = custom.map_or(&[][..], |(_, _, shapes)| *shapes);
    let read = |drawing: &str| {
        let mut filled = Vec::new();
        for (row, line) in drawing.split('/').enumerate() {
            let columns = line.bytes().enumerate().filter(|(_, byte)| *byte == b'#');
            filled.extend(columns.map(|(column, _)| grid.cell_at(0, row as i32, column as i32)));
        }
        grid.canonical(&Shape::new(grid, filled), Motions::RotateReflect)
    };
    shapes.iter().map(|(name, drawing)| (*name, read(drawing))).collect()
}
