//! The machine: registers, the interpreters, and what a run reports (document 000 §5.1, §6).
//!
//! Two loops share one semantics: `interpreter` is slow, obvious and checked, one instruction at a
//! time; `vm` is the tight loop. A run ends when RETURN meets an empty stack, at a limit, when the
//! receiver of solutions has enough, or with a [`Fault`].
//!
//! Invariant: an instruction that faults has had no effect, and a run that stops leaves a
//! [`State`] from which any of the loops goes on with the same totals.

mod decode;
mod fault;
mod interpreter;
mod profile;
mod saved;
mod solution;
mod state;
mod trace;
mod vm;

use std::ops::ControlFlow;

use puzzle_core::{Budget, Progress, StopReason};

pub use fault::{Fault, FaultKind};
pub use interpreter::{Event, Interpreter, Step};
pub use profile::{DynamicCounts, Profile, StaticCounts};
pub use saved::{Part, Saved, merge};
pub use solution::Decoder;
pub use state::State;
pub use trace::{Slot, Trace};
pub use vm::Vm;

/// Receives each solution as the stack of return addresses that spells it (§4.7).
pub type OnSolution<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// What a run may spend. The default is without limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// At most so many instructions.
    pub instructions: u64,
    /// Deadline, interrupt, and a limit on nodes, which counts placements: the empty choice, with
    /// which a run begins, is not one.
    pub budget: Option<&'a Budget>,
    /// Where counters are published now and then.
    pub progress: Option<&'a Progress>,
    /// At most so many return addresses on the stack.
    pub stack: usize,
}

impl Limits<'_> {
    /// The stack that a machine has unless it is told otherwise.
    pub const STACK: usize = 1 << 20;

    /// At most so many instructions.
    pub fn instructions(instructions: u64) -> Self {
        Limits { instructions, ..Limits::default() }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { instructions: u64::MAX, budget: None, progress: None, stack: Self::STACK }
    }
}

/// Why a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// RETURN on an empty stack.
    Ended,
    /// So many instructions were executed.
    InstructionLimit,
    /// A limit of the budget, or the receiver had enough.
    Stopped(StopReason),
}

/// What was done; equal for every loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Instructions executed.
    pub instructions: u64,
    /// CALLs executed: embeddings placed.
    pub placements: u64,
    /// SOLUTIONs executed.
    pub solutions: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.placements += other.placements;
        self.solutions += other.solutions;
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Why it ended.
    pub halt: Halt,
    /// What was done.
    pub counts: Counts,
}
