//! Where results go: the standard output or a file, and whether in colour.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::Path;

use puzzle::core::is_unprintable;
use puzzle::scene::text::TextOptions;
use puzzle::scene::{Frame, Scene, text};

use crate::args::{Color, When};
use crate::exit::Error;

/// A writer for results.
pub(crate) fn writer(file: Option<&Path>) -> Result<Box<dyn Write>, Error> {
    match file {
        None => Ok(Box::new(BufWriter::new(io::stdout().lock()))),
        Some(path) => match File::create(path) {
            Ok(file) => Ok(Box::new(BufWriter::new(file))),
            Err(error) => {
                let message = format!("error: cannot write {}: {error}", path.display());
                Err(Error::Input(message))
            }
        },
    }
}

/// An output that can be brought to safety: a file, or the standard output, which cannot.
pub(crate) enum Results {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    File(BufWriter<File>),
}

impl Results {
    /// The standard output or a file. `keep` is how much of an old file a resumed run goes on
    /// with; without it the file begins anew.
    pub(crate) fn open(file: Option<&Path>, keep: Option<u64>) -> Result<Self, Error> {
        let Some(path) = file else {
            return Ok(Results::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let open = || -> io::Result<File> {
            let mut file = File::options().create(true).truncate(false).write(true).open(path)?;
            let keep = keep.unwrap_or(0);
            if file.metadata()?.len() < keep {
                return Err(io::Error::other("it is shorter than when the run was saved"));
            }
            file.set_len(keep)?;
            file.seek(io::SeekFrom::End(0))?;
            Ok(file)
        };
        let refuse = |error| format!("error: cannot write {}: {error}", path.display());
        Ok(Results::File(BufWriter::new(open().map_err(|e| Error::Input(refuse(e)))?)))
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

/// What a puzzle is called: its name, or else the name it was opened by.
pub(crate) fn title(puzzle: &puzzle::Puzzle) -> &str {
    match puzzle.description().name() {
        "" => puzzle.source_name(),
        name => name,
    }
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

/// One frame as text.
pub(crate) fn frame(frame: Frame, options: TextOptions) -> String {
    text::print(&Scene { title: String::new(), frames: vec![frame] }, options)
}

/// Prints the puzzle's warnings unless they are unwanted.
pub(crate) fn warn(puzzle: &puzzle::Puzzle, quiet: bool) {
    if !quiet {
        puzzle.warnings().for_each(|warning| remark!("{}", warning.trim_end()));
    }
}

/// Refuses the first of these options that was used: it means nothing for such a puzzle.
pub(crate) fn refuse_meaningless(puzzle: &str, used: &[(&str, bool)]) -> Result<(), Error> {
    match used.iter().find(|(_, used)| *used) {
        Some((option, _)) => {
            Err(Error::Input(format!("error: {option} means nothing for {puzzle}")))
        }
        None => Ok(()),
    }
}

/// Refuses an option that means something for exact covers only, if the puzzle is none.
pub(crate) fn refuse_uncovered(puzzle: &puzzle::Puzzle, used: Option<&str>) -> Result<(), Error> {
    match used {
        Some(option) if puzzle.covering().is_none() => {
            let family = puzzle.description().family();
            let message =
                format!("error: {option} is for exact covers, and this is a {family} puzzle");
            Err(Error::Input(message))
        }
        _ => Ok(()),
    }
}

/// Refuses options that belong to other families: for each family (or several, `a|b`), the first
/// of its options that was used.
pub(crate) fn refuse_foreign(
    puzzle: &puzzle::Puzzle,
    used: &[(&str, Option<&'static str>)],
) -> Result<(), Error> {
    let family = puzzle.description().family();
    for (families, option) in used {
        match option {
            Some(option) if families.split('|').all(|name| name != family) => {
                let families = families.replace('|', " and ");
                let message = format!(
                    "error: {option} is for {families} puzzles, and this is a {family} puzzle"
                );
                return Err(Error::Input(message));
            }
            _ => {}
        }
    }
    Ok(())
}
