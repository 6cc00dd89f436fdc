//! What several engines decline for the same reason, said once.

use puzzle_core::{AbstractPuzzle, AspectId, CoverTask, Declined, Demand};

/// Declines a puzzle unless every aspect is covered exactly or at most once and every embedding
/// covers one that must be: sets of bits that know only "covered" and "free".
pub(crate) fn simple(puzzle: &AbstractPuzzle) -> Result<(), Declined> {
    once_at_most(puzzle)?;
    let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
    let anchored = |e| puzzle.embedding(e).iter().any(must);
    match puzzle.embedding_ids().find(|&e| !anchored(e)) {
        Some(e) => Err(Declined(format!(
            "embedding {} touches only aspects that need not be covered",
            puzzle.number(e)
        ))),
        None => Ok(()),
    }
}

/// Declines aspects that may be covered more than once.
pub(crate) fn once_at_most(puzzle: &AbstractPuzzle) -> Result<(), Declined> {
    demands(puzzle, |demand| matches!(demand, Demand::One | Demand::AtMostOne))
}

/// Declines aspects with other demands than those taken.
pub(crate) fn demands(
    puzzle: &AbstractPuzzle,
    taken: impl Fn(Demand) -> bool,
) -> Result<(), Declined> {
    match puzzle.aspects().iter().find(|aspect| !taken(aspect.demand)) {
        Some(aspect) => Err(Declined(format!("aspect {} demands {}", aspect.name, aspect.demand))),
        None => Ok(()),
    }
}

/// Declines an order.
pub(crate) fn no_order(task: &CoverTask<'_>) -> Result<(), Declined> {
    let free = task.order.is_none();
    Declined::unless(free, || "chooses its aspects itself, so it takes no order")
}
