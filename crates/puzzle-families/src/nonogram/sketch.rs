//! A picture drawn as text, a sign a cell: `#`, `X` or `█` is filled, `.`, `-`, `_` or a blank is empty. It becomes the
//! puzzle of its clues, as a bitmap does.

use puzzle_core::Diagnostic;
use puzzle_core::lines::{LONGEST, Picture};

use super::draft::{Draft, check_size};
use super::ink::Inks;

const FILLED: [char; 6] = ['#', 'X', 'x', '█', '■', '@'];
const EMPTY: [char; 5] = ['.', '-', '_', '□', '·'];

/// Whether a text is a drawing: two rows and columns at least, only these signs, and both kinds of them. Rows may end
/// early where blanks are the empty cells.
pub(super) fn recognises(text: &str) -> bool {
    let lines = || text.lines().map(str::trim_end);
    let signs = || lines().flat_map(str::chars);
    let known = |c: char| FILLED.contains(&c) || EMPTY.contains(&c) || c == ' ';
    let empty = |c: char| EMPTY.contains(&c);
    if !signs().all(known) || !signs().any(|c| FILLED.contains(&c)) {
        return false;
    }
    let widths = || lines().filter(|line| !line.is_empty()).map(|line| line.chars().count());
    let even = widths().min() == widths().max();
    let blanks = signs().any(|c| c == ' ') || !even;
    // Only one way to leave a cell empty.
    widths().count() >= 2 && widths().max() >= Some(2) && signs().any(empty) != blanks
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let rows = &lines[first..last.max(first)];
    let width = rows.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    check_size(width, rows.len().min(LONGEST + 1), 0..text.len())?;
    let mut picture = Picture::blank(width, rows.len());
    for (cells, line) in picture.cells.chunks_mut(width).zip(rows) {
        for (cell, sign) in cells.iter_mut().zip(line.chars()) {
            *cell = u8::from(FILLED.contains(&sign));
        }
    }
    Draft::of_picture(picture, Inks::black())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn a_drawing_becomes_its_clues_whatever_its_signs_are() {
        let drawing = ".#.\n###\n.#.\n";
        let blanks = drawing.replace('.', " ").replace('#', "X");
        for text in [drawing.to_owned(), drawing.replace('#', "█").replace('.', "-"), blanks] {
            let (family, reading) = crate::read(&Source::text("drawing", &*text), None).unwrap();
            assert_eq!(family.name, "nonogram");
            let written = reading.puzzle.export("non").unwrap();
            assert!(written.contains("rows\n1\n3\n1\n\ncolumns\n1\n3\n1\n"), "{text}: {written}");
        }
    }

    #[test]
    fn other_texts_are_no_drawings() {
        for text in
            ["", "...\n...\n", "#\n#\n", "##\n#a\n", "# .\n.#.\n", "##..##\n", "##\n#\n. .\n"]
        {
            assert!(!recognises(text), "{text:?}");
        }
    }
}
