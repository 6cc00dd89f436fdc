//! The registers, and the state file of document 000 §6.
//!
//! The file holds, as numbers between white space: the q values (128, or as many as the program
//! has aspects if that is more), pc, nos, sp, and stack[1..sp-1]. pc counts from 0, and sp = 1
//! means an empty stack (Table 7); sp = 0 is the state after the end, and pc is 0 then. `;` begins a
//! comment.

use std::fmt::Write as _;

use puzzle_core::Diagnostic;

use crate::program::Program;

/// The machine's registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// How often each aspect may still be covered.
    pub q: Vec<u32>,
    /// The address of the next instruction, from 0; 0 when the run is over.
    pub pc: u32,
    /// The number of solutions; it stays at the largest number if it gets there.
    pub nos: u64,
    /// The return addresses; sp is one more than their number.
    pub stack: Vec<u32>,
    /// Whether the run is over.
    pub ended: bool,
}

impl State {
    /// The fewest q values a state has.
    pub const ASPECTS: usize = 128;
    /// The most solutions that a state file may claim.
    pub const MAX_SOLUTIONS: u64 = u64::MAX / 2;

    /// How many q values the state of a program has.
    pub fn width(program: &Program) -> usize {
        program.aspect_count().max(Self::ASPECTS)
    }

    /// Everything free, at the first instruction, with an empty stack.
    pub fn initial(program: &Program) -> Self {
        let mut q = program.capacities().to_vec();
        q.resize(Self::width(program), 1);
        State { q, pc: 0, nos: 0, stack: Vec::new(), ended: false }
    }

    /// The stack pointer in Table 7's convention.
    pub fn sp(&self) -> usize {
        if self.ended { 0 } else { self.stack.len() + 1 }
    }

    /// Writes the state file.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for line in self.q.chunks(32) {
            let values: Vec<String> = line.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "{}", values.join(" "));
        }
        let _ = writeln!(text, "{} ; pc", self.pc);
        let _ = writeln!(text, "{} ; nos", self.nos);
        let _ = writeln!(text, "{} ; sp", self.sp());
        for line in self.stack.chunks(16) {
            let values: Vec<String> = line.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "{}", values.join(" "));
        }
        text
    }

    /// Reads a state file for a program.
    pub fn read(text: &str, program: &Program) -> Result<Self, Diagnostic> {
        let mut numbers = Numbers { text, position: 0 };
        let mut q = Vec::new();
        for aspect in 0..Self::width(program) {
            q.push(numbers.next(&format!("q[{aspect}]"))? as u32);
        }
        for (aspect, (&q, &capacity)) in q.iter().zip(program.capacities()).enumerate() {
            if q > capacity {
                let message = format!("q[{aspect}] is {q}, above its capacity {capacity}");
                return Err(Diagnostic::error(message));
            }
        }
        let pc = numbers.next("pc")?;
        let nos = numbers.wide("nos")?;
        if nos > Self::MAX_SOLUTIONS {
            let message = format!("nos is {nos}, more than any run can have counted");
            let end = numbers.position;
            return Err(Diagnostic::error(message).at(end - nos.to_string().len()..end));
        }
        let sp = numbers.next("sp")?;
        let mut stack = Vec::new();
        for place in 1..sp {
            stack.push(numbers.next(&format!("stack[{place}]"))?);
        }
        numbers.end()?;
        Ok(State { q, pc, nos, stack, ended: sp == 0 })
    }
}

/// Numbers between white space and comments.
struct Numbers<'a> {
    text: &'a str,
    position: usize,
}

impl Numbers<'_> {
    /// The span of the next word.
    fn word(&mut self) -> std::ops::Range<usize> {
        let bytes = self.text.as_bytes();
        let mut start = self.position;
        while let Some(byte) = bytes.get(start) {
            if *byte == b';' {
                start += bytes[start..].iter().take_while(|byte| **byte != b'\n').count();
            } else if byte.is_ascii_whitespace() {
                start += 1;
            } else {
                break;
            }
        }
        let is_word = |byte: &&u8| !byte.is_ascii_whitespace() && **byte != b';';
        let end = start + bytes[start..].iter().take_while(is_word).count();
        self.position = end;
        start..end
    }

    fn wide(&mut self, what: &str) -> Result<u64, Diagnostic> {
        let span = self.word();
        if span.is_empty() {
            let message = format!("the state file ends before {what}");
            let hint = "it holds the q values, pc, nos, sp and the stack";
            return Err(Diagnostic::error(message).at(span).hint(hint));
        }
        let digits = self.text.get(span.clone()).unwrap_or("");
        digits
            .parse()
            .map_err(|_| Diagnostic::error(format!("{what} is not a number in range")).at(span))
    }

    fn next(&mut self, what: &str) -> Result<u32, Diagnostic> {
        let value = self.wide(what)?;
        u32::try_from(value).map_err(|_| {
            Diagnostic::error(format!("{what} is too large")).at(self.position..self.position)
        })
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        let span = self.word();
        if span.is_empty() {
            return Ok(());
        }
        Err(Diagnostic::error("the state file goes on after the stack").at(span))
    }
}
