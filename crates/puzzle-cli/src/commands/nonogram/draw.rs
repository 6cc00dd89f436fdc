//! `puzzle draw` and `puzzle show` for nonograms.

use puzzle::core::lines::Picture;
use puzzle::families::nonogram::Nonogram;
use puzzle::scene::{Frame, Scene};
use puzzle::{Puzzle, differing};
use serde_json::json;

use super::verify::saved;
use crate::args::{Draw, Show};
use crate::exit::{Error, Exit};
use crate::output;
use crate::picture::{self, Style};

/// The most solutions in one picture.
const MOST: usize = 100;

/// Draws the puzzle, its known solution, or saved solutions side by side.
pub(crate) fn draw(
    draw: &Draw,
    puzzle: &Puzzle,
    nonogram: &Nonogram,
    style: &Style<'_>,
) -> Result<Exit, Error> {
    if draw.solution.is_some() {
        let message = "error: --solution means nothing for a nonogram\n hint: use --solutions FILE";
        return Err(Error::Input(message.into()));
    }
    let pictures = match (&draw.solutions, draw.known) {
        (Some(file), _) => saved(file, nonogram)?,
        (None, true) => match &nonogram.goal {
            Some(goal) => vec![goal.clone()],
            None => return Err(Error::Input("error: no solution of it is known here".into())),
        },
        (None, false) => Vec::new(),
    };
    if pictures.len() > MOST {
        return Err(Error::Input(format!("error: over {MOST} solutions in one picture")));
    }
    // Two solutions are drawn to be compared.
    let marked = match &pictures[..] {
        [first, second] => differing(first, second),
        _ => Vec::new(),
    };
    if style.is_text() {
        let colour = output::text_options(style.color, style.output.is_some()).colour;
        let mut out = output::writer(style.output)?;
        if pictures.is_empty() {
            write!(out, "{}", nonogram.print(None, &[], colour))?;
        }
        for (number, picture) in pictures.iter().enumerate() {
            let before = if number > 0 { "\n" } else { "" };
            write!(out, "{before}{}", nonogram.print(Some(picture), &marked, colour))?;
        }
        out.flush()?;
        return Ok(Exit::Answered);
    }
    let title = output::title(puzzle).to_owned();
    let frames = frames(nonogram, &pictures, &marked);
    picture::write(&Scene { title, frames }, style)?;
    Ok(Exit::Answered)
}

fn frames(nonogram: &Nonogram, pictures: &[Picture], marked: &[usize]) -> Vec<Frame> {
    match pictures {
        [] => vec![nonogram.frame(None, &[])],
        [one] => vec![nonogram.frame(Some(one), &[])],
        several => {
            let layers = several.iter().map(|picture| nonogram.layer(Some(picture), marked));
            vec![Frame { layers: layers.collect(), ..Frame::default() }]
        }
    }
}

/// Shows its figures and its clues.
pub(crate) fn show(show: &Show, puzzle: &Puzzle) -> Result<Exit, Error> {
    let used = [
        ("--embeddings", show.embeddings),
        ("--emit", show.emit.is_some()),
        ("--fits", show.fits),
        ("--footprint", show.footprint.is_some()),
        ("--restrict", show.restrict != puzzle::Restriction::None),
    ];
    output::refuse_meaningless("a nonogram", &used)?;
    let mut numbers = json!({});
    if let Some(nonogram) = puzzle.nonogram() {
        let lines = &nonogram.description().lines;
        numbers = json!({
            "width": lines.width(), "height": lines.height(), "colours": lines.colours(),
        });
    }
    let mut out = output::writer(None)?;
    crate::commands::show::page(show, puzzle, Vec::new(), numbers, &mut *out)?;
    out.flush()?;
    Ok(Exit::Answered)
}
