//! Answers, and why there may be none.

use std::fmt;

use puzzle_core::{BigUint, Declined, StopReason};

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How many solutions: all of them if `stopped` is `None`, else those found so far.
    pub solutions: BigUint,
    /// How many up to symmetry, if that was asked and the search was complete.
    pub classes: Option<BigUint>,
    /// Partial solutions examined.
    pub nodes: u64,
    /// Why the search was not completed.
    pub stopped: Option<StopReason>,
    /// The engine's name.
    pub engine: String,
    /// The order's name.
    pub order: String,
    /// Whether the answer is about a restricted puzzle.
    pub restricted: bool,
    /// How the choice was made, a line a step; for `--explain`.
    pub reasons: Vec<String>,
}

/// Why a question could not be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The options make no sense for this puzzle.
    Usage(String),
    /// The engine does not take the question.
    Declined(String),
    /// A limit or an interrupt came before the answer.
    Stopped(StopReason),
    /// Two engines disagree: one of them is wrong, and this program with it.
    Disagreement(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message)
            | Failure::Declined(message)
            | Failure::Disagreement(message) => f.write_str(message),
            Failure::Stopped(reason) => write!(f, "stopped: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Declined> for Failure {
    fn from(declined: Declined) -> Self {
        Failure::Declined(declined.0)
    }
}
