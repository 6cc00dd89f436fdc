//! The puzzle processor's program, interpreted.

use puzzle_core::{AbstractPuzzle, Control, Declined, Engine, Report, Sink, Task};
use puzzle_processor::machine::Vm as Machine;

use super::compiled::{self, Prepared};
use super::estimate;

/// The interpreter of compiled programs.
#[derive(Clone, Copy, Debug)]
pub struct Vm;

impl Engine for Vm {
    fn name(&self) -> &'static str {
        "vm"
    }

    fn about(&self) -> &'static str {
        "the puzzle processor's program, interpreted; aspects covered a fixed number of times"
    }

    fn own_order(&self) -> &'static str {
        compiled::OWN_ORDER
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        compiled::accepts(task).map(|_| ())
    }

    fn weigh(&self, puzzle: &AbstractPuzzle) -> Option<f64> {
        estimate::footprint(puzzle)
    }

    fn run(
        &self,
        task: &Task<'_>,
        sink: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined> {
        let prepared = Prepared::new(task)?;
        let machine = Machine::new(&prepared.program.program);
        prepared.report(sink, control, &mut |state, limits, on_solution| {
            let run = machine.run(state, limits, on_solution);
            run.map_err(|fault| Declined(format!("the program failed: {fault}")))
        })
    }
}
