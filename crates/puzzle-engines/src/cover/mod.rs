//! Engines for the form `Cover`: choose embeddings so that every aspect gets what it demands.

mod bitsets;
mod cells;
mod orbits;
mod reference;

pub use bitsets::Bitsets;
pub use cells::Cells;
pub use orbits::{OrbitCount, best_restriction, count_orbits, count_with_symmetry};
pub use reference::Reference;
