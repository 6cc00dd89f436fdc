//! Any text as Knuth's exact-cover text: what is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::Puzzle;

fuzz_target!(|text: &str| {
    match Puzzle::read("fuzz.dlx", text, Some("exact-cover")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
            let written = puzzle.covering().expect("a cover").export("dlx").expect("it is one");
            let again =
                Puzzle::read("again.dlx", &written, Some("exact-cover")).expect("as written");
            let text = |puzzle: &Puzzle| puzzle.cover().map(|cover| cover.puzzle.to_string());
            assert_eq!(text(&puzzle), text(&again));
        }
        Err(error) => drop(error.to_string()),
    }
});
