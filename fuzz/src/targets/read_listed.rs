//! Any bytes as one line of a list: a sudoku of 81, 256 or 625 cells, or a Rush Hour board of 36, that is drawn as it
//! was written, or a diagnostic.

use puzzle::scene::text::TextOptions;
use puzzle::{Puzzle, Source};

pub(crate) fn run(bytes: &[u8]) {
    let line: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\n').collect();
    for (name, kind) in [("line.sdm", None), ("line", Some("sudoku")), ("line", Some("sliding"))] {
        match Puzzle::from_source(Source::bytes(name, line.clone()), kind) {
            Ok(puzzle) => {
                let text = puzzle.description().print(TextOptions::default());
                assert!(!text.is_empty());
            }
            Err(error) => drop(error.to_string()),
        }
    }
}
