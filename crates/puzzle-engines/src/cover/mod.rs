//! Engines for the form `Cover`: choose embeddings so that every aspect gets what it demands.

mod bitsets;
mod cells;
mod compiled;
pub(crate) mod dp;
pub(crate) mod estimate;
mod local;
mod native;
mod orbits;
mod reference;
mod restarts;
pub mod tree;
mod vm;

pub use bitsets::Bitsets;
pub use cells::Cells;
pub use dp::Dp;
pub use local::Local;
pub use native::Native;
pub use orbits::{Weigher, best_restriction};
pub use reference::Reference;
pub use restarts::Restarts;
pub use vm::Vm;
