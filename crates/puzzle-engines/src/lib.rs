//! Engines: each answers questions about one abstract form, one file an engine.
//!
//! An engine knows nothing of families. [`ENGINES`] is the registry; [`meta`] only chooses, and
//! says why. Every engine passes the suite of `puzzle-testkit` against the definition.

pub mod cnf;
pub mod confirm;
pub mod cover;
pub mod divide;
pub mod lines;
pub mod meta;
pub mod monotone;
pub mod parts;
pub mod pegs;
pub mod queens;
pub mod space;

use puzzle_core::Engine;

/// All engines, best first within a form: the chooser takes the first that accepts.
pub static ENGINES: &[&dyn Engine] = &[
    &cover::Bitsets,
    &cover::Cells,
    &cover::Dp::DEFAULT,
    &cover::Demands,
    &cover::Native,
    &cover::Local { cutoff: false },
    &cover::Local { cutoff: true },
    &cover::Vm,
    &cover::Reference,
    &cover::Zdd,
    &cover::Restarts::DEFAULT,
];

/// The engine of that name.
pub fn find(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}
