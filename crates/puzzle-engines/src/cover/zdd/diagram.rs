//! The diagram: counting, listing, drawing at random.
//!
//! Invariants: node i stands at `nodes[i - 2]`; 0 is "no solution" and 1 is "a solution"; both
//! branches of a node have smaller numbers; `hi` is never 0.

use std::ops::ControlFlow;

use puzzle_core::{BigUint, EmbeddingId, Random};

use crate::amount::Amount;

/// No solution.
pub(super) const NONE: u32 = 0;
/// A solution, finished.
pub(super) const DONE: u32 = 1;

/// Take the embedding and go on at `hi`, or do not and go on at `lo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub embedding: EmbeddingId,
    pub lo: u32,
    pub hi: u32,
}

/// A set of solutions as paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pub(super) nodes: Vec<Node>,
    pub(super) root: u32,
}

impl Diagram {
    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no node: no solution, or only the empty one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many solutions there are.
    pub fn count(&self) -> BigUint {
        Sampler::new(self).total()
    }

    /// Follows every path: calls `step` with `None` at each node and with each solution at its end,
    /// until it breaks.
    pub fn walk(&self, step: &mut dyn FnMut(Option<&[EmbeddingId]>) -> ControlFlow<()>) {
        let mut chosen = Vec::new();
        let mut left = vec![(self.root, 0)];
        while let Some((at, length)) = left.pop() {
            chosen.truncate(length);
            let flow = match at {
                NONE => ControlFlow::Continue(()),
                DONE => step(Some(&chosen)),
                _ => {
                    let node = self.nodes[at as usize - 2];
                    left.push((node.lo, length));
                    left.push((node.hi, length + 1));
                    chosen.push(node.embedding);
                    step(None)
                }
            };
            if flow.is_break() {
                return;
            }
        }
    }
}

/// How many solutions lie below each node.
#[derive(Debug)]
enum Weights {
    Short(Vec<u128>),
    Long(Vec<BigUint>),
}

/// Draws solutions, each with the same probability.
#[derive(Debug)]
pub struct Sampler<'a> {
    diagram: &'a Diagram,
    weights: Weights,
}

impl<'a> Sampler<'a> {
    /// Weighs the nodes.
    pub fn new(diagram: &'a Diagram) -> Self {
        let long = || weights(diagram).expect("big integers hold any number");
        let weights = weights(diagram).map_or_else(|| Weights::Long(long()), Weights::Short);
        Sampler { diagram, weights }
    }

    /// How many solutions there are.
    pub fn total(&self) -> BigUint {
        self.below(self.diagram.root)
    }

    fn below(&self, node: u32) -> BigUint {
        match &self.weights {
            Weights::Short(weights) => weights[node as usize].into(),
            Weights::Long(weights) => weights[node as usize].clone(),
        }
    }

    /// One of the solutions; `None` if there are none. Draws are independent of each other, so the
    /// same solution may come again.
    pub fn draw(&self, random: &mut Random) -> Option<Vec<EmbeddingId>> {
        let total = self.total();
        if total == BigUint::ZERO {
            return None;
        }
        // The number of the solution among those below the node.
        let mut number = random.below_big(&total);
        let mut chosen = Vec::new();
        let mut at = self.diagram.root;
        while at != DONE {
            let node = self.diagram.nodes[at as usize - 2];
            let taken = self.below(node.hi);
            if number < taken {
                chosen.push(node.embedding);
                at = node.hi;
            } else {
                number -= taken;
                at = node.lo;
            }
        }
        Some(chosen)
    }
}

/// The weights, if the numbers hold them.
fn weights<A: Amount>(diagram: &Diagram) -> Option<Vec<A>> {
    let mut weights = Vec::with_capacity(diagram.nodes.len() + 2);
    weights.extend([A::from(0), A::from(1)]);
    for node in &diagram.nodes {
        let mut sum = weights[node.lo as usize].clone();
        A::add(&mut sum, &weights[node.hi as usize])?;
        weights.push(sum);
    }
    Some(weights)
}
