//! `puzzle compile`: a puzzle becomes a program.

use std::path::Path;

use puzzle::processor::forms::{asm, c, code, structured, words};
use puzzle::processor::{Options as How, Program};
use puzzle::{Ask, Puzzle};

use crate::args::{Compile, Emit};
use crate::exit::{Error, Exit};
use crate::{input, output};

pub(crate) fn run(compile: &Compile) -> Result<Exit, Error> {
    let emit = compile.emit.unwrap_or(Emit::Code);
    let file = compile.output.as_deref();
    let puzzle = Puzzle::open(&compile.which.puzzle, compile.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let mut ask = Ask::default().with("order", input::text_or_file(&compile.order)?);
    if let Some(restrict) = &compile.restrict {
        ask.choices.set("restrict", restrict);
    }
    let how = How { overlap: compile.overlap.into(), skip: !compile.no_skip };
    let compilation = puzzle.compile(&ask, &how)?;
    if compile.explain {
        compilation.reasons().iter().for_each(|reason| remark!("{reason}"));
        if compile.emit.is_none() && compile.output.is_none() {
            return save(compilation.explain().as_bytes(), file);
        }
        remark!("{}", compilation.explain().trim_end());
    }
    print(compilation.program(), emit, puzzle.title(), file)
}

/// Prints a program in the form asked for.
pub(crate) fn print(
    program: &Program,
    emit: Emit,
    title: &str,
    file: Option<&Path>,
) -> Result<Exit, Error> {
    if matches!(emit, Emit::Words | Emit::Wide) {
        output::refuse_terminal(file, "a binary program")?;
    }
    save(&write(program, emit, title)?, file)
}

fn save(bytes: &[u8], file: Option<&Path>) -> Result<Exit, Error> {
    let mut out = output::writer(file)?;
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// The program in the form asked for.
fn write(program: &Program, emit: Emit, title: &str) -> Result<Vec<u8>, Error> {
    let refuse = |why: &dyn std::fmt::Display| Error::Input(format!("error: {why}"));
    let narrow =
        |why: &dyn std::fmt::Display| Error::Input(format!("error: {why}\n hint: --emit wide"));
    Ok(match emit {
        Emit::Code => code::write(program, &code::Style::default()).into_bytes(),
        Emit::Asm => asm::write(program).into_bytes(),
        Emit::Structured => structured::write(program).map_err(|e| refuse(&e))?.into_bytes(),
        Emit::Hex => words::write_hex(program).map_err(|e| narrow(&e))?.into_bytes(),
        Emit::Rom => words::write_rom(program).map_err(|e| narrow(&e))?.into_bytes(),
        Emit::Words => words::write_narrow(program).map_err(|e| narrow(&e))?,
        Emit::Wide => words::write_wide(program),
        Emit::C => {
            let bag = program.capacities().iter().any(|&capacity| capacity != 1);
            let registers = if bag { c::Registers::Counters } else { c::Registers::Bits };
            c::write(program, registers, title).map_err(|e| refuse(&e))?.into_bytes()
        }
    })
}
