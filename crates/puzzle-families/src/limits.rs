//! Limits while a puzzle is read and lowered: whoever works for longer than some milliseconds looks at the
//! budget now and then.

use puzzle_core::{Budget, Diagnostic, Failure};

/// Whether reading may go on, as far as this budget is concerned.
pub(crate) fn look(budget: &Budget) -> Result<(), Diagnostic> {
    budget.check(0).map_or(Ok(()), |reason| Err(Diagnostic::stopped(reason)))
}

/// Whether lowering may go on.
pub(crate) fn look_lowering(budget: &Budget) -> Result<(), Failure> {
    budget.check(0).map_or(Ok(()), |reason| Err(Failure::Stopped(reason)))
}
