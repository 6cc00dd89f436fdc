//! Any text as a formula: models that keep the rules, or a diagnostic that can be rendered.
#![no_main]

use std::ops::ControlFlow;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use puzzle::core::{Budget, Control};
use puzzle::{Options, Puzzle};

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
        }
        Err(error) => drop(error.to_string()),
    }
});
