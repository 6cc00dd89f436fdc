//! Where in the tree of a static order a search stands: the fraction of its nodes that are visited.
//!
//! The children of the nodes on the path are weighed by the nodes that random sweeps estimate below
//! them; what is left is what those beside the path weigh. All it needs is the path to the current
//! node, so a search tells its path now and then, and one that is over soon never pays for sweeps.
//! `share` does the same for searches that tell of every step.
//!
//! An estimate of all nodes does not serve: when nearly all are done, even a tenth too many is
//! many times what is left. What lies beside the path comes to nothing by itself.
//!
//! A search that looks ahead leaves out nodes that sweeps count. How many it visits of those shows in
//! what it has done.

use puzzle_core::{AbstractPuzzle, EmbeddingId, Order, Random};

use super::static_tree::{Covered, StaticTree};

/// How many nodes go abreast in the sweep that weighs the children of the root: one for so many nodes
/// visited, within bounds. Some hundredths of the time go into it.
const NODES_PER_MEMBER: u64 = 4000;
const MEMBERS: std::ops::Range<u64> = 512..32_768;
/// The same further down, for all nodes of one depth together; and the fewest.
const MORE_BELOW: f64 = 4.0;
const LEAST: usize = 64;
/// All is weighed anew when so many times as many can go abreast.
const ANEW: u64 = 4;
/// Nodes below which there is less than this of all are not opened.
const FINE: f64 = 1.0 / 500.0;

/// The least part of the nodes that a search is believed to visit.
const FEWEST: f64 = 1.0 / 64.0;

/// The children of a node on the path, in the order in which they are tried.
struct Level {
    children: Vec<(EmbeddingId, Covered)>,
    /// The estimated nodes below each, itself included.
    weights: Vec<f64>,
    /// The one that was last on the path, and after how many nodes it was first seen there.
    current: EmbeddingId,
    entered: u64,
}

/// Follows a search in a static order.
pub(super) struct Position {
    tree: StaticTree,
    /// By embedding: when it is tried.
    tried: Vec<u32>,
    levels: Vec<Level>,
    /// How many go abreast at the root.
    members: u64,
    random: Random,
    /// Whether the search looks ahead.
    skips: bool,
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
        Position {
            tree,
            tried: when,
            levels: Vec::new(),
            members: 0,
            random: Random::new(1),
            skips: false,
        }
    }

    /// The same for a search that looks ahead.
    pub(super) fn looking_ahead(self) -> Self {
        Position { skips: true, ..self }
    }

    /// The fraction of the nodes that are visited, at the node to which these choices lead, reached
    /// after so many.
    pub(super) fn fraction(&mut self, path: &[EmbeddingId], nodes: u64) -> f64 {
        let members = (nodes / NODES_PER_MEMBER).clamp(MEMBERS.start, MEMBERS.end);
        if members >= ANEW * self.members {
            self.levels.clear();
            self.members = members;
        }
        let mut covered = self.tree.root();
        // What lies beside the path, and what is still to come below its last node.
        let (mut beside, mut below) = (0.0, 0.0);
        // What was done before the nodes of the path, and its last node itself.
        let (mut before, mut last, mut spent) = (0.0, 0.0, 0.0);
        let mut share = 1.0;
        for (depth, &e) in path.iter().enumerate() {
            if share < FINE {
                break;
            }
            if self.levels.len() == depth {
                let abreast = match depth {
                    0 => self.members as usize,
                    _ => ((self.members as f64 * MORE_BELOW * share) as usize).max(LEAST),
                };
                let level = self.weigh(&covered, abreast);
                self.levels.push(level);
            }
            let level = &mut self.levels[depth];
            let here = level.children.iter().position(|(child, _)| *child == e);
            let Some(here) = here else { break };
            covered.clone_from(&level.children[here].1);
            if level.current != e {
                level.current = e;
                level.entered = nodes;
                self.levels.truncate(depth + 1);
            }
            let level = &self.levels[depth];
            before += level.weights[..here].iter().sum::<f64>();
            beside += level.weights[here + 1..].iter().sum::<f64>();
            spent = (nodes - level.entered) as f64;
            last = level.weights[here];
            below = (last - spent).max(0.0);
            share = last.max(spent) / (nodes as f64 + beside + below);
        }
        if self.skips {
            // The last node is small: about half of it is done.
            let visited = (nodes as f64 / (before + last / 2.0)).clamp(FEWEST, 1.0);
            beside *= visited;
            below = (last * visited - spent).max(0.0);
        }
        // Nothing is known of what lies below the root itself.
        if self.levels.is_empty() || path.is_empty() {
            return 0.0;
        }
        nodes as f64 / (nodes as f64 + beside + below)
    }

    /// The children of a node, with their weights.
    fn weigh(&mut self, covered: &Covered, abreast: usize) -> Level {
        let mut children = self.tree.children(covered);
        children.sort_by_key(|(e, _)| self.tried[e.index()]);
        let roots: Vec<Covered> = children.iter().map(|(_, child)| child.clone()).collect();
        let below = self.tree.below(&roots, abreast, &mut self.random);
        let weights = below.iter().map(|nodes| 1.0 + nodes).collect();
        Level { children, weights, current: EmbeddingId(u32::MAX), entered: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_testkit::bijection;

    /// In a bijection all children of a node weigh the same, so what is left is exact: below the root
    /// of this one there are 4 times 16 nodes, below each of those 3 times 5.
    #[test]
    fn the_fraction_is_what_is_visited_of_that_and_what_is_left() {
        let puzzle = bijection(4);
        let order = Order::reading(&puzzle);
        let mut position = Position::new(&puzzle, &order, puzzle.embedding_ids());
        let covering = puzzle.covering();
        let over = |a: usize, i: usize| covering[a][i];
        let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-12, "{x} {y}");
        near(position.fraction(&[], 1), 0.0);
        near(position.fraction(&[over(0, 1)], 17), 17.0 / 65.0);
        near(position.fraction(&[over(0, 1)], 20), 20.0 / 65.0);
        // Over the second aspect the second embedding no longer fits: the third is the second of
        // three.
        near(position.fraction(&[over(0, 1), over(1, 2)], 23), 23.0 / (23.0 + 32.0 + 10.0));
        near(position.fraction(&[over(0, 3)], 49), 49.0 / 65.0);
        let backwards: Vec<EmbeddingId> = puzzle.embedding_ids().collect();
        let mut position = Position::new(&puzzle, &order, backwards.into_iter().rev());
        near(position.fraction(&[over(0, 3)], 1), 1.0 / 65.0);
        near(position.fraction(&[over(0, 2), over(1, 0)], 28), 28.0 / (28.0 + 32.0 + 5.0));
    }

    #[test]
    fn a_search_that_looks_ahead_is_believed_to_go_on_as_it_does() {
        let puzzle = bijection(4);
        let order = Order::reading(&puzzle);
        let mut position = Position::new(&puzzle, &order, puzzle.embedding_ids()).looking_ahead();
        let covering = puzzle.covering();
        let half = position.fraction(&[covering[0][2]], 10);
        // Two of four children, of 16 nodes each, are done, and of the third a half is believed to
        // be: 10 nodes of 40. Of the two that are left there are as many in proportion.
        assert!((half - 10.0 / (10.0 + 0.25 * 16.0 + 0.25 * 16.0)).abs() < 1e-12, "{half}");
    }
}
