//! Drawings: one character a cell, `.` and blanks empty, letters, digits and `#` filled, `+` in a box
//! filled or not; blank lines separate layers.

use puzzle_core::Diagnostic;
use puzzle_lattice::{Cell, Grid};

use super::LARGEST_BOX;
use crate::document::Node;

/// The cells of a drawing with the characters that stand for them.
pub(crate) fn read(
    node: &Node<'_>,
    grid: &dyn Grid,
    source: &str,
) -> Result<Vec<(Cell, char)>, Diagnostic> {
    let text = node.text()?;
    if grid.name() == "graph" {
        return Err(node
            .error("a graph has no drawing")
            .hint("list the vertices:  cells = [\"a\"]"));
    }
    let mut cells = Vec::new();
    let (mut layer, mut row) = (0, 0);
    let mut offset = 0;
    for line in text.split('\n') {
        let drawn = line.trim_end();
        if drawn.is_empty() {
            if row > 0 {
                (layer, row) = (layer + 1, 0);
            }
            offset += line.len() + 1;
            continue;
        }
        if layer > 0 && grid.is_flat() {
            return Err(Diagnostic::error("a flat drawing has one layer")
                .at(node.place(source, offset))
                .hint("remove the blank line, or use  grid = \"cube\""));
        }
        for (column, (at, character)) in drawn.char_indices().enumerate() {
            let none = || !grid.has(place(grid, layer, row, column));
            if character.is_alphanumeric() || matches!(character, '#' | '+') {
                let sticks = grid.name().ends_with("-sticks");
                if sticks && none() {
                    return Err(Diagnostic::error("there is no stick here")
                        .at(node.place(source, offset + at))
                        .hint(
                            "the edges of squares stand where row + column is odd, counted from 0",
                        ));
                }
            }
            match character {
                '.' | ' ' => {}
                '#' | '+' => cells.push((place(grid, layer, row, column), character)),
                _ if character.is_alphanumeric() => {
                    cells.push((place(grid, layer, row, column), character));
                }
                _ => {
                    let message = format!("{character:?} has no meaning in a drawing");
                    return Err(Diagnostic::error(message)
                        .at(node.place(source, offset + at))
                        .hint("use # or a letter for a cell and . for an empty place"));
                }
            }
            if cells.len() > LARGEST_BOX {
                return Err(node.error(format!("the drawing has over {LARGEST_BOX} cells")));
            }
        }
        row += 1;
        offset += line.len() + 1;
    }
    match cells.is_empty() {
        true => Err(node.error("the drawing has no cells").hint("use # or a letter for a cell")),
        false => Ok(cells),
    }
}

/// Texts are bounded in length, so rows and columns fit.
fn place(grid: &dyn Grid, layer: i32, row: i32, column: usize) -> Cell {
    grid.cell_at(layer, row, column as i32)
}
