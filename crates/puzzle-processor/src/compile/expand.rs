//! Expansion: the guard `e ⊆ q` becomes one test per aspect (document 000 §4.8).
//!
//! Invariant: a [`Node`] leaves q as it found it, and its calls run with exactly the aspects of
//! the guards around them covered.
//!
//! The order of the tests of one embedding is free. The best guess is *likely covered first*, by
//! how many embeddings of earlier parts touch the aspect, so that a test that fails comes soon; it
//! is also what reproduces Appendix C where the sharing of guards leaves a choice.

use puzzle_core::{AspectId, EmbeddingId};

use super::unroll::Placement;

/// A piece of a procedure's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// If the aspect is free: cover it, run the body, make it free.
    Guard {
        /// The aspect to test.
        aspect: AspectId,
        /// What to do while it is covered.
        body: Vec<Node>,
    },
    /// The embedding is placed; solve the rest.
    Call(Placement),
}

impl Node {
    /// A chain of guards around a call.
    pub fn chain(aspects: &[AspectId], placement: Placement) -> Node {
        let wrap = |inner, &aspect| Node::Guard { aspect, body: vec![inner] };
        aspects.iter().rev().fold(Node::Call(placement), wrap)
    }

    /// The least embedding placed inside; decides the order of neighbours.
    pub fn first_embedding(&self) -> EmbeddingId {
        match self {
            Node::Call(placement) => placement.embedding,
            Node::Guard { body, .. } => {
                body.iter().map(Node::first_embedding).min().unwrap_or(EmbeddingId(u32::MAX))
            }
        }
    }

    /// How many instructions it takes.
    pub fn size(&self) -> usize {
        match self {
            Node::Call(_) => 1,
            Node::Guard { body, .. } => 2 + body.iter().map(Node::size).sum::<usize>(),
        }
    }
}

/// How tests are put in order: likely covered first, then by the order of the aspects.
#[derive(Clone, Debug)]
pub struct Pressure {
    /// For each aspect, how many embeddings of earlier parts touch it.
    touched: Vec<u32>,
    ranks: Vec<u32>,
}

impl Pressure {
    /// Before the first part.
    pub fn new(ranks: &[u32]) -> Self {
        Pressure { touched: vec![0; ranks.len()], ranks: ranks.to_vec() }
    }

    /// Counts an embedding of a part that is done.
    pub fn add(&mut self, aspects: &[AspectId]) {
        aspects.iter().for_each(|a| self.touched[a.index()] += 1);
    }

    /// Sorts before the key of any aspect that should be tested later.
    pub fn key(&self, a: AspectId) -> (std::cmp::Reverse<u32>, u32) {
        (std::cmp::Reverse(self.touched[a.index()]), self.ranks[a.index()])
    }

    /// How often earlier embeddings touch the aspect.
    pub fn touched(&self, a: AspectId) -> u32 {
        self.touched[a.index()]
    }
}

/// An embedding of a part with the aspects still to be tested.
#[derive(Clone, Debug)]
pub struct Item {
    /// The aspects besides those already tested.
    pub aspects: Vec<AspectId>,
    /// What to do when all of them are free.
    pub placement: Placement,
}
