//! What all parts of one search share: counters, limits, and what is learnt on the way.

use std::ops::ControlFlow;

use puzzle_core::{Control, EmbeddingId, StopReason, Visitor};

use super::search::Buffers;
use crate::cover::share::Shares;
use crate::cover::tables::{Instance, Stage, Tally};

/// Subtrees with fewer nodes than this are never worth a table of their own.
const WORTHWHILE: u64 = 64;
/// Where a table was not worth it, it is not asked again for so many nodes of the same depth.
/// Asking costs as much as several steps, and they are much alike.
const PATIENCE: u32 = 31;

/// Subtrees with fewer nodes are not weighed for the progress report: some milliseconds.
const MOMENT: f64 = 50_000.0;

/// What is learnt about the subtrees of one depth.
#[derive(Clone, Copy, Default)]
struct Depth {
    /// Those that are finished.
    trees: u64,
    /// Their nodes.
    nodes: u64,
    /// How many more not to ask about.
    silent: u32,
}

/// What all parts of one search share.
pub(super) struct Context<'a> {
    pub control: &'a Control,
    visitor: &'a mut dyn Visitor,
    /// The embeddings chosen so far.
    pub chosen: Vec<EmbeddingId>,
    /// What those do to bags.
    pub tally: Tally,
    pub nodes: u64,
    pub solutions: u64,
    next_check: u64,
    /// By depth.
    depths: Vec<Depth>,
    /// Where the search stands, for the progress report.
    pub shares: Shares,
    /// Tables and buffers not in use.
    pub pool: Vec<(Stage, Buffers)>,
}

impl<'a> Context<'a> {
    pub(super) fn new(control: &'a Control, visitor: &'a mut dyn Visitor) -> Self {
        let next_check = control.budget.slice(0);
        Context {
            control,
            visitor,
            chosen: Vec::new(),
            tally: Tally::default(),
            nodes: 0,
            solutions: 0,
            next_check,
            depths: Vec::new(),
            shares: Shares::new(control.progress.is_watched(), MOMENT),
            pool: Vec::new(),
        }
    }

    /// Takes back what was chosen last.
    #[inline(always)]
    pub(super) fn forget<const GENERAL: bool>(&mut self, instance: &Instance) {
        let last = self.chosen.pop();
        if GENERAL && let Some(EmbeddingId(e)) = last {
            instance.take_back(&mut self.tally, e);
        }
    }

    /// Hands over the chosen embeddings as a solution.
    pub(super) fn report(&mut self) -> ControlFlow<StopReason> {
        self.solutions += 1;
        self.visitor.solution(&self.chosen).map_break(|()| StopReason::Satisfied)
    }

    /// Looks at the budget now and then.
    #[inline(always)]
    pub(super) fn check(&mut self) -> ControlFlow<StopReason> {
        if self.nodes >= self.next_check { self.check_now() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn check_now(&mut self) -> ControlFlow<StopReason> {
        if let Err(reason) = self.control.look(self.nodes, self.solutions) {
            return ControlFlow::Break(reason);
        }
        self.next_check = self.nodes + self.control.budget.slice(self.nodes);
        ControlFlow::Continue(())
    }

    /// The mean size of the finished subtrees at this depth, if they are so large that a table of
    /// their own may be worth its price; `None` too where it was not worth it a short while ago.
    #[inline(always)]
    pub(super) fn worth_asking(&mut self, depth: usize) -> Option<u64> {
        let here = self.depths.get_mut(depth)?;
        if here.trees < 2 || here.nodes < WORTHWHILE * here.trees {
            return None;
        }
        if here.silent > 0 {
            here.silent -= 1;
            return None;
        }
        Some(here.nodes / here.trees)
    }

    /// A table of their own is not worth its price for subtrees at this depth.
    #[inline(always)]
    pub(super) fn not_worth_it(&mut self, depth: usize) {
        self.depths[depth].silent = PATIENCE;
    }

    #[inline(always)]
    pub(super) fn finish_subtree(&mut self, depth: usize, nodes: u64) {
        if depth >= self.depths.len() {
            self.depths.resize(depth + 1, Depth::default());
        }
        self.depths[depth].trees += 1;
        self.depths[depth].nodes += nodes;
    }
}
