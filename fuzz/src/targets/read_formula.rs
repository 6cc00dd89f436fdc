//! Any text as a formula: models that keep the rules and counts that agree, or a diagnostic that can be
//! rendered.

use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle::{Ask, BigUint, Budget, Control, Failure, Puzzle, Question, Run, StopReason};

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Puzzle::read("fuzz", text, Some("cnf")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
            let budget = Budget { nodes: Some(1000), ..Budget::default() };
            let control = Arc::new(Control { budget, ..Control::default() });
            let run = Run { control, ..Run::default() };
            let mut check = |cube: &[u32]| {
                assert_eq!(puzzle.description().check(cube), Ok(()));
                ControlFlow::Continue(())
            };
            let _ = puzzle.ask(&Ask::new(Question::All), &run, &mut check);
            // Unlike engines agree, and there is a model if the count says so.
            let twice = Ask { confirm: true, ..Ask::new(Question::Count) };
            let counted = puzzle.ask(&twice, &run, &mut check);
            if let Err(Failure::Disagreement(message)) = &counted {
                panic!("{message}");
            }
            let Ok(counted) = counted else { return };
            if counted.stopped.is_none()
                && let Ok(first) = puzzle.ask(&Ask::new(Question::First), &run, &mut check)
                && matches!(first.stopped, None | Some(StopReason::Satisfied))
            {
                let none = BigUint::ZERO;
                assert_eq!(first.solutions == none, counted.solutions == none);
            }
        }
        Err(error) => drop(error.to_string()),
    }
}
