//! Describe a combinatorial puzzle, get a solver compiled for it.
//!
//! ```
//! use puzzle::{Ask, Puzzle, Question, Run};
//!
//! let soma = Puzzle::named("soma")?;
//! assert_eq!(soma.count()?, 11520_u32.into());
//! assert_eq!(soma.classes()?, 240_u32.into());
//! for solution in soma.solutions().take(2) {
//!     println!("{}", soma.words(&solution));
//! }
//!
//! // The same through the one entrance, with everything that may be chosen:
//! let ask = Ask::new(Question::Count).with("restrict", "auto").by("bitsets");
//! let answer = soma.ask(&ask, &Run::default(), &mut puzzle::Ignore)?;
//! assert!(answer.restricted && answer.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Puzzle`] is read from a text ([`Puzzle::read`]), taken from the catalogue
//! ([`Puzzle::named`]) or built in code ([`CoverBuilder`]). [`Puzzle::ask`] is the one way to ask: a
//! question with its choices ([`Ask`]), limits, threads and checkpoints ([`Run`]) and a [`Sink`] for
//! solutions go in, an [`Answer`] comes out, whatever the family. What a puzzle can be asked, and
//! with which choices, is told by its [`Family`]: `puzzle.family().questions` and `.tables`.

mod ask;
mod builder;
mod certificate;
mod checked;
mod derived;
mod json;
mod make;
mod named;
mod open;
mod program;
mod several;
mod short;
mod solutions;

pub use ask::Asked;
pub use builder::CoverBuilder;
pub use certificate::Recount;
pub use json::{error_json, refusal};
pub use make::{generate, generators};
pub use open::{OpenError, Puzzle, source};
pub use program::Compilation;
pub use several::several;
pub use solutions::Solutions;

pub use puzzle_core::{
    Answer, Ask, AspectId, Automorphisms, BigUint, Budget, Checkpoint, Choice, ChoiceTable,
    Choices, Control, Cover, Diagnostic, EmbeddingId, Engine, Failure, Finding, Form, Ignore, Json,
    Kind, Map, Origin, Progress, Question, Random, Refusal, Run, Sameness, Seal, Sink, Standing,
    StopReason, Symmetry, SymmetryKind, UpTo, Value, Verb, fingerprint, fit_counts, footprint,
    is_unprintable, nearest, seal,
};
pub use puzzle_engines::{ENGINES, files, meta::cover::preprocessing, meta::cover::priced};
pub use puzzle_families::play::{Hint, Meaning, Mistakes, Play as Playing};
pub use puzzle_families::{
    Checker, Covering, Description, FAMILIES, Family, Generated, Generator, Known, Model, Part,
    Print, Showing, Source, Told, catalogue,
};

/// Who answers questions about problems, for those who play.
pub fn strategy() -> &'static dyn puzzle_core::Solve {
    &puzzle_engines::meta::Strategy
}

pub use puzzle_processor as processor;
pub use puzzle_scene as scene;

/// The README's lines of Rust are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
