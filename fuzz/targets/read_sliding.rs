//! Any bytes are a sliding-block puzzle or a diagnostic, in document 002's text and as a `.puzzle`
//! file; what is read can be drawn, written and lowered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::Puzzle;
use puzzle::sliding::{Style, lower};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(puzzle) = Puzzle::read_bytes("fuzz", bytes.to_vec(), Some("sliding")) {
        let sliding = puzzle.sliding().expect("read as one");
        let _ = sliding.draw_links(sliding.start());
        let _ = sliding.starting_from(&sliding.shorthand(sliding.start()));
        if let Ok(text) = sliding.write_text() {
            Puzzle::read("again", &text, Some("sliding")).expect("what is written can be read");
        }
        if sliding.board().size() < 300 {
            let _ = lower(sliding, Style::default());
        }
    }
});
