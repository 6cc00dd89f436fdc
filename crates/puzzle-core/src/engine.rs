//! The contract between those who ask and those who answer.

use std::fmt;

use crate::{AbstractPuzzle, BigUint, Budget, Order, Problem, Progress, Sink, StopReason, Subtree};

/// What is asked about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// One solution, whichever comes first.
    First,
    /// Every solution, each handed to the sink once.
    Enumerate,
    /// How many solutions there are; the sink may be left alone.
    Count,
}

/// A question about a problem.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// About what.
    pub problem: &'a Problem,
    /// What is asked.
    pub question: Question,
    /// The order in which to cover aspects, if the asker insists on one.
    pub order: Option<&'a Order>,
}

/// What a run may spend and where it tells how far it is.
#[derive(Debug, Default)]
pub struct Control {
    /// Limits.
    pub budget: Budget,
    /// Counters for a watcher.
    pub progress: Progress,
}

/// An engine's refusal, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declined(pub String);

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Declined {}

/// What an engine found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many solutions were found (all of them unless `stopped`).
    pub solutions: BigUint,
    /// Partial solutions examined, the empty one included: calls of Solve in document 000 §3.
    pub nodes: u64,
    /// Why the search did not come to its end; `None` means it did.
    pub stopped: Option<StopReason>,
}

impl Report {
    /// Whether every solution was found.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Answers questions about problems of some form.
pub trait Engine: Sync {
    /// The name users select it by.
    fn name(&self) -> &'static str;

    /// One line on how it works.
    fn about(&self) -> &'static str;

    /// The order in which it covers aspects when the asker does not insist on one.
    fn own_order(&self) -> &'static str;

    /// Whether it takes the task, and if not, why.
    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined>;

    /// Carries out a task it accepts. For [`Question::First`] and [`Question::Enumerate`] each
    /// solution goes to `sink` once.
    fn run(
        &self,
        task: &Task<'_>,
        sink: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined>;

    /// About how many nodes it visits in this puzzle, if it has a quick way of its own to tell: the
    /// parts of a divided search are weighed by that.
    fn weigh(&self, _puzzle: &AbstractPuzzle) -> Option<f64> {
        None
    }

    /// Somebody who searches one subtree of this puzzle after the other, if the engine has a better
    /// way than to take each as a puzzle of its own.
    fn searcher(&self, _puzzle: &AbstractPuzzle) -> Option<Box<dyn Searcher>> {
        None
    }
}

/// Searches subtrees of one puzzle. What is done for a subtree depends on nothing but the subtree,
/// however many were searched before.
pub trait Searcher {
    /// Hands every solution that extends the subtree's choice to `sink`, that choice included.
    fn search(
        &mut self,
        subtree: &Subtree,
        sink: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined>;
}
