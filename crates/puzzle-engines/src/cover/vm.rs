//! The puzzle processor's program, interpreted.

use puzzle_core::{
    AbstractPuzzle, Card, Control, CoverEngine, CoverTask, Declined, Form, Kind, Searched, Visitor,
};
use puzzle_processor::machine::Vm as Machine;

use super::compiled::{self, Prepared};
use super::estimate;

/// The interpreter of compiled programs.
#[derive(Clone, Copy, Debug)]
pub struct Vm;

impl CoverEngine for Vm {
    fn card(&self) -> Card {
        let about = "the puzzle processor's program, interpreted; aspects covered a fixed \
                     number of times";
        Card { name: "vm", about, form: Form::Cover, kind: Kind::Fixed, order: compiled::OWN_ORDER }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        compiled::accepts(task)
    }

    fn weigh(&self, puzzle: &AbstractPuzzle) -> Option<f64> {
        estimate::footprint(puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        let prepared = Prepared::new(task)?;
        let machine = Machine::new(&prepared.program.program);
        prepared.report(sink, control, &mut |state, limits, on_solution| {
            let run = machine.run(state, limits, on_solution);
            run.map_err(|fault| Declined(format!("the program failed: {fault}")))
        })
    }
}
