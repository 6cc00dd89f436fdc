//! Engines for the form `Cover`: choose embeddings so that every aspect gets what it demands.

pub(crate) mod bitsets;
mod cells;
mod cheapest;
mod compiled;
mod demands;
pub(crate) mod dp;
pub(crate) mod estimate;
mod fixed;
mod local;
mod native;
mod orbits;
pub(crate) mod plan;
mod position;
mod reduce;
mod reference;
mod restarts;
mod share;
pub mod tree;
mod vm;
mod zdd;

pub use bitsets::Bitsets;
pub use cells::Cells;
pub use cheapest::{Ranked, cheapest, count_up_to};
pub use demands::Demands;
pub use dp::{Dp, Moment};
pub use fixed::{Fixed, conjugacy_classes, fixed};
pub use local::Local;
pub use native::Native;
pub use orbits::{Weigher, best_restriction};
pub use reduce::{Reduction, Removed, reduce};
pub use reference::Reference;
pub use restarts::Restarts;
pub use vm::Vm;
pub use zdd::{Built, Diagram, Sampler, Zdd};
