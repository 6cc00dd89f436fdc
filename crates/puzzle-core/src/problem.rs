//! The abstract forms to which families lower their puzzles.

use crate::{AbstractPuzzle, CoverError, EmbeddingId, Order, Symmetries};

/// One of a few abstract forms. Engines are chosen by form; families know how to reach it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// Choose embeddings so that every aspect gets what it demands.
    Cover(Cover),
}

/// An abstract puzzle and what is known of its symmetries.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Aspects and embeddings.
    pub puzzle: AbstractPuzzle,
    /// Permutations of them that carry solutions to solutions.
    pub symmetries: Symmetries,
    /// Orders of the aspects that the family proposes by name, such as short side first.
    pub orders: Vec<Order>,
}

impl Cover {
    /// A puzzle of which no symmetry is known.
    pub fn plain(puzzle: AbstractPuzzle) -> Self {
        let symmetries = Symmetries::trivial(&puzzle);
        Cover { puzzle, symmetries, orders: Vec::new() }
    }

    /// Only some of the embeddings, and of the symmetries those that carry them to each other.
    pub fn keep(&self, keep: impl Fn(EmbeddingId) -> bool) -> Result<Self, CoverError> {
        let puzzle = self.puzzle.keep(&keep)?;
        let symmetries = self.symmetries.keep(self.puzzle.embedding_count(), &keep);
        Ok(Cover { puzzle, symmetries, orders: self.orders.clone() })
    }
}
