//! How large will the tree be? Random samples tell, within limits.
//!
//! A *descent* picks one child at random at every node; the product of the branching factors along
//! the way estimates the number of nodes at that depth without bias (Knuth 1975). The mean of many
//! descents is good to a small factor on real puzzles, and errs on the small side where solutions
//! are rare. Descents serve for the least-fit-first tree.
//!
//! A *sweep* tells far more: it goes down with many nodes abreast, each standing for a number of
//! others. Descents that end early leave their place to those that go on (the "go with the winners"
//! of Aldous and Vazirani, 1994). `sweeps` sweeps the least-fit-first tree, `static_tree` that of a
//! static order.

use puzzle_core::{AbstractPuzzle, Order, Random};

use super::cells::{SIZES, SparseSets};
use super::static_tree::StaticTree;

/// The mean of `descents` estimates of the nodes of a least-fit-first search.
pub(crate) fn dynamic(puzzle: &AbstractPuzzle, descents: u32) -> f64 {
    let mut sets = SparseSets::new(puzzle, SIZES);
    let mut random = Random::new(SEED);
    let total: f64 = (0..descents).map(|_| sets.probe_root(&mut random)).sum();
    1.0 + total / f64::from(descents)
}

/// The estimated nodes of a search that covers the aspects in this order, as far as they must be
/// covered, by a sweep with so many abreast.
pub(crate) fn fixed(puzzle: &AbstractPuzzle, order: &Order, abreast: usize) -> f64 {
    let tree = StaticTree::of(puzzle, order, |_| true);
    1.0 + tree.below(&[tree.root()], abreast, &mut Random::new(SEED))[0]
}

/// The same for an engine that goes by the footprint, for a part of a divided search. With 64 abreast
/// the time left was announced up to ten times too short.
pub(super) fn footprint(puzzle: &AbstractPuzzle) -> Option<f64> {
    let order = || Order::least_growing_footprint(puzzle);
    puzzle.is_simple().then(|| fixed(puzzle, &order(), 256))
}

/// Samples are the same in every run.
const SEED: u64 = 0x2545_f491_4f6c_dd1d;

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
