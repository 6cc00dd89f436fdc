//! `puzzle show` and `puzzle draw` on peg solitaire.

use puzzle::Puzzle;
use puzzle::families::pegs::Pegs;
use puzzle::scene::Scene;
use serde_json::json;

use super::saved;
use crate::args::{Draw, Show};
use crate::exit::{Error, Exit};
use crate::output;

/// The page of a board: figures, position class, what is proved without search.
pub(crate) fn show(show: &Show, puzzle: &Puzzle) -> Result<Exit, Error> {
    super::refuse(&[
        ("--embeddings", show.embeddings),
        ("--emit", show.emit.is_some()),
        ("--fits", show.fits),
        ("--footprint", show.footprint.is_some()),
        ("--restrict", show.restrict != puzzle::Restriction::None),
    ])?;
    let pegs = puzzle.pegs().expect("the verb looked at the form");
    let finishes = pegs.finishes_in_class();
    let problem = pegs.description().problem();
    let sets = pegs.invariants();
    let mut more = vec![
        ("position classes".to_owned(), format!("2^{}", sets.len())),
        ("one peg in its class".to_owned(), pegs.description().name_holes(finishes)),
    ];
    let impossible = pegs.impossible();
    if let Some(why) = &impossible {
        more.push(("no solution".to_owned(), why.replace('\n', "\n                         ")));
    }
    let holes: Vec<&str> =
        (0..problem.board().holes() as u8).map(|hole| pegs.description().hole_name(hole)).collect();
    let json = json!({
        "holes": holes,
        "jumps": problem.board().jumps().iter().map(|&j| pegs.description().write_jump(j)).collect::<Vec<_>>(),
        "symmetries": problem.board().symmetries().len(),
        "pegs": problem.start().count_ones(),
        "one_peg_finishes_in_class": puzzle::core::pegs::members(finishes)
            .map(|hole| holes[usize::from(hole)])
            .collect::<Vec<_>>(),
        "proved_impossible": impossible,
    });
    let mut out = output::writer(None)?;
    crate::commands::show::page(show, puzzle, more, json, &mut out)?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// The board, or a saved game move by move.
pub(crate) fn scene(pegs: &Pegs, puzzle: &Puzzle, draw: &Draw) -> Result<Scene, Error> {
    super::refuse(&[("--solution", draw.solution.is_some()), ("--known", draw.known)])?;
    let Some(file) = &draw.solutions else { return Ok(puzzle.description().draw()) };
    let mut frames = Vec::new();
    for game in saved::read(file, pegs)? {
        frames.extend(pegs.draw_game(&game).frames);
    }
    Ok(Scene { title: String::new(), frames })
}
