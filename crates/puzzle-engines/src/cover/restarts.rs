//! Find one, when counting is hopeless: least-fit-first in random order, with restarts.
//!
//! A depth-first search that has gone wrong near the root stays wrong for ages; a fresh start with
//! other random choices often does better (Gomes, Selman and Kautz 1998). A start goes down at
//! random, always at the aspect with the fewest embeddings left, until few embeddings are left in
//! all; the small puzzle that remains goes to `bitsets` with a share of nodes, which as a rule is
//! enough to search it to its end.
//!
//! A start is more or less *greedy*: at each step it draws some of the embeddings that cover the
//! aspect, and chooses the one that leaves the most embeddings. So pieces that fit in many places
//! are kept for the end, when they are needed most. How many are drawn is drawn for each start, from
//! one to 32: little greed wastes the start, much of it leads to the same few places again and again.
//!
//! Before the first start the whole puzzle is tried for a while, which settles what is easy. After
//! many nodes without luck the remainders are allowed to be larger, in the end the whole puzzle: a
//! puzzle without solution is proved to have none.
//!
//! Measured on the Hollow Pyramid (5632 embeddings): a first solution with each of the seeds 1 to 10
//! after 4 to 117 million nodes, 2 to 55 CPU seconds, in the median 7.6. Without greed, going down to
//! a fifth of the embeddings, it was 5, 11, 139 and over 177 s with four seeds; restarts of the whole
//! search were worse still (on `cells` with shares of 20 000 nodes none in 18 minutes; on `bitsets`
//! a start alone costs a fifth of a second). Choosing by the sum of the logarithms of what is left
//! to each aspect does as well as counting what is left in all; by the sum of the inverses, worse.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Budget, Card, Control, Cover, CoverEngine, CoverTask, Declined,
    Demand, EmbeddingId, Form, Kind, Progress, PuzzleBuilder, Random, Residual, Searched,
    StopReason, Subtree, Visitor, Want,
};

use super::handing::ended;
use super::{Bitsets, Cells, takes};

/// The nodes for the whole puzzle before the first start.
const WHOLE: u64 = 100_000;
/// The most embeddings that a step draws from: two to the power of one less than this.
const GREEDS: u64 = 6;
/// A start goes down until one in so many embeddings is left, or as few as this.
const PART: usize = 4;
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

impl CoverEngine for Restarts {
    fn card(&self) -> Card {
        let about = "finds one solution by least-fit-first in random order with restarts";
        let (form, kind) = (Form::Cover, Kind::Single);
        Card { name: "restarts", about, form, kind, order: "least-fit-first" }
    }

    fn seeded(&self, seed: u64) -> Option<Box<dyn CoverEngine>> {
        Some(Box::new(Restarts { seed }))
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        Declined::unless(task.want == Want::First, || "it finds one solution, never all")?;
        takes::no_order(task)?;
        takes::simple(&task.cover.puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let cover = task.cover;
        let mut random = Random::new(self.seed);
        let (puzzle, ids) = mixed(&cover.puzzle, &mut random);
        let mut descent = Descent::new(&puzzle);
        let mut few = puzzle.embedding_count();
        let mut share = WHOLE;
        let (mut nodes, mut level) = (0, 0);
        loop {
            let chosen = descent.run(few, &mut random, &mut nodes);
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
                None if whole => return Ok(ended(control, BigUint::ZERO, nodes, None)),
                None => control.budget.check(nodes),
                other => other,
            };
            if let Some(reason) = stopped {
                let solutions = u32::from(reason == StopReason::Satisfied);
                return Ok(ended(control, solutions, nodes, Some(reason)));
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

/// What a start needs to know of the puzzle, and the room for it.
struct Descent<'a> {
    puzzle: &'a AbstractPuzzle,
    covering: Vec<Vec<EmbeddingId>>,
    alive: Vec<bool>,
    /// By aspect: the embeddings left, and whether it must still be covered.
    fits: Vec<u32>,
    wanted: Vec<bool>,
    /// By embedding: when it was last seen.
    seen: Vec<u64>,
    now: u64,
}

impl<'a> Descent<'a> {
    fn new(puzzle: &'a AbstractPuzzle) -> Self {
        let covering = puzzle.covering();
        let seen = vec![0; puzzle.embedding_count()];
        let (alive, fits, wanted) = Default::default();
        Descent { puzzle, covering, alive, fits, wanted, seen, now: 0 }
    }

    /// Goes down at random until at most `few` embeddings are left; `None` at a dead end.
    fn run(
        &mut self,
        few: usize,
        random: &mut Random,
        nodes: &mut u64,
    ) -> Option<Vec<EmbeddingId>> {
        let aspects = self.puzzle.aspects();
        self.alive.clear();
        self.alive.resize(self.puzzle.embedding_count(), true);
        self.fits.clear();
        self.fits.extend(self.covering.iter().map(|list| list.len() as u32));
        self.wanted.clear();
        self.wanted.extend(aspects.iter().map(|aspect| aspect.demand == Demand::One));
        let drawn = 1 << random.below(GREEDS);
        let mut left = self.alive.len();
        let mut chosen = Vec::new();
        while left > few {
            let Some(least) = self.least(random) else { break };
            *nodes += 1;
            let mut choices = self.covering[least].clone();
            choices.retain(|e| self.alive[e.index()]);
            random.shuffle(&mut choices);
            choices.truncate(drawn);
            let e = match choices[..] {
                [only] => only,
                _ => choices.into_iter().min_by_key(|&e| self.loss(e))?,
            };
            chosen.push(e);
            left -= self.choose(e);
        }
        Some(chosen)
    }

    /// The aspect with the fewest embeddings left, one of several at random; `None` if all are
    /// covered.
    fn least(&self, random: &mut Random) -> Option<usize> {
        let mut least = None;
        let (mut fewest, mut alike) = (u32::MAX, 0);
        for (a, &fits) in self.fits.iter().enumerate() {
            if self.wanted[a] && fits <= fewest {
                alike = if fits < fewest { 1 } else { alike + 1 };
                fewest = fits;
                if random.below(alike) == 0 {
                    least = Some(a);
                }
            }
        }
        least
    }

    /// How many embeddings are lost with this one.
    fn loss(&mut self, e: EmbeddingId) -> usize {
        self.now += 1;
        let mut lost = 0;
        for a in self.puzzle.embedding(e) {
            for f in &self.covering[a.index()] {
                let first = std::mem::replace(&mut self.seen[f.index()], self.now) != self.now;
                lost += usize::from(first && self.alive[f.index()]);
            }
        }
        lost
    }

    /// Chooses an embedding; returns how many are lost.
    fn choose(&mut self, e: EmbeddingId) -> usize {
        let mut lost = 0;
        for &a in self.puzzle.embedding(e) {
            self.wanted[a.index()] = false;
            for f in &self.covering[a.index()] {
                if std::mem::replace(&mut self.alive[f.index()], false) {
                    lost += 1;
                    self.puzzle.embedding(*f).iter().for_each(|b| self.fits[b.index()] -= 1);
                }
            }
        }
        lost
    }
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
    let problem = Cover::plain(rest);
    let task = CoverTask { cover: &problem, want: Want::First, order: None };
    let mut sink = |solution: &[EmbeddingId]| {
        let mut whole = subtree.chosen.clone();
        whole.extend(solution.iter().map(|e| ids[e.index()]));
        found(&whole);
        ControlFlow::Break(())
    };
    let fast = Bitsets.accepts(&task).is_ok();
    let engine: &dyn CoverEngine = if fast { &Bitsets } else { &Cells };
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
            let problem = Cover::plain(puzzle.clone());
            let task = CoverTask { cover: &problem, want: Want::First, order: None };
            let mut found = Collect::all();
            let report = Restarts { seed }.run(&task, &mut found, &Control::default()).unwrap();
            let solvable = !all_solutions(&puzzle).is_empty();
            assert_eq!(found.solutions.len(), usize::from(solvable));
            assert_eq!(report.is_complete(), !solvable);
            found.solutions.iter().for_each(|solution| verify(&puzzle, solution).unwrap());
        }
    }

    #[test]
    fn a_start_chooses_what_fits_together_and_foresees_its_losses() {
        let (mut ended, mut dead) = (0, 0);
        for seed in 0..300 {
            let puzzle = random_puzzle(seed, Feature::Secondary);
            let mut random = Random::new(seed);
            let mut descent = Descent::new(&puzzle);
            let few = puzzle.embedding_count() / 4;
            let Some(chosen) = descent.run(few, &mut random, &mut 0) else {
                dead += 1;
                continue;
            };
            ended += 1;
            let overlap = |e: &EmbeddingId| {
                let covers = |a| chosen.iter().any(|&c| puzzle.embedding(c).contains(a));
                puzzle.embedding(*e).iter().any(covers)
            };
            for e in puzzle.embedding_ids() {
                assert_eq!(descent.alive[e.index()], !overlap(&e));
            }
            let covered: usize = chosen.iter().map(|&c| puzzle.embedding(c).len()).sum();
            let distinct: std::collections::HashSet<_> =
                chosen.iter().flat_map(|&c| puzzle.embedding(c)).collect();
            assert_eq!(covered, distinct.len());
            let next = puzzle.embedding_ids().find(|e| descent.alive[e.index()]);
            if let Some(next) = next {
                let foreseen = descent.loss(next);
                assert_eq!(foreseen, descent.choose(next));
            }
        }
        assert!(ended > 30 && dead > 30, "{ended} {dead}");
    }

    #[test]
    fn a_node_limit_is_obeyed_and_all_solutions_are_declined() {
        let problem = Cover::plain(puzzle_testkit::bijection(9));
        let mut task = CoverTask { cover: &problem, want: Want::First, order: None };
        let mut control = Control::default();
        control.budget.nodes = Some(5);
        let engine = Restarts { seed: 1 };
        let report = engine.run(&task, &mut Collect::all(), &control).unwrap();
        assert_eq!(report.stopped, Some(StopReason::NodeLimit));
        task.want = Want::Count;
        assert!(engine.accepts(&task).is_err());
    }
}
