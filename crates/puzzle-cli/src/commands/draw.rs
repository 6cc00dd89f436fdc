//! `puzzle draw`: pictures of a puzzle or of saved solutions.

use puzzle::Puzzle;
use puzzle::families::{Covering, Form};
use puzzle::scene::Scene;

use crate::args::Draw;
use crate::exit::{Error, Exit};
use crate::picture::{self, Style};
use crate::{input, output, saved};

/// The most solutions in one picture.
const MOST_FRAMES: usize = 1000;

pub(crate) fn run(draw: &Draw) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&draw.which.puzzle, draw.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let style = Style {
        format: draw.to,
        scale: draw.scale,
        solid: !draw.flat,
        output: draw.output.as_deref(),
        color: &draw.color,
    };
    if let Form::Nonogram(nonogram) = puzzle.description().form() {
        return super::nonogram::draw(draw, &puzzle, nonogram, &style);
    }
    picture::write(&scene(&puzzle, draw)?, &style)?;
    Ok(Exit::Answered)
}

fn scene(puzzle: &Puzzle, draw: &Draw) -> Result<Scene, Error> {
    let title = output::title(puzzle).to_owned();
    match puzzle.description().form() {
        Form::Cover(covering) => Ok(Scene { title, ..cover(puzzle, covering, draw)? }),
        Form::Cnf(_) if draw.solution.is_some() || draw.solutions.is_some() || draw.known => {
            Err(Error::Input("error: models have no picture".into()))
        }
        Form::Cnf(_) => Ok(Scene { title, ..puzzle.description().draw() }),
        Form::Monotone(maps) => Ok(Scene { title, ..super::monotone::scene(draw, puzzle, maps)? }),
        Form::Queens(queens) => Ok(Scene { title, ..cover(puzzle, queens.squares(), draw)? }),
        Form::Pegs(pegs) => Ok(Scene { title, ..super::pegs::scene(pegs, puzzle, draw)? }),
        Form::Nonogram(_) => Ok(Scene { title, ..puzzle.description().draw() }),
        Form::Sliding(sliding) => {
            Ok(Scene { title, ..super::sliding::scene(sliding, puzzle, draw)? })
        }
    }
}

fn cover(puzzle: &Puzzle, covering: &dyn Covering, draw: &Draw) -> Result<Scene, Error> {
    let known = puzzle.description().known().solution.as_ref();
    let solutions = match (&draw.solution, &draw.solutions) {
        (None, None) if draw.known => match known {
            Some(numbers) => vec![numbers.clone()],
            None => return Err(Error::Input("error: no solution of it is known here".into())),
        },
        (Some(numbers), _) => vec![numbers.clone()],
        (None, Some(file)) => {
            let solutions = saved::read(file)?;
            if solutions.len() > MOST_FRAMES {
                return Err(input::refuse(file, &format!("over {MOST_FRAMES} solutions")));
            }
            solutions
        }
        (None, None) => return Ok(puzzle.description().draw()),
    };
    let mut frames = Vec::new();
    for (i, numbers) in solutions.iter().enumerate() {
        if let Some(number) = numbers.iter().find(|&&n| covering.placed(n).is_none()) {
            return Err(Error::Input(format!("error: there is no embedding {number}")));
        }
        let mut frame = covering.draw_solution(numbers);
        if solutions.len() > 1 {
            frame.caption = format!("solution {}", i + 1);
        }
        frames.push(frame);
    }
    Ok(Scene { title: String::new(), frames })
}
