//! The way in: the whole tree, or one subtree after the other.
//!
//! The rows of the whole puzzle are made once and serve every subtree. A subtree is the state that
//! its choice leads to, written down anew; what is learnt while it is searched is forgotten
//! afterwards, so that its nodes come in the same order whatever was searched before.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, Budget, Control, Searched, Searcher, StopReason, Subtree, Visitor,
};

use super::context::Context;
use super::rest::search_rest;
use super::search::{Buffers, search_all};
use crate::cover::handing::ended;
use crate::cover::tables::{Reached, Stage, WholeTable, bytes_of_states, room_for_rows};

/// A puzzle of which subtrees are searched.
pub(super) struct Subtrees {
    whole: WholeTable,
    buffers: Buffers,
    /// Tables and buffers not in use.
    spare: Vec<(Stage, Buffers)>,
    /// About how many bytes the states along a path take.
    states: usize,
}

impl Subtrees {
    /// Of a puzzle that the engine accepts.
    pub(super) fn of(puzzle: &AbstractPuzzle, budget: &Budget) -> Self {
        let states = bytes_of_states(puzzle).unwrap_or(usize::MAX);
        let whole = WholeTable::new(puzzle, budget);
        Subtrees { whole, buffers: Buffers::default(), spare: Vec::new(), states }
    }

    fn run(&mut self, subtree: &Subtree, context: &mut Context<'_>) -> ControlFlow<StopReason> {
        context.nodes += 1;
        let reached = self.whole.reach(subtree);
        // What is nothing but one node is over whatever the budget says: it cannot be split.
        if matches!(reached, Reached::Open | Reached::Extensible) {
            context.check()?;
            if self.states as u64 > context.control.budget.room(u64::MAX) {
                return ControlFlow::Break(StopReason::MemoryLimit);
            }
        }
        let WholeTable { instance, origin, stage, tally } = &mut self.whole;
        context.tally.clone_from(tally);
        let closed = instance.bags.as_ref().is_some_and(|bags| !bags.closed.is_empty());
        match reached {
            Reached::Dead => ControlFlow::Continue(()),
            Reached::Solved => context.report(),
            // All of it need not be written down anew.
            Reached::Open
                if subtree.chosen.is_empty() && subtree.excluded.is_empty() && !closed =>
            {
                search_all(instance, (stage, &mut self.buffers), origin, context)
            }
            Reached::Open | Reached::Extensible => {
                let Stage { table, aspects, extract } = stage;
                search_rest(instance, (table, aspects, extract), origin, context)
            }
        }
    }
}

impl Searcher for Subtrees {
    fn search(&mut self, subtree: &Subtree, sink: &mut dyn Visitor, control: &Control) -> Searched {
        let mut context = Context::new(control, sink);
        context.chosen.clone_from(&subtree.chosen);
        context.pool = std::mem::take(&mut self.spare);
        self.whole.stage.table.limit(room_for_rows(&control.budget));
        let stopped = self.run(subtree, &mut context).break_value();
        self.spare = std::mem::take(&mut context.pool);
        Ok(ended(control, context.solutions, context.nodes, stopped))
    }
}
