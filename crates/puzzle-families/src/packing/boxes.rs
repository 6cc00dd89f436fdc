//! The box: a rectangle, a cuboid, a drawing, a list of cells or a named region, with or without
//! holes.

use puzzle_core::Diagnostic;
use puzzle_lattice::{Cell, Grid, Region};
use rustc_hash::FxHashSet;

use super::{LARGEST_BOX, drawing};
use crate::document::{Node, Table};
use crate::nearest;

/// Regions that have a name, each with the number that gives its size.
const REGIONS: [&str; 4] = ["tetrahedron", "tetrahedral-shell", "triangle", "hexagon"];
const FORMS: &str = "rectangle = [6, 10], cuboid = [3, 4, 5], drawing, cells or region";

/// What `[box]` says.
pub(super) struct Read {
    pub(super) region: Region,
    /// By cell: whether it may stay empty.
    pub(super) optional: Vec<bool>,
    pub(super) max_holes: Option<u32>,
    /// Cells with the characters that name their colours.
    pub(super) coloured: Vec<(u32, char)>,
}

impl Read {
    /// A box whose cells are all alike.
    fn plain(region: Region) -> Self {
        let optional = vec![false; region.len()];
        Read { region, optional, max_holes: None, coloured: Vec::new() }
    }
}

/// Reads `[box]`. A graph is its own box unless told otherwise.
pub(super) fn read(table: &Table<'_>, grid: &dyn Grid, source: &str) -> Result<Read, Diagnostic> {
    let is_graph = grid.name() == "graph";
    let Some(node) = table.get("box") else {
        if is_graph {
            let vertices = (0..LARGEST_BOX as i32).map(|v| Cell([v, 0, 0]));
            let region = Region::new(grid, vertices.take_while(|&cell| grid.has(cell)));
            return Ok(Read::plain(region));
        }
        let hint = format!("add a section  [box]  with one of {FORMS}");
        return Err(Diagnostic::error("the box is missing").at(table.span()).hint(hint));
    };
    let inner = node.table()?;
    let forms = ["rectangle", "cuboid", "drawing", "cells", "region"];
    let given: Vec<_> =
        forms.into_iter().filter_map(|form| Some((form, inner.get(form)?))).collect();
    let [(form, value)] = &given[..] else {
        let error = match given.get(1) {
            None => node.error("the box has no form"),
            Some((form, second)) => second.error(format!("a second form of the box: `{form}`")),
        };
        return Err(error.hint(format!("give exactly one of {FORMS}")));
    };
    let mut drawn = Vec::new();
    let mut cells = match *form {
        "rectangle" => block(value, grid, 2)?,
        "cuboid" => block(value, grid, 3)?,
        "drawing" => {
            drawn = drawing::read(value, grid, source)?;
            drawn.iter().map(|(cell, _)| *cell).collect()
        }
        "cells" => list(value, grid)?,
        _ => region(value, &inner, grid)?,
    };
    if let Some(&cell) = cells.iter().find(|&&cell| !grid.has(cell)) {
        let (_, row, column) = grid.reading_key(cell);
        return Err(value.error(format!("row {row}, column {column} is no cell of this grid")));
    }
    if let Some(holes) = inner.get("holes") {
        let mut left: FxHashSet<Cell> = cells.iter().copied().collect();
        for (hole, node) in list(&holes, grid)?.into_iter().zip(holes.list()?) {
            if !left.remove(&hole) {
                return Err(node.error("this hole is not in the box"));
            }
        }
        cells.retain(|cell| left.contains(cell));
    }
    if cells.is_empty() {
        return Err(node.error("the box has no cells"));
    }
    let mut read = Read::plain(Region::new(grid, cells));
    for (cell, _) in drawn.into_iter().filter(|(_, sign)| *sign == '+') {
        if let Some(number) = read.region.index(cell) {
            read.optional[number as usize] = true;
        }
    }
    read_optional(&mut read, &inner, grid)?;
    if let Some(colours) = inner.get("colours") {
        for (cell, name) in drawing::read(&colours, grid, source)? {
            let number = read.region.index(cell).ok_or_else(|| {
                colours.error(format!("the colour `{name}` lies outside the box"))
            })?;
            read.coloured.push((number, name));
        }
    }
    inner.finish()?;
    Ok(read)
}

/// `optional = true` or a list of cells, and `max-holes`.
fn read_optional(read: &mut Read, inner: &Table<'_>, grid: &dyn Grid) -> Result<(), Diagnostic> {
    match inner.get("optional") {
        Some(node) if node.is_list() => {
            for (cell, node) in list(&node, grid)?.into_iter().zip(node.list()?) {
                let number = read.region.index(cell);
                let number = number.ok_or_else(|| node.error("this cell is not in the box"))?;
                read.optional[number as usize] = true;
            }
        }
        Some(node) if node.truth()? => read.optional.fill(true),
        _ => {}
    }
    if let Some(node) = inner.get("max-holes") {
        read.max_holes = Some(node.number(0..=LARGEST_BOX as i64)? as u32);
        if !read.optional.contains(&true) {
            return Err(node
                .error("no cell may stay empty")
                .hint("draw such cells as + or write  optional = true"));
        }
    }
    Ok(())
}

/// A rectangle or cuboid of so many rows and columns, or layers, rows and columns.
fn block(node: &Node<'_>, grid: &dyn Grid, dimensions: usize) -> Result<Vec<Cell>, Diagnostic> {
    if grid.name() == "graph" || (grid.is_flat() && dimensions == 3) {
        return Err(node.error(format!("a {} grid has no such box", grid.name())));
    }
    let sides = node.numbers(1..=i64::from(u32::MAX))?;
    if sides.len() != dimensions {
        let hint = if dimensions == 2 { "[rows, columns]" } else { "[layers, rows, columns]" };
        return Err(node.error(format!("expected {dimensions} sides")).hint(hint));
    }
    let volume = sides.iter().try_fold(1_i64, |volume, &side| volume.checked_mul(side));
    if volume.is_none_or(|volume| volume > LARGEST_BOX as i64) {
        return Err(node
            .error("the box is too large")
            .hint(format!("a box may have up to {LARGEST_BOX} cells")));
    }
    let [layers, rows, columns] = match sides[..] {
        [rows, columns] => [1, rows, columns],
        _ => [sides[0], sides[1], sides[2]],
    };
    let cells = grid.block(layers as i32, rows as i32, columns as i32);
    match cells.len() > LARGEST_BOX {
        true => Err(node.error(format!("the box has over {LARGEST_BOX} cells"))),
        false => Ok(cells),
    }
}

/// A list of cells: `[row, column]`, `[layer, row, column]`, or names of vertices.
pub(super) fn list(node: &Node<'_>, grid: &dyn Grid) -> Result<Vec<Cell>, Diagnostic> {
    let nodes = node.list()?;
    if nodes.len() > LARGEST_BOX {
        return Err(node.error(format!("over {LARGEST_BOX} cells")));
    }
    let mut cells = Vec::with_capacity(nodes.len());
    let mut seen = FxHashSet::default();
    for node in &nodes {
        let cell = cell(node, grid)?;
        if !seen.insert(cell) {
            return Err(node.error("this cell is listed twice"));
        }
        cells.push(cell);
    }
    match cells.is_empty() {
        true => Err(node.error("the list has no cells")),
        false => Ok(cells),
    }
}

fn cell(node: &Node<'_>, grid: &dyn Grid) -> Result<Cell, Diagnostic> {
    if grid.name() == "graph" {
        let name = node.text()?;
        let found = grid.named_cell(name);
        return found.ok_or_else(|| node.error(format!("there is no vertex `{name}`")));
    }
    let numbers = node.numbers(-100_000..=100_000)?;
    match (numbers[..].len(), grid.is_flat()) {
        (2, _) => Ok(grid.cell_at(0, numbers[0] as i32, numbers[1] as i32)),
        (3, false) => Ok(grid.cell_at(numbers[0] as i32, numbers[1] as i32, numbers[2] as i32)),
        (_, true) => Err(node.error("expected a cell").hint("[row, column]")),
        (_, false) => Err(node.error("expected a cell").hint("[layer, row, column]")),
    }
}

fn region(node: &Node<'_>, table: &Table<'_>, grid: &dyn Grid) -> Result<Vec<Cell>, Diagnostic> {
    let name = node.text()?;
    let edge =
        table.need("edge", "edge = 8: how many cells along an edge")?.number(1..=120)? as i32;
    let needed = match name {
        "tetrahedron" | "tetrahedral-shell" => "sphere",
        "triangle" => "triangle",
        "hexagon" => "hexagon",
        _ => {
            let hint = nearest::hint(name, REGIONS.into_iter());
            return Err(node.error(format!("unknown region `{name}`")).hint(hint));
        }
    };
    if grid.name() != needed {
        return Err(node
            .error(format!("the region `{name}` does not exist on a {} grid", grid.name()))
            .hint(format!("use  grid = \"{needed}\"")));
    }
    let cells = match name {
        "triangle" => triangle(edge, grid),
        "hexagon" => hexagon(edge, grid),
        _ => tetrahedron(edge, name == "tetrahedral-shell", grid),
    };
    if cells.len() > LARGEST_BOX {
        return Err(node.error(format!("the region has over {LARGEST_BOX} cells")));
    }
    Ok(cells)
}

/// Spheres stacked to a tetrahedron; the shell leaves out those with all twelve neighbours, which
/// form a tetrahedron whose edge is shorter by four.
fn tetrahedron(edge: i32, shell: bool, grid: &dyn Grid) -> Vec<Cell> {
    let mut cells = Vec::new();
    for layer in 0..edge {
        for row in 0..edge - layer {
            for column in 0..edge - layer - row {
                let last = edge - 1 - layer - row - column;
                let inner = [layer, row, column, last].into_iter().all(|height| height > 0);
                if !(shell && inner) {
                    cells.push(grid.cell_at(layer, row, column));
                }
            }
        }
    }
    cells
}

/// A triangle with `edge` small triangles along each side, point upwards.
fn triangle(edge: i32, grid: &dyn Grid) -> Vec<Cell> {
    let row = |row: i32| (edge - 1 - row..edge + row).map(move |column| (row, column));
    // Parity decides which triangles point upwards; shift by one column where needed.
    let cells = |shift: i32| -> Vec<Cell> {
        (0..edge).flat_map(row).map(|(row, column)| grid.cell_at(0, row, column + shift)).collect()
    };
    let connected = |cells: &[Cell]| {
        let inside: FxHashSet<Cell> = cells.iter().copied().collect();
        let sides = |&cell: &Cell| {
            grid.neighbours(cell).into_iter().filter(|next| inside.contains(next)).count()
        };
        cells.iter().map(sides).sum::<usize>()
    };
    let [even, odd] = [cells(0), cells(1)];
    if connected(&even) >= connected(&odd) { even } else { odd }
}

/// A hexagon with `edge` cells along each side.
fn hexagon(edge: i32, grid: &dyn Grid) -> Vec<Cell> {
    let center = grid.cell_at(0, edge - 1, edge - 1);
    let mut cells = vec![center];
    let mut seen: FxHashSet<Cell> = [center].into_iter().collect();
    let mut ring = vec![center];
    for _ in 1..edge {
        let around = ring.iter().flat_map(|&cell| grid.neighbours(cell));
        ring = around.filter(|&cell| seen.insert(cell)).collect();
        cells.extend_from_slice(&ring);
    }
    cells
}
