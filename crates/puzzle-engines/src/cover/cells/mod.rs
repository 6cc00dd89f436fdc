//! Dynamic least-fit-first on sparse sets ("dancing cells").
//!
//! The idea of sparse sets is Briggs and Torczon's; Knuth's SSXCC applies it to exact cover. Each
//! aspect keeps the set of embeddings that could still cover it, as the first `size` entries of
//! its stretch of `set`. An embedding is hidden from an aspect by swapping its entry with the last
//! active one and shrinking `size`. Nothing else is ever undone: restoring the old `size` brings
//! every hidden entry back, because entries past the end are never touched. The list of active
//! aspects works the same way.
//!
//! Where memory allows, each level keeps the sizes of all active aspects. A large puzzle keeps a
//! trail instead, one entry for each aspect that a step touches, so that memory grows with the path
//! and not with the puzzle times the path; the test for it makes the inner loop twice as slow.
//!
//! At each node the aspect with the fewest remaining embeddings is covered in all possible ways
//! (slides 004: least-fit first), and a branch is given up as soon as some aspect has none left
//! (zero-fit cut-off).
//!
//! Invariant: an aspect is active iff it is not yet covered; the active part of an active
//! aspect's set holds exactly the embeddings that cover it and overlap no chosen one.
//!
//! `sets` holds the state, `search` has the loop, `descents` estimates how many nodes lie below.

mod descents;
mod search;
mod sets;

use puzzle_core::{Card, Control, CoverEngine, CoverTask, Declined, Form, Kind, Searched, Visitor};

use super::handing::Handing;
use super::takes;
pub(super) use sets::{SIZES, SparseSets};

/// Dancing cells.
#[derive(Clone, Copy, Debug)]
pub struct Cells;

impl CoverEngine for Cells {
    fn card(&self) -> Card {
        let about = "least-fit-first on sparse sets; aspects covered exactly or at most once";
        let (form, kind) = (Form::Cover, Kind::Dynamic);
        Card { name: "cells", about, form, kind, order: "least-fit-first" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)?;
        takes::simple(&task.cover.puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let puzzle = &task.cover.puzzle;
        let sets = SparseSets::new(puzzle, control.budget.room(SIZES));
        Ok(search::run(sets, puzzle, control, &mut Handing::new(task, sink)))
    }
}
