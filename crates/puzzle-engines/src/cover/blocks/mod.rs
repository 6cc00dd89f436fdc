//! Least-fit-first in blocks: near the root on the tables of `bitsets`, below on one short row a thing.
//!
//! Where prices are kept up, a node of `bitsets` costs as much for every list as for the search itself:
//! each compacted table makes rows for all of them again. Here the puzzle that is left is written down
//! once, when few embeddings live, and never again below: a *block*. It has a row for each aspect and one
//! for each level of each purse, and what is left for a child is what its parent had without some rows.
//! Sixteen aspects are counted by one instruction where the machine has AVX-512
//! (`puzzle_core::bits::sixteen`); without it the engine is right and slow.
//!
//! `block` has the layout, `search` the loops, `costs` the purses. The tree is that of `bitsets` but for
//! ties.
//!
//! Measured on the Hollow Pyramid with eight lists: 70 nanoseconds a node, of which about 40 % count lanes, 35 %
//! join rows and 5 % make blocks. Of 224 million nodes 45 % are alive, 22 % die in the first sixteen lanes,
//! 33 % later; half of all have fewer than 128 embeddings left. Tried without gain: a narrower block where 512
//! or fewer are left (20 microseconds to make, and 30 to 80 nodes in it); purses rounded to sixteen levels for
//! each doubling (1 % fewer nodes); the living embeddings as a list of masks, counted by carry-save adders;
//! places sorted by cost or by the likeliest lane, so that they die together (3 to 6 % slower); sixteen lists
//! (a fifth fewer nodes, each a quarter slower). Nothing in the loops may be a closure or `array::from_fn`
//! over vector registers: those are compiled without them and called, 150 nanoseconds a node.

mod block;
mod costs;
mod search;
#[cfg(test)]
mod tests;

use puzzle_core::{
    AbstractPuzzle, Budget, Card, Control, CoverEngine, CoverTask, Declined, Form, Kind, Searched,
    Searcher, Subtree, Visitor,
};

use super::handing::Handing;
use super::tables::bytes_of_states;
use super::takes;
use search::Subtrees;

/// Blocks.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl CoverEngine for Blocks {
    fn card(&self) -> Card {
        let about = "least-fit-first in blocks of short rows, made for searches that keep prices up; \
                     aspects covered exactly or at most once";
        let (form, kind) = (Form::Cover, Kind::Dynamic);
        Card { name: "blocks", about, form, kind, order: "least-fit-first" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)?;
        takes::simple(&task.cover.puzzle)?;
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
