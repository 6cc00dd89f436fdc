//! Any text as a peg puzzle: a board that can be drawn and asked a little, or a diagnostic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::core::Control;
use puzzle::{Options, Puzzle};

fuzz_target!(|text: &str| {
    match Puzzle::read("fuzz", text, Some("pegs")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.description().figures();
            let pegs = puzzle.pegs().expect("read as one");
            let _ = pegs.with(Some(text), Some(text));
            let mut control = Control::default();
            control.budget.nodes = Some(1000);
            let options =
                Options { threads: Some(1), control: control.into(), ..Options::default() };
            if let Ok(total) = pegs.count(&options) {
                let memo = Options { engine: Some("memo".into()), ..options.clone() };
                if let Ok(again) = pegs.count(&memo) {
                    assert_eq!(total.games, again.games);
                }
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
