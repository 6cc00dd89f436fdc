//! Where results go: the standard output or a file, and whether in colour.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use puzzle::files::Journal;
use puzzle::scene::text::TextOptions;
use puzzle::{Seal, is_unprintable, seal};

use crate::args::{Color, When};
use crate::desk::Kept;
use crate::exit::Error;

/// A writer for results.
pub(crate) fn writer(file: Option<&Path>) -> Result<Box<dyn Write>, Error> {
    Ok(match Results::open(file, false)? {
        Results::Stdout(out) => Box::new(out),
        Results::File(out) => Box::new(out),
        Results::Kept(kept) => Box::new(kept),
    })
}

/// An output that can be brought to safety: a file, or the standard output, which cannot.
pub(crate) enum Results {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    File(Journal),
    /// Kept for the one who prints the answers to several puzzles.
    Kept(Kept),
}

impl Results {
    /// The standard output or a file, which begins anew unless a run is resumed.
    pub(crate) fn open(file: Option<&Path>, resumed: bool) -> Result<Self, Error> {
        let Some(path) = file else {
            return Ok(Results::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let refuse = |error| format!("error: cannot write {}: {error}", path.display());
        Journal::open(path, resumed).map(Results::File).map_err(|e| Error::Input(refuse(e)))
    }

    /// Goes on where a saved run was: checks the file and cuts it to that length.
    pub(crate) fn resume(&mut self, saved: Seal) -> io::Result<()> {
        match self {
            Results::Stdout(_) | Results::Kept(_) => Ok(()),
            Results::File(out) => out.resume(saved),
        }
    }

    /// Writes the JSON object that ends the results. A file is sealed by its last field.
    pub(crate) fn end(&mut self, object: &str) -> io::Result<()> {
        match (self, object.strip_suffix("}\n")) {
            (Results::File(out), Some(open)) => {
                out.write_all(open.as_bytes())?;
                let ending = seal::FIELD.write(out.written());
                out.write_all(ending.as_bytes())
            }
            (other, _) => other.writer().write_all(object.as_bytes()),
        }
    }

    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Results::Stdout(out) => out,
            Results::File(out) => out,
            Results::Kept(kept) => kept,
        }
    }

    /// Brings everything to safety; the length of the file and its checksum.
    pub(crate) fn sync(&mut self) -> io::Result<Seal> {
        match self {
            Results::Stdout(out) => out.flush().map(|()| Seal::default()),
            Results::File(out) => out.sync(),
            Results::Kept(_) => Ok(Seal::default()),
        }
    }
}

/// One JSON object whose list of solutions is written while it grows, the totals after it, so that
/// memory does not grow with the number of solutions.
#[derive(Default)]
pub(crate) struct JsonList {
    /// What the list is called.
    name: &'static str,
    begun: bool,
}

impl JsonList {
    /// An empty list of this name.
    pub(crate) fn of(name: &'static str) -> Self {
        JsonList { name, begun: false }
    }

    fn begin(&self) -> String {
        format!("{{\"schema\":1,\"{}\":[", self.name)
    }

    /// Writes one more solution.
    pub(crate) fn push(&mut self, out: &mut dyn Write, item: &serde_json::Value) -> io::Result<()> {
        let before = if self.begun { ",".into() } else { self.begin() };
        self.begun = true;
        write!(out, "{before}{item}")
    }

    /// Ends a list that was begun with an error instead of totals, so that what was printed stays one
    /// object. The error is told then.
    pub(crate) fn fail(self, out: &mut dyn Write, error: Error) -> Error {
        match error.json().filter(|_| self.begun) {
            Some(json) => {
                match out.write_all(self.finish(&json).as_bytes()).and_then(|()| out.flush()) {
                    Ok(()) => Error::Told(error.exit()),
                    Err(_) => error,
                }
            }
            None => error,
        }
    }

    /// The end of the list and the totals, which are an object with at least one key.
    pub(crate) fn finish(self, totals: &serde_json::Value) -> String {
        let before = if self.begun { String::new() } else { self.begin() };
        let mut totals = totals.clone();
        totals.as_object_mut().map(|totals| totals.shift_remove("schema"));
        format!("{before}],{}\n", totals.to_string().trim_start_matches('{'))
    }
}

/// Refuses bytes that would upset a terminal.
pub(crate) fn refuse_terminal(file: Option<&Path>, what: &str) -> Result<(), Error> {
    if file.is_none() && io::stdout().is_terminal() {
        let message = format!("error: {what} is not for a terminal\n hint: use -o FILE");
        return Err(Error::Input(message));
    }
    Ok(())
}

/// A text from a stranger, line by line safe to print.
pub(crate) fn printable(text: &str) -> String {
    let safe = |c: char| if c != '\n' && is_unprintable(c) { '\u{fffd}' } else { c };
    text.chars().map(safe).collect()
}

/// How text is drawn: in colour on a terminal, unless told otherwise.
pub(crate) fn text_options(color: &Color, to_file: bool) -> TextOptions {
    let colour = match color.when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !to_file && !plain && io::stdout().is_terminal()
        }
    };
    TextOptions { colour, ..TextOptions::default() }
}

/// Prints the puzzle's warnings.
pub(crate) fn warn(puzzle: &puzzle::Puzzle) {
    puzzle.warnings().for_each(|warning| remark!("{}", warning.trim_end()));
}
