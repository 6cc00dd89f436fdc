//! What all parts of one search share: counters, limits, and what is learnt on the way.

use std::ops::ControlFlow;

use puzzle_core::{Control, EmbeddingId, StopReason};

use super::search::Buffers;
use super::share::Shares;

/// What all parts of one search share.
pub(super) struct Context<'a> {
    pub control: &'a Control,
    visit: &'a mut dyn FnMut(&[EmbeddingId]) -> ControlFlow<()>,
    /// The embeddings chosen so far.
    pub chosen: Vec<EmbeddingId>,
    pub nodes: u64,
    pub solutions: u64,
    next_check: u64,
    /// Finished subtrees and their nodes, by depth.
    sizes: Vec<(u64, u64)>,
    /// Where the search stands, for the progress report.
    pub shares: Shares,
    /// Buffers not in use.
    pub pool: Vec<Buffers>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        control: &'a Control,
        visit: &'a mut dyn FnMut(&[EmbeddingId]) -> ControlFlow<()>,
    ) -> Self {
        let next_check = control.budget.slice(0);
        Context {
            control,
            visit,
            chosen: Vec::new(),
            nodes: 0,
            solutions: 0,
            next_check,
            sizes: Vec::new(),
            shares: Shares::new(control.progress.is_watched()),
            pool: Vec::new(),
        }
    }

    /// Hands over the chosen embeddings as a solution.
    pub(super) fn report(&mut self) -> ControlFlow<StopReason> {
        self.solutions += 1;
        match (self.visit)(&self.chosen) {
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Satisfied),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// Looks at the budget now and then.
    #[inline(always)]
    pub(super) fn check(&mut self) -> ControlFlow<StopReason> {
        if self.nodes >= self.next_check { self.check_now() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn check_now(&mut self) -> ControlFlow<StopReason> {
        self.control.progress.publish(self.nodes, self.solutions);
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.next_check = self.nodes + self.control.budget.slice(self.nodes);
        ControlFlow::Continue(())
    }

    /// The mean size of the finished subtrees at this depth; 0 as long as there are too few.
    #[inline(always)]
    pub(super) fn mean_size(&self, depth: usize) -> u64 {
        match self.sizes.get(depth) {
            Some(&(trees, nodes)) if trees >= 2 => nodes / trees,
            _ => 0,
        }
    }

    #[inline(always)]
    pub(super) fn finish_subtree(&mut self, depth: usize, nodes: u64) {
        if depth >= self.sizes.len() {
            self.sizes.resize(depth + 1, (0, 0));
        }
        self.sizes[depth].0 += 1;
        self.sizes[depth].1 += nodes;
    }
}
