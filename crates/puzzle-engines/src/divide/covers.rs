//! Subtrees of a cover, searched by any engine.
//!
//! What is split depends on nodes and on the room for solutions, never on time or on the number of
//! threads: the solutions come in the same order at any number of threads.

use std::ops::ControlFlow;
use std::time::Duration;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, CoverEngine, Declined, EmbeddingId, Searcher, StopReason,
    Subtree,
};

use super::residuals::Residuals;
use super::split::Tree;
use super::{Divided, Each, Ending, Part, Sums, Teamwork, Work, Worker, room};

/// The nodes that a part may usually take before it is split: about a second.
pub const PART: u64 = 4_000_000;

/// What a solution adds to the three sums of a run.
pub type Tally<'a> = dyn Fn(&[EmbeddingId]) -> [u128; 3] + Sync + 'a;

/// Whether a solution is wanted.
pub type Filter<'a> = dyn Fn(&[EmbeddingId]) -> bool + Sync + 'a;

/// What becomes of the solutions.
pub enum Receiver<'a> {
    /// Each adds to the sums.
    Sum(&'a Tally<'a>),
    /// Each is handed over, in the order of the tree unless the plan says otherwise.
    Each(&'a mut Each<'a>),
    /// The same for those that pass; the others are as if they were not there.
    Some(&'a Filter<'a>, &'a mut Each<'a>),
}

impl std::fmt::Debug for Receiver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

/// How to run.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The puzzle.
    pub puzzle: &'a AbstractPuzzle,
    /// Who searches the parts.
    pub engine: &'a dyn CoverEngine,
    /// How many parts at a time.
    pub threads: usize,
    /// The nodes that a part may take before it is split.
    pub part: u64,
    /// How often to call `save`.
    pub interval: Duration,
    /// Whether solutions may come in whatever order threads find them.
    pub unordered: bool,
    /// Whether to keep what each part came to.
    pub keep: bool,
    /// Whether a limit of nodes is kept to the node; for one thread, and a run that is not saved.
    pub exact: bool,
}

/// Searches these subtrees. `save` is called now and then, and at the end of an unfinished run,
/// with the sums and what is left.
pub fn run(
    plan: &Plan<'_>,
    subtrees: Vec<Subtree>,
    receiver: Receiver<'_>,
    control: &Control,
    save: &mut dyn FnMut(&Sums, Vec<Subtree>),
) -> Result<Divided, Declined> {
    let mut nobody = |_: &[EmbeddingId]| ControlFlow::Continue(());
    let (tally, filter, each): (_, _, &mut Each<'_>) = match receiver {
        Receiver::Sum(tally) => (Some(tally), None, &mut nobody),
        Receiver::Each(each) => (None, None, each),
        Receiver::Some(filter, each) => (None, Some(filter), each),
    };
    let &Plan { puzzle, engine, threads, part, interval, unordered, keep, exact } = plan;
    let listing = tally.is_none();
    let ordered = listing && !unordered;
    let team = Teamwork { threads, part, interval, ordered, soon: listing, exact };
    let search = Search { puzzle, engine, tally, filter, keep, room: room(control) / 16 };
    team.carry_out(&search, subtrees, each, control, save)
}

/// Whose subtrees are searched, and by whom.
struct Search<'a> {
    puzzle: &'a AbstractPuzzle,
    engine: &'a dyn CoverEngine,
    tally: Option<&'a Tally<'a>>,
    filter: Option<&'a Filter<'a>>,
    keep: bool,
    /// The most bytes of solutions of a part.
    room: usize,
}

/// A thread's engine, and the tree by which parts are split, made when it is needed.
struct Searching<'a> {
    search: &'a Search<'a>,
    searcher: Box<dyn Searcher + 'a>,
    tree: Option<Tree<'a>>,
}

impl Work for Search<'_> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        let searcher = searcher(self.engine, self.puzzle);
        Box::new(Searching { search: self, searcher, tree: None })
    }
}

/// Who searches subtrees of a puzzle by an engine.
pub(crate) fn searcher<'a>(
    engine: &'a dyn CoverEngine,
    puzzle: &'a AbstractPuzzle,
) -> Box<dyn Searcher + 'a> {
    engine.searcher(puzzle).unwrap_or_else(|| Box::new(Residuals { puzzle, engine }))
}

impl Worker for Searching<'_> {
    fn work(&mut self, subtree: &Subtree, control: &Control) -> Result<Ending, Declined> {
        let Search { puzzle, engine, tally, filter, keep, room } = *self.search;
        let mut part = Part::default();
        let (mut sums, mut full) = ([0; 3], false);
        let mut sink = |solution: &[EmbeddingId]| {
            match tally {
                Some(tally) => {
                    sums.iter_mut().zip(tally(solution)).for_each(|(sum, more)| *sum += more);
                }
                None if filter.is_some_and(|filter| !filter(solution)) => {}
                None => part.found.push(solution),
            }
            // One solution always has room: a part that is nothing else cannot be split.
            full = part.found.len() > 1 && part.found.bytes() > room;
            if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = self.searcher.search(subtree, &mut sink, control)?;
        let of = keep.then(|| subtree.clone());
        let part = Part { nodes: report.nodes, sums: sums.map(BigUint::from), of, ..part };
        Ok(match report.stopped {
            None => Ending::Finished(part),
            Some(StopReason::MemoryLimit) => Ending::Exhausted,
            Some(reason)
                if reason == StopReason::NodeLimit || full && reason == StopReason::Satisfied =>
            {
                let tree =
                    self.tree.get_or_insert_with(|| Tree::new(puzzle, engine, &control.budget));
                Ending::Split(tree.split(subtree), part)
            }
            Some(_) => Ending::Stopped(part),
        })
    }
}
