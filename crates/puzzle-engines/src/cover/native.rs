//! The puzzle processor's program as machine code.

use puzzle_core::{
    AbstractPuzzle, Card, Control, CoverEngine, CoverTask, Declined, Form, Kind, Searched, Visitor,
    Want,
};
use puzzle_processor::native::{MAX_ASPECTS, Native as Machine, NativeOptions};

use super::compiled::{self, Prepared};
use super::{estimate, takes};

/// Machine code made from compiled programs.
#[derive(Clone, Copy, Debug)]
pub struct Native;

impl CoverEngine for Native {
    fn card(&self) -> Card {
        let about = "the puzzle processor's program as machine code; aspects covered exactly once";
        let (form, kind) = (Form::Cover, Kind::Fixed);
        Card { name: "native", about, form, kind, order: compiled::OWN_ORDER }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        let here = cfg!(target_arch = "x86_64");
        Declined::unless(here, || "machine code is generated for x86-64 only")?;
        compiled::accepts(task)?;
        let few = task.cover.puzzle.aspects().len() <= MAX_ASPECTS;
        Declined::unless(few, || format!("it keeps at most {MAX_ASPECTS} aspects in registers"))?;
        takes::demands(&task.cover.puzzle, |demand| demand.max() == 1)
    }

    fn weigh(&self, puzzle: &AbstractPuzzle) -> Option<f64> {
        estimate::footprint(puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let prepared = Prepared::new(task)?;
        let machine = Machine::new(&prepared.program.program, NativeOptions::default())?;
        prepared.report(sink, control, &mut |state, limits, on_solution| match task.want {
            Want::Count => machine.count(state, limits),
            _ => machine.run(state, limits, on_solution),
        })
    }
}
