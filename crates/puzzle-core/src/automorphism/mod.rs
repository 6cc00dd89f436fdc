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

/// Symmetries of a cover that were found.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    graph: CoverGraph,
    chain: Chain,
    complete: bool,
}

impl Automorphisms {
    /// About how many steps take a second.
    pub const STEPS_A_SECOND: u64 = 100_000_000;

    /// Looks for all symmetries of a puzzle, for at most so many steps (edges looked at).
    pub fn find(puzzle: &AbstractPuzzle, steps: u64) -> Self {
        Self::of(CoverGraph::new(puzzle, None), steps)
    }

    /// The same for those that leave an aspect in its place.
    pub fn find_fixing(puzzle: &AbstractPuzzle, aspect: AspectId, steps: u64) -> Self {
        Self::of(CoverGraph::new(puzzle, Some(aspect)), steps)
    }

    fn of(graph: CoverGraph, steps: u64) -> Self {
        let size = graph.graph.size() + graph.graph.len();
        let search::Search { base, found, complete } = match steps > size as u64 {
            true => search::search(&graph.graph, steps),
            false => search::Search { base: Vec::new(), found: Vec::new(), complete: false },
        };
        let degree = graph.graph.len();
        let chain = match complete {
            true => Chain::strong(degree, &base, &found),
            false => {
                let found: Vec<Permutation> = found.into_iter().map(|(_, g)| g).collect();
                Chain::generated(degree, &found)
            }
        };
        Automorphisms { graph, chain, complete }
    }

    /// Whether these are all. If not, they are a subgroup.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many there are.
    pub fn order(&self) -> BigUint {
        self.chain.order()
    }

    /// Symmetries that generate them.
    pub fn generators(&self) -> Vec<Symmetry> {
        self.chain.generators().iter().map(|images| self.graph.symmetry(images)).collect()
    }

    /// All of them, the identity first; `None` if there are over `most`.
    pub fn list(&self, most: usize) -> Option<Vec<Symmetry>> {
        let elements = self.chain.elements(most)?;
        Some(elements.iter().map(|images| self.graph.symmetry(images)).collect())
    }
}
