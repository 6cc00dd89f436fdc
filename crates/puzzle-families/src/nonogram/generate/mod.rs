//! New puzzles with exactly one solution.
//!
//! A picture's clues often fit other pictures too. Then some cells are repainted and we look again.
//! There are two ways, a file each. [`retouch`] is for pictures that somebody drew: it repaints cells
//! in which two solutions differ, a few at a time, and takes back what was not needed. [`mend`] is
//! for random pictures: it climbs towards clues that line solving can finish, thousands of small
//! steps, each a few microseconds. [`scatter`] makes random pictures, as smooth as they have to be.
//!
//! Whoever generates hands in a [`Judge`]: families know no solver.

mod mend;
mod retouch;
mod scatter;

use puzzle_core::Random;
use puzzle_core::lines::{Lines, Picture};

pub use mend::{Freedom, mend};
pub use retouch::retouch;
use retouch::take_back;
pub use scatter::{Scatter, scatter};

/// What a generator asks of a solver.
pub trait Judge {
    /// The cells that line solving leaves open, row by row from 0; `None` to give up.
    fn open(&mut self, lines: &Lines) -> Option<Vec<usize>>;

    /// The one solution of a puzzle, or two of several.
    fn solve(&mut self, lines: &Lines, patience: Patience) -> Verdict;
}

/// How long to look for solutions: so many nodes of a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience(pub u64);

impl Patience {
    /// Only as long as it is easy.
    pub const LITTLE: Patience = Patience(20);
    /// For a picture that may be right as it is.
    pub const MUCH: Patience = Patience(1000);
}

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no other solution.
    One,
    /// There are these two, perhaps more.
    Two([Picture; 2]),
    /// It was too hard for the patience.
    Hard,
    /// Somebody or a limit has stopped it.
    Stopped,
}

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

/// A puzzle from a random picture. The picture is blurred only as much as it takes for line solving to
/// get a hold, and more after each attempt that came to nothing.
///
/// The number of coloured cells differs from the one wanted by at most a fiftieth of all cells and
/// an eighth of the coloured ones, or by one cell on very small grids.
pub fn random(wanted: &Scatter, random: &mut Random, judge: &mut dyn Judge) -> Option<Generated> {
    /// So often a new picture is begun.
    const ATTEMPTS: usize = 40;
    /// Beyond this the picture hardly changes.
    const MOST_BLURRED: usize = 200;
    /// So many steps without success are a sign that there will be none.
    const STALLED: usize = 200;
    let cells = wanted.width * wanted.height;
    let strayed = (cells / 50).min(wanted.coloured() / 8).max(1);
    // With more open cells mending rarely succeeds, and on large grids each step is slow.
    let most_open = (cells * 3 / 5).min(800 + cells / 10);
    let mut blurred = 0;
    for _ in 0..ATTEMPTS {
        let picture = loop {
            let picture = scatter(wanted, blurred, random);
            let open = judge.open(&clues(&picture)?)?;
            if open.len() <= most_open || blurred >= MOST_BLURRED {
                break picture;
            }
            blurred += 1 + blurred / 8;
        };
        let freedom = Freedom { strayed, stalled: STALLED, colours: wanted.colours };
        if let Some(made) = mend(&picture, &freedom, random, judge) {
            return Some(made);
        }
        blurred += 1 + blurred / 8;
    }
    None
}

/// A puzzle from a picture that somebody drew, with few changes. A picture that is too far from
/// having one solution for [`retouch`] is mended like a random one, and what was changed without
/// need is taken back.
pub fn near(picture: &Picture, random: &mut Random, judge: &mut dyn Judge) -> Option<Generated> {
    /// So often two solutions are compared.
    const ROUNDS: usize = 400;
    /// A drawn picture is worth more patience than a random one.
    const STALLED: usize = 5000;
    let retouched = retouch(picture, ROUNDS, random, judge);
    retouched.or_else(|| {
        let colours = picture.cells.iter().copied().max().unwrap_or(1).max(1);
        let freedom = Freedom { strayed: picture.cells.len(), stalled: STALLED, colours };
        let mended = mend(picture, &freedom, random, judge)?;
        take_back(mended.picture, picture, mended.rounds, random, judge)
    })
}

/// The clues of a picture, which always has some.
fn clues(picture: &Picture) -> Option<Lines> {
    Lines::of(picture).ok()
}

/// In how many cells two pictures differ.
fn differing(a: &Picture, b: &Picture) -> usize {
    a.cells.iter().zip(&b.cells).filter(|(a, b)| a != b).count()
}
