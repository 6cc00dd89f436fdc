//! `puzzle convert`: a puzzle in another form.

use puzzle::Puzzle;
use puzzle::families::Form;

use crate::args::{Convert, Target};
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(convert: &Convert) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&convert.which.puzzle, convert.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let text = match (puzzle.description().form(), convert.to) {
        (Form::Nonogram(nonogram), Target::Non) => nonogram.to_non(),
        (Form::Nonogram(nonogram), Target::Xml) => nonogram.to_xml(),
        (form, target) => match form.covering() {
            Some(covering) => covering
                .export(target.name())
                .map_err(|reason| Error::Input(format!("error: {reason}")))?,
            None => {
                let (family, name) = (puzzle.description().family(), target.name());
                let message = format!("error: a {family} puzzle cannot be written as {name}");
                return Err(Error::Input(message));
            }
        },
    };
    let mut out = output::writer(convert.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}
