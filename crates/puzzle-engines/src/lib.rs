//! Engines: each answers questions about one abstract form, one file an engine.
//!
//! An engine knows nothing of families. [`ENGINES`] is the registry of all forms; [`meta`] is the
//! strategy: it chooses, prepares, divides and confirms, and says why. Every engine passes the suite
//! of its form against the definition.

mod amount;
pub mod apart;
pub mod cover;
pub mod divide;
pub mod files;
pub mod formula;
pub mod game;
pub mod jumps;
pub mod lines;
pub mod meta;
pub mod monotone;
pub mod null;
pub mod queens;
pub mod saved;
pub mod space;

use cover::OfCovers;
use formula::OfFormulas;
use monotone::OfMaps;
use puzzle_core::{Engine, Form};
use queens::{Borders, Construction, Kernel, Recursion};

/// All engines, best first within a form: the strategy takes the first that accepts.
pub static ENGINES: &[&dyn Engine] = &[
    &OfCovers(&cover::Bitsets),
    &OfCovers(&cover::Blocks),
    &OfCovers(&cover::Cells),
    &OfCovers(&cover::Dp::DEFAULT),
    &OfCovers(&cover::Demands),
    &OfCovers(&cover::Native),
    &OfCovers(&cover::Local { cutoff: false }),
    &OfCovers(&cover::Local { cutoff: true }),
    &OfCovers(&cover::Vm),
    &OfCovers(&cover::Reference),
    &OfCovers(&cover::Zdd),
    &OfCovers(&cover::Restarts::DEFAULT),
    &Borders(Kernel::Vector),
    &Borders(Kernel::Portable),
    &Construction,
    &Recursion,
    &OfFormulas::Doublets,
    &OfFormulas::Components,
    &OfFormulas::Cubes,
    &OfFormulas::Batsat,
    #[cfg(feature = "cadical")]
    &OfFormulas::Cadical,
    &OfFormulas::Reference,
    &OfMaps::Ring,
    &OfMaps::FRONTIER,
    &OfMaps::Ideals,
    &OfMaps::Pairs,
    &OfMaps::Reference,
    &lines::Probing,
    &lines::Sat,
    &lines::Frontier,
    &lines::Reference,
    &jumps::Levels,
    &jumps::Memo,
    &jumps::First,
    &jumps::Paths,
    &jumps::Reference,
    &space::BreadthFirst,
    &space::BothEnds,
    &space::Reference,
    &game::Matrix,
    &game::Recursion,
    &apart::Breadth,
    &apart::Definition,
    &null::Row,
];

/// The engines of a form, best first.
pub fn of_form(form: Form) -> impl Iterator<Item = &'static dyn Engine> {
    ENGINES.iter().copied().filter(move |engine| engine.form() == form)
}

/// The engine of that name for that form.
pub fn find(form: Form, name: &str) -> Option<&'static dyn Engine> {
    of_form(form).find(|engine| engine.name() == name)
}
