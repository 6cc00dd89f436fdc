//! Engines that count monotone maps P → Q.
//!
//! [`frontier`] goes along P and remembers only what later elements still see; [`ideals`] counts
//! the sets closed downward, which is what maps to a chain of two are; [`ring`] counts the maps of
//! a Boolean lattice to a chain of two (Dedekind's numbers) by sums over a small distributive
//! lattice and its symmetries, and [`pairs`] counts them in an older way. [`OfMaps`] is what the
//! registry sees of them. [`bound`](mod@bound) proves how many there are at least when nothing
//! counts them. [`simplify`] takes apart what falls apart.

pub mod bound;
mod engine;
pub mod frontier;
pub mod ideals;
pub mod pairs;
pub mod ring;
pub mod simplify;

pub use engine::OfMaps;
