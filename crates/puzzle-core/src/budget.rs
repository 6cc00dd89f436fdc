//! Limits on a search, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Satisfied => "enough solutions",
            StopReason::TimeLimit => "time limit",
            StopReason::NodeLimit => "node limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::Interrupted => "interrupted",
        })
    }
}

/// What a search may spend. The default is without limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many nodes to visit at most.
    pub nodes: Option<u64>,
    /// How many bytes of memory the tables of a search may take.
    pub memory: Option<u64>,
    /// Set from outside (Ctrl-C) to stop the search.
    pub interrupt: Arc<AtomicBool>,
}

impl Budget {
    /// How many nodes an engine may visit between two calls of [`Budget::check`].
    pub const INTERVAL: u64 = 1024;

    /// Whether to stop now, after `nodes` nodes.
    pub fn check(&self, nodes: u64) -> Option<StopReason> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if self.nodes.is_some_and(|limit| nodes >= limit) {
            return Some(StopReason::NodeLimit);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        None
    }

    /// How many nodes may be visited before the next check, after `nodes` nodes.
    pub fn slice(&self, nodes: u64) -> u64 {
        let left = self.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        left.clamp(1, Self::INTERVAL)
    }
}
