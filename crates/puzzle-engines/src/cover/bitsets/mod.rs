//! Dynamic least-fit-first on local bitsets.
//!
//! A node is a state of the puzzle's local bitsets; its children are made by a table (`tables`), and
//! the population counts of their sets say which aspect to cover next.
//!
//! Sets take as many words as they need, small ones half a word, and lie in groups of four words,
//! which one vector instruction handles (the vectors are `puzzle_core::bits::quad`). Groups in which
//! all is covered are passed over. Where enough nodes lie below, which is learnt from the subtrees
//! already searched, the puzzle that is left is written down anew with only its free aspects and
//! living embeddings (document 003 §8.8: compacting sparse bit patterns).
//!
//! Demands beyond exactly or at most once (`tables::bags`) have a version of the loop of their own, so that
//! others do not pay for them.
//!
//! `search` has the loop, `level` what it is about to try, `rest` writes down anew what is left, `context` is
//! what they share, `subtrees` the way in. The tree is that
//! of `cells` but for ties: fewest embeddings first.
//!
//! Tried without gain: lanes of 16 bits (subtrees are too small where sets are that small),
//! compacting at every level (a row costs as much as the few nodes that use it), ordering lanes so
//! that neighbours share a group; rows for each aspect instead of each embedding (half the groups,
//! but five more loads for each); near the leaves one set over all embeddings left, numbered anew
//! (80 to 130 are left where most nodes are, which is two or three words for each aspect).

mod context;
mod level;
mod rest;
mod search;
mod subtrees;

use puzzle_core::{
    AbstractPuzzle, Budget, Card, Control, CoverEngine, CoverTask, Declined, Form, Kind, Searched,
    Searcher, Subtree, Visitor,
};

use super::handing::Handing;
use super::tables::bytes_of_states;
use super::takes;
use subtrees::Subtrees;

/// Local bitsets.
#[derive(Clone, Copy, Debug)]
pub struct Bitsets;

impl CoverEngine for Bitsets {
    fn card(&self) -> Card {
        let about = "least-fit-first on local bitsets, compacted along the way; takes every demand, \
                     colours and bags included";
        let (form, kind) = (Form::Cover, Kind::Dynamic);
        Card { name: "bitsets", about, form, kind, order: "least-fit-first" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)?;
        bytes_of_states(&task.cover.puzzle).map(drop)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let mut subtrees = Subtrees::of(&task.cover.puzzle, &control.budget);
        subtrees.search(&Subtree::default(), &mut Handing::new(task, sink), control)
    }

    fn searcher(&self, puzzle: &AbstractPuzzle) -> Option<Box<dyn Searcher>> {
        Some(Box::new(Subtrees::of(puzzle, &Budget::default())))
    }
}
