//! Pictures: the box with its cells numbered, the pieces, and pieces in the box.

use puzzle_lattice::{Cell, Grid};
use puzzle_scene::{self as scene, Frame, Layer, Link, Scene, TextRect};
use rustc_hash::FxHashMap;

use super::{Piece, Placement, Written, names, solid};

/// What is drawn on one cell.
#[derive(Clone, Default)]
pub(super) struct Paint {
    /// Which placement covers it; cells of one placement have no border between them.
    pub group: Option<u32>,
    pub colour: u32,
    pub label: String,
}

/// The box with the names of its cells, then the pieces.
pub(super) fn puzzle(written: &Written) -> Scene {
    let label = |name: &String| Paint { label: name.clone(), ..Paint::default() };
    let paints: Vec<Paint> = written.cell_names.iter().map(label).collect();
    let grid = written.grid.as_ref();
    let mut frame = board(grid, written.region.cells(), &paints);
    frame.caption = "box".into();
    let mut frames = vec![frame];
    if written.optional.contains(&true) || !written.paints.is_empty() {
        frames.push(marks(written));
    }
    for (number, piece) in written.solid_pieces().enumerate() {
        frames.push(draw_piece(written, piece, number as u32));
    }
    Scene { title: written.name.clone(), frames }
}

/// Which cells may stay empty, and the colours of the box.
fn marks(written: &Written) -> Frame {
    let mark = |cell: usize| {
        let colour = written.paint(cell as u32);
        let label = match (colour, written.optional[cell]) {
            (0, true) => "+".into(),
            (0, false) => "#".into(),
            (colour, true) => format!("+{}", colour_name(written, colour)),
            (colour, false) => colour_name(written, colour),
        };
        Paint { label, ..Paint::default() }
    };
    let paints: Vec<Paint> = (0..written.region.len()).map(mark).collect();
    let mut frame = board(written.grid.as_ref(), written.region.cells(), &paints);
    frame.caption = "colours of the box; + may stay empty".into();
    frame
}

fn colour_name(written: &Written, colour: super::Paint) -> String {
    let names = written.colour_names.get((colour as usize).wrapping_sub(1));
    names.cloned().unwrap_or_default()
}

fn draw_piece(written: &Written, piece: &Piece, number: u32) -> Frame {
    let grid = written.grid.as_ref();
    let cells = piece.shape.cells();
    let paint = |cell: usize| {
        let colour = piece.paints.get(cell).copied().unwrap_or(0);
        Paint { group: Some(0), colour: number, label: colour_name(written, colour) }
    };
    let paints: Vec<Paint> = (0..cells.len()).map(paint).collect();
    let mut frame = board(grid, cells, &paints);
    let times = match (piece.count.min, piece.count.max) {
        (1, Some(1)) => String::new(),
        (min, Some(max)) if min == max => format!(" x {min}"),
        (min, Some(max)) => format!(" x {min}..{max}"),
        (_, None) => " x any".into(),
    };
    frame.caption = format!("{}{times}", piece.name);
    if piece.weight > 0 {
        frame.caption.push_str(&format!(", weight {}", piece.weight));
    }
    frame
}

/// Pieces in the box.
pub(crate) fn placements<'a>(
    written: &Written,
    placements: impl Iterator<Item = &'a Placement>,
) -> Frame {
    let one_kind = written.solid_pieces().count() == 1;
    // On paper borders tell copies of a piece apart; across layers and edges only labels can.
    let needs_labels = !written.grid.is_flat() || written.grid.name() == "graph";
    let solid = |placement: &&Placement| !written.pieces[placement.piece].is_hole;
    let placements: Vec<&Placement> = placements.filter(solid).collect();
    let mut copies = vec![0; written.pieces.len()];
    let mut paints = vec![Paint::default(); written.region.len()];
    for (group, placement) in placements.iter().enumerate() {
        let group = group as u32;
        // With one kind of piece the colours tell the copies apart, else the kinds.
        let colour = if one_kind { group } else { placement.piece as u32 };
        let piece = &written.pieces[placement.piece];
        let copy = copies[placement.piece];
        copies[placement.piece] += 1;
        let label = match (one_kind, needs_labels) {
            (true, false) => String::new(),
            (true, true) => names::by_number(copy),
            (false, true) if piece.count.max != Some(1) => format!("{}{}", piece.name, copy + 1),
            (false, _) => piece.name.clone(),
        };
        for &cell in &placement.cells {
            paints[cell as usize] = Paint { group: Some(group), colour, label: label.clone() };
        }
    }
    board(written.grid.as_ref(), written.region.cells(), &paints)
}

/// A number on every cell as a heat map; the pieces' numbers below.
pub(super) fn values(written: &Written, aspects: &[Option<String>], values: &[i64]) -> Frame {
    let cells = written.region.len();
    let label = |value: &i64| Paint { label: value.to_string(), ..Paint::default() };
    let paints: Vec<Paint> = values.iter().take(cells).map(label).collect();
    let mut frame = board(written.grid.as_ref(), written.region.cells(), &paints);
    let shade = scene::shades(&values[..values.len().min(cells)]);
    for cell in frame.layers.iter_mut().flat_map(|layer| &mut layer.cells) {
        cell.shade = Some(shade(cell.label.parse().unwrap_or(0)));
    }
    let pieces = aspects.iter().flatten().zip(values.iter().skip(cells));
    let notes: Vec<String> = pieces.map(|(name, value)| format!("{name} {value}")).collect();
    if !notes.is_empty() {
        frame.notes.push(notes.join(", "));
    }
    frame
}

/// A set of cells as layers side by side, with a solid view where the grid is solid.
pub(super) fn board(grid: &dyn Grid, cells: &[Cell], paints: &[Paint]) -> Frame {
    let round = matches!(grid.name(), "sphere" | "graph");
    let mut layers: Vec<(i32, Layer)> = Vec::new();
    for (&cell, paint) in cells.iter().zip(paints) {
        let (layer, ..) = grid.reading_key(cell);
        let (row, column, width) = grid.text_rect(cell);
        let drawn = scene::Cell {
            outline: grid.outline(cell),
            round,
            rect: TextRect { row, column, width },
            group: paint.group,
            colour: paint.colour,
            label: paint.label.clone(),
            shade: None,
            ink: None,
        };
        match layers.iter_mut().find(|(known, _)| *known == layer) {
            Some((_, layer)) => layer.cells.push(drawn),
            None => layers.push((layer, Layer { cells: vec![drawn], ..Layer::default() })),
        }
    }
    layers.sort_by_key(|(layer, _)| *layer);
    if layers.len() > 1 {
        for (number, layer) in &mut layers {
            layer.caption = format!("layer {}", *number + 1);
        }
    }
    let filled = paints.iter().any(|paint| paint.group.is_some());
    let solid =
        if grid.is_flat() || !filled { Vec::new() } else { solid::faces(grid, cells, paints) };
    let bodies = if grid.is_flat() { Vec::new() } else { solid::bodies(grid, cells, paints) };
    let links = if grid.name() == "graph" { links(grid, cells, paints) } else { Vec::new() };
    let layers = layers.into_iter().map(|(_, layer)| layer).collect();
    Frame { layers, solid, bodies, links, ..Frame::default() }
}

/// The edges of a graph; those inside one placement are strong.
fn links(grid: &dyn Grid, cells: &[Cell], paints: &[Paint]) -> Vec<Link> {
    let number: FxHashMap<Cell, usize> = cells.iter().copied().zip(0..).collect();
    let at = |cell: Cell| {
        let [x, y, _] = grid.center(cell);
        [x, y]
    };
    let mut links = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        for next in grid.neighbours(cell) {
            if let Some(&j) = number.get(&next).filter(|&&j| j > i) {
                let strong = paints[i].group.is_some() && paints[i].group == paints[j].group;
                links.push(Link { from: at(cell), to: at(next), strong });
            }
        }
    }
    links
}
