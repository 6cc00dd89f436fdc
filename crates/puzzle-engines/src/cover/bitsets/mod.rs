//! Dynamic least-fit-first on local bitsets.
//!
//! Each aspect that must be covered keeps a *local* bitset: which of its own embeddings are still
//! possible. A table holds, for every embedding e and every aspect b, which of b's embeddings are
//! compatible with e. Choosing e makes a child state by one AND per free aspect, and the population
//! counts of the results say at once which aspect to cover next; an empty result ends the branch.
//! A child is written beside its parent, so there is nothing to undo.
//!
//! Far from the root the sets are mostly empty. Then the puzzle that is left is written down anew
//! with only its free aspects and living embeddings (document 003 §8.8: compacting sparse bit
//! patterns), so that every aspect's set fits one word and the table fits the cache. It pays when
//! enough nodes lie below, which is learnt from the subtrees already searched.
//!
//! `instance` is the puzzle as this engine sees it, `table` the rows, built when first needed,
//! `search` the loop,
//! `share` where it stands in the tree. The tree is that of `cells`: fewest embeddings first.

mod instance;
mod search;
mod share;
mod table;

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Declined, Demand, EmbeddingId, Engine, Problem, Question,
    Report, Sink, StopReason, Task,
};

use instance::Instance;
use search::{Context, search_any};

/// The most memory that states and rows may take, in bytes.
const MEMORY: usize = 256 << 20;
/// The most embeddings of one aspect: 64 words.
const LARGEST_SET: usize = 64 * 64;

/// Local bitsets.
#[derive(Clone, Copy, Debug)]
pub struct Bitsets;

impl Engine for Bitsets {
    fn name(&self) -> &'static str {
        "bitsets"
    }

    fn about(&self) -> &'static str {
        "least-fit-first on local bitsets, compacted along the way; aspects covered exactly or at \
         most once"
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        super::cells::Cells.accepts(task)?;
        let Problem::Cover(cover) = task.problem else {
            return Err(Declined("not a cover problem".into()));
        };
        fits_in_memory(&cover.puzzle)
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
        let mut chosen = Vec::new();
        let mut visit = |solution: &[u32]| match task.question {
            Question::Count => ControlFlow::Continue(()),
            Question::First | Question::Enumerate => {
                chosen.clear();
                chosen.extend(solution.iter().map(|&e| EmbeddingId(e)));
                let flow = sink.solution(&chosen);
                if task.question == Question::First { ControlFlow::Break(()) } else { flow }
            }
        };
        let mut context = Context::new(control, &mut visit);
        let stopped = match solve(&cover.puzzle, &mut context) {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(reason) => Some(reason),
        };
        control.progress.publish(context.nodes, context.solutions);
        if stopped.is_none() {
            control.progress.publish_fraction(1.0);
        }
        let solutions = BigUint::from(context.solutions);
        Ok(Report { solutions, nodes: context.nodes, stopped })
    }
}

/// Declines puzzles whose states would not fit.
fn fits_in_memory(puzzle: &AbstractPuzzle) -> Result<(), Declined> {
    let mut sizes = vec![0_usize; puzzle.aspects().len()];
    let mut smallest = usize::MAX;
    for e in puzzle.embedding_ids() {
        let must = |a: &&puzzle_core::AspectId| puzzle.aspect(**a).demand == Demand::One;
        smallest = smallest.min(puzzle.embedding(e).iter().filter(must).count());
        for a in puzzle.embedding(e) {
            sizes[a.index()] += 1;
        }
    }
    let largest = puzzle
        .aspect_ids()
        .filter(|&a| puzzle.aspect(a).demand == Demand::One)
        .map(|a| sizes[a.index()])
        .max()
        .unwrap_or(0);
    if largest > LARGEST_SET {
        return Err(Declined(format!("an aspect has over {LARGEST_SET} embeddings")));
    }
    let aspects = puzzle.aspects().len();
    let levels = aspects / smallest.max(1) + 2;
    let state = aspects.saturating_mul(8 * largest.div_ceil(64) + 4);
    match levels.saturating_mul(state) > MEMORY {
        true => Err(Declined(format!("its states would take over {} MB", MEMORY >> 20))),
        false => Ok(()),
    }
}

fn solve(puzzle: &AbstractPuzzle, context: &mut Context<'_>) -> ControlFlow<StopReason> {
    context.nodes += 1;
    context.check()?;
    let instance = Instance::of(puzzle);
    if instance.aspects == 0 {
        return context.report();
    }
    if instance.largest() == 0 || instance.has_hopeless_aspect() {
        return ControlFlow::Continue(());
    }
    let largest = instance.largest();
    search_any(instance, largest, context)
}
