//! A puzzle being played, move by move.
//!
//! A front end is written once: it shows the board, takes a move as a text, undoes (by playing all moves
//! but the last once more), saves (the moves, one a line) and asks for a hint. Moves are texts, so that
//! undo and saving are exercised by ordinary play, as in S. Tatham's collection. What the moves are is
//! the family's business: `play.rs` in its folder.

use puzzle_core::{Failure, Run, Solve};
use puzzle_scene::Frame;
use puzzle_scene::text::TextOptions;

/// A good move, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move, as [`Play::make`] takes it.
    pub word: Option<String>,
    /// What is to be said of it.
    pub about: String,
}

impl Hint {
    pub(crate) fn new(word: Option<String>, about: impl Into<String>) -> Self {
        Hint { word, about: about.into() }
    }
}

/// What is wrong on a board that is being filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes {
    /// The cells of [`Play::frame`], counted through all layers.
    pub cells: Vec<u32>,
    /// What is to be said of them.
    pub about: String,
}

impl Mistakes {
    pub(crate) fn new(cells: Vec<u32>, about: impl Into<String>) -> Self {
        Mistakes { cells, about: about.into() }
    }
}

/// A move that a touch may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The move, as [`Play::make`] takes it.
    pub word: String,
    /// What it is called where several may be meant.
    pub label: String,
}

impl Meaning {
    pub(crate) fn of(word: String) -> Self {
        Meaning { label: word.clone(), word }
    }
}

/// A puzzle being played.
pub trait Play {
    /// How moves are written, with an example.
    fn help(&self) -> String;

    /// The board as it is.
    fn show(&self, text: TextOptions) -> String;

    /// The board as a picture. Its cells, counted through all layers, are what a finger touches.
    fn frame(&self) -> Frame;

    /// The moves that touching these cells, one after the other, may mean; none if nothing yet.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning>;

    /// Makes a move; says what it is called, or why it is none.
    fn make(&mut self, word: &str) -> Result<String, String>;

    /// The moves that are possible; empty if they are too many to be listed.
    fn moves(&self) -> Vec<String>;

    /// How it ended, if it is over.
    fn over(&self) -> Option<String>;

    /// A good move.
    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure>;

    /// What is wrong with the board as it is; `None` where there is no wrong and right.
    fn mistakes(&self, _solve: &dyn Solve, _run: &Run) -> Result<Option<Mistakes>, Failure> {
        Ok(None)
    }

    /// Whether [`Play::mistakes`] can tell.
    fn has_mistakes(&self) -> bool {
        false
    }

    /// How many players take turns.
    fn players(&self) -> usize {
        1
    }
}
