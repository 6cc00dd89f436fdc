//! The tight loop: instructions decoded once, jumps made absolute, few checks left.
//!
//! Decoding turns every instruction that could lead control outside the program into one that
//! says so, so inside the loop pc is always good. Counts, solutions, states and faults equal the
//! reference interpreter's.
//!
//! Most of the time goes into branches that the processor guesses wrong, so the hurried loop does
//! not dispatch from one place: what can follow a test that failed (another test, or an MF) is
//! tried there, what can follow a test that held (another test, or a CALL) here, and each place
//! has its own history. It looks at its fuel only at tests and returns; the last few instructions
//! before a limit are left to the patient loop, which dispatches one at a time, so that limits are
//! exact. On 6x10 pentominoes it takes 4.0 ns per instruction where one dispatch for all took 5.7.
//! Tests without branches (the next instruction then waits for q) and instructions of four bytes,
//! tried on the single dispatch, gained nothing worth having; eight bytes instead of twelve did.

use std::ops::ControlFlow;

use puzzle_core::StopReason;

use super::decode::{Kind, Op, decode};
use super::{Counts, Fault, FaultKind, Halt, Limits, OnSolution, Run, State};
use crate::isa::{Instruction, Opcode};
use crate::program::Program;

/// How many instructions are executed between two looks at the budget.
const SLICE: u64 = 1 << 16;

/// A program made ready to run.
#[derive(Clone, Debug)]
pub struct Vm<'p> {
    program: &'p Program,
    code: Vec<Op>,
    /// More instructions than the hurried loop executes between two looks at its fuel.
    margin: u64,
}

/// Why an inner loop came out.
enum Exit {
    Fuel,
    /// Something that the hurried loop leaves to the patient one.
    Odd,
    Nodes,
    Solution,
    Ended,
    Fault(FaultKind),
}

/// What the inner loops count down, and the bound of the stack.
struct Meter {
    fuel: u64,
    nodes: u64,
    stack: usize,
}

impl<'p> Vm<'p> {
    /// Decodes a program.
    pub fn new(program: &'p Program) -> Self {
        let code = decode(program);
        let frees = |instruction: &Instruction| instruction.opcode() == Opcode::MakeFree;
        let runs = program.instructions().chunk_by(|a, b| frees(a) && frees(b));
        let margin = 4 + runs.map(<[_]>::len).max().unwrap_or(0) as u64;
        Vm { program, code, margin }
    }

    /// Runs from a state until the end, a limit, or the receiver has enough.
    pub fn run(
        &self,
        state: &mut State,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<Run, Fault> {
        let mut counts = Counts::default();
        if !state.ended {
            self.check_start(state)?;
        }
        let halt = loop {
            if state.ended {
                break Halt::Ended;
            }
            if counts.instructions >= limits.instructions {
                break Halt::InstructionLimit;
            }
            if let Some(progress) = limits.progress {
                progress.publish(counts.placements, counts.solutions);
            }
            let mut nodes = u64::MAX;
            if let Some(budget) = limits.budget {
                // The node limit is exact: it is handled at the CALL that would pass it.
                if let Some(reason) = budget.check(0)
                    && reason != StopReason::NodeLimit
                {
                    break Halt::Stopped(reason);
                }
                let left = |limit: u64| limit.saturating_sub(counts.placements);
                nodes = budget.nodes.map_or(u64::MAX, left);
            }
            let fuel = SLICE.min(limits.instructions - counts.instructions);
            if let ControlFlow::Break(reason) = self.slice(
                state,
                &mut counts,
                Meter { fuel, nodes, stack: limits.stack },
                on_solution,
            )? {
                break Halt::Stopped(reason);
            }
        };
        if let Some(progress) = limits.progress {
            progress.publish(counts.placements, counts.solutions);
        }
        Ok(Run { halt, counts })
    }

    /// Burns the fuel of one slice.
    fn slice(
        &self,
        state: &mut State,
        counts: &mut Counts,
        mut meter: Meter,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<ControlFlow<StopReason>, Fault> {
        while meter.fuel > 0 && !state.ended {
            let (fuel, nodes) = (meter.fuel, meter.nodes);
            let mut exit = self.hurry(state, &mut meter);
            if let Exit::Odd = exit {
                exit = self.patient_step(state, &mut meter);
            }
            counts.instructions += fuel - meter.fuel;
            counts.placements += nodes - meter.nodes;
            match exit {
                Exit::Fuel | Exit::Odd => (),
                Exit::Nodes => return Ok(ControlFlow::Break(StopReason::NodeLimit)),
                Exit::Ended => (state.pc, state.ended) = (0, true),
                Exit::Solution => {
                    counts.solutions += 1;
                    // A solution costs as much as there is to tell; it is no instruction, though.
                    meter.fuel = meter.fuel.saturating_sub(state.stack.len() as u64);
                    if let ControlFlow::Break(()) = on_solution(&state.stack) {
                        return Ok(ControlFlow::Break(StopReason::Satisfied));
                    }
                }
                Exit::Fault(kind) => return Err(self.fault(state.pc, kind)),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn fault(&self, pc: u32, kind: FaultKind) -> Fault {
        let instruction = self.program.instructions().get(pc as usize).copied();
        let kind = match (kind, instruction) {
            (FaultKind::Outside(_), Some(i)) if i.opcode().spec().address => {
                let next = u64::from(pc) + 1;
                let jumps = next < self.code.len() as u64 || !i.opcode().spec().aspect;
                let distance = if jumps { u64::from(i.operands().address) } else { 0 };
                FaultKind::Outside(next + distance)
            }
            _ => kind,
        };
        Fault { pc, instruction, kind }
    }

    /// pc must be inside, and there must be a register for every aspect.
    fn check_start(&self, state: &State) -> Result<(), Fault> {
        if state.pc as usize >= self.code.len() {
            return Err(self.fault(state.pc, FaultKind::Outside(u64::from(state.pc))));
        }
        if state.q.len() < self.program.aspect_count() {
            return Err(self.fault(state.pc, FaultKind::NoSuchAspect(state.q.len())));
        }
        Ok(())
    }

    /// Executes tests, MFs, CALLs and RETURNs; comes out before anything else.
    fn hurry(&self, state: &mut State, meter: &mut Meter) -> Exit {
        let code = self.code.as_slice();
        let capacities = self.program.capacities();
        let State { q, stack, .. } = state;
        let q = q.as_mut_slice();
        let mut pc = state.pc as usize;
        let (mut fuel, mut nodes) = (meter.fuel, meter.nodes);
        let exit = 'run: loop {
            if fuel < self.margin {
                break Exit::Odd;
            }
            let mut op = code[pc];
            if op.is(Kind::If) {
                fuel -= 1;
                let free = &mut q[op.aspect() as usize];
                if *free > 0 {
                    *free -= 1;
                    pc += 1;
                    op = code[pc];
                    if op.is(Kind::Call) && nodes > 0 && stack.len() < meter.stack {
                        fuel -= 1;
                        nodes -= 1;
                        stack.push(pc as u32 + 1);
                        pc = op.target as usize;
                    }
                    continue;
                }
                pc = op.target as usize;
                op = code[pc];
                if op.is(Kind::If) {
                    continue;
                }
            } else if op.is(Kind::Call) && nodes > 0 && stack.len() < meter.stack {
                // The second CALL under one guard: two embeddings with the same aspects.
                fuel -= 1;
                nodes -= 1;
                stack.push(pc as u32 + 1);
                pc = op.target as usize;
                continue;
            }
            while op.is(Kind::MakeFree) {
                let free = &mut q[op.aspect() as usize];
                if *free >= capacities[op.aspect() as usize] {
                    break 'run Exit::Odd;
                }
                fuel -= 1;
                *free += 1;
                pc += 1;
                op = code[pc];
            }
            match op.kind() {
                Kind::If => (),
                Kind::Return => match stack.last() {
                    Some(&address) if (address as usize) < code.len() => {
                        fuel -= 1;
                        stack.pop();
                        pc = address as usize;
                    }
                    _ => break Exit::Odd,
                },
                _ => break Exit::Odd,
            }
        };
        state.pc = pc as u32;
        (meter.fuel, meter.nodes) = (fuel, nodes);
        exit
    }

    /// Executes one instruction of any kind.
    fn patient_step(&self, state: &mut State, meter: &mut Meter) -> Exit {
        let op = self.code[state.pc as usize];
        let aspect = op.aspect();
        match op.kind() {
            Kind::If | Kind::IfOutside => {
                let q = &mut state.q[aspect as usize];
                if *q > 0 {
                    *q -= 1;
                    state.pc += 1;
                } else if op.is(Kind::If) {
                    state.pc = op.target;
                } else {
                    return Exit::Fault(FaultKind::Outside(0));
                }
            }
            Kind::MakeFree => {
                let capacity = self.program.capacities()[aspect as usize];
                let q = &mut state.q[aspect as usize];
                if *q >= capacity {
                    return Exit::Fault(FaultKind::AboveCapacity { aspect, capacity });
                }
                *q += 1;
                state.pc += 1;
            }
            Kind::Call => {
                if meter.nodes == 0 {
                    return Exit::Nodes;
                }
                if state.stack.len() >= meter.stack {
                    return Exit::Fault(FaultKind::StackOverflow(meter.stack));
                }
                meter.nodes -= 1;
                state.stack.push(state.pc + 1);
                state.pc = op.target;
            }
            Kind::Return => match state.stack.last() {
                Some(&address) if (address as usize) < self.code.len() => {
                    state.stack.pop();
                    state.pc = address;
                }
                Some(&address) => return Exit::Fault(FaultKind::Outside(u64::from(address))),
                None => {
                    meter.fuel -= 1;
                    return Exit::Ended;
                }
            },
            Kind::Solution => {
                meter.fuel -= 1;
                state.nos = state.nos.saturating_add(1);
                state.pc += 1;
                return Exit::Solution;
            }
            Kind::Outside => return Exit::Fault(FaultKind::Outside(u64::from(state.pc) + 1)),
        }
        meter.fuel -= 1;
        Exit::Fuel
    }
}
