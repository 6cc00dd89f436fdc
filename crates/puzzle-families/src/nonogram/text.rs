//! Puzzles and pictures as compact text: two characters a cell, the clues above and to the left.

use std::fmt::Write as _;

use puzzle_core::lines::{Block, Line, Picture};
use puzzle_scene::palette::Rgb;

use super::Nonogram;

impl Nonogram {
    /// The puzzle with its clues, and if one is given a picture in it. Cells listed in `marked`,
    /// by number, are bracketed.
    pub fn print_with(&self, picture: Option<&Picture>, marked: &[usize], colour: bool) -> String {
        let lines = &self.lines;
        let clue = |line: Line| -> Vec<String> {
            lines.clue(line).iter().map(|block| self.print_block(block)).collect()
        };
        let columns: Vec<Vec<String>> = (0..lines.width()).map(|c| clue(Line::Column(c))).collect();
        let rows: Vec<String> =
            (0..lines.height()).map(|row| clue(Line::Row(row)).join(" ")).collect();
        let margin = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let depth = columns.iter().map(Vec::len).max().unwrap_or(0);
        let longest = columns.iter().flatten().map(|block| block.chars().count()).max();
        let cell = longest.unwrap_or(1).max(1) + 1;
        let mut text = String::new();
        for level in 0..depth {
            let _ = write!(text, "{:margin$} ", "");
            for column in &columns {
                let block = (level + column.len()).checked_sub(depth).map_or("", |i| &column[i]);
                let _ = write!(text, "{block:>cell$}");
            }
            truncate(&mut text);
        }
        for (row, clue) in rows.iter().enumerate() {
            let _ = write!(text, "{clue:>margin$} ");
            for column in 0..lines.width() {
                let number = row * lines.width() + column;
                let is_marked = marked.binary_search(&number).is_ok();
                self.print_cell(
                    &mut text,
                    picture.map(|p| p.cells[number]),
                    cell,
                    is_marked,
                    colour,
                );
            }
            truncate(&mut text);
        }
        text
    }

    fn print_cell(
        &self,
        text: &mut String,
        cell: Option<u8>,
        width: usize,
        marked: bool,
        colour: bool,
    ) {
        let Some(number) = cell else {
            let _ = write!(text, "{:>width$}", "·");
            return;
        };
        let ink = &self.inks.0[usize::from(number)];
        let black = self.inks.count() == 1;
        let symbol = match (number, marked) {
            (0, false) => " ".repeat(width - 1) + ".",
            (0, true) => " ".repeat(width - 1) + "?",
            (_, true) if black => " ".repeat(width - 1) + "!",
            (_, true) => " ".repeat(width - 2) + "!" + &ink.symbol.to_string(),
            (_, false) if black => " ".repeat(width - 2) + "██",
            (_, false) => " ".repeat(width - 2) + &ink.symbol.to_string().repeat(2),
        };
        if colour && number > 0 && !black {
            let Rgb(r, g, b) = ink.rgb;
            let _ = write!(text, "\x1b[38;2;{r};{g};{b}m{symbol}\x1b[0m");
        } else {
            text.push_str(&symbol);
        }
    }

    /// A block as clues show it: its length, with the colour's symbol if there are several.
    pub fn print_block(&self, block: &Block) -> String {
        let length = block.length.map_or("?".into(), |length| length.to_string());
        match self.inks.count() {
            0 | 1 => length,
            _ => format!("{length}{}", self.inks.0[usize::from(block.colour)].symbol),
        }
    }

    /// A picture alone, one character a cell, a line a row.
    pub fn print_picture(&self, picture: &Picture) -> Vec<String> {
        let row =
            |cells: &[u8]| cells.iter().map(|&c| self.inks.0[usize::from(c)].symbol).collect();
        picture.cells.chunks(picture.width).map(row).collect()
    }
}

/// Ends a line, without blanks before its end.
fn truncate(text: &mut String) {
    let kept = text.trim_end_matches(' ').len();
    text.truncate(kept);
    text.push('\n');
}
