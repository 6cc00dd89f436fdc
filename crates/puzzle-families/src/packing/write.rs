//! A packing puzzle as a `.puzzle` file.
//!
//! Box and pieces are drawn. On grids where not every shift of rows and columns is a translation the
//! drawing is moved to the nearest place where it is one; cells keep their order and so their numbers.

use std::fmt::Write as _;

use puzzle_lattice::{Cell, Grid, Shape};
use rustc_hash::FxHashMap;

use super::{Piece, Written};
use crate::document::quote;

/// The text, or what cannot be written.
pub(super) fn document(written: &Written) -> Result<String, String> {
    let grid = written.grid.as_ref();
    let is_graph = grid.name() == "graph";
    let mut text = String::from("family = \"packing\"\n");
    if !written.name.is_empty() {
        let _ = writeln!(text, "name = {}", quote(&written.name));
    }
    let _ = writeln!(text, "grid = {}", quote(grid.name()));
    if written.colour_names.iter().any(|name| name.chars().count() != 1) {
        return Err("a colour needs a name of one character".into());
    }
    let same = (1..=written.colour_names.len() as u32).map(|paint| (paint, paint));
    if written.pairs != same.collect::<Vec<_>>() {
        let name = |paint: u32| written.colour_names[paint as usize - 1].as_str();
        let pairs = written.pairs.iter().map(|&(p, q)| quote(&format!("{}{}", name(p), name(q))));
        let _ = writeln!(text, "colour-pairs = [{}]", pairs.collect::<Vec<_>>().join(", "));
    }
    if is_graph {
        graph(written, &mut text);
    }
    let _ = writeln!(text, "\n[box]");
    let cells = written.region.cells();
    if is_graph {
        let names: Vec<String> = written.cell_names.iter().map(|name| quote(name)).collect();
        let _ = writeln!(text, "cells = [{}]", names.join(", "));
        let optional = (0..cells.len()).filter(|&cell| written.optional[cell]);
        let optional: Vec<String> = optional.map(|cell| names[cell].clone()).collect();
        if !optional.is_empty() {
            let _ = writeln!(text, "optional = [{}]", optional.join(", "));
        }
    } else {
        let sign = |cell: usize| if written.optional[cell] { '+' } else { '#' };
        let _ = writeln!(text, "drawing = {}", drawing(grid, cells, sign)?);
        if !written.paints.is_empty() {
            let sign = |cell: usize| colour(written, written.paints[cell]);
            let _ = writeln!(text, "colours = {}", drawing(grid, cells, sign)?);
        }
    }
    if let Some(most) = written.max_holes {
        let _ = writeln!(text, "max-holes = {most}");
    }
    for piece in written.solid_pieces() {
        self::piece(written, piece, &mut text)?;
    }
    if let Some(restrict) = &written.restrict {
        let _ = writeln!(text, "\n[restrict]\npiece = {}", quote(&restrict.what));
        if let Some(numbers) = &restrict.numbers {
            let _ = writeln!(text, "keep = {numbers:?}");
        }
        if restrict.rotations_only {
            let _ = writeln!(text, "symmetries = \"rotations\"");
        }
    }
    known(written, &mut text);
    Ok(text)
}

fn known(written: &Written, text: &mut String) {
    let known = &written.known;
    if *known == crate::Known::default() {
        return;
    }
    let _ = writeln!(text, "\n[known]");
    for (key, count) in [("solutions", &known.solutions), ("up-to-symmetry", &known.classes)] {
        if let Some(count) = count {
            let _ = writeln!(text, "{key} = \"{count}\"");
        }
    }
    if let Some(solution) = &known.solution {
        let _ = writeln!(text, "solution = {solution:?}");
    }
    if !known.source.is_empty() {
        let _ = writeln!(text, "source = {}", quote(&known.source));
    }
}

fn piece(written: &Written, piece: &Piece, text: &mut String) -> Result<(), String> {
    let grid = written.grid.as_ref();
    let cells = piece.shape.cells();
    let _ = writeln!(text, "\n[[piece]]\nname = {}", quote(&piece.name));
    if grid.name() == "graph" {
        let number: FxHashMap<Cell, usize> =
            written.region.cells().iter().copied().zip(0..).collect();
        let names: Option<Vec<String>> = cells
            .iter()
            .map(|cell| number.get(cell).map(|&number| quote(&written.cell_names[number])))
            .collect();
        let names = names.ok_or("a piece lies outside the box")?;
        let _ = writeln!(text, "cells = [{}]", names.join(", "));
    } else {
        let _ = writeln!(text, "drawing = {}", drawing(grid, cells, |_| '#')?);
    }
    if !piece.paints.is_empty() {
        let sign = |cell: usize| colour(written, piece.paints[cell]);
        let _ = writeln!(text, "colours = {}", drawing(grid, cells, sign)?);
    }
    match (piece.count.min, piece.count.max) {
        (1, Some(1)) => {}
        (min, Some(max)) if min == max => {
            let _ = writeln!(text, "count = {min}");
        }
        (0, None) => {
            let _ = writeln!(text, "count = \"any\"");
        }
        (min, max) => {
            let _ = writeln!(text, "count = \"{min}..{}\"", max.unwrap_or(1_000_000));
        }
    }
    if piece.motions != grid.default_motions() {
        let _ = writeln!(text, "moves = \"{}\"", piece.motions);
    }
    if piece.must_touch_boundary {
        let _ = writeln!(text, "touch-boundary = true");
    }
    if piece.weight > 0 {
        let _ = writeln!(text, "weight = {}", piece.weight);
    }
    if piece.heft != 1 {
        let _ = writeln!(text, "heft = {}", piece.heft);
    }
    if !piece.groups.is_empty() {
        let all = piece.count.max.unwrap_or(u32::MAX);
        let group = |(name, most): &(String, u32)| match *most >= all {
            true => quote(name),
            false => quote(&format!("{name}:{most}")),
        };
        let groups: Vec<String> = piece.groups.iter().map(group).collect();
        let _ = writeln!(text, "groups = [{}]", groups.join(", "));
    }
    if let Some(shapes) = &piece.orientations {
        let drawn = shapes.iter().map(|shape| drawing(grid, shape.cells(), |_| '#'));
        let drawn = drawn.collect::<Result<Vec<_>, _>>()?;
        let _ = writeln!(text, "orientations = [{}]", drawn.join(", "));
    }
    for (key, placements) in [("only", piece.only.as_ref()), ("forbid", Some(&piece.forbidden))] {
        if let Some(placements) = placements.filter(|list| key == "only" || !list.is_empty()) {
            let _ = writeln!(text, "{key} = {placements:?}");
        }
    }
    Ok(())
}

fn colour(written: &Written, paint: u32) -> char {
    let name = written.colour_names.get((paint as usize).wrapping_sub(1));
    name.and_then(|name| name.chars().next()).unwrap_or('#')
}

fn graph(written: &Written, text: &mut String) {
    let cells = written.region.cells();
    let number: FxHashMap<Cell, usize> = cells.iter().copied().zip(0..).collect();
    let names: Vec<String> = written.cell_names.iter().map(|name| quote(name)).collect();
    let mut edges = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        for next in written.grid.neighbours(cell) {
            if let Some(&j) = number.get(&next).filter(|&&j| j > i) {
                let (a, b) = (&written.cell_names[i], &written.cell_names[j]);
                edges.push(quote(&format!("{a} {b}")));
            }
        }
    }
    let position = |&cell: &Cell| {
        let [x, y, _] = written.grid.center(cell);
        format!("[{x:?}, {y:?}]")
    };
    let positions: Vec<String> = cells.iter().map(position).collect();
    let _ = writeln!(text, "\n[graph]\nvertices = [{}]", names.join(", "));
    let _ = writeln!(text, "edges = [{}]", edges.join(", "));
    let _ = writeln!(text, "positions = [{}]", positions.join(", "));
}

/// Cells as a drawing in quotes; `sign` gives the character of each.
fn drawing(
    grid: &dyn Grid,
    cells: &[Cell],
    sign: impl Fn(usize) -> char,
) -> Result<String, String> {
    let places = drawable(grid, cells).ok_or("the cells cannot be drawn")?;
    let extent = |axis: usize| places.iter().map(|place| place[axis]).max().unwrap_or(0) as usize;
    let [layers, rows, columns] = [0, 1, 2].map(|axis| extent(axis) + 1);
    if layers.saturating_mul(rows).saturating_mul(columns) > 1 << 22 {
        return Err("the cells lie too far apart to be drawn".into());
    }
    let mut picture = vec![vec![vec!['.'; columns]; rows]; layers];
    for (cell, place) in places.iter().enumerate() {
        let [layer, row, column] = place.map(|x| x as usize);
        picture[layer][row][column] = sign(cell);
    }
    let row = |row: &Vec<char>| row.iter().collect::<String>();
    let layer = |rows: &Vec<Vec<char>>| rows.iter().map(row).collect::<Vec<_>>().join("\n");
    let layers: Vec<String> = picture.iter().map(layer).collect();
    Ok(format!("\"\"\"\n{}\n\"\"\"", layers.join("\n\n")))
}

/// Layer, row and column of every cell, moved so that none is negative and the shape is the same.
fn drawable(grid: &dyn Grid, cells: &[Cell]) -> Option<Vec<[i32; 3]>> {
    let keys: Vec<[i32; 3]> = cells
        .iter()
        .map(|&cell| {
            let (layer, row, column) = grid.reading_key(cell);
            [layer, row, column]
        })
        .collect();
    let least: Vec<i32> =
        (0..3).map(|axis| keys.iter().map(|key| key[axis]).min().unwrap_or(0)).collect();
    let shape = Shape::new(grid, cells.iter().copied());
    let shifts = (0..2).flat_map(|row| (0..2).map(move |column| [0, row, column]));
    shifts.into_iter().find_map(|extra| {
        let moved: Vec<[i32; 3]> = keys
            .iter()
            .map(|key| [0, 1, 2].map(|axis| key[axis] - least[axis] + extra[axis]))
            .collect();
        let drawn = moved.iter().map(|&[layer, row, column]| grid.cell_at(layer, row, column));
        (Shape::new(grid, drawn) == shape).then_some(moved)
    })
}
