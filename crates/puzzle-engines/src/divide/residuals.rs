//! Subtrees for any engine: each is a puzzle of its own.

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, CoverEngine, CoverTask, EmbeddingId, Report, Residual,
    Searched, Searcher, StopReason, Subtree, Visitor, Want,
};

/// An engine, and the puzzle whose subtrees it is given.
pub(super) struct Residuals<'a> {
    pub puzzle: &'a AbstractPuzzle,
    pub engine: &'a dyn CoverEngine,
}

impl Searcher for Residuals<'_> {
    fn search(&mut self, subtree: &Subtree, sink: &mut dyn Visitor, control: &Control) -> Searched {
        let mut report = Report { solutions: BigUint::ZERO, nodes: 1, stopped: None };
        let (rest, ids) = match self.puzzle.residual(subtree) {
            Residual::Hopeless => return Ok(report),
            Residual::Solved => {
                report.solutions = BigUint::from(1_u32);
                let enough = sink.solution(&subtree.chosen).is_break();
                report.stopped = enough.then_some(StopReason::Satisfied);
                return Ok(report);
            }
            Residual::Puzzle(rest, ids) => (rest, ids),
        };
        let problem = Cover::plain(rest);
        let task = CoverTask { cover: &problem, want: Want::All, order: None };
        let given = subtree.chosen.len();
        let mut whole = subtree.chosen.clone();
        let mut whole_solution = |extension: &[EmbeddingId]| {
            whole.truncate(given);
            whole.extend(extension.iter().map(|e| ids[e.index()]));
            sink.solution(&whole)
        };
        self.engine.run(&task, &mut whole_solution, control)
    }
}
