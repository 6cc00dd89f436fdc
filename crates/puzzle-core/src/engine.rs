//! The contract between those who ask and those who answer.
//!
//! An [`Engine`] takes questions about problems of one form. All engines of all forms stand in one
//! registry and look alike from outside: they say what they take and why they decline, obey a
//! budget, hand solutions to a sink and return an [`Answer`]. What engines of one form share beyond
//! that, such as subtrees of a cover, is that form's own contract ([`CoverEngine`]).

use std::fmt;

use crate::{
    Answer, Ask, Budget, CoverEngine, Failure, Form, Problem, Progress, Run, Sink, StopReason,
};

/// A question about a problem.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// About what.
    pub problem: &'a Problem,
    /// What is asked.
    pub ask: &'a Ask,
}

/// What a run may spend and where it tells how far it is.
#[derive(Debug, Default)]
pub struct Control {
    /// Limits.
    pub budget: Budget,
    /// Counters for a watcher.
    pub progress: Progress,
}

impl Control {
    /// Tells a watcher how far the run is; an error says why it must stop.
    pub fn look(&self, nodes: u64, solutions: u64) -> Result<(), StopReason> {
        self.progress.publish(nodes, solutions);
        self.budget.check(nodes).map_or(Ok(()), Err)
    }
}

/// An engine's refusal, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declined(pub String);

impl Declined {
    /// A refusal for this reason unless a condition is met.
    pub fn unless<R: Into<String>>(met: bool, reason: impl FnOnce() -> R) -> Result<(), Declined> {
        if met { Ok(()) } else { Err(Declined(reason().into())) }
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Declined {}

/// How a question ends: with an answer, or with the reason why there is none.
pub type Answered = Result<Answer, Failure>;

/// How an engine goes about it. A second opinion comes from an engine of another kind, so that both
/// are unlikely to be wrong in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The definition, slow and obvious.
    Definition,
    /// Chooses what to settle next as it goes.
    Dynamic,
    /// Follows a fixed order.
    Fixed,
    /// Adds up without visiting any solution.
    Counting,
    /// Learns from conflicts: a SAT solver.
    Learning,
    /// Looks for one solution; never proves that there is none, or never counts.
    Single,
}

/// Who an engine is.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name users select it by; engines of different forms may share one.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    /// The form of its problems.
    pub form: Form,
    /// How it goes about it.
    pub kind: Kind,
    /// The name of the order in which it goes when the asker does not insist on one.
    pub order: &'static str,
}

/// Answers questions about problems of one form.
pub trait Engine: Sync {
    /// Who it is.
    fn card(&self) -> Card;

    /// The name users select it by.
    fn name(&self) -> &'static str {
        self.card().name
    }

    /// One line on how it works.
    fn about(&self) -> &'static str {
        self.card().about
    }

    /// How it goes about it.
    fn kind(&self) -> Kind {
        self.card().kind
    }

    /// The name of the order in which it goes when the asker does not insist on one.
    fn own_order(&self) -> &'static str {
        self.card().order
    }

    /// The form of its problems.
    fn form(&self) -> Form {
        self.card().form
    }

    /// Whether it takes the task, and if not, why.
    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined>;

    /// Whether its run about this task can be saved and resumed, and if not, why. It is asked before
    /// the run begins, so that nobody learns of it after an hour.
    fn saves(&self, _: &Task<'_>) -> Result<(), Declined> {
        Err(Declined(format!("a run of the engine {} is not saved", self.name())))
    }

    /// Whether the work on this task divides into parts that several machines can share, and if not, why.
    /// Only what is saved divides.
    fn divides(&self, _: &Task<'_>) -> Result<(), Declined> {
        Err(Declined(format!("the engine {} works on the whole", self.name())))
    }

    /// Carries out a task it accepts. Each solution goes to `sink` once. The names of the engine and
    /// of its order are filled in by whoever asks, if they are left empty.
    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered;

    /// What it can do beyond that, if it searches covers.
    fn cover(&self) -> Option<&'static dyn CoverEngine> {
        None
    }
}

impl fmt::Debug for dyn Engine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Somebody who answers questions about problems: for families that must know whether what they make
/// has one solution, without knowing any engine.
pub trait Solve {
    /// Answers a question.
    fn solve(&self, problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered;
}
