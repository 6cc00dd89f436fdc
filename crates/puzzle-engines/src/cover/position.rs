//! Where in the tree of a static order a search stands: the fraction that lies before it.
//!
//! Each node owns an interval of [0, 1) and deals it out to its children by the nodes below them, as
//! random sweeps estimate those; the left end of the current child's interval is the fraction done.
//! All it needs is the path to the current node, so a search tells its path now and then, and one
//! that is over soon never pays for sweeps.
//!
//! An estimate of all nodes does not serve: when nearly all are done, even a tenth too many is
//! many times what is left. Intervals become exact at the end by themselves.

use puzzle_core::{AbstractPuzzle, EmbeddingId, Order};

use super::estimate::{Covered, StaticTree};

/// A sweep for so many nodes visited: some hundredths of the time go into it.
const NODES_PER_SWEEP: u64 = 8000;
/// Sweeps to weigh the children of the root.
const SWEEPS: std::ops::Range<u64> = 1500..50_000;
/// The same further down, for all nodes of one depth together; and the fewest for a node, for a child.
const SWEEPS_BELOW: f64 = 4.0;
const LEAST: (f64, u32) = (100.0, 4);
/// All is weighed anew when so many times as many sweeps can be afforded.
const ANEW: u64 = 4;
/// Intervals narrower than this are not dealt out.
const FINE: f64 = 1.0 / 500.0;

/// The children of a node on the path, in the order in which they are tried.
struct Level {
    children: Vec<(EmbeddingId, Covered)>,
    /// Where the interval of each begins, relative to this one; one more than there are children.
    bounds: Vec<f64>,
    /// The one that was last on the path.
    current: EmbeddingId,
}

/// Follows a search in a static order.
pub(super) struct Position {
    tree: StaticTree,
    /// By embedding: when it is tried.
    tried: Vec<u32>,
    levels: Vec<Level>,
    /// Sweeps for the root.
    sweeps: u64,
    random: u64,
}

impl Position {
    /// For a search in this order that tries these embeddings and no others, those over the same
    /// aspect in this order.
    pub(super) fn new(
        puzzle: &AbstractPuzzle,
        order: &Order,
        tried: impl IntoIterator<Item = EmbeddingId>,
    ) -> Self {
        let mut when = vec![u32::MAX; puzzle.embedding_count()];
        tried.into_iter().zip(0..).for_each(|(e, place)| when[e.index()] = place);
        let tree = StaticTree::of(puzzle, order, |e| when[e.index()] < u32::MAX);
        Position { tree, tried: when, levels: Vec::new(), sweeps: 0, random: 0x9e37_79b9_7f4a_7c15 }
    }

    /// The fraction of the tree that lies before the node to which these choices lead, reached after
    /// so many nodes.
    pub(super) fn fraction(&mut self, path: &[EmbeddingId], nodes: u64) -> f64 {
        let sweeps = (nodes / NODES_PER_SWEEP).clamp(SWEEPS.start, SWEEPS.end);
        if sweeps >= ANEW * self.sweeps {
            self.levels.clear();
            self.sweeps = sweeps;
        }
        let (mut start, mut width) = (0.0, 1.0);
        let mut covered = self.tree.root();
        for (depth, &e) in path.iter().enumerate() {
            if width < FINE {
                break;
            }
            if self.levels.len() == depth {
                let sweeps = match depth {
                    0 => self.sweeps as f64,
                    _ => (self.sweeps as f64 * SWEEPS_BELOW * width).max(LEAST.0),
                };
                let level = self.weigh(&covered, sweeps as u32);
                self.levels.push(level);
            }
            let level = &mut self.levels[depth];
            let here = level.children.iter().position(|(child, _)| *child == e);
            let Some(here) = here else { break };
            start += width * level.bounds[here];
            width *= level.bounds[here + 1] - level.bounds[here];
            covered.clone_from(&level.children[here].1);
            if level.current != e {
                level.current = e;
                self.levels.truncate(depth + 1);
            }
        }
        start
    }

    /// The children of a node, with their weights.
    fn weigh(&mut self, covered: &Covered, sweeps: u32) -> Level {
        let mut children = self.tree.children(covered);
        children.sort_by_key(|(e, _)| self.tried[e.index()]);
        let count = children.len().max(1);
        let each = (sweeps / count as u32).max(LEAST.1);
        let mut bounds = vec![0.0];
        let mut sum = 0.0;
        for (_, child) in &children {
            sum += 1.0 + self.tree.below(child, each, &mut self.random);
            bounds.push(sum);
        }
        // Weights beyond all bounds are no weights.
        let usable = sum.is_finite() && sum > 0.0;
        for (place, bound) in bounds.iter_mut().enumerate() {
            *bound = if usable { *bound / sum } else { place as f64 / count as f64 };
        }
        Level { children, bounds, current: EmbeddingId(u32::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_testkit::bijection;

    /// In a bijection all children of a node weigh the same, so fractions are exact.
    #[test]
    fn the_fraction_is_the_weight_of_what_lies_before() {
        let puzzle = bijection(4);
        let order = Order::reading(&puzzle);
        let mut position = Position::new(&puzzle, &order, puzzle.embedding_ids());
        let covering = puzzle.covering();
        let over = |a: usize, i: usize| covering[a][i];
        let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-12, "{x} {y}");
        near(position.fraction(&[], 1), 0.0);
        near(position.fraction(&[over(0, 1)], 9), 0.25);
        // Over the second aspect the second embedding no longer fits: the third is the second of
        // three.
        near(position.fraction(&[over(0, 1), over(1, 2)], 9), 0.25 + 0.25 / 3.0);
        near(position.fraction(&[over(0, 3)], 9), 0.75);
        let backwards: Vec<EmbeddingId> = puzzle.embedding_ids().collect();
        let mut position = Position::new(&puzzle, &order, backwards.into_iter().rev());
        near(position.fraction(&[over(0, 3)], 9), 0.0);
        near(position.fraction(&[over(0, 2), over(1, 0)], 9), 0.25 + 0.25 * 2.0 / 3.0);
    }
}
