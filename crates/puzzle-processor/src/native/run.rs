//! Running native code: from a state, in slices of placements, back to a state.

use std::ops::ControlFlow;

use puzzle_core::{Declined, StopReason};

use super::call::{Code, Context, Receiver};
use super::generate::{Generated, NOWHERE, generate};
use super::{MAX_ASPECTS, MAX_DEPTH, MAX_LENGTH, NativeOptions};
use crate::machine::{Counts, Halt, Interpreter, Limits, OnSolution, Run, State};
use crate::program::Program;
use crate::structure::Structure;

/// Instructions between two looks at the budget, as far as they can be foreseen: a few
/// milliseconds.
const WORK: u64 = 1 << 22;
/// Placements between two looks at the budget at most.
const SLICE: u64 = 1 << 16;
/// As many instructions between two placements take seconds.
const TOO_LONG: u64 = 1 << 30;

/// A program as machine code.
#[derive(Debug)]
pub struct Native<'p> {
    program: &'p Program,
    structure: Structure,
    code: Code,
    entry: Vec<u32>,
    returns: Vec<u32>,
    /// By address in the program: the machine offset to return to; only behind CALLs.
    landings: Vec<u32>,
    counted: bool,
}

impl<'p> Native<'p> {
    /// Translates a program, or says why not.
    pub fn new(program: &'p Program, options: NativeOptions) -> Result<Self, Declined> {
        if program.aspect_count() > MAX_ASPECTS {
            let count = program.aspect_count();
            return Err(Declined(format!(
                "native code keeps q in registers, for {MAX_ASPECTS} aspects at most, not {count}"
            )));
        }
        if program.capacities().iter().any(|&capacity| capacity > 1) {
            return Err(Declined("native code keeps q as bits, but an aspect is a bag".into()));
        }
        if program.len() > MAX_LENGTH {
            return Err(Declined("the program is too long for native code".into()));
        }
        let structure = Structure::of(program).map_err(|why| Declined(why.to_string()))?;
        let Generated { bytes, entry, returns } = generate(program, &structure, options.counted);
        let mut landings = vec![NOWHERE; program.len()];
        for (offset, &address) in returns.iter().enumerate() {
            if let Some(landing) = landings.get_mut(address as usize) {
                *landing = offset as u32;
            }
        }
        let code = Code::new(&bytes)?;
        let counted = options.counted;
        Ok(Native { program, structure, code, entry, returns, landings, counted })
    }

    /// How many bytes of machine code there are.
    pub fn code_size(&self) -> usize {
        self.code.size()
    }

    /// Runs as [`Native::run`] does, but only counts solutions, which is faster where they abound.
    pub fn count(&self, state: &mut State, limits: &Limits<'_>) -> Result<Run, Declined> {
        self.go(state, limits, &mut |_| ControlFlow::Continue(()), true)
    }

    /// Runs from a state until the end, a limit, or the receiver has enough. Limits on
    /// instructions are declined: native code stops at placements. Without the option `counted`
    /// the count of instructions stays 0.
    pub fn run(
        &self,
        state: &mut State,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<Run, Declined> {
        self.go(state, limits, on_solution, false)
    }

    fn go(
        &self,
        state: &mut State,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
        silent: bool,
    ) -> Result<Run, Declined> {
        if limits.instructions != u64::MAX {
            return Err(Declined("native code stops at placements, not at instructions".into()));
        }
        self.check(state, limits.stack)?;
        let mut counts = Counts::default();
        if state.ended {
            return Ok(Run { halt: Halt::Ended, counts });
        }
        self.lead_in(state, &mut counts)?;
        let mut context = Context::new();
        context.entry = self.code.base() + u64::from(self.entry[state.pc as usize]);
        context.pc = u64::from(state.pc);
        context.silent = u32::from(silent);
        for (aspect, &free) in state.q.iter().enumerate().take(MAX_ASPECTS) {
            context.covered[aspect / 64] |= u64::from(free == 0) << (aspect % 64);
        }
        let landing =
            |&address: &u32| self.code.base() + u64::from(self.landings[address as usize]);
        let mut receiver = Receiver::new(&self.returns, &self.code, on_solution, limits.budget);
        receiver.frames = state.stack.iter().map(landing).collect();
        let longest = (WORK / self.structure.longest_path().max(1)).clamp(1, SLICE);
        let halt = loop {
            let mut slice = longest;
            if let Some(budget) = limits.budget {
                if let Some(reason) = budget.check(0)
                    && reason != StopReason::NodeLimit
                {
                    break Halt::Stopped(reason);
                }
                let left = budget.nodes.map(|limit| limit.saturating_sub(counts.placements));
                slice = slice.min(left.unwrap_or(u64::MAX));
            }
            context.placements = slice;
            self.code.enter(&mut context, &mut receiver);
            counts.placements += slice - context.placements;
            if let Some(progress) = limits.progress {
                progress.publish(counts.placements, counts.solutions + context.solutions);
            }
            match context.reason {
                Context::ENDED => break Halt::Ended,
                Context::SATISFIED => {
                    break Halt::Stopped(receiver.stopped.unwrap_or(StopReason::Satisfied));
                }
                _ => {
                    let limit = limits.budget.and_then(|budget| budget.nodes);
                    if limit.is_some_and(|limit| counts.placements >= limit) {
                        break Halt::Stopped(StopReason::NodeLimit);
                    }
                    context.entry = self.code.base() + u64::from(self.entry[context.pc as usize]);
                }
            }
        };
        counts.solutions += context.solutions;
        counts.instructions += context.instructions;
        let frames = std::mem::take(&mut receiver.frames);
        state.stack = frames.iter().map(|&machine| receiver.address(machine)).collect();
        Self::leave(state, &context, halt);
        Ok(Run { halt, counts })
    }

    /// Writes the registers back.
    fn leave(state: &mut State, context: &Context, halt: Halt) {
        for (aspect, free) in state.q.iter_mut().enumerate().take(MAX_ASPECTS) {
            *free = u32::from(context.covered[aspect / 64] >> (aspect % 64) & 1 == 0);
        }
        state.nos = state.nos.saturating_add(context.solutions);
        state.ended = halt == Halt::Ended;
        state.pc = if state.ended { 0 } else { context.pc as u32 };
    }

    /// Whether native code may go on from a state: nothing is more than free, every return address
    /// lies behind a CALL, and the stack stays within its bound.
    fn check(&self, state: &State, stack_limit: usize) -> Result<(), Declined> {
        let no = |why: &str| Err(Declined(format!("native code cannot start here: {why}")));
        if state.ended {
            return Ok(());
        }
        if !self.structure.is_reached(state.pc) {
            return no("pc is not an address that the program reaches");
        }
        let mut room = self.program.capacities().to_vec();
        for (room, &q) in room.iter_mut().zip(&state.q) {
            match room.checked_sub(q) {
                Some(left) => *room = left,
                None => return no("an aspect is more than free"),
            }
        }
        if state.q.len() < room.len() || state.q.iter().any(|&q| q > 1) {
            return no("q is not one bit for each aspect");
        }
        let mut depth = state.stack.len() + self.structure.depth(state.pc);
        for (place, &address) in state.stack.iter().enumerate() {
            if self.landings.get(address as usize).is_none_or(|&landing| landing == NOWHERE)
                || self.program.instructions()[address as usize - 1].opcode() != crate::Opcode::Call
            {
                return no("the stack holds an address that is not behind a CALL");
            }
            depth = depth.max(place + self.structure.depth(address));
        }
        if depth > MAX_DEPTH.min(stack_limit) {
            return no(&format!("the stack may grow to {depth} places"));
        }
        // Without a placement, control can at worst go to the end of every activation.
        let path = self.structure.longest_path();
        if path * depth as u64 > TOO_LONG {
            return no("it may execute over 2^30 instructions between two placements");
        }
        for pc in state.stack.iter().chain([&state.pc]) {
            for aspect in self.structure.held(*pc) {
                match room[aspect as usize].checked_sub(1) {
                    Some(left) => room[aspect as usize] = left,
                    None => return no("an aspect that is held is also free"),
                }
            }
        }
        Ok(())
    }

    /// Steps to an instruction that has a machine address; it is never far: only the IFs and MFs of
    /// a fused group have none.
    fn lead_in(&self, state: &mut State, counts: &mut Counts) -> Result<(), Declined> {
        let placeholder = State { q: Vec::new(), pc: 0, nos: 0, stack: Vec::new(), ended: true };
        let mut interpreter =
            Interpreter::resume(self.program, std::mem::replace(state, placeholder));
        let mut led = Ok(());
        while led.is_ok() && self.entry[interpreter.state.pc as usize] == NOWHERE {
            led = interpreter.step().map(|_| ()).map_err(|fault| Declined(fault.to_string()));
            counts.instructions += u64::from(self.counted);
        }
        *state = interpreter.state;
        led
    }
}
