//! Partition: every embedding belongs to its least aspect (document 000 §4.5).
//!
//! Invariant (equations 27 and 28): E_a holds exactly the embeddings whose least aspect in the
//! order is `a`, so the parts are disjoint, their union is E, and while Solve_a runs every aspect
//! before `a` is covered; no embedding outside E_a could still be placed on `a`.

use puzzle_core::{AbstractPuzzle, AspectId, EmbeddingId, Order};

/// E_a: the embeddings whose least aspect is `aspect`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The aspect to be covered.
    pub aspect: AspectId,
    /// The embeddings that may cover it, ascending.
    pub members: Vec<EmbeddingId>,
}

/// The parts E_a in the order of their aspects (equations 30 and 32).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    /// One part for each aspect, empty ones included.
    pub parts: Vec<Part>,
    /// For each aspect its place in `parts`.
    pub ranks: Vec<u32>,
}

/// Distributes the embeddings over the aspects.
pub fn partition(puzzle: &AbstractPuzzle, order: &Order) -> Partition {
    let ranks = order.ranks();
    let part = |&aspect| Part { aspect, members: Vec::new() };
    let mut parts: Vec<Part> = order.sequence().iter().map(part).collect();
    for e in puzzle.embedding_ids() {
        let least = puzzle.embedding(e).iter().map(|a| ranks[a.index()]).min();
        parts[least.expect("no embedding is empty") as usize].members.push(e);
    }
    Partition { parts, ranks }
}
