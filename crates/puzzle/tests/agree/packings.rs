//! Packings on every grid, with optional cells, bounded holes, colours, ranges and weights. Brute
//! force: every set of placements, checked by the rules of the game; where pieces may lie is tried by
//! the tests of the grids.

use puzzle::Puzzle;
use puzzle_core::Random;

use super::{Case, Compared, Wrong};

#[path = "../support/packings.rs"]
mod made;

/// The most placements that are tried in every combination.
const MOST: usize = 12;

pub(super) fn compare(random: &mut Random, _size: usize) -> Option<Result<Compared, Wrong>> {
    let text = made::text(random);
    // A piece that fits nowhere is refused; such texts are not what this is about.
    let puzzle = Puzzle::read("random.puzzle", &text, None).ok()?;
    let placements = puzzle.cover()?.puzzle.embedding_count();
    if placements > MOST {
        return None;
    }
    let covering = puzzle.covering()?;
    let is_hole: Vec<bool> = (0..placements as u32)
        .map(|number| covering.placed(number).is_some_and(|placed| placed.piece == "hole"))
        .collect();
    // A hole is no piece: solutions are told apart without them.
    let solid = |numbers: &[u32]| -> Vec<u32> {
        numbers.iter().copied().filter(|&number| !is_hole[number as usize]).collect()
    };
    let mut expected: Vec<Vec<u32>> = (0..1_u32 << placements)
        .map(|set| (0..placements as u32).filter(|e| set >> e & 1 == 1).collect::<Vec<u32>>())
        .filter(|chosen| chosen.len() == solid(chosen).len() && covering.check(chosen).is_ok())
        .collect();
    expected.sort();
    let count = expected.len() as u64;
    let holes = is_hole.clone();
    let all = Box::new(move |found: &[Vec<u32>]| {
        let solid = |numbers: &Vec<u32>| -> Vec<u32> {
            numbers.iter().copied().filter(|&number| !holes[number as usize]).collect()
        };
        let mut found: Vec<Vec<u32>> = found.iter().map(solid).collect();
        found.sort();
        match found == expected {
            true => Ok(()),
            false => Err(format!("{found:?} instead of {expected:?}")),
        }
    });
    Some(Case { file: "random.puzzle", text, count, all }.compare())
}
