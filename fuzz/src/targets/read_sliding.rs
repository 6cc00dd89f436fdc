//! Any bytes are a sliding-block puzzle or a diagnostic, in document 002's text and as a `.puzzle`
//! file; what is read can be drawn, written and lowered.

use puzzle_core::Budget;
use puzzle_families::Source;
use puzzle_families::sliding::{Style, lower, read};

pub(crate) fn run(bytes: &[u8]) {
    if let Ok((sliding, _)) = read(&Source::bytes("fuzz", bytes.to_vec())) {
        let _ = sliding.draw_links(sliding.start());
        let _ = sliding.starting_from(&sliding.shorthand(sliding.start()));
        if let Ok(text) = sliding.write_text() {
            read(&Source::text("again", text)).expect("what is written can be read");
        }
        if sliding.board().size() < 300 {
            let _ = lower(&sliding, Style::default(), &Budget::default());
        }
    }
}
