//! `puzzle compile`: a puzzle becomes a program.

use std::path::Path;

use puzzle::processor::forms::{asm, c, code, structured, words};
use puzzle::processor::{Options as How, Program};
use puzzle::{Ask, Compilation, Puzzle};

use crate::args::{Compile, Emit};
use crate::exit::{Error, Exit};
use crate::{input, output};

pub(crate) fn run(compile: &Compile) -> Result<Exit, Error> {
    let emit = compile.emit.unwrap_or(Emit::Code);
    let file = compile.output.as_deref();
    let puzzle = Puzzle::open(&compile.which.puzzle, compile.which.kind.as_deref())?;
    output::warn(&puzzle);
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
    match (compile.split, file) {
        (Some(count), Some(folder)) => {
            split(&compilation, count as usize, folder, emit, puzzle.title())
        }
        _ => print(compilation.program(), emit, puzzle.title(), file),
    }
}

/// Writes the program and the states of its parts to a new folder.
fn split(
    compilation: &Compilation<'_>,
    count: usize,
    folder: &Path,
    emit: Emit,
    title: &str,
) -> Result<Exit, Error> {
    if matches!(emit, Emit::Structured | Emit::C) {
        let message =
            "error: a program in this form cannot be read again, so its parts could not be run";
        return Err(Error::Input(message.into()));
    }
    let program = compilation.program();
    let bytes = write(program, emit, title)?;
    let parts = compilation.split(count);
    let made = std::fs::create_dir(folder);
    made.map_err(|error| {
        Error::Input(format!("error: {} cannot be made: {error}", folder.display()))
    })?;
    save(&bytes, Some(&folder.join(format!("program.{}", emit.ending()))))?;
    let wide = parts.len().to_string().len();
    for (part, number) in parts.iter().zip(1..) {
        let name = folder.join(format!("{number:0wide$}.state"));
        super::run::state::write(&name, part, program)?;
    }
    let all: u64 = parts.iter().filter_map(|p| p.part.as_ref()).map(|part| part.weight).sum();
    let most = parts.iter().filter_map(|p| p.part.as_ref()).map(|part| part.weight).max();
    let share = 100.0 * most.unwrap_or(0) as f64 / all.max(1) as f64;
    let s = if parts.len() == 1 { "" } else { "s" };
    remark!("{} part{s}; the heaviest has about {share:.1} % of the work", parts.len());
    if parts.len() < count {
        remark!("the search tree cannot be cut into more parts");
    }
    Ok(Exit::Answered)
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
