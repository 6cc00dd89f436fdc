//! Limits on a search, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::shown::shown;

/// Why a search ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The sink had enough.
    Satisfied,
    /// Past the deadline.
    TimeLimit,
    /// So many nodes were visited.
    NodeLimit,
    /// More memory would have been needed.
    MemoryLimit,
    /// Somebody asked it to stop.
    Interrupted,
    /// It was to be divided, and nothing else.
    Divided,
}

shown! { StopReason {
    StopReason::Satisfied => "enough solutions";
    StopReason::TimeLimit => "time limit";
    StopReason::NodeLimit => "node limit";
    StopReason::MemoryLimit => "memory limit";
    StopReason::Interrupted => "interrupted";
    StopReason::Divided => "divided";
} }

/// What a search may spend. The default is without limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many nodes to visit at most.
    pub nodes: Option<u64>,
    /// How many of the nodes that a search counts were visited by earlier runs of it; these do not
    /// count against the limit.
    pub earlier: Arc<AtomicU64>,
    /// How many bytes the tables of a search may take; those that are as large as the puzzle itself
    /// do not count. `None` leaves each engine to a default of its own.
    pub memory: Option<u64>,
    /// Set from outside (Ctrl-C) to stop the search.
    pub interrupt: Arc<AtomicBool>,
    /// Set from outside when the process has grown too large, whoever made it grow.
    pub exhausted: Arc<AtomicBool>,
    /// How often anybody looked whether to stop: tests bound the work between two looks by it.
    pub looks: Arc<AtomicU64>,
}

impl Budget {
    /// How many nodes an engine may visit between two calls of [`Budget::check`].
    pub const INTERVAL: u64 = 1024;

    /// Whether to stop now, after `nodes` nodes.
    pub fn check(&self, nodes: u64) -> Option<StopReason> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if self.exhausted.load(Ordering::Relaxed) {
            return Some(StopReason::MemoryLimit);
        }
        if self.nodes.is_some_and(|limit| self.own(nodes) >= limit) {
            return Some(StopReason::NodeLimit);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        None
    }

    /// Of so many nodes those of this run.
    fn own(&self, nodes: u64) -> u64 {
        nodes.saturating_sub(self.earlier.load(Ordering::Relaxed))
    }

    /// How many bytes a table may grow to, if it would stop at `default` left to itself. A table
    /// that must take more gives up with [`StopReason::MemoryLimit`], before it takes it.
    pub fn room(&self, default: u64) -> u64 {
        self.memory.unwrap_or(default)
    }

    /// Whether it is time for a look after so many nodes: now and then, and at every node if their
    /// number is limited.
    pub fn is_due(&self, nodes: u64) -> bool {
        self.nodes.is_some() || nodes.is_multiple_of(Self::INTERVAL)
    }

    /// Of so many nodes those that a limit on nodes allows, with those of earlier runs.
    pub fn allowed(&self, nodes: u64) -> u64 {
        let earlier = nodes - self.own(nodes);
        self.nodes.map_or(nodes, |limit| nodes.min(earlier.saturating_add(limit)))
    }

    /// How many nodes may be visited before the next check, after `nodes` nodes.
    pub fn slice(&self, nodes: u64) -> u64 {
        let left = self.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.own(nodes)));
        left.clamp(1, Self::INTERVAL)
    }
}

/// Looks at a budget after so many steps of a few nanoseconds each, such as bytes that are read.
#[derive(Clone, Debug)]
pub struct Pace<'a> {
    budget: &'a Budget,
    unseen: usize,
}

impl<'a> Pace<'a> {
    /// Steps between two looks: a millisecond or two.
    const LOOK: usize = 1 << 16;

    /// A pace that has not begun.
    pub fn new(budget: &'a Budget) -> Self {
        Pace { budget, unseen: 0 }
    }

    /// Takes steps; an error says why to stop.
    #[inline]
    pub fn take(&mut self, steps: usize) -> Result<(), StopReason> {
        self.unseen += steps;
        if self.unseen < Self::LOOK {
            return Ok(());
        }
        self.unseen = 0;
        self.budget.check(0).map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_limit_overrules_the_default_of_a_table() {
        let mut budget = Budget::default();
        assert_eq!(budget.room(100), 100);
        budget.memory = Some(1 << 40);
        assert_eq!(budget.room(100), 1 << 40);
    }

    #[test]
    fn nodes_of_earlier_runs_do_not_count() {
        let budget = Budget { nodes: Some(10), ..Budget::default() };
        assert_eq!((budget.check(9), budget.slice(9)), (None, 1));
        assert_eq!(budget.check(10), Some(StopReason::NodeLimit));
        budget.earlier.store(100, Ordering::Relaxed);
        assert_eq!((budget.check(109), budget.slice(103)), (None, 7));
        assert_eq!(budget.check(110), Some(StopReason::NodeLimit));
    }

    #[test]
    fn an_exhausted_budget_stops_with_its_reason_and_an_interrupt_comes_first() {
        let budget = Budget::default();
        assert_eq!(budget.check(7), None);
        budget.exhausted.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(7), Some(StopReason::MemoryLimit));
        budget.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(7), Some(StopReason::Interrupted));
    }
}
