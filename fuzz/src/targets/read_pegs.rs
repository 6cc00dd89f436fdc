//! Any text as a peg puzzle: a board that can be drawn and asked a little, or a diagnostic.

use puzzle::{Ask, Control, Failure, Ignore, Puzzle, Question, Run};

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Puzzle::read("fuzz", text, Some("pegs")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.description().figures();
            let mut control = Control::default();
            control.budget.nodes = Some(1000);
            let run = Run { threads: Some(1), control: control.into(), ..Run::default() };
            let ends = Ask::new(Question::Count).with("start", text).with("goal", text);
            let _ = puzzle.ask(&ends, &run, &mut Ignore);
            let twice = Ask { confirm: true, ..Ask::new(Question::Count) };
            if let Err(Failure::Disagreement(message)) = puzzle.ask(&twice, &run, &mut Ignore) {
                panic!("{message}");
            }
        }
        Err(error) => drop(error.to_string()),
    }
}
