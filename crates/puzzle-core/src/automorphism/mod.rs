//! The symmetries of any cover, found from nothing but its aspects and embeddings.
//!
//! A symmetry of a cover permutes aspects and embeddings so that whatever touches is touched, with
//! demands, agreement in colour and costs as they were: it carries solutions to solutions of the same
//! cost. Such permutations are the automorphisms of a graph (`graph`). `search` finds generators by
//! refining partitions (`partition`) and verifies each; `chain` knows how many elements they generate
//! and lists them if they are few. `formula` does the same for the literals of a formula.
//!
//! The work is bounded: if the steps do not suffice, what was found is a subgroup. Whatever is
//! concluded from a subgroup about the number of solutions is right; only *up to symmetry* needs all.

mod chain;
mod formula;
mod graph;
mod partition;
mod search;

use crate::{AbstractPuzzle, AspectId, BigUint, Permutation, Symmetry};
use chain::Chain;
use graph::CoverGraph;
use search::Search;

/// Symmetries of a cover that were found.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    /// `None` if there were too few steps to make it.
    graph: Option<CoverGraph>,
    aspects: usize,
    embeddings: usize,
    chain: Chain,
    complete: bool,
    steps: u64,
}

impl Automorphisms {
    /// About how many steps take a second.
    pub const STEPS_A_SECOND: u64 = 100_000_000;

    /// What making the graph costs: so many steps for each aspect that an embedding touches.
    const MAKING: u64 = 5;

    /// Looks for all symmetries of a puzzle, for at most so many steps (edges looked at).
    pub fn find(puzzle: &AbstractPuzzle, steps: u64) -> Self {
        Self::of(puzzle, None, steps)
    }

    /// The same for those that leave an aspect in its place.
    pub fn find_fixing(puzzle: &AbstractPuzzle, aspect: AspectId, steps: u64) -> Self {
        Self::of(puzzle, Some(aspect), steps)
    }

    fn of(puzzle: &AbstractPuzzle, singled: Option<AspectId>, steps: u64) -> Self {
        let (aspects, embeddings) = (puzzle.aspects().len(), puzzle.embedding_count());
        let making = Self::MAKING * (puzzle.total_size() + aspects + embeddings) as u64;
        let left = steps.saturating_sub(making);
        if left == 0 {
            let chain = Chain::strong(0, &[], &[]);
            return Automorphisms {
                graph: None,
                aspects,
                embeddings,
                chain,
                complete: false,
                steps: 0,
            };
        }
        let graph = CoverGraph::new(puzzle, singled);
        let Search { base, found, complete, spent } = search::search(&graph.graph, left);
        let chain = Chain::strong(graph.graph.len(), &base, &found);
        let steps = making + spent;
        Automorphisms { graph: Some(graph), aspects, embeddings, chain, complete, steps }
    }

    /// Whether these are all. If not, they are a subgroup.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many steps it took.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many there are.
    pub fn order(&self) -> BigUint {
        self.chain.order()
    }

    /// Symmetries that generate them.
    pub fn generators(&self) -> Vec<Symmetry> {
        self.chain.generators().iter().map(|images| self.symmetry(images)).collect()
    }

    /// All of them, the identity first; `None` if there are over `most`.
    pub fn list(&self, most: usize) -> Option<Vec<Symmetry>> {
        let elements = self.chain.elements(most)?;
        Some(elements.iter().map(|images| self.symmetry(images)).collect())
    }

    fn symmetry(&self, images: &Permutation) -> Symmetry {
        match &self.graph {
            Some(graph) => graph.symmetry(images),
            None => Symmetry {
                aspects: Permutation::identity(self.aspects),
                embeddings: Permutation::identity(self.embeddings),
                proper: true,
            },
        }
    }
}
