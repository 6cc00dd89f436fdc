//! A puzzle as this engine sees it: only the aspects that must be covered have numbers of their
//! own; the others matter as conflicts between embeddings.
//!
//! Invariant: every embedding touches at least one aspect that must be covered.

use puzzle_core::{AbstractPuzzle, Demand};

use super::purses::Purses;

/// Aspects `0..aspects` must be covered; `aspects..aspects + optional` may be.
pub(in crate::cover) struct Instance {
    pub aspects: usize,
    pub optional: usize,
    /// Embedding `e` touches `touched[starts[e]..starts[e + 1]]`, ascending.
    pub starts: Vec<u32>,
    pub touched: Vec<u32>,
    pub purses: Purses,
}

impl Instance {
    /// The whole puzzle.
    pub(in crate::cover) fn of(puzzle: &AbstractPuzzle) -> Self {
        let must = |demand| demand == Demand::One;
        let mut number = vec![0; puzzle.aspects().len()];
        let mut next = 0;
        // Of several aspects with equally few embeddings left the first is covered: let it be the
        // one that began with most, because more is lost with it.
        let mut order: Vec<usize> = (0..number.len()).collect();
        let sizes: Vec<usize> = puzzle.covering().iter().map(Vec::len).collect();
        order.sort_by_key(|&a| std::cmp::Reverse(sizes[a]));
        for wanted in [true, false] {
            for &a in &order {
                if must(puzzle.aspects()[a].demand) == wanted {
                    number[a] = next;
                    next += 1;
                }
            }
        }
        let aspects = puzzle.aspects().iter().filter(|aspect| must(aspect.demand)).count();
        let optional = puzzle.aspects().len() - aspects;
        let purses = Purses::of(puzzle, puzzle.embedding_count() + aspects + optional);
        let (starts, touched) = (vec![0], Vec::new());
        let mut instance = Instance { aspects, optional, starts, touched, purses };
        for e in puzzle.embedding_ids() {
            instance.push(puzzle.embedding(e).iter().map(|a| number[a.index()]));
        }
        instance
    }

    fn push(&mut self, aspects: impl Iterator<Item = u32>) {
        let start = self.touched.len();
        self.touched.extend(aspects);
        self.touched[start..].sort_unstable();
        self.starts.push(self.touched.len() as u32);
    }

    /// How many embeddings there are.
    pub(in crate::cover) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The aspects an embedding touches.
    pub(in crate::cover) fn embedding(&self, e: usize) -> &[u32] {
        &self.touched[self.starts[e] as usize..self.starts[e + 1] as usize]
    }

    /// How many rows there may be: one for each embedding and one for each aspect, then those of the
    /// purses.
    pub(in crate::cover) fn rows(&self) -> usize {
        self.purses_from() + self.purses.rows()
    }

    /// Where the rows of the purses begin.
    fn purses_from(&self) -> usize {
        self.len() + self.aspects + self.optional
    }

    /// The aspects of what a row belongs to.
    pub(in crate::cover) fn aspects_of(&self, of: u32) -> impl Iterator<Item = u32> {
        let embedding = (of as usize) < self.len();
        let touched = if embedding { self.embedding(of as usize) } else { &[] };
        let aspect = !embedding && (of as usize) < self.purses_from();
        let alone = aspect.then(|| of - self.len() as u32);
        touched.iter().copied().chain(alone)
    }

    /// The row of the `i`-th aspect of an embedding; none for an aspect.
    pub(in crate::cover) fn part(&self, of: u32, i: usize) -> Option<u32> {
        let embedding = (of as usize) < self.len();
        let aspect = if embedding { self.embedding(of as usize).get(i) } else { None };
        aspect.map(|a| self.len() as u32 + a)
    }

    /// How many embeddings each aspect has.
    pub(in crate::cover) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.aspects + self.optional];
        self.touched.iter().for_each(|&a| sizes[a as usize] += 1);
        sizes
    }
}
