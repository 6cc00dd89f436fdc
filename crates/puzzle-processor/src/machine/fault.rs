//! What a program can do wrong while it runs.

use std::fmt;

use crate::isa::Instruction;

/// A fault with the place where it happened. The instruction had no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The address of the instruction, from 0.
    pub pc: u32,
    /// The instruction, unless pc itself is outside the program.
    pub instruction: Option<Instruction>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Control would leave the program and go to this address.
    Outside(u64),
    /// The stack has this many places, all taken.
    StackOverflow(usize),
    /// MF on an aspect that is already this free.
    AboveCapacity {
        /// The aspect.
        aspect: u32,
        /// How often it may be covered.
        capacity: u32,
    },
    /// The state has registers for this many aspects, too few for the instruction.
    NoSuchAspect(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FaultKind::Outside(address) => {
                write!(f, "control leaves the program, to address {address}")
            }
            FaultKind::StackOverflow(limit) => write!(f, "the stack of {limit} places overflows"),
            FaultKind::AboveCapacity { aspect, capacity: 1 } => {
                write!(f, "aspect {aspect} is made free, but is free already")
            }
            FaultKind::AboveCapacity { aspect, capacity } => {
                write!(f, "aspect {aspect} is made free more than {capacity} times")
            }
            FaultKind::NoSuchAspect(count) => {
                write!(f, "the state has only {count} aspects")
            }
        }?;
        match self.instruction {
            Some(instruction) => write!(f, " (pc {}: {instruction})", self.pc),
            None => write!(f, " (pc {})", self.pc),
        }
    }
}

impl std::error::Error for Fault {}
