//! The code text of document 000, Appendix C: a letter and decimal operands.
//!
//! ```text
//! 1: I 0 13
//! 2:   I 6 2
//! 3:     C 11      ; embedding 0
//! ```
//! The reader ignores white space and takes instructions in sequence. Numbers before a colon are
//! ignored too, unless they tell another sequence: a listing printed in columns is put in order.

use std::fmt::Write as _;

use puzzle_core::{Diagnostic, Span};

use super::notes::{self, Notes};
use crate::isa::{Instruction, Opcode, Operands};
use crate::program::Program;

/// How a code text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Number the instructions, from this number.
    pub numbers_from: Option<u32>,
    /// Indent as the guards nest.
    pub indent: bool,
    /// Write what is known about the program as comments.
    pub notes: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { numbers_from: Some(1), indent: true, notes: true }
    }
}

impl Style {
    /// Appendix C as printed.
    pub const PLAIN: Style = Style { numbers_from: Some(1), indent: true, notes: false };
}

/// Writes a program.
pub fn write(program: &Program, style: &Style) -> String {
    let mut text = String::new();
    if style.notes {
        text += &notes::header(program);
    }
    let mut procedures = program.procedures().iter().peekable();
    let mut depth = 0;
    let wide = (program.len() + 1).to_string().len();
    for (address, instruction) in program.instructions().iter().enumerate() {
        if let Some(procedure) = procedures.next_if(|p| p.start as usize == address)
            && style.notes
        {
            text += &notes::procedure(procedure);
        }
        if let Some(first) = style.numbers_from {
            let _ = write!(text, "{:>wide$}: ", u64::from(first) + address as u64);
        }
        depth = if instruction.opcode() == Opcode::Return { 0 } else { depth };
        let indent = if style.indent { 2 * depth.min(32) } else { 0 };
        let _ = write!(text, "{:indent$}{instruction}", "");
        match instruction.opcode() {
            Opcode::If => depth += 1,
            Opcode::MakeFree => depth = depth.saturating_sub(1),
            _ => (),
        }
        if let Some(embedding) = program.embeddings().get(&(address as u32))
            && style.notes
        {
            let _ = write!(text, " ; embedding {embedding}");
        }
        text.push('\n');
    }
    text
}

/// Reads a program.
pub fn read(text: &str) -> Result<Program, Diagnostic> {
    let mut reader = Reader::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        reader.line(line, start)?;
        start += line.len();
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    instructions: Vec<Instruction>,
    /// The number written before each instruction, with its place.
    numbers: Vec<Option<(u32, Span)>>,
    notes: Notes,
}

impl Reader {
    fn line(&mut self, line: &str, start: usize) -> Result<(), Diagnostic> {
        let (code, comment) = line.split_once(';').unwrap_or((line, ""));
        let mut words = words(code, start).peekable();
        let mut number = None;
        let mut last = None;
        while let Some((word, span)) = words.next() {
            if let Some(digits) = word.strip_suffix(':') {
                let value = digits.parse().map_err(|_| {
                    Diagnostic::error("not a line number").at(span.clone()).hint("`12:`")
                })?;
                number = Some((value, span));
                continue;
            }
            let mut letters = word.chars();
            let opcode = letters.next().filter(|_| letters.next().is_none());
            let Some(opcode) = opcode.and_then(Opcode::from_letter) else {
                let message = format!("illegal instruction `{}`", shorten(word));
                let hint = "instructions are I, C, M, R and S";
                return Err(Diagnostic::error(message).at(span).hint(hint));
            };
            let spec = opcode.spec();
            let mut operand = |what: &str, bound: u32| {
                let (word, span) = words.next().unwrap_or(("", span.end..span.end));
                let value = word.parse::<u32>().ok().filter(|&value| value < bound);
                value.ok_or_else(|| {
                    let message = format!("{} needs {what} below {bound} as a number", spec.letter);
                    Diagnostic::error(message).at(span)
                })
            };
            let mut operands = Operands::default();
            if spec.aspect {
                operands.aspect = operand("an aspect", Program::MAX_ASPECTS)?;
            }
            if spec.address {
                operands.address = operand("a distance", 1 << 31)?;
            }
            if self.instructions.len() >= Program::MAX_LENGTH {
                return Err(Diagnostic::error("more than 2^28 instructions").at(span));
            }
            let instruction = Instruction::new(opcode, operands);
            let address = self.instructions.len() as u32;
            self.notes.instruction(address);
            self.instructions.push(instruction);
            self.numbers.push(number.take());
            last = Some((address, instruction));
        }
        self.notes.comment(comment, last);
        Ok(())
    }

    fn finish(mut self) -> Result<Program, Diagnostic> {
        let numbered: Option<Vec<u32>> =
            self.numbers.iter().map(|number| number.as_ref().map(|(n, _)| *n)).collect();
        let Some(numbers) = numbered.filter(|n| !n.is_sorted_by(|a, b| a < b)) else {
            return Ok(self.notes.finish(self.instructions, |address| address));
        };
        // A listing in columns: the numbers must be those of a sequence without gaps.
        let first = numbers.iter().copied().min().unwrap_or(0);
        let mut order = vec![None; numbers.len()];
        for (read, &number) in numbers.iter().enumerate() {
            let slot = order.get_mut((number - first) as usize);
            match slot {
                Some(slot @ None) => *slot = Some(read),
                _ => {
                    let span = self.numbers[read].take().map_or(0..0, |(_, span)| span);
                    let message = "the line numbers are neither ascending nor a permutation";
                    return Err(Diagnostic::error(message).at(span));
                }
            }
        }
        let sorted = order.into_iter().flatten().map(|read| self.instructions[read]).collect();
        Ok(self.notes.finish(sorted, |address| {
            numbers.get(address as usize).map_or(u32::MAX, |number| number - first)
        }))
    }
}

/// The words of a line, with their places in the text. `12:I` counts as two.
fn words(code: &str, start: usize) -> impl Iterator<Item = (&str, Span)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let rest = &code[position..];
        let skip = rest.find(|c: char| !c.is_whitespace())?;
        let rest = &rest[skip..];
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let length = rest[..length].find(':').map_or(length, |colon| colon + 1);
        let from = position + skip;
        position = from + length;
        Some((&code[from..position], start + from..start + position))
    })
}

/// At most a few characters of a word, for a message.
pub(super) fn shorten(word: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let mut text: String = word.chars().take(20).map(plain).collect();
    if word.chars().count() > 20 {
        text.push('…');
    }
    text
}
