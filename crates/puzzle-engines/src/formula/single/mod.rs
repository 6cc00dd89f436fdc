//! One model by a SAT solver, or a proof that there is none.
//!
//! [`batsat`](mod@batsat) is always there; `cadical`, a stronger solver written in C++, with the
//! feature of that name. Both write the proof as DRAT: lines of literals that end with 0, each a
//! clause that follows from the formula and the lines before it, or, after `d`, one that is no
//! longer needed. The last one is the empty clause.

pub mod batsat;
#[cfg(feature = "cadical")]
pub mod cadical;

use std::io::Write;

use puzzle_core::StopReason;
use rustsat::types::{Clause, Lit};

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A model, every variable of the formula set.
    Model(Vec<i32>),
    /// There is none.
    Nothing,
    /// A limit came first.
    Stopped(StopReason),
}

/// Where a proof goes. What it contains is a proof if nothing is found.
pub type Proof<'p> = &'p mut (dyn Write + 'p);

/// A clause in the solver's terms.
fn clause(literals: &[i32]) -> Clause {
    literals.iter().map(|&l| Lit::new(l.unsigned_abs() - 1, l < 0)).collect()
}
