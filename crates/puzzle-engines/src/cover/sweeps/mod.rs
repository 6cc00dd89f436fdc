//! How many nodes lie below each child of a node of the least-fit-first tree, by random sweeps over
//! the tables of the puzzle: for the parts of a divided search, for the choice of an engine and for
//! the progress of `cells`. (`bitsets` sweeps over the tables it has at hand.)

mod sweep;

use puzzle_core::{AbstractPuzzle, Budget, EmbeddingId, Subtree};

use super::tables::{Origin, Reached, Stage, Table, WholeTable, bytes_of_states};

pub(crate) use sweep::Passed;
pub(super) use sweep::{Weighed, probe};

/// A puzzle whose subtrees are weighed.
pub(crate) struct Sweeps {
    whole: WholeTable,
    /// Sweeps end when it does.
    budget: Budget,
}

impl Sweeps {
    /// `None` if the puzzle has no tables: its states would not fit.
    pub(crate) fn of(puzzle: &AbstractPuzzle, budget: &Budget) -> Option<Self> {
        let sweeps = |_| Sweeps { whole: WholeTable::new(puzzle, budget), budget: budget.clone() };
        bytes_of_states(puzzle).ok().map(sweeps)
    }

    /// The nodes of the whole search, as sweeps with so many abreast estimate them.
    pub(crate) fn nodes(&mut self, abreast: usize) -> f64 {
        if self.whole.reach(&Subtree::default()) != Reached::Open {
            return 1.0;
        }
        let weigh = |of: Here<'_>| sweep::weigh(of.0, of.1, &of.2, abreast, of.3);
        1.0 + self.here(&[], None, weigh).1.iter().sum::<f64>()
    }

    /// The nodes that one sweep with so many abreast passes, by depth.
    pub(crate) fn pass(&mut self, abreast: usize) -> Vec<Vec<Passed>> {
        if self.whole.reach(&Subtree::default()) != Reached::Open {
            return Vec::new();
        }
        self.here(&[], None, |of| sweep::pass(of.0, of.1, &of.2, abreast, of.3)).1
    }

    /// The children of a subtree, and the estimated nodes below each, itself included. So many are
    /// expected in all, if anything is known.
    pub(crate) fn children(&mut self, subtree: &Subtree, expected: Option<f64>) -> Children {
        match self.whole.reach(subtree) {
            Reached::Open => {}
            Reached::Extensible => return Children::Extensions,
            Reached::Dead | Reached::Solved => return Children::Ways(Vec::new(), false),
        }
        let probe = |of: Here<'_>| (probe(of.0, of.1, &of.2, expected, of.3), of.2.several);
        let (children, (weights, several)) = self.here(&subtree.chosen, None, probe);
        Children::Ways(children.into_iter().map(EmbeddingId).zip(weights).collect(), several)
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
            Reached::Open => {
                let probe = |of: Here<'_>| probe(of.0, of.1, &of.2, expected, of.3);
                self.here(&subtree.chosen, Some(children), probe).1
            }
            _ => vec![1.0; children.len()],
        }
    }

    /// Sweeps from the state that was reached over these children, or over those that there are.
    fn here<T>(
        &mut self,
        chosen: &[EmbeddingId],
        children: Option<&[u32]>,
        sweep: impl FnOnce(Here<'_>) -> T,
    ) -> (Vec<u32>, T) {
        let (children, several) = match children {
            Some(children) => (children.to_vec(), false),
            None => self.whole.choices(),
        };
        let Stage { table, extract, aspects } = &mut self.whole.stage;
        let (instance, state, names) = (&self.whole.instance, &extract.state, &aspects[..]);
        let of = Weighed { instance, names, state, chosen, children: &children, several };
        let done = sweep((table, &mut self.whole.origin, of, &self.budget));
        (children, done)
    }
}

/// What a sweep needs to begin.
type Here<'a> = (&'a mut Table, &'a mut dyn Origin, Weighed<'a>, &'a Budget);

/// The children of a subtree.
pub(crate) enum Children {
    /// The ways to cover an aspect, each with the nodes below it, and whether several may be chosen: then
    /// those before each are out.
    Ways(Vec<(EmbeddingId, f64)>, bool),
    /// All is covered, and what nobody asks for may be added.
    Extensions,
}

impl Children {
    /// The ways to cover an aspect, if any is left.
    pub(crate) fn ways(self) -> Vec<(EmbeddingId, f64)> {
        match self {
            Children::Ways(ways, _) => ways,
            Children::Extensions => Vec::new(),
        }
    }
}

/// The nodes of a least-fit-first search, as sweeps with so many abreast estimate them; `None` if
/// the puzzle has no tables.
pub(crate) fn nodes(puzzle: &AbstractPuzzle, abreast: usize, budget: &Budget) -> Option<f64> {
    Sweeps::of(puzzle, budget).map(|mut sweeps| sweeps.nodes(abreast))
}
