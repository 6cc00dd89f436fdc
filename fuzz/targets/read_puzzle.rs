//! Any text as a `.puzzle` file: a puzzle that can be drawn, or a diagnostic that can be rendered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::Puzzle;

fuzz_target!(|text: &str| {
    match Puzzle::read("fuzz", text, None) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
        }
        Err(error) => drop(error.to_string()),
    }
});
