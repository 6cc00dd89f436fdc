//! Dynamic least-fit-first on local bitsets.
//!
//! Each aspect that must be covered keeps a *local* bitset: which of its own embeddings are still
//! possible. A table holds, for every embedding e and every aspect b, which of b's embeddings are
//! lost with e. Choosing e makes a child state by one OR per free aspect, and the population counts
//! of the results say at once which aspect to cover next, or that one is left without embeddings.
//! A child is written beside its parent, so there is nothing to undo.
//!
//! Sets take as many words as they need, small ones half a word, and lie in groups of four words,
//! which one vector instruction handles (`layout`, `step`; the vectors are
//! `puzzle_core::bits::quad`). Groups in which all is covered are passed over. Where enough nodes
//! lie below, which is learnt from the subtrees already searched, the puzzle that is left is written
//! down anew with only its free aspects and living embeddings (document 003 §8.8: compacting sparse
//! bit patterns).
//!
//! `instance` is the puzzle as this engine sees it, `origin` and `table` the rows, made when first
//! needed, `search` the loop, `parts` the way in, for the whole tree or one subtree after the other,
//! `probe` estimates how large subtrees are. The tree is that of `cells` but for ties: fewest embeddings first.
//!
//! Tried without gain: lanes of 16 bits (subtrees are too small where sets are that small),
//! compacting at every level (a row costs as much as the few nodes that use it), ordering lanes so
//! that neighbours share a group; rows for each aspect instead of each embedding (half the groups,
//! but five more loads for each); near the leaves one set over all embeddings left, numbered anew
//! (80 to 130 are left where most nodes are, which is two or three words for each aspect).

mod context;
mod instance;
mod layout;
mod origin;
mod parts;
mod probe;
mod search;
mod step;
mod table;

use std::ops::ControlFlow;

use crate::cover::takes;
use puzzle_core::{
    AbstractPuzzle, Budget, Control, CoverEngine, CoverTask, Declined, Demand, EmbeddingId, Kind,
    Report, Searcher, Subtree, Visitor, Want,
};

pub(crate) use parts::{Parts, nodes};

/// The most memory that states and rows may take, in bytes.
const MEMORY: usize = 256 << 20;
/// The most embeddings of one aspect: 64 words but one bit.
const LARGEST_SET: usize = 64 * 64 - 1;

/// Local bitsets.
#[derive(Clone, Copy, Debug)]
pub struct Bitsets;

impl CoverEngine for Bitsets {
    fn name(&self) -> &'static str {
        "bitsets"
    }

    fn about(&self) -> &'static str {
        "least-fit-first on local bitsets, compacted along the way; aspects covered exactly or at \
         most once"
    }

    fn kind(&self) -> Kind {
        Kind::Dynamic
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)?;
        takes::simple(&task.cover.puzzle)?;
        bytes_of_states(&task.cover.puzzle).map(drop)
    }

    fn run(
        &self,
        task: &CoverTask<'_>,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let cover = task.cover;
        let mut visit = |solution: &[EmbeddingId]| match task.want {
            Want::Count => ControlFlow::Continue(()),
            Want::All => sink.solution(solution),
            Want::First => {
                let _ = sink.solution(solution);
                ControlFlow::Break(())
            }
        };
        Parts::new(&cover.puzzle, &control.budget).search(&Subtree::default(), &mut visit, control)
    }

    fn searcher(&self, puzzle: &AbstractPuzzle) -> Option<Box<dyn Searcher>> {
        Some(Box::new(Parts::new(puzzle, &Budget::default())))
    }
}

/// About how many bytes the states along a path take; declines puzzles where they would not fit.
fn bytes_of_states(puzzle: &AbstractPuzzle) -> Result<usize, Declined> {
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
    match levels.saturating_mul(state) {
        bytes if bytes <= MEMORY => Ok(bytes),
        _ => Err(Declined(format!("its states would take over {} MB", MEMORY >> 20))),
    }
}
