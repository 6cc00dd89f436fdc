//! `puzzle draw`: pictures of a puzzle or of saved solutions.

use puzzle::scene::Scene;
use puzzle::{Ask, Automorphisms, Puzzle, Question, Showing, Symmetry};

use super::verify::saved;
use crate::args::Draw;
use crate::exit::{Error, Exit};
use crate::picture::{self, Style};
use crate::{input, output};

/// The most pictures in one file.
const MOST_FRAMES: usize = 5000;
/// Groups that were found and are larger than this are drawn by their generators.
const MOST_SYMMETRIES: usize = 120;

pub(crate) fn run(draw: &Draw) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&draw.which.puzzle, draw.which.kind.as_deref())?;
    output::warn(&puzzle);
    let description = puzzle.description();
    if draw.to.is_none() {
        picture::refuse_others(draw.output.as_deref())?;
    }
    let style = Style {
        format: draw.to,
        scale: draw.scale,
        solid: !draw.flat,
        output: draw.output.as_deref(),
        color: &draw.color,
    };
    if draw.symmetries {
        return symmetries(&puzzle, &style);
    }
    let solutions = solutions(&puzzle, draw)?;
    let ask = Ask::new(Question::First);
    let title = puzzle.title().to_owned();
    if style.is_text() {
        let text = output::text_options(&draw.color, draw.output.is_some());
        let showing = Showing { ask: &ask, number: None, note: None, text };
        let picture = match solutions.is_empty() {
            true => description.print(text),
            false => description.words_together(&solutions, &showing),
        };
        let mut out = output::writer(draw.output.as_deref())?;
        write!(out, "{}\n\n{picture}", output::printable(&title))?;
        out.flush()?;
        return Ok(Exit::Answered);
    }
    let scene = match solutions.is_empty() {
        true => Scene { title, ..description.draw() },
        false => Scene { title, frames: description.frames_together(&ask, &solutions) },
    };
    if scene.frames.len() > MOST_FRAMES {
        return Err(Error::Input(format!("error: over {MOST_FRAMES} pictures in one file")));
    }
    picture::write(&scene, &style)?;
    Ok(Exit::Answered)
}

/// Draws symmetries: on every cell the number of the one that it goes to. All of them if they are few,
/// else some that generate the others.
fn symmetries(puzzle: &Puzzle, style: &Style<'_>) -> Result<Exit, Error> {
    let (Some(covering), Some(cover)) = (puzzle.covering(), puzzle.cover()) else {
        let message = "error: this puzzle is not lowered to exact cover, so no symmetry is drawn";
        return Err(Error::Input(message.into()));
    };
    let mut listed = cover.symmetries.elements().to_vec();
    let origin = cover.symmetries.origin();
    if !origin.is_own() {
        let found = Automorphisms::find(&cover.puzzle, Automorphisms::STEPS_A_SECOND);
        listed = found.list(MOST_SYMMETRIES).unwrap_or_else(|| found.generators());
    }
    let caption = |symmetry: &Symmetry| {
        if symmetry.embeddings.is_identity() {
            return "everything stays".to_owned();
        }
        let what = origin.kind(symmetry.proper).word(1);
        format!("{what} of order {}", symmetry.embeddings.order())
    };
    let frame = |(symmetry, number): (&Symmetry, usize)| {
        let images = cover.puzzle.aspect_ids().map(|a| i64::from(symmetry.aspect(a).0));
        let mut frame = covering.draw_values(&images.collect::<Vec<_>>());
        frame.caption = format!("{number}: {}", caption(symmetry));
        frame
    };
    let frames = listed.iter().zip(1..).take(MOST_FRAMES).map(frame).collect();
    picture::write(&Scene { title: puzzle.title().to_owned(), frames }, style)?;
    Ok(Exit::Answered)
}

/// What is to be drawn; nothing for the puzzle itself.
fn solutions(puzzle: &Puzzle, draw: &Draw) -> Result<Vec<Vec<u32>>, Error> {
    match (&draw.solution, &draw.solutions) {
        (None, None) if draw.known => match &puzzle.description().known().solution {
            Some(numbers) => Ok(vec![numbers.clone()]),
            None => Err(Error::Input("error: no solution of it is known here".into())),
        },
        (Some(numbers), _) => {
            let covering = puzzle.covering();
            let unknown = |n: &&u32| covering.is_some_and(|c| c.placed(**n).is_none());
            match numbers.iter().find(unknown) {
                Some(number) => Err(Error::Input(format!("error: there is no embedding {number}"))),
                None if covering.is_none() => puzzle
                    .description()
                    .check(numbers)
                    .map_err(|why| {
                        Error::Input(format!(
                            "error: that is no solution: {}",
                            output::printable(&why)
                        ))
                    })
                    .map(|()| vec![numbers.clone()]),
                None => Ok(vec![numbers.clone()]),
            }
        }
        (None, Some(file)) => {
            let solutions = saved(file, puzzle)?;
            match solutions.len() > MOST_FRAMES {
                true => Err(input::refuse(file, &format!("over {MOST_FRAMES} solutions"))),
                false => Ok(solutions),
            }
        }
        (None, None) => Ok(Vec::new()),
    }
}
