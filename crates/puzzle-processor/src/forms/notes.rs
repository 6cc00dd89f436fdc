//! What is known about a program, written as comments of the text forms.
//!
//! ```text
//! ; aspects 0 1 2 A B          names, in order of number; odd characters as %XX
//! ; capacity 4 2               aspect 4 may be covered twice
//! ; procedure Solve_0: remark  the next instruction begins a procedure
//! C 11 ; embedding 0           this CALL places embedding 0
//! ```
//! Words as text carry only the capacities, without which a program with bags is another program.
//! Any other comment is only a comment.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::isa::Instruction;
use crate::program::{Procedure, Program};

/// The comments at the head of a text.
pub(super) fn header(program: &Program) -> String {
    let mut text = String::new();
    if !program.names().is_empty() {
        let names: Vec<String> = program.names().iter().map(|name| escape(name)).collect();
        let _ = writeln!(text, "; aspects {}", names.join(" "));
    }
    text + &capacities(program, ";")
}

/// The bags among the aspects, with how often each may be covered.
pub(super) fn bags(program: &Program) -> impl Iterator<Item = (u32, u32)> {
    let numbered = program.capacities().iter().enumerate();
    numbered.filter(|(_, capacity)| **capacity != 1).map(|(a, &capacity)| (a as u32, capacity))
}

/// A comment for each bag.
pub(super) fn capacities(program: &Program, mark: &str) -> String {
    bags(program).map(|(a, capacity)| format!("{mark} capacity {a} {capacity}\n")).collect()
}

/// The comment before the first instruction of a procedure.
pub(super) fn procedure(procedure: &Procedure) -> String {
    let (name, comment) = (escape(&procedure.name), &procedure.comment);
    let comment: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("; procedure {name}: {comment}\n")
}

/// A name without white space, `;`, `,`, `:` or `%`.
pub(super) fn escape(name: &str) -> String {
    if name.is_empty() {
        return "%".into();
    }
    let mut text = String::new();
    for c in name.chars() {
        if c.is_whitespace() || c.is_control() || ";,:%".contains(c) {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                let _ = write!(text, "%{byte:02X}");
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Undoes [`escape`]; anything else is left as it is.
pub(super) fn unescape(word: &str) -> String {
    if word == "%" {
        return String::new();
    }
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let hex = (byte == b'%').then(|| std::str::from_utf8(tail.get(..2)?).ok()).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &tail[2..];
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| word.to_string())
}

/// Collects the comments while a text is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    names: Vec<String>,
    capacities: BTreeMap<u32, u32>,
    pending: Option<(String, String)>,
    procedures: Vec<Procedure>,
    embeddings: BTreeMap<u32, u32>,
}

impl Notes {
    /// Takes a comment (without the `;`); `last` is the instruction before it on the line.
    pub(super) fn comment(&mut self, comment: &str, last: Option<(u32, Instruction)>) {
        let mut words = comment.split_whitespace();
        let mut number = || words.next().and_then(|word| word.parse::<u32>().ok());
        let comment = comment.trim();
        if let Some(names) = comment.strip_prefix("aspects ") {
            let names = names.split_whitespace().take(Program::MAX_ASPECTS as usize);
            self.names = names.map(unescape).collect();
        } else if comment.starts_with("capacity ") {
            number();
            if let (Some(aspect), Some(capacity)) = (number(), number())
                && aspect < Program::MAX_ASPECTS
            {
                self.capacities.insert(aspect, capacity);
            }
        } else if let Some(rest) = comment.strip_prefix("procedure ") {
            let (name, remark) = rest.split_once(':').unwrap_or((rest, ""));
            self.pending = Some((unescape(name.trim()), remark.trim().to_string()));
        } else if comment.starts_with("embedding ") {
            number();
            if let (Some((address, Instruction::Call { .. })), Some(e)) = (last, number()) {
                self.embeddings.insert(address, e);
            }
        }
    }

    /// An instruction is read: a procedure announced before begins here.
    pub(super) fn instruction(&mut self, address: u32) {
        if let Some((name, comment)) = self.pending.take() {
            self.procedures.push(Procedure { start: address, name, comment });
        }
    }

    /// The names of the aspects, in order of number, as far as they have been read.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The program with what the comments said; `place` maps addresses as read to final ones.
    pub(super) fn finish(
        self,
        instructions: Vec<Instruction>,
        place: impl Fn(u32) -> u32,
    ) -> Program {
        let program = Program::new(instructions).with_names(self.names);
        let mut capacities = program.capacities().to_vec();
        for (&aspect, &capacity) in &self.capacities {
            if aspect as usize >= capacities.len() {
                capacities.resize(aspect as usize + 1, 1);
            }
            capacities[aspect as usize] = capacity;
        }
        let procedures = self.procedures.into_iter();
        program
            .with_capacities(&capacities)
            .with_embeddings(self.embeddings.into_iter().map(|(a, e)| (place(a), e)).collect())
            .with_procedures(procedures.map(|p| Procedure { start: place(p.start), ..p }).collect())
    }
}
