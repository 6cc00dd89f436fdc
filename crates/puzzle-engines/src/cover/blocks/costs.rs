//! What embeddings cost, and what is left in the purses.

use puzzle_core::{AbstractPuzzle, EmbeddingId};

/// The most lists that are kept up.
pub(super) const LISTS: usize = 8;

/// An amount for each list; nothing for those that there are not.
pub(super) type Amounts = [u32; LISTS];

/// The price lists of a puzzle.
pub(super) struct Costs {
    pub lists: usize,
    /// By embedding.
    costs: Vec<Amounts>,
    full: Amounts,
}

impl Costs {
    /// The first lists of a puzzle.
    pub(super) fn of(puzzle: &AbstractPuzzle) -> Self {
        let usable = puzzle.prices().iter().filter(|list| u32::try_from(list.purse()).is_ok());
        let lists: Vec<_> = usable.take(LISTS).collect();
        let mut full = Amounts::default();
        for (full, list) in full.iter_mut().zip(&lists) {
            *full = list.purse() as u32;
        }
        let cost = |e: EmbeddingId| {
            let mut costs = Amounts::default();
            costs.iter_mut().zip(&lists).for_each(|(cost, list)| *cost = list.cost(puzzle, e));
            costs
        };
        let costs =
            if lists.is_empty() { Vec::new() } else { puzzle.embedding_ids().map(cost).collect() };
        Costs { lists: lists.len(), costs, full }
    }

    /// What an embedding costs.
    pub(super) fn cost(&self, e: u32) -> Amounts {
        self.costs.get(e as usize).copied().unwrap_or_default()
    }

    /// What is left when these are chosen; `None` if that cannot be paid.
    pub(super) fn left(&self, chosen: &[EmbeddingId]) -> Option<Amounts> {
        chosen.iter().try_fold(self.full, |left, e| spend(&left, &self.cost(e.0)))
    }
}

/// What is left when so much is spent, if it can be.
#[inline(always)]
pub(super) fn spend(left: &Amounts, costs: &Amounts) -> Option<Amounts> {
    let mut after = Amounts::default();
    let mut short = false;
    for list in 0..LISTS {
        short |= left[list] < costs[list];
        after[list] = left[list].wrapping_sub(costs[list]);
    }
    if short { None } else { Some(after) }
}
