//! The trace of a run, in the manner of document 000, Table 7.
//!
//! A time slot shows the registers *before* the instruction and the instruction's fields. sp and
//! nos are shown as `=` while they stay as they were in the slot before.

use std::fmt::Write as _;

use super::{Fault, Interpreter};
use crate::isa::Instruction;

/// One time slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The address of the instruction.
    pub pc: u32,
    /// The stack pointer; 1 is the empty stack.
    pub sp: usize,
    /// The number of solutions so far.
    pub nos: u64,
    /// The instruction.
    pub instruction: Instruction,
}

/// Time slots in a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The number of the first slot.
    pub first: u64,
    /// The slots.
    pub slots: Vec<Slot>,
    /// sp and nos in the slot before the first, if there was one.
    before: Option<(usize, u64)>,
}

impl Trace {
    /// Replaces the slots by the next `count`; false when there is none any more.
    pub fn next(&mut self, interpreter: &mut Interpreter<'_>, count: usize) -> Result<bool, Fault> {
        self.first += self.slots.len() as u64;
        self.before = self.slots.last().map(|slot| (slot.sp, slot.nos)).or(self.before);
        self.slots.clear();
        while self.slots.len() < count {
            let (sp, nos) = (interpreter.state.sp(), interpreter.state.nos);
            let Some(step) = interpreter.step()? else { break };
            self.slots.push(Slot { pc: step.pc, sp, nos, instruction: step.instruction });
        }
        Ok(!self.slots.is_empty())
    }

    /// The rows of Table 7, one column per time slot.
    pub fn render(&self) -> String {
        let mut sp_before = self.before.map(|(sp, _)| sp);
        let mut nos_before = self.before.map(|(_, nos)| nos);
        let mut rows: [(&str, Vec<String>); 8] =
            ["slot", "pc", "sp", "nos", "oc", "asp", "adr", "instruction"]
                .map(|name| (name, Vec::new()));
        for (i, slot) in self.slots.iter().enumerate() {
            let (spec, operands) = (slot.instruction.opcode().spec(), slot.instruction.operands());
            let cells = [
                (self.first + i as u64).to_string(),
                slot.pc.to_string(),
                changed(&mut sp_before, slot.sp),
                changed(&mut nos_before, slot.nos),
                spec.bits.to_string(),
                operands.aspect.to_string(),
                operands.address.to_string(),
                spec.letter.to_string(),
            ];
            rows.iter_mut().zip(cells).for_each(|((_, row), cell)| row.push(cell));
        }
        let columns = 0..self.slots.len();
        let widths: Vec<usize> =
            columns.map(|c| rows.iter().map(|(_, row)| row[c].len()).max().unwrap_or(1)).collect();
        let mut text = String::new();
        for (name, row) in &rows {
            let _ = write!(text, "{name:<11}");
            for (cell, width) in row.iter().zip(&widths) {
                let _ = write!(text, "  {cell:>width$}");
            }
            text.push('\n');
        }
        text
    }
}

fn changed<T: PartialEq + Copy + ToString>(before: &mut Option<T>, now: T) -> String {
    if before.replace(now) == Some(now) { "=".into() } else { now.to_string() }
}
