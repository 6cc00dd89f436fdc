//! New puzzles with exactly one solution.
//!
//! A picture's clues often fit other pictures too. Then some cells are repainted and we look again.
//! There are two ways, a file each. `retouch` is for pictures that somebody drew: it repaints cells
//! in which two solutions differ, a few at a time, and takes back what was not needed. `mend` is
//! for random pictures: it climbs towards clues that line solving can finish, thousands of small
//! steps, each a few microseconds. [`scatter`] makes random pictures, as smooth as they have to be.
//!
//! Both ask a `Judge`, who puts their questions to a solver: families know none. `generator` is what
//! an asker sees of it.

mod generator;
mod judge;
mod mend;
mod retouch;
mod scatter;

use puzzle_core::lines::{Lines, Picture};
use puzzle_core::{Random, Run, Solve, StopReason};

pub use generator::NonogramGenerator;
use judge::Judge;
use mend::{Freedom, mend};
use retouch::{retouch, take_back};
pub use scatter::{Scatter, scatter};

/// What a new nonogram is made from.
#[derive(Clone, Debug)]
pub enum Model {
    /// Cells coloured at random.
    Random(Scatter),
    /// A picture.
    Picture(Picture),
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The picture, whose clues have no other solution.
    pub picture: Picture,
    /// How many cells were repainted.
    pub changed: usize,
    /// How many times the solver was asked.
    pub rounds: usize,
}

/// Why there is no new puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotMade {
    /// A limit or an interrupt came first.
    Stopped(StopReason),
    /// After so many looks at pictures the generator gave up; another seed may do.
    GaveUp(u64),
}

/// A puzzle with exactly one solution: the model, repainted where its clues leave a choice. A limit
/// of nodes is one of looks at pictures here.
pub fn make(model: &Model, seed: u64, solve: &dyn Solve, run: &Run) -> Result<Made, NotMade> {
    let mut random = Random::new(seed);
    let mut judge = Judge::new(solve, run);
    let made = match model {
        Model::Picture(picture) => near(picture, &mut random, &mut judge),
        Model::Random(wanted) => self::random(wanted, &mut random, &mut judge),
    };
    made.ok_or_else(|| judge.why_not())
}

/// How long to look for solutions: so many nodes of a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Patience(u64);

impl Patience {
    /// Only as long as it is easy.
    const LITTLE: Patience = Patience(20);
    /// For a picture that may be right as it is.
    const MUCH: Patience = Patience(1000);
}

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    /// There is no other solution.
    One,
    /// There are these two, perhaps more.
    Two([Picture; 2]),
    /// It was too hard for the patience.
    Hard,
    /// Somebody or a limit has stopped it.
    Stopped,
}

/// A puzzle from a random picture. The picture is blurred only as much as it takes for line solving to
/// get a hold, and more after each attempt that came to nothing.
///
/// The number of coloured cells differs from the one wanted by at most a fiftieth of all cells and
/// an eighth of the coloured ones, or by one cell on very small grids.
fn random(wanted: &Scatter, random: &mut Random, judge: &mut Judge<'_>) -> Option<Made> {
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
            let open = judge.open(clues(&picture)?)?;
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
fn near(picture: &Picture, random: &mut Random, judge: &mut Judge<'_>) -> Option<Made> {
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
