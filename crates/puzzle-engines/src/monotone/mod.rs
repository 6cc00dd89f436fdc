//! Engines that count monotone maps P → Q.
//!
//! [`frontier`] goes along P and remembers only what later elements still see; [`ideals`] counts
//! the sets closed downward, which is what maps to a chain of two are; [`ring`] counts the maps of
//! a Boolean lattice to a chain of two (Dedekind's numbers) by sums over a small distributive
//! lattice and its symmetries, and [`pairs`] counts them in an older way. [`bound`] proves how many there are at least when nothing counts
//! them. [`simplify`] takes apart what falls apart.

pub mod bound;
pub mod frontier;
pub mod ideals;
pub mod pairs;
pub mod ring;
pub mod simplify;

/// The names by which users select an engine.
pub const NAMES: &[&str] = &["frontier", "ideals", "ring", "pairs"];
