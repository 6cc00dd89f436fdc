//! What every engine does with a solution, and how it tells of its end.

use std::ops::ControlFlow;

use puzzle_core::{BigUint, Control, CoverTask, EmbeddingId, Report, StopReason, Visitor, Want};

/// Hands solutions over as far as a task wants them.
pub(super) struct Handing<'a> {
    want: Want,
    visitor: &'a mut dyn Visitor,
}

impl<'a> Handing<'a> {
    pub(super) fn new(task: &CoverTask<'_>, visitor: &'a mut dyn Visitor) -> Self {
        Handing { want: task.want, visitor }
    }
}

impl Visitor for Handing<'_> {
    #[inline]
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        match self.want {
            Want::Count => ControlFlow::Continue(()),
            Want::All => self.visitor.solution(chosen),
            Want::First => {
                // One is enough, whatever the visitor says.
                let _ = self.visitor.solution(chosen);
                ControlFlow::Break(())
            }
        }
    }
}

/// The report of a search that is over; whoever watches it is told as much.
pub(super) fn ended(
    control: &Control,
    solutions: impl Into<BigUint>,
    nodes: u64,
    stopped: Option<StopReason>,
) -> Report {
    let solutions = solutions.into();
    // Children may be counted as soon as they are known, some more than the limit allows to visit.
    let nodes = match stopped {
        Some(StopReason::NodeLimit) => control.budget.allowed(nodes),
        _ => nodes,
    };
    control.progress.publish(nodes, u64::try_from(&solutions).unwrap_or(u64::MAX));
    if stopped.is_none() {
        control.progress.publish_fraction(1.0);
    }
    Report { solutions, nodes, stopped }
}
