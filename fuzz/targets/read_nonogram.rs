//! Any bytes as a nonogram, whichever of its forms recognises them: a puzzle that can be drawn and
//! written again, or a diagnostic that can be rendered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::Puzzle;

fuzz_target!(|bytes: &[u8]| {
    match Puzzle::read_bytes("fuzz", bytes.to_vec(), Some("nonogram")) {
        Ok(puzzle) => {
            puzzle.warnings().for_each(drop);
            let nonogram = puzzle.nonogram().expect("only that family was asked").description();
            nonogram.print(None, &[], true);
            for text in [nonogram.to_non(), nonogram.to_xml()] {
                let again = Puzzle::read("again", &text, None).expect("what we write we read");
                let again = again.nonogram().expect("as a nonogram").description().lines.clone();
                assert_eq!(again, nonogram.lines);
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
