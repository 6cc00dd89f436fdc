//! The reference interpreter: one instruction at a time, every check in sight.
//!
//! It defines the semantics (document 000 §5.1, Appendix D with the errata: addresses are relative
//! to the next instruction, the first instruction is at 0). Everything else that executes programs
//! is tested against it and stays as it is; do not make it fast.

use std::ops::ControlFlow;

use puzzle_core::StopReason;

use super::{Counts, Fault, FaultKind, Halt, Limits, OnSolution, Run, State};
use crate::isa::Instruction;
use crate::program::Program;

/// What one step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// IF found the aspect free (`true`) or covered.
    Tested(bool),
    /// CALL.
    Called,
    /// MF.
    MadeFree,
    /// RETURN.
    Returned,
    /// SOLUTION.
    Found,
    /// RETURN on an empty stack.
    Ended,
}

/// One executed instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its address.
    pub pc: u32,
    /// The instruction.
    pub instruction: Instruction,
    /// What it did.
    pub event: Event,
}

/// A program and the state it is in.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    /// The registers.
    pub state: State,
    stack_limit: usize,
}

impl<'p> Interpreter<'p> {
    /// At the beginning.
    pub fn new(program: &'p Program) -> Self {
        Self::resume(program, State::initial(program))
    }

    /// Anywhere.
    pub fn resume(program: &'p Program, state: State) -> Self {
        Interpreter { program, state, stack_limit: Limits::STACK }
    }

    /// Executes one instruction; `None` when the run is over.
    pub fn step(&mut self) -> Result<Option<Step>, Fault> {
        if self.state.ended {
            return Ok(None);
        }
        let pc = self.state.pc;
        let length = self.program.len() as u64;
        let instruction = self.program.instructions().get(pc as usize).copied();
        let fault = |kind| Fault { pc, instruction, kind };
        let inside = |address: u64| {
            if address < length {
                Ok(address as u32)
            } else {
                Err(fault(FaultKind::Outside(address)))
            }
        };
        let Some(instruction) = instruction else {
            return Err(fault(FaultKind::Outside(u64::from(pc))));
        };
        let next = u64::from(pc) + 1;
        let state = &mut self.state;
        if state.q.len() < self.program.aspect_count() {
            return Err(fault(FaultKind::NoSuchAspect(state.q.len())));
        }
        let event = match instruction {
            Instruction::If { aspect, address } => {
                let next_inside = inside(next)?;
                let q = &mut state.q[aspect as usize];
                if *q > 0 {
                    *q -= 1;
                    state.pc = next_inside;
                    Event::Tested(true)
                } else {
                    state.pc = inside(next + u64::from(address))?;
                    Event::Tested(false)
                }
            }
            Instruction::Call { address } => {
                let target = inside(next + u64::from(address))?;
                if state.stack.len() >= self.stack_limit {
                    return Err(fault(FaultKind::StackOverflow(self.stack_limit)));
                }
                state.stack.push(next as u32);
                state.pc = target;
                Event::Called
            }
            Instruction::MakeFree { aspect } => {
                let next = inside(next)?;
                let q = &mut state.q[aspect as usize];
                let capacity = self.program.capacities()[aspect as usize];
                if *q >= capacity {
                    return Err(fault(FaultKind::AboveCapacity { aspect, capacity }));
                }
                *q += 1;
                state.pc = next;
                Event::MadeFree
            }
            Instruction::Return => match state.stack.last() {
                Some(&address) => {
                    state.pc = inside(u64::from(address))?;
                    state.stack.pop();
                    Event::Returned
                }
                None => {
                    (state.pc, state.ended) = (0, true);
                    Event::Ended
                }
            },
            Instruction::Solution => {
                state.pc = inside(next)?;
                state.nos = state.nos.saturating_add(1);
                Event::Found
            }
        };
        Ok(Some(Step { pc, instruction, event }))
    }

    /// Runs until the end, a limit, or the receiver has enough.
    pub fn run(
        &mut self,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<Run, Fault> {
        self.run_observed(limits, on_solution, &mut |_| ())
    }

    /// The same, telling every step to an observer.
    pub fn run_observed(
        &mut self,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
        observe: &mut dyn FnMut(&Step),
    ) -> Result<Run, Fault> {
        self.stack_limit = limits.stack;
        let mut counts = Counts::default();
        // What may be done before the budget is looked at again.
        let mut unwatched = 0_u64;
        let halt = loop {
            if self.state.ended {
                break Halt::Ended;
            }
            if counts.instructions >= limits.instructions {
                break Halt::InstructionLimit;
            }
            if let Some(budget) = limits.budget {
                let calls = self.program.instructions().get(self.state.pc as usize);
                let calls = matches!(calls, Some(Instruction::Call { .. }));
                if calls && budget.nodes.is_some_and(|nodes| counts.placements >= nodes) {
                    break Halt::Stopped(StopReason::NodeLimit);
                }
                if unwatched == 0 {
                    unwatched = 4096;
                    // The node limit is exact and handled above.
                    if let Some(reason) = budget.check(0)
                        && reason != StopReason::NodeLimit
                    {
                        break Halt::Stopped(reason);
                    }
                }
            }
            let Some(step) = self.step()? else { break Halt::Ended };
            counts.instructions += 1;
            unwatched = unwatched.saturating_sub(1);
            observe(&step);
            match step.event {
                Event::Called => counts.placements += 1,
                Event::Found => {
                    counts.solutions += 1;
                    // A solution costs as much as there is to tell.
                    unwatched = unwatched.saturating_sub(self.state.stack.len() as u64);
                    if let ControlFlow::Break(()) = on_solution(&self.state.stack) {
                        break Halt::Stopped(StopReason::Satisfied);
                    }
                }
                _ => (),
            }
        };
        if let Some(progress) = limits.progress {
            progress.publish(counts.placements, counts.solutions);
        }
        Ok(Run { halt, counts })
    }
}
