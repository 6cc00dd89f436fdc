//! Any text as a `.puzzle` file: a puzzle that can be drawn, or a diagnostic that can be rendered.

use puzzle::Puzzle;

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Puzzle::read("fuzz", text, None) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
        }
        Err(error) => drop(error.to_string()),
    }
}
