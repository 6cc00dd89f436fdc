//! A burr of six pieces as a puzzle file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use puzzle_lattice::Cell;

use super::number::{self, Cutting};
use super::place::Frame;

/// The file: the box is all sticks, and what several of them want may stay empty.
pub(super) fn write(name: &str, cuttings: &[Cutting], length: i32) -> String {
    let frame = Frame::new(length);
    let mut cubes: BTreeMap<Cell, char> = BTreeMap::new();
    for stick in &frame.sticks {
        cubes.extend(stick.cells(0).into_iter().map(|cell| (cell, '#')));
    }
    let half = |cell: &Cell| Cell(cell.0.map(|x| (x - 1) / 2));
    let filled: usize = cuttings.iter().map(|&cutting| number::cells(cutting, length).len()).sum();
    if filled < cubes.len() {
        cubes.extend(frame.wanted.iter().map(|cell| (half(cell), '+')));
    }
    let mut text = String::from("family = \"packing\"\n");
    let _ = writeln!(text, "name = {}", crate::document::quote(name));
    let _ = writeln!(text, "grid = \"cube\"\n\n[box]\n{}", drawing(&cubes));
    let mut counts: BTreeMap<Cutting, u32> = BTreeMap::new();
    cuttings.iter().for_each(|&cutting| *counts.entry(cutting).or_default() += 1);
    for (cutting, count) in counts {
        // Seen with the side up that faces the middle of the burr.
        let cells = number::cells(cutting, length).into_iter().map(|cell| (cell, '#')).collect();
        let _ = writeln!(text, "[[piece]]\nname = \"{}\"\n{}", cutting + 1, drawing(&cells));
        if count > 1 {
            let _ = writeln!(text, "count = {count}");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len() + 1);
    text
}

fn drawing(cells: &BTreeMap<Cell, char>) -> String {
    let bounds = |axis: usize| {
        let along = cells.keys().map(|cell| cell.0[axis]);
        along.clone().min().unwrap_or(0)..=along.max().unwrap_or(0)
    };
    let row = |z: i32, y: i32| -> String {
        bounds(2).map(|x| cells.get(&Cell([z, y, x])).copied().unwrap_or('.')).collect()
    };
    let layer = |z: i32| bounds(1).map(|y| row(z, y)).collect::<Vec<_>>().join("\n");
    let layers: Vec<String> = bounds(0).map(layer).collect();
    format!("drawing = \"\"\"\n{}\n\"\"\"", layers.join("\n\n"))
}
