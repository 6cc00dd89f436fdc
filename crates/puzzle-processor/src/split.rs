//! Start states for many machines (document 000 §5 and §7): the search tree of a program is cut into
//! subtrees, each a state from which a run finds exactly the solutions of its subtree.
//!
//! The state of a subtree is what a CALL would have left: q without the embeddings placed on the way, pc
//! at the next procedure, an empty stack. So the run ends where the CALL would have returned. What was
//! placed on the way is kept beside it, or solutions could not be told whole.
//!
//! The heaviest subtree is divided until there are enough. Its weight is Knuth's estimate (1975): a
//! walk down takes a child at random and multiplies by how many there were; the mean over a few walks
//! is the expected number of nodes.
//!
//! Invariant: every solution of the program lies in exactly one part, and parts stand in the order in
//! which one run would come to them.

use std::collections::BinaryHeap;

use puzzle_core::{AbstractPuzzle, AspectId, EmbeddingId, Random, fingerprint_of_numbers};

use crate::compile::Compiled;
use crate::machine::{Part, Saved, State};

/// The most parts that can be asked for.
pub const MOST: usize = 1 << 16;
/// Walks per subtree.
const WALKS: u32 = 32;

/// A subtree: where it goes on, and how it was come to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Subtree {
    weight: u64,
    /// The index of the procedure; one past the last is a solution.
    procedure: usize,
    placed: Vec<EmbeddingId>,
    /// By level, the address of the CALL; the highest number where an embedding was passed over.
    path: Vec<u32>,
}

/// The heaviest first; of equals the first in the order of the search.
impl Ord for Subtree {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.weight.cmp(&other.weight).then_with(|| other.path.cmp(&self.path))
    }
}

impl PartialOrd for Subtree {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Cuts a compiled puzzle into `count` parts or a few more; fewer if the tree has no more.
pub fn split(puzzle: &AbstractPuzzle, compiled: &Compiled, count: usize) -> Vec<Saved> {
    let mut calls = vec![u32::MAX; puzzle.embedding_count()];
    compiled.calls.iter().for_each(|&(address, e)| calls[e.index()] = address);
    let tree = Tree { puzzle, compiled, calls };
    let whole = Subtree { weight: 0, procedure: 0, placed: Vec::new(), path: Vec::new() };
    let mut open = BinaryHeap::from([whole.clone()]);
    let mut solutions = Vec::new();
    while open.len() + solutions.len() < count.min(MOST) {
        let Some(heaviest) = open.pop() else { break };
        if heaviest.procedure == compiled.bodies.len() {
            solutions.push(heaviest);
        } else {
            open.extend(tree.children(&heaviest).into_iter().map(|child| tree.weighed(child)));
        }
    }
    let mut parts = open.into_vec();
    parts.append(&mut solutions);
    if parts.is_empty() {
        // No subtree has a solution; the whole is one part that finds so.
        parts.push(whole);
    }
    parts.sort_by(|a, b| a.path.cmp(&b.path));
    tree.saved(&parts)
}

struct Tree<'a> {
    puzzle: &'a AbstractPuzzle,
    compiled: &'a Compiled,
    /// By embedding, the address of the CALL that places it.
    calls: Vec<u32>,
}

impl Tree<'_> {
    /// How often each aspect may still be covered.
    fn free(&self, placed: &[EmbeddingId]) -> State {
        let mut state = State::initial(&self.compiled.program);
        for &e in placed {
            self.puzzle.embedding(e).iter().for_each(|a| state.q[a.index()] -= 1);
        }
        state
    }

    /// Where control goes from a procedure when one aspect after the other is covered already.
    fn settle(&self, mut procedure: usize, q: &[u32]) -> usize {
        let bodies = &self.compiled.bodies;
        while let Some(body) = bodies.get(procedure).filter(|b| q[b.head.aspect.index()] == 0) {
            procedure = body.head.otherwise;
        }
        procedure
    }

    /// The choices of a subtree: an embedding placed, or, in a bag, one passed over.
    fn choices(&self, procedure: usize, q: &[u32]) -> Vec<(Option<EmbeddingId>, usize)> {
        let Some(body) = self.compiled.bodies.get(procedure) else { return Vec::new() };
        let fits = |e: EmbeddingId| self.puzzle.embedding(e).iter().all(|a| q[a.index()] > 0);
        let placements = body.head.placements.iter().filter(|p| fits(p.embedding));
        let mut choices: Vec<_> = placements.map(|p| (Some(p.embedding), p.next)).collect();
        if body.head.falls_through {
            choices.push((None, procedure + 1));
        }
        choices
    }

    fn children(&self, subtree: &Subtree) -> Vec<Subtree> {
        let q = self.free(&subtree.placed).q;
        let choices = self.choices(self.settle(subtree.procedure, &q), &q);
        let child = |(e, procedure): (Option<EmbeddingId>, usize)| {
            let mut child = subtree.clone();
            child.placed.extend(e);
            child.path.push(e.map_or(u32::MAX, |e| self.calls[e.index()]));
            child.procedure = self.settle(procedure, &self.free(&child.placed).q);
            child
        };
        choices.into_iter().map(child).collect()
    }

    /// The subtree with its expected number of nodes.
    fn weighed(&self, subtree: Subtree) -> Subtree {
        let mut random = Random::new(fingerprint_of_numbers(subtree.path.iter().copied()));
        let start = self.free(&subtree.placed).q;
        let mut total = 0.0;
        for _ in 0..WALKS {
            let (mut q, mut procedure, mut nodes) = (start.clone(), subtree.procedure, 1.0);
            loop {
                procedure = self.settle(procedure, &q);
                let choices = self.choices(procedure, &q);
                if choices.is_empty() {
                    break;
                }
                nodes *= choices.len() as f64;
                total += nodes;
                let (embedding, next) = choices[random.index(choices.len())];
                let aspects: &[AspectId] = embedding.map_or(&[], |e| self.puzzle.embedding(e));
                aspects.iter().for_each(|a| q[a.index()] -= 1);
                procedure = next;
            }
        }
        Subtree { weight: 1 + (total / f64::from(WALKS)) as u64, ..subtree }
    }

    fn saved(&self, parts: &[Subtree]) -> Vec<Saved> {
        let program = &self.compiled.program;
        let own = program.fingerprint();
        let paths = parts.iter().flat_map(|p| p.path.iter().copied().chain([u32::MAX]));
        let split =
            fingerprint_of_numbers([own as u32, (own >> 32) as u32].into_iter().chain(paths));
        let saved = |(part, number): (&Subtree, u32)| {
            let mut state = self.free(&part.placed);
            state.pc = program.procedures()[part.procedure].start;
            let placed = part.placed.iter().map(|&e| self.puzzle.number(e)).collect();
            let (of, weight) = (parts.len() as u32, part.weight);
            Saved { state, part: Some(Part { split, number, of, weight, placed }) }
        };
        parts.iter().zip(1..).map(saved).collect()
    }
}
