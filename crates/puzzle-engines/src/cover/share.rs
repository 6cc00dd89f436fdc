//! Where in the tree of a dynamic search it stands: the fraction of its nodes that are visited.
//!
//! The children of nodes near the root are weighed by the nodes that random sweeps estimate below
//! them. What is left is what the children beside the current path weigh; those visited are known.
//! An error in the weight of what is done is forgotten, and further down the weights are better.

use puzzle_core::Progress;

/// Nodes below which there is less than this of all are not opened, nor those of a moment.
const FINE: f64 = 1.0 / 500.0;

/// How much the sum of its children's weights counts beside what a node was believed to weigh: it is the
/// finer estimate, but both err.
const FINER: f64 = 0.75;

/// A node whose children are weighed.
struct Node {
    /// By child: what it and those after it weigh together.
    from: Vec<f64>,
    /// The child being searched, counted from 1; 0 before the first.
    child: usize,
    /// How many nodes had been visited when it was begun.
    begun: u64,
}

/// The weighed nodes along the current path.
pub(super) struct Shares {
    nodes: Vec<Node>,
    watched: bool,
    /// Subtrees with fewer nodes are over in a moment.
    small: f64,
}

impl Shares {
    /// For a search that is over with so many nodes in a moment, if anybody watches it.
    pub(super) fn new(watched: bool, small: f64) -> Self {
        Shares { nodes: Vec::new(), watched, small }
    }

    /// Whether the node just reached, at this depth and after so many nodes, should be opened.
    #[inline(always)]
    pub(super) fn wants(&self, depth: usize, nodes: u64) -> bool {
        // Where its parent is not open, neither is it.
        self.watched && self.nodes.len() == depth && self.is_large(nodes)
    }

    #[inline(never)]
    fn is_large(&self, nodes: u64) -> bool {
        let Some(node) = self.nodes.last() else { return true };
        let below = node.weight();
        below > self.small && below > FINE * (nodes as f64 + self.left(nodes))
    }

    /// How many nodes to expect below the node just reached; nothing is known of the root.
    pub(super) fn expected(&self) -> Option<f64> {
        self.nodes.last().map(Node::weight)
    }

    /// Enters a node whose children weigh so many nodes, as far as a sweep can tell.
    pub(super) fn open(&mut self, depth: usize, weights: &[f64]) {
        self.nodes.truncate(depth);
        let mut from = vec![0.0];
        let mut sum = 0.0;
        for weight in weights.iter().rev() {
            sum += weight;
            from.push(sum);
        }
        from.reverse();
        if let Some(expected) = self.expected().filter(|_| sum > 0.0) {
            let middle = FINER * sum + (1.0 - FINER) * expected;
            from.iter_mut().for_each(|from| *from *= middle / sum);
        }
        self.nodes.push(Node { from, child: 0, begun: 0 });
    }

    /// Goes on to the next child of the node at this depth, after so many nodes.
    #[inline(always)]
    pub(super) fn advance(&mut self, depth: usize, nodes: u64, progress: &Progress) {
        // Nothing is open if nobody watches.
        if depth < self.nodes.len() {
            self.next(depth, nodes, progress);
        }
    }

    #[inline(never)]
    fn next(&mut self, depth: usize, nodes: u64, progress: &Progress) {
        self.nodes.truncate(depth + 1);
        let node = &mut self.nodes[depth];
        node.child += 1;
        node.begun = nodes;
        progress.publish_fraction(nodes as f64 / (nodes as f64 + self.left(nodes)));
    }

    /// About how many nodes are left after so many.
    fn left(&self, nodes: u64) -> f64 {
        let beside: f64 = self.nodes.iter().map(|node| node.after(node.child)).sum();
        let last = self.nodes.last();
        let below = last.map_or(0.0, |node| node.weight() - (nodes - node.begun) as f64);
        beside + below.max(0.0)
    }
}

impl Node {
    /// What the children after so many weigh.
    fn after(&self, children: usize) -> f64 {
        self.from.get(children).copied().unwrap_or(0.0)
    }

    /// What the current child weighs.
    fn weight(&self) -> f64 {
        self.after(self.child.saturating_sub(1)) - self.after(self.child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_is_what_is_visited_of_that_and_what_is_left() {
        let progress = Progress::watched();
        let mut shares = Shares::new(true, 0.0);
        shares.open(0, &[10.0, 30.0]);
        shares.advance(0, 0, &progress);
        assert_eq!(progress.fraction(), 0.0);
        shares.open(1, &[6.0, 4.0]);
        shares.advance(1, 1, &progress);
        assert_eq!(progress.fraction(), 1.0 / 41.0);
        // It was less than expected: the rest is known no better for that.
        shares.advance(1, 3, &progress);
        assert_eq!(progress.fraction(), 3.0 / 37.0);
        shares.advance(0, 10, &progress);
        assert_eq!(progress.fraction(), 10.0 / 40.0);
        // There seems to be more than expected below the last child: 60 instead of 30.
        shares.open(1, &[40.0, 20.0]);
        shares.advance(1, 10, &progress);
        assert_eq!(progress.fraction(), 0.25, "it never goes back");
        shares.advance(1, 60, &progress);
        assert_eq!(progress.fraction(), 60.0 / 77.5);
    }

    #[test]
    fn what_is_narrow_or_small_is_not_opened() {
        let progress = Progress::watched();
        let mut shares = Shares::new(true, 50_000.0);
        assert!(shares.wants(0, 0) && shares.expected().is_none());
        shares.open(0, &[1e6, 2e3, 1e3]);
        shares.advance(0, 0, &progress);
        assert!(shares.wants(1, 0) && !shares.wants(2, 0));
        assert_eq!(shares.expected(), Some(1e6));
        assert!(!shares.wants(1, u64::MAX / 2), "that is narrow by now");
        shares.advance(0, 1_000_000, &progress);
        assert!(!shares.wants(1, 1_000_000), "2000 nodes are few");
        assert!(!Shares::new(false, 0.0).wants(0, 0));
    }
}
