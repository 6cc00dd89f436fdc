//! How many nodes lie below each child of a node of the least-fit-first tree, by random sweeps over
//! the tables of the puzzle: for the parts of a divided search, for the choice of an engine and for
//! the progress of `cells`. (`bitsets` sweeps over the tables it has at hand.)

mod sweep;

use puzzle_core::{AbstractPuzzle, Budget, EmbeddingId, Subtree};

use super::tables::{Reached, Stage, WholeTable, bytes_of_states};

pub(crate) use sweep::Passed;
pub(super) use sweep::{Weighed, probe};

/// A puzzle whose subtrees are weighed.
pub(crate) struct Sweeps {
    whole: WholeTable,
    /// Sweeps end when it does.
    budget: Budget,
}

impl Sweeps {
    /// `None` if the puzzle has no tables: it has other demands, or its states would not fit.
    pub(crate) fn of(puzzle: &AbstractPuzzle, budget: &Budget) -> Option<Self> {
        let accepted = puzzle.is_simple() && bytes_of_states(puzzle).is_ok();
        let sweeps = || Sweeps { whole: WholeTable::new(puzzle, budget), budget: budget.clone() };
        accepted.then(sweeps)
    }

    /// The nodes of the whole search, as sweeps with so many abreast estimate them.
    pub(crate) fn nodes(&mut self, abreast: usize) -> f64 {
        if self.whole.reach(&Subtree::default()) != Reached::Open {
            return 1.0;
        }
        let children = self.whole.choices();
        let Stage { table, extract, .. } = &mut self.whole.stage;
        let (instance, state) = (&self.whole.instance, &extract.state);
        let of = Weighed { instance, state, chosen: &[], children: &children };
        let weights = sweep::weigh(table, &mut self.whole.origin, &of, abreast, &self.budget);
        1.0 + weights.iter().sum::<f64>()
    }

    /// The nodes that one sweep with so many abreast passes, by depth.
    pub(crate) fn pass(&mut self, abreast: usize) -> Vec<Vec<Passed>> {
        if self.whole.reach(&Subtree::default()) != Reached::Open {
            return Vec::new();
        }
        let children = self.whole.choices();
        let Stage { table, extract, .. } = &mut self.whole.stage;
        let (instance, state) = (&self.whole.instance, &extract.state);
        let of = Weighed { instance, state, chosen: &[], children: &children };
        sweep::pass(table, &mut self.whole.origin, &of, abreast, &self.budget)
    }

    /// The children of a subtree, and the estimated nodes below each, itself included. So many are
    /// expected in all, if anything is known.
    pub(crate) fn children(
        &mut self,
        subtree: &Subtree,
        expected: Option<f64>,
    ) -> Vec<(EmbeddingId, f64)> {
        if self.whole.reach(subtree) != Reached::Open {
            return Vec::new();
        }
        let children = self.whole.choices();
        let weights = self.weigh_here(&subtree.chosen, &children, expected);
        children.into_iter().map(EmbeddingId).zip(weights).collect()
    }

    /// The same where these are chosen next.
    pub(crate) fn weigh(
        &mut self,
        chosen: Vec<EmbeddingId>,
        children: &[u32],
        expected: Option<f64>,
    ) -> Vec<f64> {
        let subtree = Subtree { chosen, ..Subtree::default() };
        match self.whole.reach(&subtree) {
            Reached::Open => self.weigh_here(&subtree.chosen, children, expected),
            Reached::Dead | Reached::Solved => vec![1.0; children.len()],
        }
    }

    fn weigh_here(
        &mut self,
        chosen: &[EmbeddingId],
        children: &[u32],
        expected: Option<f64>,
    ) -> Vec<f64> {
        let Stage { table, extract, .. } = &mut self.whole.stage;
        let of =
            Weighed { instance: &self.whole.instance, state: &extract.state, chosen, children };
        probe(table, &mut self.whole.origin, &of, expected, &self.budget)
    }
}

/// The nodes of a least-fit-first search, as sweeps with so many abreast estimate them; `None` if
/// the puzzle has no tables.
pub(crate) fn nodes(puzzle: &AbstractPuzzle, abreast: usize, budget: &Budget) -> Option<f64> {
    Sweeps::of(puzzle, budget).map(|mut sweeps| sweeps.nodes(abreast))
}
