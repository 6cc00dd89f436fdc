//! The vocabulary that every room of the Puzzle Processor shares.
//!
//! A concrete puzzle is *lowered* to a [`Problem`]; for packing puzzles that is a [`Cover`]: an
//! [`AbstractPuzzle`] of aspects and embeddings (document 000 §2.3) together with its known
//! [`Symmetries`]. An [`Engine`] answers a [`Question`] about a problem, hands solutions to a
//! [`Sink`], obeys a [`Budget`], publishes [`Progress`] and returns a [`Report`]. Nothing here
//! reads files, prints or starts threads.
//!
//! ```
//! use puzzle_core::{Demand, PuzzleBuilder, verify, EmbeddingId};
//!
//! let mut builder = PuzzleBuilder::new();
//! let a = builder.aspect("a", Demand::One);
//! let b = builder.aspect("b", Demand::One);
//! builder.embedding([a]);
//! builder.embedding([b]);
//! builder.embedding([a, b]);
//! let puzzle = builder.build().unwrap();
//! assert_eq!(puzzle.total_size(), 4);
//! assert!(verify(&puzzle, &[EmbeddingId(2)]).is_ok());
//! assert!(verify(&puzzle, &[EmbeddingId(0)]).is_err());
//! ```

pub mod apart;
mod ask;
mod automorphism;
pub mod bits;
mod budget;
pub mod certificate;
mod checkpoint;
pub mod choice;
pub mod cnf;
mod cover;
mod cover_engine;
mod demand;
mod diagnostic;
mod engine;
mod fingerprint;
mod footprint;
pub mod game;
mod ids;
pub mod jumps;
pub mod lines;
mod monotone;
pub mod nearest;
pub mod null;
mod obstacle;
mod order;
mod poset;
mod prices;
mod problem;
mod progress;
mod queens;
mod question;
mod random;
mod restriction;
pub mod seal;
mod shares;
mod shown;
mod sink;
mod solution;
mod space;
mod subtree;
mod symmetry;
pub mod tree;

pub use ask::{Answer, Ask, Failure, Refusal, Run, Sameness, UpTo};
pub use automorphism::Automorphisms;
pub use budget::{Budget, Pace, StopReason};
pub use checkpoint::{Checkpoint, FinishedPart, Layer, LayerState, Payload};
pub use choice::{Choice, ChoiceTable, Choices, Value, Verb};
pub use cnf::{Clauses, Cnf};
pub use cover::{AbstractPuzzle, Aspect, Colour, CoverError, PuzzleBuilder};
pub use cover_engine::{
    Collect, CoverEngine, CoverTask, Discard, Report, Searched, Searcher, Visitor, Want,
};
pub use demand::Demand;
pub use diagnostic::{Diagnostic, Severity, Span, is_unprintable};
pub use engine::{Answered, Card, Control, Declined, Engine, Kind, Solve, Task};
pub use fingerprint::{fingerprint, fingerprint_of_numbers};
pub use footprint::{fit_counts, footprint};
pub use ids::{AspectId, EmbeddingId};
pub use monotone::{Bound, MapProblem, Monotone, Side};
pub use order::{Order, OrderError};
pub use poset::{Poset, PosetError};
pub use prices::{PriceError, PriceList, PriceRecord};
pub use problem::{Cover, CoverEffort, Finding, Form, Problem};
pub use progress::Progress;
pub use queens::{BoardCount, Queens, QueensError, Turn};
pub use question::Question;
pub use random::Random;
pub use restriction::{Group, Restriction, RestrictionError};
pub use seal::Seal;
pub use sink::{Ignore, Sink, Standing};
pub use solution::{Violation, verify};
pub use space::{Explored, Key, Marks, Space, StateSpace, Successors, Window};
pub use subtree::{Residual, Subtree};
pub use symmetry::{Origin, Permutation, Symmetries, Symmetry, SymmetryKind};

/// Exact counts are big integers.
pub use num_bigint::BigUint;
/// What answers say to programs.
pub use serde_json::{Map, Value as Json, json};
