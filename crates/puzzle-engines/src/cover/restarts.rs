//! Find one, when counting is hopeless: least-fit-first in random order, with restarts.
//!
//! A depth-first search that has gone wrong near the root stays wrong for ages; a fresh start with
//! other random choices often does better (Gomes, Selman and Kautz 1998). A start goes down at
//! random, always at the aspect with the fewest embeddings left, until few embeddings are left in
//! all; the small puzzle that remains goes to `bitsets` with a share of nodes, which as a rule is
//! enough to search it to its end.
//!
//! Before the first start the whole puzzle is tried for a while, which settles what is easy. After
//! many nodes without luck the remainders are allowed to be larger, in the end the whole puzzle: a
//! puzzle without solution is proved to have none.
//!
//! Measured on the Hollow Pyramid (5632 embeddings), CPU seconds: going down to 1000 embeddings found
//! a solution after 139, 11 and 5 s (158, 13 and 6 million nodes) with three of four seeds, and none
//! within 177 s with the fourth; taking the later of two aspects that are alike, 52 s, 64 s and not
//! within 116 s. What was tried before was worse: restarts of the whole search on `cells` (shares of
//! 100 000 nodes: 47 s with one seed; of 20 000: none in 18 minutes); the same on `bitsets` with
//! shares of 100 000 to four million nodes (three of four not within 200 to 390 s, one in 10 s), where
//! a start alone costs a fifth of a second or more; going down to 2000 embeddings only, too many for
//! 20 000 nodes (two of two not within 124 s).

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Budget, Control, Cover, Declined, Demand, EmbeddingId, Engine,
    Problem, Progress, PuzzleBuilder, Question, Random, Report, Residual, Sink, StopReason,
    Subtree, Task,
};

use super::{Bitsets, Cells};

/// The nodes for the whole puzzle before the first start.
const WHOLE: u64 = 100_000;
/// A start goes down until one in so many embeddings is left, or as few as this.
const PART: usize = 5;
const FEW: usize = 50;
/// The nodes for what is left, and how many in all before it may be twice as large.
const SHARE: u64 = 20_000;
const LEVEL: u64 = 1_000_000_000;

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
        let mut random = Random::new(self.seed);
        let (puzzle, ids) = mixed(&cover.puzzle, &mut random);
        let covering = puzzle.covering();
        let mut few = puzzle.embedding_count();
        let mut share = WHOLE;
        let (mut nodes, mut level) = (0, 0);
        loop {
            let chosen = descend(&puzzle, &covering, few, &mut random, &mut nodes);
            let stopped = match chosen {
                Some(chosen) => {
                    let mut found = |solution: &[EmbeddingId]| {
                        let solution: Vec<_> = solution.iter().map(|e| ids[e.index()]).collect();
                        // One is enough, whatever the sink says.
                        let _ = sink.solution(&solution);
                    };
                    attempt(&puzzle, chosen, share, &mut found, control, &mut nodes)?
                }
                None => None,
            };
            control.progress.publish(nodes, 0);
            let whole = few >= puzzle.embedding_count();
            let stopped = match stopped {
                Some(StopReason::NodeLimit) => control.budget.check(nodes),
                // All of the puzzle was searched: there is no solution.
                None if whole => {
                    let solutions = BigUint::ZERO;
                    return Ok(Report { solutions, nodes, stopped: None });
                }
                None => control.budget.check(nodes),
                other => other,
            };
            if let Some(reason) = stopped {
                let solutions = u32::from(reason == StopReason::Satisfied).into();
                return Ok(Report { solutions, nodes, stopped: Some(reason) });
            }
            if share == WHOLE || nodes > (level + 1) * LEVEL {
                level = nodes / LEVEL;
                let grown = 1 << level.min(40);
                few = (puzzle.embedding_count() / PART).max(FEW).saturating_mul(grown);
                share = SHARE.saturating_mul(1 << (4 * level).min(40));
            }
        }
    }
}

/// The same puzzle with its embeddings in random order, and what they are called in the old one.
fn mixed(puzzle: &AbstractPuzzle, random: &mut Random) -> (AbstractPuzzle, Vec<EmbeddingId>) {
    let mut builder = PuzzleBuilder::new();
    for aspect in puzzle.aspects() {
        builder.aspect(&aspect.name, aspect.demand);
    }
    let mut ids: Vec<EmbeddingId> = puzzle.embedding_ids().collect();
    random.shuffle(&mut ids);
    for &e in &ids {
        builder.embedding(puzzle.embedding(e).iter().copied());
    }
    (builder.build().expect("it was a puzzle before"), ids)
}

/// Goes down at random until at most `few` embeddings are left; `None` at a dead end.
fn descend(
    puzzle: &AbstractPuzzle,
    covering: &[Vec<EmbeddingId>],
    few: usize,
    random: &mut Random,
    nodes: &mut u64,
) -> Option<Vec<EmbeddingId>> {
    let mut alive = vec![true; puzzle.embedding_count()];
    let mut left = alive.len();
    let mut fits: Vec<u32> = covering.iter().map(|list| list.len() as u32).collect();
    let mut wanted: Vec<bool> =
        puzzle.aspects().iter().map(|aspect| aspect.demand == Demand::One).collect();
    let mut chosen = Vec::new();
    while left > few {
        let least = (0..fits.len()).filter(|&a| wanted[a]).min_by_key(|&a| fits[a]);
        let Some(least) = least else { break };
        *nodes += 1;
        if fits[least] == 0 {
            return None;
        }
        let pick = random.below(u64::from(fits[least])) as usize;
        let e = *covering[least].iter().filter(|e| alive[e.index()]).nth(pick)?;
        chosen.push(e);
        for &a in puzzle.embedding(e) {
            wanted[a.index()] = false;
            for f in &covering[a.index()] {
                if std::mem::replace(&mut alive[f.index()], false) {
                    left -= 1;
                    puzzle.embedding(*f).iter().for_each(|b| fits[b.index()] -= 1);
                }
            }
        }
    }
    Some(chosen)
}

/// Searches below a choice with a share of nodes. Why it stopped, or `None` if there is nothing.
fn attempt(
    puzzle: &AbstractPuzzle,
    chosen: Vec<EmbeddingId>,
    share: u64,
    found: &mut dyn FnMut(&[EmbeddingId]),
    control: &Control,
    nodes: &mut u64,
) -> Result<Option<StopReason>, Declined> {
    let subtree = Subtree { weight: 1.0, chosen, excluded: Vec::new() };
    let (rest, ids) = match puzzle.residual(&subtree) {
        Residual::Puzzle(rest, ids) => (rest, ids),
        Residual::Hopeless => return Ok(None),
        Residual::Solved => {
            found(&subtree.chosen);
            return Ok(Some(StopReason::Satisfied));
        }
    };
    let left = control.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(*nodes));
    let budget = Budget { nodes: Some(share.min(left)), ..control.budget.clone() };
    let attempt = Control { budget, progress: Progress::default() };
    let problem = Problem::Cover(Cover::plain(rest));
    let task = Task { problem: &problem, question: Question::First, order: None };
    let mut sink = |solution: &[EmbeddingId]| {
        let mut whole = subtree.chosen.clone();
        whole.extend(solution.iter().map(|e| ids[e.index()]));
        found(&whole);
        ControlFlow::Break(())
    };
    let fast = Bitsets.accepts(&task).is_ok();
    let engine: &dyn Engine = if fast { &Bitsets } else { &Cells };
    let report = engine.run(&task, &mut sink, &attempt)?;
    *nodes += report.nodes;
    Ok(report.stopped)
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
