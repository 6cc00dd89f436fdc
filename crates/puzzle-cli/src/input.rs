//! Reading files and the standard input, within bounds.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use puzzle::{Diagnostic, Failure};

use crate::exit::Error;

/// The most bytes of a program, a state or a list of solutions.
const LARGEST: u64 = 1 << 28;

/// The most bytes of a text that an option may take from a file.
const LARGEST_TEXT: u64 = 1 << 22;

/// The bytes of a file, or of the standard input if its name is `-`.
pub(crate) fn bytes(name: &Path) -> Result<Vec<u8>, Error> {
    let read = match name.as_os_str() == "-" {
        true => bounded(io::stdin().lock(), LARGEST),
        false => File::open(name).and_then(|file| bounded(file, LARGEST)),
    };
    read.map_err(|error| refuse(name, &error.to_string()))
}

/// The same as text.
pub(crate) fn text(name: &Path) -> Result<String, Error> {
    as_text(name, bytes(name)?)
}

/// Bytes of a file as text; what is no UTF-8 is refused where it is.
fn as_text(name: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let wrong = Diagnostic::error("the text is not valid UTF-8").at(at..at + 1);
        refuse_at(name, &String::from_utf8_lossy(error.as_bytes()), wrong)
    })
}

/// What a text means: if there is a file of that name, what is in it.
pub(crate) fn text_or_file(given: &str) -> Result<String, Error> {
    let path = Path::new(given);
    if !path.is_file() {
        return Ok(given.to_owned());
    }
    let read = File::open(path).and_then(|file| bounded(file, LARGEST_TEXT));
    let bytes = read.map_err(|error| refuse(path, &error.to_string()))?;
    Ok(as_text(path, bytes)?.trim().to_owned())
}

/// The refusal of a file.
pub(crate) fn refuse(name: &Path, what: &str) -> Error {
    Error::Input(format!("error: {}: {what}", name.display()))
}

/// The refusal of a text, at the place that the diagnostic names.
pub(crate) fn refuse_at(name: &Path, text: &str, wrong: Diagnostic) -> Error {
    Failure::file(&name.display().to_string(), text, wrong).into()
}

fn bounded(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("over {} MiB", most >> 20)));
    }
    Ok(bytes)
}
