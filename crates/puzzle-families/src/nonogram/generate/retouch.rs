//! Drawn pictures: change as little as possible.
//!
//! Where the clues fit another picture too, a few of the cells in which the two differ are repainted
//! and we look again. Whoever drew the picture wants it back: so in the end every cell that was
//! changed is tried once with its first colour, and keeps it if there is still one solution. That is
//! one pass, with a solver of little patience: few changes, not provably the fewest.

use puzzle_core::Random;
use puzzle_core::lines::Picture;

use super::mend::neighbour;
use super::{Judge, Made, Patience, Verdict, clues, differing};

/// A repainted picture that takes more is no good.
const PATIENCE: Patience = Patience(300);

/// Repaints a picture until its clues have one solution, asking at most so many times, and then
/// takes back changes that are not needed.
pub(super) fn retouch(
    original: &Picture,
    most_rounds: usize,
    random: &mut Random,
    judge: &mut Judge<'_>,
) -> Option<Made> {
    let mut picture = original.clone();
    for rounds in 1..=most_rounds {
        // So many changes are no retouching any more; they only lead away.
        if rounds % 16 == 0 && differing(&picture, original) > picture.cells.len() / 6 {
            return None;
        }
        let patience = if rounds == 1 { Patience::MUCH } else { PATIENCE };
        let [first, second] = match judge.solve(&clues(&picture)?, patience) {
            Verdict::One => return take_back(picture, original, rounds, random, judge),
            Verdict::Two(solutions) => solutions,
            Verdict::Hard | Verdict::Stopped => return None,
        };
        let other = if first == picture { second } else { first };
        let differs: Vec<usize> =
            (0..picture.cells.len()).filter(|&i| picture.cells[i] != other.cells[i]).collect();
        let any = |random: &mut Random| differs[random.below(differs.len() as u64) as usize];
        // Some of them, never all: that would be the other solution of the same clues.
        for _ in 0..(differs.len() / 4).clamp(1, 4) {
            let cell = any(random);
            picture.cells[cell] = other.cells[cell];
        }
        // Where repainting goes round in circles, a neighbour breaks the circle.
        if rounds % 8 == 0 {
            let cell = any(random);
            let near = neighbour(&picture, cell, random);
            picture.cells[near] =
                if picture.cells[near] == 0 { other.cells[cell].max(1) } else { 0 };
        }
    }
    None
}

/// Gives cells their first colour again, one after the other in random order, where the clues still
/// have one solution then. A limit or an interrupt leaves what is done.
pub(super) fn take_back(
    mut picture: Picture,
    original: &Picture,
    mut rounds: usize,
    random: &mut Random,
    judge: &mut Judge<'_>,
) -> Option<Made> {
    let changed = |&cell: &usize| picture.cells[cell] != original.cells[cell];
    let mut cells: Vec<usize> = (0..picture.cells.len()).filter(changed).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        let now = std::mem::replace(&mut picture.cells[cell], original.cells[cell]);
        rounds += 1;
        match judge.solve(&clues(&picture)?, Patience::LITTLE) {
            Verdict::One => {}
            verdict => {
                picture.cells[cell] = now;
                if verdict == Verdict::Stopped {
                    break;
                }
            }
        }
    }
    let changed = differing(&picture, original);
    Some(Made { picture, changed, rounds })
}
