//! Boards drawn as pictures: one character a cell.
//!
//! Cells with the same letter or digit are one block. `.` (or `0`) is an empty cell, `#` (or `x`)
//! a wall. In a goal `.` or `?` means that the cell does not matter and `_` that it must be empty.

use puzzle_core::{Diagnostic, Span};

use super::LARGEST_BOARD;
use crate::Source;
use crate::document::Node;

/// A rectangle of characters with their places in the source.
pub(super) struct Picture {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: Vec<char>,
    pub(super) spans: Vec<Span>,
}

impl Picture {
    /// Reads a picture; its lines must be equally long.
    pub(super) fn read(source: &Source, node: &Node<'_>) -> Result<Self, Diagnostic> {
        let text = node.text()?;
        let mut picture = Picture { rows: 0, columns: 0, cells: Vec::new(), spans: Vec::new() };
        let mut at = 0;
        for line in text.split('\n') {
            let start = at;
            at += line.len() + 1;
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let length = line.chars().count();
            if picture.rows > 0 && length != picture.columns {
                return Err(Diagnostic::error(format!(
                    "this line has {length} cells, the lines before it {}",
                    picture.columns
                ))
                .at(node.place(&source.text, start)));
            }
            picture.rows += 1;
            picture.columns = length;
            if picture.rows.saturating_mul(length) > LARGEST_BOARD {
                return Err(node.error(format!("the board has over {LARGEST_BOARD} cells")));
            }
            for (offset, c) in line.char_indices() {
                // Finding a place costs a walk through the text, so on large boards only the first
                // cell of a line gets one.
                let near = if line.len() * picture.rows < 4096 { start + offset } else { start };
                let known = near == start && offset > 0;
                let span = match picture.spans.last() {
                    Some(span) if known => span.clone(),
                    _ => node.place(&source.text, near),
                };
                picture.spans.push(span);
                picture.cells.push(c);
            }
        }
        match picture.rows {
            0 => Err(node.error("the drawing is empty")),
            _ => Ok(picture),
        }
    }

    /// The different characters that name blocks, with their cells, in reading order.
    pub(super) fn blocks(&self) -> Result<Vec<(char, Vec<usize>)>, Diagnostic> {
        let mut blocks: Vec<(char, Vec<usize>)> = Vec::new();
        for (cell, &c) in self.cells.iter().enumerate() {
            match c {
                '.' | '0' | '#' | 'x' | '?' | '_' => {}
                c if c.is_alphanumeric() => match blocks.iter_mut().find(|(name, _)| *name == c) {
                    Some((_, cells)) => cells.push(cell),
                    None => blocks.push((c, vec![cell])),
                },
                c => {
                    return Err(Diagnostic::error(format!("`{c}` means nothing in a drawing"))
                        .at(self.spans[cell].clone())
                        .hint("letters and digits are blocks, . is empty, # a wall"));
                }
            }
        }
        Ok(blocks)
    }

    /// Rows and columns of cells.
    pub(super) fn offsets(&self, cells: &[usize]) -> Vec<(i32, i32)> {
        let place = |&cell: &usize| ((cell / self.columns) as i32, (cell % self.columns) as i32);
        cells.iter().map(place).collect()
    }
}
