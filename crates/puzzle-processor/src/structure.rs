//! What can be known of a program without running it.
//!
//! Jumps only go forward, so one pass over the addresses sees every way into an instruction. For
//! each address the pass keeps the aspects *held*: covered by an IF of this activation and not yet
//! made free. A program is *structured* if
//! 1. control never leaves it,
//! 2. every address is entered with one and the same list of held aspects,
//! 3. MF frees the aspect covered last, and each IF has one such MF,
//! 4. RETURN holds nothing.
//!
//! Then every activation gives back what it took, MF never exceeds a capacity, and the depth of
//! the stack is bounded by [`Structure::depth`]. What the compiler emits is structured; programs
//! from elsewhere are checked here before they are translated to C or machine code.

use std::fmt;

use crate::isa::Instruction;
use crate::program::Program;

/// Why a program is not structured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unstructured {
    /// The address where it shows.
    pub pc: u32,
    /// What is wrong there.
    pub reason: &'static str,
}

impl fmt::Display for Unstructured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program is not structured: {} (pc {})", self.reason, self.pc)
    }
}

impl std::error::Error for Unstructured {}

/// A held aspect and those held before it: a list that shares its tail.
#[derive(Clone, Copy, Debug)]
struct Held {
    aspect: u32,
    opened: u32,
    before: u32,
}

/// The shape of a structured program.
#[derive(Clone, Debug)]
pub struct Structure {
    held: Vec<Held>,
    /// By address: the index in `held` of what is held on entry, or [`UNREACHED`].
    at: Vec<u32>,
    /// By address of an IF: the address of its MF.
    close: Vec<u32>,
    /// By address: how many calls deep control can get from there.
    deep: Vec<u32>,
    longest_path: u64,
}

const NOTHING: u32 = 0;
const UNREACHED: u32 = u32::MAX;

impl Structure {
    /// Checks a program.
    pub fn of(program: &Program) -> Result<Self, Unstructured> {
        let length = program.len();
        let mut structure = Structure {
            held: vec![Held { aspect: 0, opened: 0, before: NOTHING }],
            at: vec![UNREACHED; length],
            close: vec![UNREACHED; length],
            deep: Vec::new(),
            longest_path: longest_path(program),
        };
        structure.enter(0, 0, NOTHING)?;
        for (pc, &instruction) in program.instructions().iter().enumerate() {
            let pc = pc as u32;
            let held = structure.at[pc as usize];
            if held == UNREACHED {
                continue;
            }
            let target = program.target(pc).unwrap_or(0);
            let next = u64::from(pc) + 1;
            match instruction {
                Instruction::If { aspect, .. } => {
                    structure.enter(pc, target, held)?;
                    structure.held.push(Held { aspect, opened: pc, before: held });
                    structure.enter(pc, next, structure.held.len() as u32 - 1)?;
                }
                Instruction::MakeFree { aspect } => {
                    let top = structure.held[held as usize];
                    if held == NOTHING || top.aspect != aspect {
                        return Err(Unstructured { pc, reason: "MF of an aspect not held last" });
                    }
                    if structure.close[top.opened as usize] != UNREACHED {
                        return Err(Unstructured { pc, reason: "a second MF for one IF" });
                    }
                    structure.close[top.opened as usize] = pc;
                    structure.enter(pc, next, top.before)?;
                }
                Instruction::Call { .. } => {
                    structure.enter(pc, target, NOTHING)?;
                    structure.enter(pc, next, held)?;
                }
                Instruction::Return if held != NOTHING => {
                    return Err(Unstructured { pc, reason: "RETURN while an aspect is held" });
                }
                Instruction::Return => (),
                Instruction::Solution => structure.enter(pc, next, held)?,
            }
        }
        structure.deep = depths(program);
        Ok(structure)
    }

    fn enter(&mut self, from: u32, to: u64, held: u32) -> Result<(), Unstructured> {
        match usize::try_from(to).ok().and_then(|to| self.at.get_mut(to)) {
            None => Err(Unstructured { pc: from, reason: "control leaves the program" }),
            Some(at) if *at == UNREACHED => {
                *at = held;
                Ok(())
            }
            Some(at) if *at == held => Ok(()),
            Some(_) => {
                Err(Unstructured { pc: to as u32, reason: "two ways in with unlike aspects held" })
            }
        }
    }

    /// Whether control can get to an address from the beginning.
    pub fn is_reached(&self, pc: u32) -> bool {
        self.at.get(pc as usize).is_some_and(|&held| held != UNREACHED)
    }

    /// The aspects held on entry to an address, last first.
    pub fn held(&self, pc: u32) -> impl Iterator<Item = u32> + '_ {
        let mut held = self.at.get(pc as usize).copied().filter(|&h| h != UNREACHED).unwrap_or(0);
        std::iter::from_fn(move || {
            let top = (held != NOTHING).then(|| self.held[held as usize])?;
            held = top.before;
            Some(top.aspect)
        })
    }

    /// The address of the MF that belongs to the IF at `pc`.
    pub fn close(&self, pc: u32) -> Option<u32> {
        self.close.get(pc as usize).copied().filter(|&close| close != UNREACHED)
    }

    /// How many return addresses can pile up from an address on.
    pub fn depth(&self, pc: u32) -> usize {
        self.deep.get(pc as usize).map_or(0, |&deep| deep as usize)
    }

    /// How many instructions one activation can execute at most without a CALL.
    pub fn longest_path(&self) -> u64 {
        self.longest_path
    }
}

/// For each address how deep calls nest from there, from the last address back.
fn depths(program: &Program) -> Vec<u32> {
    let mut deep = vec![0_u32; program.len() + 1];
    for (pc, instruction) in program.instructions().iter().enumerate().rev() {
        let target = program.target(pc as u32).map_or(0, |target| target as usize);
        let there = deep.get(target).copied().unwrap_or(0);
        deep[pc] = match instruction {
            Instruction::If { .. } => there.max(deep[pc + 1]),
            Instruction::Call { .. } => (there + 1).max(deep[pc + 1]),
            Instruction::Return => 0,
            Instruction::MakeFree { .. } | Instruction::Solution => deep[pc + 1],
        };
    }
    deep
}

/// The longest way from any address to a CALL or RETURN, from the last address back.
fn longest_path(program: &Program) -> u64 {
    let mut path = vec![0_u32; program.len() + 1];
    for (pc, instruction) in program.instructions().iter().enumerate().rev() {
        let target = program.target(pc as u32).map_or(0, |target| target as usize);
        let on = match instruction {
            Instruction::If { .. } => path[pc + 1].max(path.get(target).copied().unwrap_or(0)),
            Instruction::MakeFree { .. } | Instruction::Solution => path[pc + 1],
            Instruction::Call { .. } | Instruction::Return => 0,
        };
        path[pc] = 1 + on;
    }
    path.into_iter().max().map_or(0, u64::from)
}
