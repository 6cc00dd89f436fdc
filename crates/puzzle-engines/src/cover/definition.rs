//! Equation (26) of document 000, obvious and slow.
//!
//! `solve` handles the solutions that extend the partial solution p and avoid the excluded
//! embeddings x. It picks an aspect that still lacks an embedding and tries everything that fits
//! there; what has been tried is excluded from the branches that follow. For an aspect that is
//! covered exactly once the exclusion changes nothing, for bags it is what keeps {e, f} and {f, e}
//! from being found twice. When no aspect lacks anything, p is a solution, and so may be p with more
//! embeddings that touch only aspects with room left.
//!
//! With an order the aspect is the least one that lacks something, and its branches are E_a (§4.5):
//! embeddings that touch an earlier aspect are not even considered. Without one it is the aspect
//! that fewest embeddings fit. All demands are honoured.
//!
//! A [`Witness`] sees the tree as it grows: `reference` counts, `tree` writes it down.

use std::ops::ControlFlow;

use puzzle_core::tree::{NodeChoice, Tried};
use puzzle_core::{AbstractPuzzle, AspectId, Colour, Demand, EmbeddingId, Order};

/// The deepest recursion that is safe on any thread's stack.
pub(super) const DEEPEST: usize = 4096;

/// Sees the tree as it grows, and may end that.
pub(super) trait Witness {
    /// Why it was ended.
    type End;

    /// A node is entered, where these are placed. Its branches are tried one after the other; those
    /// that do not fit may be left out.
    fn node(
        &mut self,
        placed: &[EmbeddingId],
        choice: NodeChoice,
        branches: &mut Vec<Tried>,
    ) -> ControlFlow<Self::End>;

    /// A branch of a node at this depth is tried, perhaps the last.
    fn branch(&mut self, _depth: usize, _last: bool, _tried: Tried) -> ControlFlow<Self::End> {
        ControlFlow::Continue(())
    }
}

/// A partial solution, and what is excluded from its extensions.
pub(super) struct Definition<'p> {
    puzzle: &'p AbstractPuzzle,
    /// The aspects in order, and each aspect's place.
    order: Option<(&'p [AspectId], Vec<u32>)>,
    placed: Vec<EmbeddingId>,
    /// How many placed embeddings touch each aspect, and the colour that they gave it.
    covered: Vec<u32>,
    colours: Vec<Option<Colour>>,
    excluded: Vec<bool>,
}

/// An upper bound on the size of a solution, and so on the depth of the recursion.
pub(super) fn deepest(puzzle: &AbstractPuzzle) -> usize {
    let once = |a: &AspectId| puzzle.aspect(*a).demand.max() == 1;
    if puzzle.embedding_ids().all(|e| puzzle.embedding(e).iter().any(once)) {
        return puzzle.aspect_ids().filter(once).count().min(puzzle.embedding_count());
    }
    let room: u64 = puzzle.aspects().iter().map(|aspect| u64::from(aspect.demand.max())).sum();
    puzzle.embedding_count().min(usize::try_from(room).unwrap_or(usize::MAX))
}

impl<'p> Definition<'p> {
    /// Nothing is placed; the aspects are covered in this order, or the one that fewest embeddings
    /// fit is.
    pub(super) fn new(puzzle: &'p AbstractPuzzle, order: Option<&'p Order>) -> Self {
        let count = puzzle.aspects().len();
        Definition {
            puzzle,
            order: order.map(|order| (order.sequence(), order.ranks())),
            placed: Vec::new(),
            covered: vec![0; count],
            colours: vec![None; count],
            excluded: vec![false; puzzle.embedding_count()],
        }
    }

    /// Solve(p, x).
    pub(super) fn solve<W: Witness>(&mut self, witness: &mut W) -> ControlFlow<W::End> {
        let choice = self.choose();
        let mut branches = self.branches(choice.aspect);
        witness.node(&self.placed, choice, &mut branches)?;
        for (i, &tried) in branches.iter().enumerate() {
            witness.branch(self.placed.len(), i + 1 == branches.len(), tried)?;
            if let Tried::Fits(e) = tried {
                let before = self.place(e);
                self.solve(witness)?;
                self.remove(before);
            }
        }
        for tried in branches {
            if let Tried::Fits(e) = tried {
                self.excluded[e.index()] = false;
            }
        }
        ControlFlow::Continue(())
    }

    fn choose(&self) -> NodeChoice {
        if let Some((sequence, _)) = &self.order {
            let aspect = sequence.iter().copied().find(|&a| self.lacks(a));
            return NodeChoice { aspect, fits: None };
        }
        let mut fits = vec![0; self.covered.len()];
        for e in self.puzzle.embedding_ids() {
            if !self.excluded[e.index()] && self.conflict(e).is_none() {
                self.puzzle.embedding(e).iter().for_each(|a| fits[a.index()] += 1);
            }
        }
        let lacking = self.puzzle.aspect_ids().filter(|&a| self.lacks(a));
        let aspect = lacking.min_by_key(|a| fits[a.index()]);
        NodeChoice { aspect, fits: aspect.map(|a| fits[a.index()]) }
    }

    fn lacks(&self, a: AspectId) -> bool {
        self.covered[a.index()] < self.puzzle.aspect(a).demand.min()
    }

    /// What is tried for an aspect, or, if nothing is lacking, at all.
    fn branches(&self, aspect: Option<AspectId>) -> Vec<Tried> {
        let tried = |e| self.conflict(e).map_or(Tried::Fits(e), |a| Tried::Conflict(e, a));
        let candidates = self.puzzle.embedding_ids().filter(|&e| self.is_candidate(e, aspect));
        candidates.map(tried).collect()
    }

    fn is_candidate(&self, e: EmbeddingId, aspect: Option<AspectId>) -> bool {
        let touched = self.puzzle.embedding(e);
        let over = aspect.is_none_or(|aspect| {
            touched.contains(&aspect) && !touched.iter().any(|&a| self.is_earlier(a, aspect))
        });
        over && !self.excluded[e.index()]
    }

    /// Whether an aspect that is covered once comes before another in the order.
    fn is_earlier(&self, a: AspectId, other: AspectId) -> bool {
        let Some((_, ranks)) = &self.order else { return false };
        ranks[a.index()] < ranks[other.index()] && self.puzzle.aspect(a).demand == Demand::One
    }

    /// The first aspect that keeps an embedding out: p with e added would break an upper bound or
    /// mix colours.
    fn conflict(&self, e: EmbeddingId) -> Option<AspectId> {
        let full = |&(a, colour): &(AspectId, Option<Colour>)| {
            let covered = self.covered[a.index()];
            match self.puzzle.aspect(a).demand {
                Demand::Coloured => {
                    covered > 0 && (colour.is_none() || colour != self.colours[a.index()])
                }
                demand => covered >= demand.max(),
            }
        };
        self.puzzle.touches(e).find(full).map(|(a, _)| a)
    }

    /// Returns the colours before. What was tried stays excluded when it is removed.
    fn place(&mut self, e: EmbeddingId) -> Vec<Option<Colour>> {
        let puzzle = self.puzzle;
        self.placed.push(e);
        self.excluded[e.index()] = true;
        let mut before = Vec::new();
        for (a, colour) in puzzle.touches(e) {
            before.push(std::mem::replace(&mut self.colours[a.index()], colour));
            self.covered[a.index()] += 1;
        }
        before
    }

    fn remove(&mut self, colours_before: Vec<Option<Colour>>) {
        let e = self.placed.pop().expect("placed before");
        for (&a, colour) in self.puzzle.embedding(e).iter().zip(colours_before) {
            self.covered[a.index()] -= 1;
            self.colours[a.index()] = colour;
        }
    }
}
