//! Describe a combinatorial puzzle, get a solver compiled for it.
//!
//! A [`Puzzle`] is read from a text ([`Puzzle::read`]) or taken from the catalogue
//! ([`Puzzle::named`]). [`Puzzle::ask`] is the one way to ask: a question with its choices
//! ([`Ask`]), limits, threads and checkpoints ([`Run`]) and a sink for solutions go in, an
//! [`Answer`] comes out, whatever the family.

mod ask;
mod open;

pub use open::{OpenError, Puzzle};

pub use puzzle_core::{Answer, Ask, Choices, Failure, Question, Run, Sink};

pub use puzzle_core as core;
pub use puzzle_engines as engines;
pub use puzzle_families as families;
pub use puzzle_processor as processor;
pub use puzzle_scene as scene;
