//! Every assignment, tried: the definition, for tests and tiny formulas.

use puzzle_core::Cnf;

/// The most variables.
pub const WIDEST: u32 = 24;

/// How many assignments of the variables of interest can be completed to a model.
///
/// # Panics
/// If there are more than [`WIDEST`] variables.
pub fn count(formula: &Cnf) -> u64 {
    let n = formula.variables();
    assert!(n <= WIDEST, "every assignment is tried");
    let holds = |assignment: &u32| {
        formula.clauses().iter().all(|clause| {
            clause.iter().any(|&literal| {
                let set = assignment >> (literal.unsigned_abs() - 1) & 1 == 1;
                set == (literal > 0)
            })
        })
    };
    let models = (0..1_u32 << n).filter(holds);
    match formula.projection() {
        None => models.count() as u64,
        Some(onto) => {
            let mask: u32 = onto.iter().map(|v| 1 << (v - 1)).sum();
            let mut seen: Vec<u32> = models.map(|model| model & mask).collect();
            seen.sort_unstable();
            seen.dedup();
            seen.len() as u64
        }
    }
}
