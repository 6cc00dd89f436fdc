//! What it means to work on a part, and what comes of it.

use std::ops::ControlFlow;

use puzzle_core::{BigUint, Control, Declined, EmbeddingId, FinishedPart, StopReason, Subtree};

use super::found::Found;

/// Receives a solution.
pub(super) type Each<'a> = dyn FnMut(&[EmbeddingId]) -> ControlFlow<()> + 'a;

/// What is done with parts.
pub(super) trait Work: Sync {
    /// Somebody who works on one part after the other, in a thread of its own.
    fn worker(&self) -> Box<dyn Worker + '_>;
}

/// Works on parts.
pub(super) trait Worker {
    /// Works on a part within the limits of `control`.
    fn work(&mut self, part: &Subtree, control: &Control) -> Result<Ending, Declined>;
}

/// How the work on a part ended.
pub(super) enum Ending {
    Finished(Part),
    /// It is too large, as what was searched of it shows: others take its place.
    Split(Vec<Subtree>, Part),
    /// A limit came first. What was found by then is no part of any saved run.
    Stopped(Part),
    /// It does not fit into memory.
    Exhausted,
}

/// A finished part.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) nodes: u64,
    pub(super) sums: [BigUint; 3],
    pub(super) found: Found,
    /// Which part it is, if the run keeps what each came to.
    pub(super) of: Option<Subtree>,
}

/// Sums so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sums {
    /// Solutions, or what was made of them.
    pub first: BigUint,
    /// A second sum.
    pub second: BigUint,
    /// A third.
    pub third: BigUint,
    /// Nodes of the parts that were handed over.
    pub nodes: u64,
    /// Those parts, if the run keeps them.
    pub parts: Vec<FinishedPart>,
}

impl Sums {
    pub(super) fn add(&mut self, part: &Part) {
        self.nodes += part.nodes;
        let [first, second, third] = &part.sums;
        self.first += first;
        self.second += second;
        self.third += third;
        self.parts.extend(part.of.iter().map(|of| FinishedPart {
            subtree: of.clone(),
            solutions: first.clone(),
            nodes: part.nodes,
        }));
    }
}

/// The end of a divided run.
#[derive(Clone, Debug)]
pub struct Divided {
    /// What was handed over.
    pub sums: Sums,
    /// What was found beside that when a limit came, in parts that will be done again. It belongs to
    /// the answer, but not to what is saved.
    pub ahead: Sums,
    /// Why it ended early.
    pub stopped: Option<StopReason>,
    /// What is left then.
    pub rest: Vec<Subtree>,
}
