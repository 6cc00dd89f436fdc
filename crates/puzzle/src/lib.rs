//! Describe a combinatorial puzzle, get a solver compiled for it.
//!
//! ```
//! use puzzle::{Puzzle, Options};
//!
//! let soma = Puzzle::named("soma").unwrap();
//! let count = soma.count(&Options::default()).unwrap();
//! assert_eq!(count.solutions.to_string(), "11520");
//!
//! let solution = soma.first(&Options::default()).unwrap().expect("there is one");
//! assert_eq!(solution.len(), 7);
//! println!("{}", soma.print(&solution));
//! ```
//!
//! A [`Puzzle`] is read from a text ([`Puzzle::read`]) or taken from the catalogue
//! ([`Puzzle::named`]). What is asked of it goes through [`Options`]; every answer says how many
//! nodes were visited and whether it is complete.

mod answer;
mod ascending;
mod classes;
mod cnf;
mod confirm;
mod costs;
mod count;
mod division;
mod generate;
mod layers;
mod monotone;
mod nonogram;
mod open;
mod options;
pub mod pegs;
mod prepare;
mod preprocess;
mod program;
mod queens;
mod quick;
mod restrict;
mod sample;
pub mod sliding;
mod solve;
mod sums;

pub use answer::{Answer, Failure};
pub use cnf::CnfQuestions;
pub use costs::preprocessing;
pub use division::{Output, read_checkpoint};
pub use generate::{Model, NotGenerated, generate_nonogram};
pub use monotone::{MonotoneAnswer, MonotoneQuestions};
pub use nonogram::{Difficulty, Nonogram, Proof, Uniqueness, differing, engine as nonogram_engine};
pub use open::{OpenError, Puzzle};
pub use options::{Options, Preprocess, Restriction};
pub use program::Compilation;
pub use queens::QueensQuestions;
pub use sample::SolutionSet;

pub use puzzle_core as core;
pub use puzzle_engines as engines;
pub use puzzle_families as families;
pub use puzzle_processor as processor;
pub use puzzle_scene as scene;
