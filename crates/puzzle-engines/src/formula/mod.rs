//! Engines for formulas in conjunctive normal form.
//!
//! [`reference`](mod@reference) tries every assignment; [`doublets`] is the paper's search on bit
//! patterns, up to 64 variables; [`cubes`] lists disjoint cubes of larger formulas by
//! conflict-driven search; [`components`] counts; [`single`](mod@single) finds one model with a SAT
//! solver and can write down a proof that there is none. [`Models`] is a count as a sum over parts;
//! [`Watch`] keeps every search within its limits. [`OfFormulas`] is what the registry sees.

pub mod components;
pub mod cubes;
pub mod doublets;
mod engine;
pub mod reference;
pub mod single;
mod sum;
mod watch;

use std::ops::ControlFlow;

pub use engine::OfFormulas;
pub use sum::Models;
pub use watch::Watch;

/// Takes cubes as they are found; `Break` ends the search.
pub type Visit<'a> = &'a mut dyn FnMut(&[i32]) -> ControlFlow<()>;
