//! State files (document 000 §6).

use std::path::Path;

use puzzle::Failure;
use puzzle::files::{self, Lock};
use puzzle::processor::Program;
use puzzle::processor::machine::State;

use crate::exit::Error;
use crate::input;

/// Reads the state of a program.
pub(super) fn read(file: &Path, program: &Program) -> Result<State, Error> {
    let text = input::text(file)?;
    State::load(&text, program)
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
pub(super) fn write(file: &Path, state: &State, program: &Program) -> Result<(), Error> {
    files::write(file, |out| out.write_all(&state.save(program)))
        .map_err(|error| refuse(file, &error))
}

fn refuse(file: &Path, error: &std::io::Error) -> Error {
    Error::Input(format!("error: cannot write {}: {error}", file.display()))
}
