//! New puzzles with exactly one solution.
//!
//! A picture's clues often fit other pictures too. Then some of the cells in which two solutions
//! differ are repainted and we look again. A random picture may be changed anywhere; one that was
//! drawn by a person is changed only where solutions differ, which is where its clues say too
//! little. Whoever generates hands in a solver: families know none.

use puzzle_core::Random;
use puzzle_core::lines::{Lines, Picture};

/// Two solutions of a puzzle or one, from a solver; `None` if it gave up.
pub type Solve<'a> = dyn FnMut(&Lines) -> Option<Vec<Picture>> + 'a;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The picture, whose clues have no other solution.
    pub picture: Picture,
    /// How many cells were repainted.
    pub changed: usize,
    /// How many times the solver was asked.
    pub rounds: usize,
}

/// A random picture: each cell is coloured with a chance of so many in a thousand.
pub fn scatter(
    width: usize,
    height: usize,
    colours: u8,
    per_thousand: u64,
    random: &mut Random,
) -> Picture {
    let mut picture = Picture::blank(width, height);
    for cell in &mut picture.cells {
        if random.below(1000) < per_thousand {
            *cell = 1 + random.below(u64::from(colours)) as u8;
        }
    }
    picture
}

/// Repaints a picture until its clues have one solution, asking at most so many times.
pub fn make_unique(
    mut picture: Picture,
    random: &mut Random,
    most_rounds: usize,
    solve: &mut Solve<'_>,
) -> Option<Generated> {
    let original = picture.clone();
    for rounds in 1..=most_rounds {
        let lines = Lines::of(&picture).ok()?;
        let solutions = solve(&lines)?;
        let Some(other) = solutions.iter().find(|solution| **solution != picture) else {
            let pairs = picture.cells.iter().zip(&original.cells);
            let changed = pairs.filter(|(now, before)| now != before).count();
            return Some(Generated { picture, changed, rounds });
        };
        let differs: Vec<usize> =
            (0..picture.cells.len()).filter(|&i| picture.cells[i] != other.cells[i]).collect();
        // Some of them, never all: that would be the other solution of the same clues.
        let share = (differs.len() / 4).clamp(1, 4);
        for _ in 0..share {
            let cell = differs[random.below(differs.len() as u64) as usize];
            picture.cells[cell] = other.cells[cell];
        }
        // Where repainting goes round in circles, a neighbour breaks the circle.
        if rounds % 8 == 0 {
            let cell = differs[random.below(differs.len() as u64) as usize];
            let near = neighbour(&picture, cell, random);
            picture.cells[near] =
                if picture.cells[near] == 0 { other.cells[cell].max(1) } else { 0 };
        }
    }
    None
}

fn neighbour(picture: &Picture, cell: usize, random: &mut Random) -> usize {
    let (row, column) = (cell / picture.width, cell % picture.width);
    let move_by = |at: usize, length: usize, step: u64| match step {
        0 => at.saturating_sub(1),
        1 => at,
        _ => (at + 1).min(length - 1),
    };
    let row = move_by(row, picture.height, random.below(3));
    row * picture.width + move_by(column, picture.width, random.below(3))
}
