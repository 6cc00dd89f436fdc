//! How large will the tree be? Random samples tell, within limits.
//!
//! A *descent* picks one child at random at every node; the product of the branching factors along
//! the way estimates the number of nodes at that depth without bias (Knuth 1975). The mean of many
//! descents is good to a small factor on real puzzles, and errs on the small side where solutions
//! are rare. Descents serve for the least-fit-first tree.
//!
//! The tree of a static order is cheap to walk, and a *sweep* (Chen 1992) tells far more: it goes down
//! all kinds of branches at once, one node standing for all of its kind. On 6x10 pentominoes 2000
//! sweeps said 30.2 million nodes, where there are 29.6 million.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use puzzle_core::{AbstractPuzzle, AspectId, Cover, Demand, EmbeddingId, Order};

use super::cells::{Search, next_random};

/// The mean of `descents` estimates of the nodes of a least-fit-first search.
pub(crate) fn dynamic(puzzle: &AbstractPuzzle, descents: u32) -> f64 {
    let mut search = Search::new(puzzle);
    let mut random = SEED;
    let total: f64 = (0..descents).map(|_| search.probe_root(&mut random)).sum();
    1.0 + total / f64::from(descents)
}

/// The static order with the smallest estimate, and that: the least-growing footprint or one that
/// comes with the puzzle.
pub(crate) fn best_order(cover: &Cover, sweeps: u32) -> (Order, f64) {
    let own = Order::least_growing_footprint(&cover.puzzle);
    let mut best = (fixed(&cover.puzzle, &own, sweeps), own);
    for order in &cover.orders {
        let nodes = fixed(&cover.puzzle, order, sweeps);
        // Sweeps are random, within a few per cent: a proposal must be better than that.
        if nodes * 1.1 < best.0 {
            best = (nodes, order.clone());
        }
    }
    (best.1, best.0)
}

/// The mean of so many estimates of the nodes of a search that covers the aspects in this order, as
/// far as they must be covered.
pub(crate) fn fixed(puzzle: &AbstractPuzzle, order: &Order, sweeps: u32) -> f64 {
    let tree = StaticTree::new(puzzle, order);
    1.0 + tree.below(&tree.root(), sweeps, &mut { SEED })
}

/// Descents are the same in every run.
const SEED: u64 = 0x2545_f491_4f6c_dd1d;

/// The tree of a search that covers the aspects in a fixed order, as far as they must be covered.
pub(super) struct StaticTree {
    words: usize,
    /// By rank of their least aspect, the embeddings, and as bitsets over ranks.
    parts: Vec<(Vec<EmbeddingId>, Vec<u64>)>,
}

/// Nodes that have more than this covered beyond their least free rank are taken for alike.
const MOST_BEYOND: usize = 63;

/// What is covered at a node, as a bitset over ranks.
pub(super) type Covered = Vec<u64>;

impl StaticTree {
    /// The tree of this order. The children of a node are in the puzzle's order.
    fn new(puzzle: &AbstractPuzzle, order: &Order) -> Self {
        Self::of(puzzle, order, |_| true)
    }

    /// The tree of this order with some embeddings only.
    pub(super) fn of(
        puzzle: &AbstractPuzzle,
        order: &Order,
        keep: impl Fn(EmbeddingId) -> bool,
    ) -> Self {
        let words = puzzle.aspects().len().div_ceil(64);
        let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
        let (first, last): (Vec<AspectId>, Vec<AspectId>) =
            order.sequence().iter().partition(|a| must(a));
        let mut ranks = vec![0; puzzle.aspects().len()];
        for (rank, a) in first.iter().chain(&last).enumerate() {
            ranks[a.index()] = rank as u32;
        }
        let mut parts = vec![(Vec::new(), Vec::new()); first.len()];
        let mut mask = vec![0_u64; words];
        for e in puzzle.embedding_ids().filter(|&e| keep(e)) {
            mask.fill(0);
            let mut least = u32::MAX;
            for a in puzzle.embedding(e) {
                let rank = ranks[a.index()];
                mask[rank as usize / 64] |= 1 << (rank % 64);
                least = least.min(rank);
            }
            // What touches only aspects that may stay uncovered is never chosen.
            if let Some((ids, masks)) = parts.get_mut(least as usize) {
                ids.push(e);
                masks.extend_from_slice(&mask);
            }
        }
        StaticTree { words, parts }
    }

    /// Nothing is covered.
    pub(super) fn root(&self) -> Covered {
        vec![0; self.words]
    }

    /// The embeddings that are tried at a node, and what is covered then.
    pub(super) fn children(&self, covered: &Covered) -> Vec<(EmbeddingId, Covered)> {
        let Some(rank) = self.least(covered) else { return Vec::new() };
        let mut fitting = Vec::new();
        self.fitting(rank, covered, &mut fitting);
        let child = |&place: &usize| {
            let mut child = covered.clone();
            self.cover(rank, place, &mut child);
            (self.parts[rank].0[place], child)
        };
        fitting.iter().map(child).collect()
    }

    /// About how many nodes lie below a node, by so many sweeps.
    pub(super) fn below(&self, covered: &Covered, sweeps: u32, random: &mut u64) -> f64 {
        let total: f64 = (0..sweeps).map(|_| self.sweep(covered.clone(), random)).sum();
        total / f64::from(sweeps)
    }

    /// One sweep: an unbiased estimate of the nodes below that varies far less than a descent's (Chen
    /// 1992). Nodes with the same least free rank and as much covered are taken for alike: one of
    /// them, chosen by weight, stands for all, so a sweep goes down all kinds of branches at once.
    fn sweep(&self, covered: Covered, random: &mut u64) -> f64 {
        let mut fitting = Vec::new();
        let mut total = 0.0;
        let mut kinds = BTreeMap::new();
        if let Some(kind) = self.kind(&covered) {
            kinds.insert(kind, (1.0, covered));
        }
        // Children have a larger rank than their parents.
        while let Some(((rank, _), (weight, covered))) = kinds.pop_first() {
            self.fitting(rank, &covered, &mut fitting);
            total += weight * fitting.len() as f64;
            for &place in &fitting {
                let mut child = covered.clone();
                self.cover(rank, place, &mut child);
                let Some(kind) = self.kind(&child) else { continue };
                match kinds.entry(kind) {
                    Entry::Vacant(entry) => {
                        entry.insert((weight, child));
                    }
                    Entry::Occupied(mut entry) => {
                        let (sum, representative) = entry.get_mut();
                        *sum += weight;
                        let chance = (next_random(random) >> 1) as f64 / (1_u64 << 52) as f64;
                        if chance * *sum < weight {
                            *representative = child;
                        }
                    }
                }
            }
        }
        total
    }

    /// The least free rank, and how much is covered beyond; within bounds, so that a sweep is short.
    fn kind(&self, covered: &Covered) -> Option<(usize, usize)> {
        let rank = self.least(covered)?;
        let covered: usize = covered.iter().map(|word| word.count_ones() as usize).sum();
        Some((rank, (covered - rank).min(MOST_BEYOND)))
    }

    /// The least rank that must be covered and is not.
    fn least(&self, covered: &Covered) -> Option<usize> {
        let word = covered.iter().position(|word| *word != u64::MAX)?;
        let rank = 64 * word + covered[word].trailing_ones() as usize;
        (rank < self.parts.len()).then_some(rank)
    }

    /// Which of the embeddings of a rank fit, by their place.
    fn fitting(&self, rank: usize, covered: &Covered, fitting: &mut Vec<usize>) {
        fitting.clear();
        let disjoint = |mask: &[u64]| mask.iter().zip(covered).all(|(m, c)| m & c == 0);
        let candidates = self.parts[rank].1.chunks_exact(self.words).enumerate();
        fitting.extend(candidates.filter(|(_, mask)| disjoint(mask)).map(|(i, _)| i));
    }

    fn cover(&self, rank: usize, place: usize, covered: &mut Covered) {
        let mask = &self.parts[rank].1[place * self.words..(place + 1) * self.words];
        covered.iter_mut().zip(mask).for_each(|(c, m)| *c |= m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_testkit::bijection;

    /// Every descent of a bijection's tree has the same branching, so the estimate is exact.
    #[test]
    fn the_estimate_is_exact_where_all_branches_are_alike() {
        let puzzle = bijection(4);
        let nodes = 1.0 + 4.0 + 12.0 + 24.0 + 24.0;
        assert_eq!(dynamic(&puzzle, 5), nodes);
        assert_eq!(fixed(&puzzle, &Order::reading(&puzzle), 5), nodes);
    }
}
