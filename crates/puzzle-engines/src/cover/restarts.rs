//! Find one, when counting is hopeless: least-fit-first in random order, with restarts.
//!
//! A depth-first search that has gone wrong near the root stays wrong for ages; a fresh start with
//! other random choices often does better (Gomes, Selman and Kautz 1998). Each start gets a share
//! of nodes, and the shares grow slowly and without bound: a puzzle without solution is proved to
//! have none in the end, when a share exceeds its tree.
//!
//! The search is that of `bitsets` on the same puzzle with its aspects and embeddings renumbered at
//! random: which embedding is tried first and which of two equally short aspects is covered first
//! then changes with every start. Puzzles too large for `bitsets` go to `cells`.
//!
//! MEASURED

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, AspectId, BigUint, Budget, Control, Cover, Declined, EmbeddingId, Engine,
    Problem, Progress, PuzzleBuilder, Question, Report, Sink, StopReason, Task,
};

use super::{Bitsets, Cells};
use crate::Random;

/// The nodes of the first shares, and after how many starts they grow by as much.
const SHARE: u64 = 100_000;
const GROWTH: u64 = 500;

/// Randomised search for one solution; the same seed takes the same course.
#[derive(Clone, Copy, Debug)]
pub struct Restarts {
    /// The seed of the random choices.
    pub seed: u64,
}

impl Restarts {
    /// The seed of those who do not choose one.
    pub const DEFAULT: Restarts = Restarts { seed: 1 };
}

impl Engine for Restarts {
    fn name(&self) -> &'static str {
        "restarts"
    }

    fn about(&self) -> &'static str {
        "finds one solution by least-fit-first in random order with restarts"
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        if task.question != Question::First {
            return Err(Declined("it finds one solution, never all".into()));
        }
        Cells.accepts(task)
    }

    fn run(
        &self,
        task: &Task<'_>,
        sink: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let Problem::Cover(cover) = task.problem else {
            return Err(Declined("not a cover problem".into()));
        };
        let fast = Bitsets.accepts(task).is_ok();
        let engine: &dyn Engine = if fast { &Bitsets } else { &Cells };
        let mut random = Random::new(self.seed);
        let mut nodes = 0;
        for start in 1.. {
            let left = control.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
            let share = left.min(SHARE.saturating_mul(1 + start / GROWTH));
            let budget = Budget { nodes: Some(share), ..control.budget.clone() };
            let attempt = Control { budget, progress: Progress::default() };
            let (puzzle, ids) = shuffled(&cover.puzzle, &mut random);
            let problem = Problem::Cover(Cover::plain(puzzle));
            let attempted = Task { problem: &problem, question: Question::First, order: None };
            let mut found = |solution: &[EmbeddingId]| {
                let chosen: Vec<_> = solution.iter().map(|e| ids[e.index()]).collect();
                // One is enough, whatever the sink says.
                let _ = sink.solution(&chosen);
                ControlFlow::Break(())
            };
            let report = engine.run(&attempted, &mut found, &attempt)?;
            nodes += report.nodes;
            control.progress.publish(nodes, 0);
            let spent = left <= share;
            if report.stopped != Some(StopReason::NodeLimit) || spent {
                return Ok(Report { nodes, ..report });
            }
        }
        Ok(Report { solutions: BigUint::ZERO, nodes, stopped: Some(StopReason::NodeLimit) })
    }
}

/// The same puzzle in other words, and what its embeddings are called in the old ones.
fn shuffled(puzzle: &AbstractPuzzle, random: &mut Random) -> (AbstractPuzzle, Vec<EmbeddingId>) {
    let mut builder = PuzzleBuilder::new();
    let mut aspects: Vec<AspectId> = puzzle.aspect_ids().collect();
    random.shuffle(&mut aspects);
    let mut number = vec![AspectId(0); aspects.len()];
    for a in aspects {
        let aspect = puzzle.aspect(a);
        number[a.index()] = builder.aspect(&aspect.name, aspect.demand);
    }
    let mut ids: Vec<EmbeddingId> = puzzle.embedding_ids().collect();
    random.shuffle(&mut ids);
    for &e in &ids {
        builder.embedding(puzzle.embedding(e).iter().map(|a| number[a.index()]));
    }
    (builder.build().expect("it was a puzzle before"), ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{Collect, Cover, verify};
    use puzzle_testkit::{Feature, all_solutions, random_puzzle};

    #[test]
    fn it_finds_a_solution_exactly_where_there_is_one() {
        for seed in 0..200 {
            let puzzle = random_puzzle(seed, Feature::Secondary);
            let problem = Problem::Cover(Cover::plain(puzzle.clone()));
            let task = Task { problem: &problem, question: Question::First, order: None };
            let mut found = Collect::all();
            let report = Restarts { seed }.run(&task, &mut found, &Control::default()).unwrap();
            let solvable = !all_solutions(&puzzle).is_empty();
            assert_eq!(found.solutions.len(), usize::from(solvable));
            assert_eq!(report.is_complete(), !solvable);
            found.solutions.iter().for_each(|solution| verify(&puzzle, solution).unwrap());
        }
    }

    #[test]
    fn a_node_limit_is_obeyed_and_all_solutions_are_declined() {
        let problem = Problem::Cover(Cover::plain(puzzle_testkit::bijection(9)));
        let mut task = Task { problem: &problem, question: Question::First, order: None };
        let mut control = Control::default();
        control.budget.nodes = Some(5);
        let engine = Restarts { seed: 1 };
        let report = engine.run(&task, &mut Collect::all(), &control).unwrap();
        assert_eq!(report.stopped, Some(StopReason::NodeLimit));
        task.question = Question::Count;
        assert!(engine.accepts(&task).is_err());
    }
}
