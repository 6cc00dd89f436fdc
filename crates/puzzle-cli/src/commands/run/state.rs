//! State files (document 000 §6).

use std::io::Write as _;
use std::path::Path;

use puzzle::Failure;
use puzzle::files::{self, Lock};
use puzzle::processor::Program;
use puzzle::processor::machine::{Saved, merge as merged};
use serde_json::json;

use crate::args::Run;
use crate::exit::{Error, Exit};
use crate::{input, output};

/// Reads the state of a program.
pub(crate) fn read(file: &Path, program: &Program) -> Result<Saved, Error> {
    let text = input::text(file)?;
    Saved::load(&text, program)
        .map_err(|diagnostic| Failure::file(&file.display().to_string(), &text, diagnostic).into())
}

/// Keeps other runs from the file where the state will be written. A device needs no lock.
pub(super) fn lock(file: &Path) -> Result<Option<Lock>, Error> {
    match file.metadata() {
        Ok(found) if !found.is_file() => Ok(None),
        _ => Lock::take(file).map(Some).map_err(|error| refuse(file, &error)),
    }
}

/// Writes the state, whole or not at all.
pub(crate) fn write(file: &Path, state: &Saved, program: &Program) -> Result<(), Error> {
    files::write(file, |out| out.write_all(&state.save(program)))
        .map_err(|error| refuse(file, &error))
}

/// Adds up what the runs of all parts of a split program have found.
pub(super) fn merge(run: &Run, program: &Program) -> Result<Exit, Error> {
    let states = run.merge.iter().map(|file| read(file, program)).collect::<Result<Vec<_>, _>>()?;
    let total = merged(&states).map_err(|(place, why)| match run.merge.get(place) {
        Some(file) => input::refuse(file, &why),
        None => Error::Input(format!("error: {why}")),
    })?;
    let mut out = output::writer(None)?;
    let s = if total == 1 { "" } else { "s" };
    match (run.json, run.quiet) {
        (true, _) => {
            let json = json!({
                "schema": 1, "program": run.program, "count": total.to_string(), "complete": true,
                "parts": states.len(),
            });
            writeln!(out, "{json}")?;
        }
        (false, true) => writeln!(out, "{total}")?,
        (false, false) => writeln!(out, "{total} solution{s}")?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn refuse(file: &Path, error: &std::io::Error) -> Error {
    Error::Input(format!("error: cannot write {}: {error}", file.display()))
}
