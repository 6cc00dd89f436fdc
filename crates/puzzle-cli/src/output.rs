//! Where results go: the standard output or a file, and whether in colour.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::Path;

use puzzle::is_unprintable;
use puzzle::scene::text::TextOptions;

use crate::args::{Color, When};
use crate::exit::Error;

/// A writer for results.
pub(crate) fn writer(file: Option<&Path>) -> Result<Box<dyn Write>, Error> {
    Ok(match Results::open(file, false)? {
        Results::Stdout(out) => Box::new(out),
        Results::File(out) => Box::new(out),
    })
}

/// An output that can be brought to safety: a file, or the standard output, which cannot.
pub(crate) enum Results {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    File(BufWriter<File>),
}

impl Results {
    /// The standard output or a file, which begins anew unless a run is resumed.
    pub(crate) fn open(file: Option<&Path>, resumed: bool) -> Result<Self, Error> {
        let Some(path) = file else {
            return Ok(Results::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let open = File::options().create(true).truncate(!resumed).write(true).open(path);
        let refuse = |error| format!("error: cannot write {}: {error}", path.display());
        Ok(Results::File(BufWriter::new(open.map_err(|e| Error::Input(refuse(e)))?)))
    }

    /// Goes on where a saved run was: cuts the file to that length.
    pub(crate) fn resume(&mut self, length: u64) -> io::Result<()> {
        let Results::File(out) = self else { return Ok(()) };
        let file = out.get_mut();
        if file.metadata()?.len() < length {
            return Err(io::Error::other("it is shorter than when the run was saved"));
        }
        file.set_len(length)?;
        file.seek(io::SeekFrom::End(0)).map(drop)
    }

    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Results::Stdout(out) => out,
            Results::File(out) => out,
        }
    }

    /// Brings everything to safety; the length of the file.
    pub(crate) fn sync(&mut self) -> io::Result<u64> {
        match self {
            Results::Stdout(out) => out.flush().map(|()| 0),
            Results::File(out) => {
                out.flush()?;
                out.get_ref().sync_all()?;
                out.get_mut().stream_position()
            }
        }
    }
}

/// One JSON object whose list `solutions` is written while it grows, the totals after it, so that
/// memory does not grow with the number of solutions.
#[derive(Default)]
pub(crate) struct JsonList {
    begun: bool,
}

impl JsonList {
    const BEGIN: &str = "{\"schema\":1,\"solutions\":[";

    /// Writes one more solution.
    pub(crate) fn push(&mut self, out: &mut dyn Write, item: &serde_json::Value) -> io::Result<()> {
        let before = if self.begun { "," } else { Self::BEGIN };
        self.begun = true;
        write!(out, "{before}{item}")
    }

    /// Ends a list that was begun with an error instead of totals, so that what was printed stays one
    /// object. The error is told then.
    pub(crate) fn fail(self, out: &mut dyn Write, error: Error) -> Error {
        match error.json().filter(|_| self.begun) {
            Some(json) => match self.finish(out, &json).and_then(|()| out.flush()) {
                Ok(()) => Error::Told(error.exit()),
                Err(_) => error,
            },
            None => error,
        }
    }

    /// Writes the end of the list and the totals, which are an object with at least one key.
    pub(crate) fn finish(self, out: &mut dyn Write, totals: &serde_json::Value) -> io::Result<()> {
        let before = if self.begun { "" } else { Self::BEGIN };
        let mut totals = totals.clone();
        totals.as_object_mut().map(|totals| totals.shift_remove("schema"));
        writeln!(out, "{before}],{}", totals.to_string().trim_start_matches('{'))
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

/// Prints the puzzle's warnings unless they are unwanted.
pub(crate) fn warn(puzzle: &puzzle::Puzzle, quiet: bool) {
    if !quiet {
        puzzle.warnings().for_each(|warning| remark!("{}", warning.trim_end()));
    }
}
