//! Executing: which machine, watched or not.

use puzzle::processor::Program;
use puzzle::processor::machine::{
    Counts, Fault, Halt, Interpreter, Limits, Profile, Run, State, Step, Trace, Vm,
};
use puzzle::processor::native::{Native, NativeOptions};
use puzzle::{Budget, StopReason};

use super::printer::Printer;
use crate::args::Machine;
use crate::exit::Error;

/// Time slots side by side in a trace.
const SLOTS: u64 = 16;

/// A program to be executed.
pub(super) struct Job<'a> {
    pub(super) program: &'a Program,
    pub(super) machine: Machine,
    /// Trace so many instructions.
    pub(super) trace: u64,
    pub(super) profile: Option<&'a mut Profile>,
    /// Native code must count its instructions.
    pub(super) counted: bool,
}

impl Job<'_> {
    /// Executes from a state, which is left where the run stopped.
    pub(super) fn execute(
        &mut self,
        state: &mut State,
        limits: &Limits<'_>,
        printer: &mut Printer<'_>,
    ) -> Result<Run, Error> {
        let run = match self.machine {
            Machine::Interpreter => self.interpret(state, limits, printer),
            Machine::Vm => {
                let vm = Vm::new(self.program);
                vm.run(state, limits, &mut |stack| printer.solution(stack))
            }
            Machine::Native => {
                let options = NativeOptions { counted: self.counted };
                let declined = |why| Error::Input(format!("error: engine native declines: {why}"));
                let native = Native::new(self.program, options).map_err(declined)?;
                let run = match printer.only_counts() {
                    true => native.count(state, limits),
                    false => native.run(state, limits, &mut |stack| printer.solution(stack)),
                };
                return run.map_err(declined);
            }
        };
        run.map_err(|fault| Error::Input(format!("error: the program failed: {fault}")))
    }

    fn interpret(
        &mut self,
        state: &mut State,
        limits: &Limits<'_>,
        printer: &mut Printer<'_>,
    ) -> Result<Run, Fault> {
        let mut interpreter = Interpreter::resume(self.program, state.clone());
        let traced = self.traced(&mut interpreter, limits, printer);
        let run = traced.and_then(|traced| {
            let over = traced.halt != Halt::InstructionLimit
                || traced.counts.instructions >= limits.instructions;
            if over {
                return Ok(traced);
            }
            let budget = left(limits, &traced.counts);
            let limits = Limits {
                instructions: limits.instructions - traced.counts.instructions,
                budget: budget.as_ref(),
                ..*limits
            };
            let mut run = self.observed(&mut interpreter, &limits, printer)?;
            run.counts += traced.counts;
            Ok(run)
        });
        *state = interpreter.state;
        run
    }

    /// The part of the run that is traced. A second interpreter records what the first has done,
    /// so that a limit or a fault ends both at the same instruction.
    fn traced(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        limits: &Limits<'_>,
        printer: &mut Printer<'_>,
    ) -> Result<Run, Fault> {
        let mut shadow = interpreter.clone();
        let mut trace = Trace::default();
        let mut counts = Counts::default();
        let most = self.trace.min(limits.instructions);
        while counts.instructions < most {
            let width = SLOTS.min(most - counts.instructions);
            let budget = left(limits, &counts);
            let limits = Limits { instructions: width, budget: budget.as_ref(), ..*limits };
            printer.hold();
            let run = self.observed(interpreter, &limits, printer);
            let executed = run.as_ref().map_or(width, |run| run.counts.instructions);
            // A fault is the same as the run's, which is reported below.
            let _ = trace.next(&mut shadow, executed as usize);
            let printed = printer.release(&trace);
            let run = run?;
            counts += run.counts;
            if run.halt != Halt::InstructionLimit {
                return Ok(Run { halt: run.halt, counts });
            }
            if printed.is_break() {
                return Ok(Run { halt: Halt::Stopped(StopReason::Satisfied), counts });
            }
        }
        Ok(Run { halt: Halt::InstructionLimit, counts })
    }

    fn observed(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        limits: &Limits<'_>,
        printer: &mut Printer<'_>,
    ) -> Result<Run, Fault> {
        let mut observe = |step: &Step| {
            if let Some(profile) = self.profile.as_deref_mut() {
                profile.add(step);
            }
        };
        interpreter.run_observed(limits, &mut |stack| printer.solution(stack), &mut observe)
    }
}

/// What is left of the budget.
fn left(limits: &Limits<'_>, counts: &Counts) -> Option<Budget> {
    let mut budget = limits.budget.cloned()?;
    budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(counts.placements));
    Some(budget)
}
