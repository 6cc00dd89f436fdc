//! A C program for a puzzle, in the spirit of document 000, Appendix A.
//!
//! Each procedure becomes a C function, each guard an `IF … MF` pair of macros around its body, so
//! the text shows the structure of the program. q is an array of counters, or, when no aspect is a
//! bag, bits in 64-bit words, which is faster. The program prints every solution as embedding
//! numbers (return addresses `@n` where the program does not know them) and their number; with any
//! argument it only counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use puzzle_core::{Declined, is_unprintable};

use super::labels::labels;
use crate::isa::Instruction;
use crate::program::Program;
use crate::structure::Structure;

/// How q is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Registers {
    /// One counter per aspect: serves every program.
    Counters,
    /// One bit per aspect: declines bags.
    #[default]
    Bits,
}

/// Writes the C program.
pub fn write(program: &Program, registers: Registers, title: &str) -> Result<String, Declined> {
    let structure = Structure::of(program).map_err(|why| Declined(why.to_string()))?;
    let bag = program.capacities().iter().any(|&capacity| capacity != 1);
    if registers == Registers::Bits && bag {
        return Err(Declined("an aspect is a bag, which one bit cannot count".into()));
    }
    let labels = labels(program);
    let starts = starts(program, &structure)?;
    let mut writer =
        Writer { program, structure: &structure, registers, starts, labels, text: String::new() };
    writer.prelude(title);
    for start in writer.starts.clone() {
        writer.function(start);
    }
    writer.main(title);
    Ok(writer.text)
}

/// Where functions begin: the first instruction, call targets, and where procedures go on.
fn starts(program: &Program, structure: &Structure) -> Result<BTreeSet<u32>, Declined> {
    let mut starts = BTreeSet::from([0]);
    for (pc, instruction) in program.instructions().iter().enumerate() {
        let pc = pc as u32;
        let target = program.target(pc).map_or(0, |target| target as u32);
        match instruction {
            _ if !structure.is_reached(pc) => (),
            Instruction::Call { .. } => {
                starts.insert(target);
            }
            Instruction::If { .. } if structure.close(pc).is_none_or(|m| m + 1 != target) => {
                if structure.held(pc).next().is_some() || structure.close(pc).is_none() {
                    return Err(Declined(format!("the guards do not nest (pc {pc})")));
                }
                starts.insert(target);
            }
            _ => (),
        }
    }
    Ok(starts)
}

struct Writer<'a> {
    program: &'a Program,
    structure: &'a Structure,
    registers: Registers,
    starts: BTreeSet<u32>,
    labels: BTreeMap<u32, String>,
    text: String,
}

impl Writer<'_> {
    fn name(&self, start: u32) -> String {
        match self.labels.get(&start) {
            // Any other name might mean something in C.
            Some(label) if !label.starts_with("Solve_") => format!("Go_{label}"),
            Some(label) => label.clone(),
            None => "Go".into(),
        }
    }

    /// The words of q, of 64 aspects each, that guards test.
    fn words(&self) -> BTreeSet<u32> {
        let reached = (0_u32..).zip(self.program.instructions());
        let reached = reached.filter(|(pc, _)| self.structure.is_reached(*pc));
        let aspect = |(_, instruction): (u32, &Instruction)| match *instruction {
            Instruction::If { aspect, .. } => Some(aspect / 64),
            _ => None,
        };
        reached.filter_map(aspect).collect()
    }

    fn line(&mut self, indent: usize, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * indent);
    }

    fn prelude(&mut self, title: &str) {
        let depth = self.structure.depth(0).max(1);
        let count = self.program.aspect_count().max(1);
        let _ = write!(
            self.text,
            "/* {}\n   Prints every solution; with any argument, only their number. */\n\n\
             #include <inttypes.h>\n#include <stdint.h>\n#include <stdio.h>\n\n\
             static uint64_t ns; /* solutions so far */\n\
             static int quiet;   /* only count */\n\
             static int sp;\n\
             static int64_t st[{depth}]; /* embeddings placed, or -address */\n",
            remark(title)
        );
        // What is not used is not declared, since C compilers warn of it.
        let used = self.words();
        match self.registers {
            Registers::Counters if used.is_empty() => (),
            Registers::Counters => {
                let capacities: Vec<String> =
                    self.program.capacities().iter().map(u32::to_string).collect();
                let initial =
                    if capacities.is_empty() { "0".to_string() } else { capacities.join(", ") };
                let _ = write!(
                    self.text,
                    "static uint32_t q[{count}] = {{ {initial} }}; /* how often each may be covered */\n\n\
                     #define IF(a) if ( q[a] ) {{ --q[a];\n\
                     #define MF(a) ++q[a]; }}\n"
                );
            }
            Registers::Bits => {
                for word in used {
                    let _ = writeln!(
                        self.text,
                        "static uint64_t q{word} = UINT64_C(0xFFFFFFFFFFFFFFFF); /* free aspects */"
                    );
                }
                self.text += "\n#define IF(w,b) if ( w >> b & 1 ) { w ^= UINT64_C(1) << b;\n\
                              #define MF(w,b) w ^= UINT64_C(1) << b; }\n";
            }
        }
        self.text += "#define SOLVE(e,f) st[sp++] = e; f ( ); --sp;\n\n";
        for start in self.starts.clone() {
            let _ = writeln!(self.text, "static void {} ( void );", self.name(start));
        }
        let _ = write!(
            self.text,
            "\nstatic void solution ( void )\n{{\n  int i;\n  ++ns;\n  if ( quiet ) return;\n  \
             printf ( \"Solution %4\" PRIu64 \":\", ns );\n  \
             for ( i = 0; i != sp; ++i )\n    \
             if ( st[i] < 0 ) printf ( \" @%\" PRId64, -st[i] );\n    \
             else printf ( \" %\" PRId64, st[i] );\n  \
             printf ( \"\\n\" );\n}}\n"
        );
    }

    fn function(&mut self, start: u32) {
        let name = self.name(start);
        let comment = self.program.procedures().iter().find(|p| p.start == start);
        let comment = comment.map(|p| format!(" /* {} */", remark(&p.comment)));
        let comment = comment.unwrap_or_default();
        let _ = write!(self.text, "\nstatic void {name} ( void ){comment}\n{{\n");
        self.range(start, self.program.len() as u32, 1, true);
        self.text += "}\n";
    }

    /// Writes the instructions from `pc` up to `end`, or, at the top of a function, up to its
    /// return or the beginning of the next one.
    fn range(&mut self, mut pc: u32, end: u32, indent: usize, top: bool) {
        let first = pc;
        while pc < end {
            if top && pc != first && self.starts.contains(&pc) {
                let next = format!("{} ( );", self.name(pc));
                self.line(indent, &next);
                return;
            }
            if !self.structure.is_reached(pc) {
                pc += 1;
                continue;
            }
            match self.program.instructions()[pc as usize] {
                Instruction::If { aspect, .. } => {
                    let close = self.structure.close(pc).unwrap_or(pc);
                    let operand = self.operand(aspect);
                    let comment = self.comment(aspect);
                    self.line(indent, &format!("IF ( {operand} ){comment}"));
                    self.range(pc + 1, close, indent + 1, false);
                    self.line(indent + 1, &format!("MF ( {operand} )"));
                    let target = self.program.target(pc).map_or(0, |target| target as u32);
                    if target != close + 1 {
                        let next = format!("else {{ {} ( ); return; }}", self.name(target));
                        self.line(indent, &next);
                    }
                    pc = close;
                }
                Instruction::Call { .. } => {
                    let target = self.program.target(pc).map_or(0, |target| target as u32);
                    let placed = self.program.embeddings().get(&pc).map(|&e| i64::from(e));
                    let placed = placed.unwrap_or(-(i64::from(pc) + 1));
                    let call = format!("SOLVE ( {placed}, {} )", self.name(target));
                    self.line(indent, &call);
                }
                Instruction::Return => return,
                Instruction::Solution => self.line(indent, "solution ( );"),
                Instruction::MakeFree { .. } => (),
            }
            pc += 1;
        }
    }

    fn operand(&self, aspect: u32) -> String {
        match self.registers {
            Registers::Counters => aspect.to_string(),
            Registers::Bits => format!("q{}, {}", aspect / 64, aspect % 64),
        }
    }

    fn comment(&self, aspect: u32) -> String {
        let plain = |c: char| c.is_ascii_graphic() && c != '*' && c != '/' && c != '\\' && c != '?';
        match self.program.names().get(aspect as usize) {
            Some(name) if *name != self.operand(aspect) && name.chars().all(plain) => {
                format!(" /* {name} */")
            }
            _ => String::new(),
        }
    }

    fn main(&mut self, title: &str) {
        let title: String =
            title.chars().filter(|c| c.is_ascii_alphanumeric() || " ,.()".contains(*c)).collect();
        let first = self.name(0);
        let _ = write!(
            self.text,
            "\nint main ( int argc, char **argv )\n{{\n  (void) argv;\n  quiet = argc > 1;\n  \
             printf ( \"Solving {title}\\n\" );\n  {first} ( );\n  \
             printf ( \"Number of solutions = %\" PRIu64 \"\\n\", ns );\n  return 0;\n}}\n"
        );
    }
}

/// A text that does no harm in a C comment: no beginning or end of one, no line continued, also by
/// the trigraph for a backslash, nothing that turns the direction of writing.
fn remark(text: &str) -> String {
    let odd = |c: char| c == '\\' || is_unprintable(c);
    let plain: String = text.chars().map(|c| if odd(c) { ' ' } else { c }).collect();
    plain.replace("/*", "/ *").replace("*/", "* /").replace("??/", "? ?/")
}
