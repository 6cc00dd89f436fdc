//! The reference engine: the definition, kept forever so that every other engine can be tested
//! against it.
//!
//! The recursion is as deep as a solution is large, so puzzles with very many aspects are declined.

use std::ops::ControlFlow;

use puzzle_core::tree::{NodeChoice, Tried};
use puzzle_core::{
    Card, Control, CoverEngine, CoverTask, Declined, EmbeddingId, Form, Kind, Order, Searched,
    StopReason, Visitor,
};

use super::definition::{DEEPEST, Definition, Witness, deepest};
use super::handing::{Handing, ended};

/// The recursion of equation (26).
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl CoverEngine for Reference {
    fn card(&self) -> Card {
        let about = "the recursion of document 000, equation 26: slow, obvious, takes every demand";
        let (form, kind) = (Form::Cover, Kind::Definition);
        Card { name: "reference", about, form, kind, order: "reading" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        let shallow = deepest(&task.cover.puzzle) <= DEEPEST;
        Declined::unless(shallow, || format!("solutions may have over {DEEPEST} embeddings"))
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let puzzle = &task.cover.puzzle;
        let order = task.order.cloned().unwrap_or_else(|| Order::reading(puzzle));
        let handing = Handing::new(task, sink);
        let mut tally = Tally { handing, control, solutions: 0, nodes: 0 };
        let stopped = Definition::new(puzzle, Some(&order)).solve(&mut tally).break_value();
        Ok(ended(control, tally.solutions, tally.nodes, stopped))
    }
}

/// Counts nodes and hands solutions over.
struct Tally<'a> {
    handing: Handing<'a>,
    control: &'a Control,
    solutions: u64,
    nodes: u64,
}

impl Witness for Tally<'_> {
    type End = StopReason;

    fn node(
        &mut self,
        placed: &[EmbeddingId],
        choice: NodeChoice,
        _: &mut Vec<Tried>,
    ) -> ControlFlow<StopReason> {
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.control.progress.publish(self.nodes, self.solutions);
        }
        if choice.aspect.is_some() {
            return ControlFlow::Continue(());
        }
        self.solutions += 1;
        self.handing.solution(placed).map_break(|()| StopReason::Satisfied)
    }
}
