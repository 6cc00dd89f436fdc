//! `puzzle convert`: a puzzle in another form.

use puzzle::Puzzle;

use crate::args::Convert;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(convert: &Convert) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&convert.which.puzzle, convert.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let text = puzzle.description().export(&convert.to);
    let text = text.map_err(|reason| Error::Input(format!("error: {reason}")))?;
    let mut out = output::writer(convert.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}
