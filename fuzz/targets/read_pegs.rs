//! Any text as a peg puzzle: a board that can be drawn and asked a little, or a diagnostic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::core::{Control, Ignore};
use puzzle::{Ask, Puzzle, Question, Run};

fuzz_target!(|text: &str| {
    match Puzzle::read("fuzz", text, Some("pegs")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.description().figures();
            let mut control = Control::default();
            control.budget.nodes = Some(1000);
            let run = Run { threads: Some(1), ..Run::default().under(control) };
            let count = |ask: Ask| puzzle.ask(&ask, &run, &mut Ignore).map(|a| a.solutions);
            let ask = Ask::new(Question::Count);
            let _ = count(ask.clone().with("start", text).with("goal", text));
            if let Ok(games) = count(ask.clone())
                && let Ok(again) = count(ask.by("memo"))
            {
                assert_eq!(games, again);
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
