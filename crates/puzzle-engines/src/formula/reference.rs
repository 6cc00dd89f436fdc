//! Every assignment, tried: the definition, for tests and tiny formulas.

use std::collections::HashSet;
use std::ops::ControlFlow;

use puzzle_core::{Cnf, StopReason};

use super::{Visit, Watch};

/// The most variables.
pub const WIDEST: u32 = 24;

/// Hands every assignment of the variables of interest that can be completed to a model to `visit`,
/// as a cube that leaves none of them out.
///
/// # Panics
/// If there are more than [`WIDEST`] variables.
pub fn search(formula: &Cnf, watch: &mut Watch<'_>, visit: Visit<'_>) -> Result<(), StopReason> {
    let n = formula.variables();
    assert!(n <= WIDEST, "every assignment is tried");
    let holds = |assignment: u32| {
        formula.clauses().iter().all(|clause| {
            clause.iter().any(|&literal| {
                let set = assignment >> (literal.unsigned_abs() - 1) & 1 == 1;
                set == (literal > 0)
            })
        })
    };
    let all: Vec<u32> = (1..=n).collect();
    let onto = formula.projection().unwrap_or(&all);
    let mask: u32 = onto.iter().map(|v| 1 << (v - 1)).sum();
    let (mut seen, projected) = (HashSet::new(), formula.projection().is_some());
    for assignment in 0..1_u32 << n {
        watch.node()?;
        watch.steps(formula.clauses().len())?;
        // Without a projection no assignment comes twice, so none need be remembered.
        let fresh = |seen: &mut HashSet<u32>| !projected || seen.insert(assignment & mask);
        if !holds(assignment) || !fresh(&mut seen) {
            continue;
        }
        let literal =
            |&v: &u32| if assignment >> (v - 1) & 1 == 1 { v as i32 } else { -(v as i32) };
        let cube: Vec<i32> = onto.iter().map(literal).collect();
        if let ControlFlow::Break(()) = visit(&cube) {
            return Err(StopReason::Satisfied);
        }
    }
    Ok(())
}
