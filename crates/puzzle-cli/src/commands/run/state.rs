//! State files (document 000 §6).

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use puzzle::Failure;
use puzzle::processor::Program;
use puzzle::processor::machine::State;

use crate::exit::Error;
use crate::input;

/// Reads the state of a program.
pub(super) fn read(file: &Path, program: &Program) -> Result<State, Error> {
    let text = input::text(file)?;
    State::read(&text, program)
        .map_err(|diagnostic| Failure::file(&file.display().to_string(), &text, diagnostic).into())
}

/// Writes the state beside the file and then in its place: a crash leaves the old one whole.
pub(super) fn write(file: &Path, state: &State) -> Result<(), Error> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let save = || {
        let mut out = File::create(&beside)?;
        out.write_all(state.write().as_bytes())?;
        out.sync_all()?;
        fs::rename(&beside, file)
    };
    save().map_err(|error| Error::Input(format!("error: cannot write {}: {error}", file.display())))
}
