//! Engines for queens.
//!
//! [`reference`](mod@reference) is the paper's recursion; [`Counting`] counts in parts with one of two kernels and
//! uses the eight symmetries of an empty board; [`turned`] counts what a turn keeps;
//! [`construct`] writes down one solution of an empty board. `engine` is what the registry sees.

mod border;
pub mod construct;
mod count;
#[cfg(not(target_arch = "x86_64"))]
mod elsewhere;
mod engine;
#[cfg(target_arch = "x86_64")]
mod narrow;
mod portable;
pub mod reference;
mod rest;
pub mod turned;
#[cfg(target_arch = "x86_64")]
mod vector;
#[cfg(not(target_arch = "x86_64"))]
use elsewhere as narrow;
#[cfg(not(target_arch = "x86_64"))]
use elsewhere as vector;

pub use count::{Counting, Kernel};
pub use engine::{Borders, Construction, Recursion};

/// Whether this machine can run [`Kernel::Vector`].
pub fn has_vector() -> bool {
    vector::is_available()
}
