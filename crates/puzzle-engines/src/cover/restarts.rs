//! Find one, when counting is hopeless: least-fit-first in random order, with restarts.
//!
//! A depth-first search that has gone wrong near the root stays wrong for ages; a fresh start with
//! other random choices often does better (Gomes, Selman and Kautz 1998). Each start gets a share
//! of nodes, and the shares grow slowly and without bound: a puzzle without solution is proved to
//! have none in the end, when a share exceeds its tree.
//!
//! Measured on the Hollow Pyramid: shares of 100 000 nodes found a solution after 21 million nodes.
//! Shares of 20 000 found none in 18 minutes of CPU, nor did Luby's sequence on top of 20 000 in a
//! shorter run.

use std::ops::ControlFlow;

use puzzle_core::{
    BigUint, Budget, Control, Declined, EmbeddingId, Engine, Problem, Progress, Question, Report,
    Sink, StopReason, Task,
};

use super::cells::{Cells, Search};

/// The nodes of the first shares, and after how many starts they grow by as much.
const SHARE: u64 = 100_000;
const GROWTH: u64 = 500;

/// Randomised search for one solution; the same seed takes the same course.
#[derive(Clone, Copy, Debug)]
pub struct Restarts {
    /// The seed of the random choices.
    pub seed: u64,
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
        let fresh = Search::new(&cover.puzzle);
        let mut nodes = 0;
        for start in 1.. {
            let left = control.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
            let share = left.min(SHARE.saturating_mul(1 + start / GROWTH));
            let budget = Budget { nodes: Some(share), ..control.budget.clone() };
            let attempt = Control { budget, progress: Progress::default() };
            let mut search = fresh.clone();
            search.random = scramble(self.seed.wrapping_add(start));
            let report = search.run(&attempt, |solution| {
                let chosen: Vec<_> = solution.iter().map(|&e| EmbeddingId(e)).collect();
                // One is enough, whatever the sink says.
                let _ = sink.solution(&chosen);
                ControlFlow::Break(())
            });
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

/// A generator state for a seed: never 0, and unlike that of the next seed (splitmix64).
fn scramble(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) | 1
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
