//! Any text as a formula: models that keep the rules and counts that agree, or a diagnostic that can be
//! rendered.
#![no_main]

use std::ops::ControlFlow;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use puzzle::core::{BigUint, Budget, Control, StopReason};
use puzzle::{Failure, Options, Puzzle};

fuzz_target!(|text: &str| {
    match Puzzle::read("fuzz", text, Some("cnf")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
            let questions = puzzle.cnf().expect("it was read as a formula");
            let budget = Budget { nodes: Some(1000), ..Budget::default() };
            let control = Arc::new(Control { budget, ..Control::default() });
            let options = Options { control, ..Options::default() };
            let formula = questions.formula().clone();
            let _ = questions.cubes(&options, &mut |cube, _| {
                assert_eq!(formula.check(cube), Ok(()));
                ControlFlow::Continue(())
            });
            // Unlike engines agree, and there is a model if the count says so.
            let Ok(first) = questions.count(&options) else { return };
            if first.stopped.is_some() {
                return;
            }
            if let Err(Failure::Disagreement(message)) = questions.confirm(&options, &first) {
                panic!("{message}");
            }
            if formula.projection().is_none()
                && let Ok((model, answer)) = questions.model(&options, None)
                && matches!(answer.stopped, None | Some(StopReason::Satisfied))
            {
                assert_eq!(model.is_some(), first.solutions != BigUint::ZERO);
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
