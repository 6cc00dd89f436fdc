//! Labelled assembly, the slides' form (document 004): jumps and calls name their targets.
//!
//! ```text
//! Solve_1: IF 1, Solve_4
//!          IF A, L_34
//!          CALL Solve_4          ; embedding 1
//!          MF A
//! L_34:    IF B, L_42
//! ```
//! Aspects are written by name if a comment `; aspects …` at the head names them all, else by
//! number. A target is a label, which must stand further down; `+5` is a distance.

use std::collections::HashMap;
use std::fmt::Write as _;

use puzzle_core::{Diagnostic, Span};

use super::code::shorten;
use super::labels::labels;
use super::notes::{self, Notes};
use crate::isa::{Instruction, Opcode, Operands};
use crate::program::Program;

/// Writes a program.
pub fn write(program: &Program) -> String {
    let labels = labels(program);
    let named = names_usable(program.names()) && program.names().len() >= program.aspect_count();
    let mut text = notes::header(program);
    let wide = labels.values().map(String::len).max().unwrap_or(0) + 1;
    let mut procedures = program.procedures().iter().peekable();
    for (address, instruction) in program.instructions().iter().enumerate() {
        let address = address as u32;
        if let Some(procedure) = procedures.next_if(|p| p.start == address) {
            text += &notes::procedure(procedure);
        }
        let label = labels.get(&address).map(|label| format!("{label}:")).unwrap_or_default();
        let (spec, operands) = (instruction.opcode().spec(), instruction.operands());
        let mut words = Vec::new();
        if spec.aspect {
            words.push(match named {
                true => notes::escape(&program.names()[operands.aspect as usize]),
                false => operands.aspect.to_string(),
            });
        }
        if spec.address {
            let target = program.target(address).and_then(|target| u32::try_from(target).ok());
            let label = target.and_then(|target| labels.get(&target));
            words.push(label.map_or_else(|| format!("+{}", operands.address), Clone::clone));
        }
        let line = format!("{label:wide$} {} {}", spec.mnemonic, words.join(", "));
        text += line.trim_end();
        if let Some(embedding) = program.embeddings().get(&address) {
            let _ = write!(text, " ; embedding {embedding}");
        }
        text.push('\n');
    }
    text
}

/// Whether every aspect can be told by its name.
fn names_usable(names: &[String]) -> bool {
    let mut seen = std::collections::HashSet::new();
    !names.is_empty() && names.iter().all(|name| seen.insert(name))
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

/// An instruction whose target may still be a label.
struct Line<'a> {
    opcode: Opcode,
    operands: Operands,
    label: Option<(&'a str, Span)>,
}

#[derive(Default)]
struct Reader<'a> {
    lines: Vec<Line<'a>>,
    labels: HashMap<&'a str, u32>,
    /// Numbers of the named aspects, once there is an instruction.
    aspects: Option<HashMap<String, u32>>,
    notes: Notes,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, start: usize) -> Result<(), Diagnostic> {
        let place = |part: &str| {
            let from = start + (part.as_ptr() as usize - line.as_ptr() as usize);
            from..from + part.len()
        };
        let (mut code, comment) = line.split_once(';').unwrap_or((line, ""));
        while let Some((label, rest)) = code.split_once(':') {
            let label = label.trim();
            if label.is_empty() || label.contains([' ', '\t', ',', '+']) {
                return Err(Diagnostic::error("not a label").at(place(label)));
            }
            if self.labels.insert(label, self.lines.len() as u32).is_some() {
                let message = format!("label `{}` stands twice", shorten(label));
                return Err(Diagnostic::error(message).at(place(label)));
            }
            code = rest;
        }
        let code = code.trim();
        let mut last = None;
        if !code.is_empty() {
            let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
            let Some(opcode) = Opcode::from_mnemonic(word) else {
                let message = format!("unknown instruction `{}`", shorten(word));
                let hint = "instructions are IF, CALL, MF, RETURN and SOLUTION";
                return Err(Diagnostic::error(message).at(place(word)).hint(hint));
            };
            let spec = opcode.spec();
            let rest = rest.trim();
            let given: Vec<&str> =
                if rest.is_empty() { Vec::new() } else { rest.split(',').map(str::trim).collect() };
            let wanted = usize::from(spec.aspect) + usize::from(spec.address);
            if given.len() != wanted {
                let message = format!("{} takes {wanted} operands", spec.mnemonic);
                return Err(Diagnostic::error(message).at(place(code)));
            }
            let mut operands = Operands::default();
            let mut target = None;
            if spec.aspect {
                operands.aspect = self.aspect(given[0]).ok_or_else(|| {
                    let message = format!("there is no aspect `{}`", shorten(given[0]));
                    Diagnostic::error(message).at(place(given[0]))
                })?;
            }
            if spec.address {
                let word = given[wanted - 1];
                match word.strip_prefix('+').map(str::parse::<u32>) {
                    Some(Ok(distance)) if distance < 1 << 31 => operands.address = distance,
                    Some(_) => {
                        return Err(Diagnostic::error("not a distance").at(place(word)));
                    }
                    None => target = Some((word, place(word))),
                }
            }
            if self.lines.len() >= Program::MAX_LENGTH {
                return Err(Diagnostic::error("more than 2^28 instructions").at(place(code)));
            }
            let address = self.lines.len() as u32;
            self.notes.instruction(address);
            last = Some((address, Instruction::new(opcode, operands)));
            self.lines.push(Line { opcode, operands, label: target });
        }
        self.notes.comment(comment, last);
        Ok(())
    }

    fn aspect(&mut self, word: &str) -> Option<u32> {
        let names = self.notes.names();
        let aspects = self.aspects.get_or_insert_with(|| {
            let numbered = names.iter().enumerate();
            let usable = names_usable(names);
            numbered.filter(|_| usable).map(|(i, name)| (name.clone(), i as u32)).collect()
        });
        if aspects.is_empty() {
            return word.parse().ok().filter(|&aspect| aspect < Program::MAX_ASPECTS);
        }
        aspects.get(&notes::unescape(word)).copied()
    }

    fn finish(self) -> Result<Program, Diagnostic> {
        let mut instructions = Vec::with_capacity(self.lines.len());
        for (address, line) in self.lines.into_iter().enumerate() {
            let Line { opcode, mut operands, label } = line;
            if let Some((label, span)) = label {
                let Some(&to) = self.labels.get(label) else {
                    let message = format!("there is no label `{}`", shorten(label));
                    return Err(Diagnostic::error(message).at(span));
                };
                operands.address = to.checked_sub(address as u32 + 1).ok_or_else(|| {
                    let message = format!("label `{}` stands above its use", shorten(label));
                    Diagnostic::error(message)
                        .at(span)
                        .hint("relative addresses are never negative")
                })?;
            }
            instructions.push(Instruction::new(opcode, operands));
        }
        Ok(self.notes.finish(instructions, |address| address))
    }
}
