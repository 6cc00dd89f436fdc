//! What several engines decline for the same reason, said once.

use puzzle_core::{AbstractPuzzle, CoverTask, Declined, Demand};

/// Declines a puzzle unless every aspect is covered exactly or at most once and every embedding
/// covers one that must be: sets of bits that know only "covered" and "free".
pub(crate) fn simple(puzzle: &AbstractPuzzle) -> Result<(), Declined> {
    let demand = |a| puzzle.aspect(a).demand;
    let taken = |demand| matches!(demand, Demand::One | Demand::AtMostOne);
    if let Some(a) = puzzle.aspect_ids().find(|&a| !taken(demand(a))) {
        let aspect = puzzle.aspect(a);
        return Err(Declined(format!("aspect {} demands {}", aspect.name, aspect.demand)));
    }
    let anchored = |e| puzzle.embedding(e).iter().any(|&a| demand(a) == Demand::One);
    match puzzle.embedding_ids().find(|&e| !anchored(e)) {
        Some(e) => Err(Declined(format!(
            "embedding {} touches only aspects that need not be covered",
            puzzle.number(e)
        ))),
        None => Ok(()),
    }
}

/// Declines an order.
pub(crate) fn no_order(task: &CoverTask<'_>) -> Result<(), Declined> {
    match task.order {
        Some(_) => Err(Declined("chooses its aspects itself, so it takes no order".into())),
        None => Ok(()),
    }
}
