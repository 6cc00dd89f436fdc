//! Pictures, levels and figures of sliding-block puzzles.

use std::io::Write;

use puzzle::Puzzle;
use puzzle::scene::{Frame, Scene, svg};
use puzzle::sliding::{Answer, Rules, Sliding, Style};
use serde_json::{Value, json};

use super::saved;
use crate::args::{Abstract, Draw, Show, Solve};
use crate::exit::{Error, Exit};
use crate::picture::{self, Style as PictureStyle};
use crate::{input, output};

/// The most boards in one picture.
const MOST_FRAMES: usize = 5000;

/// Whether the solution goes to a picture: the output file's ending tells.
pub(super) fn is_picture(solve: &Solve) -> bool {
    let ending = solve.output.as_ref().and_then(|file| file.extension());
    let picture = ending.is_some_and(|ending| ending == "svg" || ending == "png");
    picture || solve.sliding.animate.is_some()
}

/// The solution as a sheet of boards, or as a film.
pub(super) fn write(
    solve: &Solve,
    puzzle: &Puzzle,
    sliding: &Sliding,
    answer: &Answer,
) -> Result<(), Error> {
    let most = solve.sliding.hint.unwrap_or(usize::MAX);
    let frames = frames(sliding, answer, most);
    if frames.len() > MOST_FRAMES {
        return Err(Error::Input(format!("error: over {MOST_FRAMES} boards\n hint: --hint N")));
    }
    let scene = Scene { title: output::title(puzzle).to_owned(), frames };
    match solve.sliding.animate {
        Some(seconds) => {
            let mut out = output::writer(solve.output.as_deref())?;
            out.write_all(svg::animate(&scene, seconds).as_bytes())?;
            out.flush()?;
        }
        None => picture::write(
            &scene,
            &PictureStyle {
                format: None,
                scale: 40.0,
                solid: false,
                output: solve.output.as_deref(),
                color: &solve.color,
            },
        )?,
    }
    if !solve.search.quiet {
        match answer.distance {
            Some(distance) => remark!("{distance} moves"),
            None => remark!("no solution: the goal cannot be reached"),
        }
    }
    Ok(())
}

fn frames(sliding: &Sliding, answer: &Answer, most: usize) -> Vec<Frame> {
    let caption = |number: usize| match number.checked_sub(1) {
        None => "start".to_owned(),
        Some(last) => format!("{number}: {}", answer.moves[last].words(sliding.labels())),
    };
    let boards = answer.path.iter().enumerate().take(most.saturating_add(1));
    boards
        .map(|(number, blocks)| Frame { caption: caption(number), ..sliding.draw_blocks(blocks) })
        .collect()
}

/// How many configurations have each distance.
pub(super) fn levels(answer: &Answer, out: &mut dyn Write) -> Result<(), Error> {
    for (distance, count) in answer.levels.iter().enumerate() {
        writeln!(out, "{distance} {count}")?;
    }
    for (distance, count) in answer.levels_back.iter().enumerate() {
        writeln!(out, "{distance} {count} from the goal")?;
    }
    Ok(())
}

/// What `draw` draws: the puzzle, or the boards of a saved solution.
pub(crate) fn scene(sliding: &Sliding, puzzle: &Puzzle, draw: &Draw) -> Result<Scene, Error> {
    super::refuse(&[("--solution", draw.solution.is_some()), ("--known", draw.known)])?;
    let Some(file) = &draw.solutions else { return Ok(puzzle.description().draw()) };
    let mut frames = Vec::new();
    for solution in saved::read(file, sliding)? {
        let mut game = Rules::new(&solution.puzzle, solution.style);
        frames.push(Frame { caption: "start".into(), ..sliding.draw_blocks(game.blocks()) });
        for (number, played) in solution.moves.iter().enumerate() {
            game.play(played).map_err(|why| {
                input::refuse(file, &format!("move {} is wrong: {why}", number + 1))
            })?;
            let caption = format!("{}: {}", number + 1, played.words(sliding.labels()));
            frames.push(Frame { caption, ..sliding.draw_blocks(game.blocks()) });
        }
    }
    if frames.len() > MOST_FRAMES {
        return Err(input::refuse(file, &format!("over {MOST_FRAMES} boards")));
    }
    Ok(Scene { title: String::new(), frames })
}

/// `puzzle show`: figures and a drawing, or document 002's text.
pub(crate) fn show(show: &Show, puzzle: &Puzzle, sliding: &Sliding) -> Result<Exit, Error> {
    super::refuse(&[
        ("--embeddings", show.embeddings),
        ("--emit cover", matches!(show.emit, Some(Abstract::Cover))),
        ("--fits", show.fits),
        ("--footprint", show.footprint.is_some()),
        ("--restrict", show.restrict != puzzle::Restriction::None),
    ])?;
    let mut out = output::writer(None)?;
    if show.emit.is_some() {
        let text = sliding.write_text();
        let text = text.map_err(|why| Error::Input(format!("error: no text for it: {why}")))?;
        out.write_all(text.as_bytes())?;
    } else {
        crate::commands::show::page(show, puzzle, Vec::new(), numbers(sliding), &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// Figures for `show --json`.
fn numbers(sliding: &Sliding) -> Value {
    let board = sliding.board();
    let distances = sliding.distances().distances.map(|six| six.to_vec());
    json!({
        "rows": board.rows,
        "columns": board.columns,
        "blocks": sliding.start().len(),
        "kinds": board.kinds.len(),
        "goals": sliding.goals().len(),
        "start": sliding.shorthand(sliding.start()),
        "known_distances": distances,
        "styles": Style::ALL.map(Style::words),
    })
}
