//! A program with what is known about it.
//!
//! The machine needs only the instructions and, for bags (document 000 §4.10), how often each
//! aspect may be covered. The rest is for people: names of aspects, which CALL places which
//! embedding, where procedures begin. A program read from bare text has none of it.
//!
//! Invariants, kept by [`Program::new`]: every aspect operand is below `aspect_count`; there are
//! at most [`Program::MAX_ASPECTS`] aspects and [`Program::MAX_LENGTH`] instructions.

use std::collections::BTreeMap;

use crate::isa::{Instruction, Opcode};

/// A procedure: a start address with its name and a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The address of its first instruction, from 0.
    pub start: u32,
    /// For example `Solve_0`.
    pub name: String,
    /// One line for the reader; may be empty.
    pub comment: String,
}

/// Instructions for the puzzle processor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    instructions: Vec<Instruction>,
    capacities: Vec<u32>,
    names: Vec<String>,
    embeddings: BTreeMap<u32, u32>,
    procedures: Vec<Procedure>,
}

impl Program {
    /// The most aspects a program may speak of.
    pub const MAX_ASPECTS: u32 = 1 << 20;
    /// The most instructions a program may have.
    pub const MAX_LENGTH: usize = 1 << 28;

    /// A bare program: every aspect may be covered once.
    ///
    /// # Panics
    /// If it breaks the bounds; readers check them first.
    pub fn new(instructions: Vec<Instruction>) -> Self {
        assert!(instructions.len() <= Self::MAX_LENGTH);
        let aspects = instructions
            .iter()
            .filter(|i| i.opcode().spec().aspect)
            .map(|i| i.operands().aspect + 1)
            .max()
            .unwrap_or(0);
        assert!(aspects <= Self::MAX_ASPECTS);
        Program { instructions, capacities: vec![1; aspects as usize], ..Program::default() }
    }

    /// Says how often each aspect may be covered; aspects beyond the list keep their capacity.
    #[must_use]
    pub fn with_capacities(mut self, capacities: &[u32]) -> Self {
        let capacities = &capacities[..capacities.len().min(Self::MAX_ASPECTS as usize)];
        let length = self.capacities.len().max(capacities.len());
        self.capacities.resize(length, 1);
        self.capacities[..capacities.len()].copy_from_slice(capacities);
        self
    }

    /// Names the aspects.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        if names.len() > self.capacities.len() && names.len() <= Self::MAX_ASPECTS as usize {
            self.capacities.resize(names.len(), 1);
        }
        self.names = names;
        self
    }

    /// Says which embedding (by the number shown to users) each CALL address places. Addresses of
    /// other instructions are dropped.
    #[must_use]
    pub fn with_embeddings(mut self, embeddings: BTreeMap<u32, u32>) -> Self {
        self.embeddings = embeddings;
        let instructions = &self.instructions;
        self.embeddings.retain(|&address, _| {
            instructions.get(address as usize).is_some_and(|i| i.opcode() == Opcode::Call)
        });
        self
    }

    /// Says where procedures begin. They are sorted; those outside the program are dropped.
    #[must_use]
    pub fn with_procedures(mut self, mut procedures: Vec<Procedure>) -> Self {
        procedures.retain(|procedure| (procedure.start as usize) < self.instructions.len());
        procedures.sort_by_key(|procedure| procedure.start);
        procedures.dedup_by_key(|procedure| procedure.start);
        self.procedures = procedures;
        self
    }

    /// The instructions, by address from 0.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// How many instructions there are.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether there is no instruction at all.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// How many aspects it speaks of.
    pub fn aspect_count(&self) -> usize {
        self.capacities.len()
    }

    /// How often each aspect may be covered: 1, or the size of its bag.
    pub fn capacities(&self) -> &[u32] {
        &self.capacities
    }

    /// The names of the aspects; may be shorter than the number of aspects.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of an aspect, or its number.
    pub fn aspect_name(&self, aspect: u32) -> String {
        self.names.get(aspect as usize).cloned().unwrap_or_else(|| aspect.to_string())
    }

    /// Which embedding each CALL places, by address.
    pub fn embeddings(&self) -> &BTreeMap<u32, u32> {
        &self.embeddings
    }

    /// The procedures, by ascending address.
    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// Where the jump or call at `address` goes, if it is one. It may lie outside the program.
    pub fn target(&self, address: u32) -> Option<u64> {
        let instruction = self.instructions.get(address as usize)?;
        let takes = instruction.opcode().spec().address;
        takes.then(|| u64::from(address) + 1 + u64::from(instruction.operands().address))
    }

    /// A number that tells programs apart by what the machine needs of them.
    pub fn fingerprint(&self) -> u64 {
        let words = |i: &Instruction| {
            let operands = i.operands();
            [u32::from(i.opcode().spec().bits), operands.aspect, operands.address]
        };
        let instructions = self.instructions.iter().flat_map(words);
        puzzle_core::fingerprint_of_numbers(instructions.chain(self.capacities.iter().copied()))
    }

    /// The instructions alone, without what is known about them.
    #[must_use]
    pub fn bare(&self) -> Self {
        Program::new(self.instructions.clone())
    }
}
