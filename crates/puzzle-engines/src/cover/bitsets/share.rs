//! Where in the tree a search stands: the fraction that lies before it.
//!
//! Each node near the root owns an interval of [0, 1) and deals it out to its children by their
//! weights. The left end of the current child's interval is the fraction done; it never goes back.

use puzzle_core::Progress;

/// Intervals narrower than this are not dealt out.
const FINE: f64 = 1.0 / 500.0;
/// Nor are those with fewer nodes than this: they are over in a moment.
const SMALL: f64 = 50_000.0;

struct Node {
    start: f64,
    width: f64,
    /// What its children weigh together: about the nodes below.
    weight: f64,
    /// Where each child's interval begins, relative to this one; one more than there are children.
    bounds: Vec<f64>,
    /// The child being searched, counted from 1; 0 before the first.
    child: usize,
}

/// The intervals along the current path.
pub(super) struct Shares {
    nodes: Vec<Node>,
    watched: bool,
}

impl Shares {
    pub(super) fn new(watched: bool) -> Self {
        Shares { nodes: Vec::new(), watched }
    }

    /// Whether the node just reached, at this depth and after so many nodes, should be opened.
    #[inline(always)]
    pub(super) fn wants(&self, depth: usize, nodes: u64) -> bool {
        // Where its parent is not open, neither is it.
        self.watched && self.nodes.len() == depth && self.is_large(nodes)
    }

    #[inline(never)]
    fn is_large(&self, nodes: u64) -> bool {
        let width = self.nodes.last().map_or(1.0, |node| node.current().1);
        width > FINE && self.expected(nodes).is_none_or(|below| below > SMALL)
    }

    /// How many nodes to expect below the node just reached, after so many; nothing is known of the
    /// root. As much can be afforded as its share of the time spent so far: estimates err on the
    /// small side.
    pub(super) fn expected(&self, nodes: u64) -> Option<f64> {
        let node = self.nodes.last()?;
        let (_, width) = node.current();
        Some((node.weight * width / node.width).max(nodes as f64 * width))
    }

    /// Enters a node whose children have these weights.
    pub(super) fn open(&mut self, depth: usize, weights: &[f64]) {
        self.nodes.truncate(depth);
        let (start, width) = self.nodes.last().map_or((0.0, 1.0), Node::current);
        let total: f64 = weights.iter().sum();
        // Weights beyond all bounds are no weights.
        let share = |weight: f64| match total.is_finite() && total > 0.0 {
            true => weight / total,
            false => 1.0 / weights.len() as f64,
        };
        let mut bounds = vec![0.0];
        let mut sum = 0.0;
        for &weight in weights {
            sum += share(weight);
            bounds.push(sum);
        }
        let weight = if total.is_finite() { total } else { 0.0 };
        self.nodes.push(Node { start, width, weight, bounds, child: 0 });
    }

    /// Goes on to the next child of the node at this depth.
    #[inline(always)]
    pub(super) fn advance(&mut self, depth: usize, progress: &Progress) {
        // Nothing is open if nobody watches.
        if depth < self.nodes.len() {
            self.next(depth, progress);
        }
    }

    #[inline(never)]
    fn next(&mut self, depth: usize, progress: &Progress) {
        self.nodes.truncate(depth + 1);
        let node = &mut self.nodes[depth];
        node.child += 1;
        progress.publish_fraction(node.current().0);
    }
}

impl Node {
    fn current(&self) -> (f64, f64) {
        let last = self.bounds.len() - 1;
        let bound = |child: usize| self.bounds[child.min(last)];
        let (start, end) = (bound(self.child.saturating_sub(1)), bound(self.child));
        (self.start + self.width * start, self.width * (end - start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_is_the_weight_of_what_lies_before() {
        let progress = Progress::watched();
        let mut shares = Shares::new(true);
        shares.open(0, &[1.0, 3.0]);
        shares.advance(0, &progress);
        assert_eq!(progress.fraction(), 0.0);
        shares.open(1, &[1.0, 1.0]);
        shares.advance(1, &progress);
        shares.advance(1, &progress);
        assert_eq!(progress.fraction(), 0.125);
        shares.advance(0, &progress);
        assert_eq!(progress.fraction(), 0.25);
        shares.open(1, &[f64::INFINITY, 1.0]);
        shares.advance(1, &progress);
        shares.advance(1, &progress);
        assert_eq!(progress.fraction(), 0.625);
    }

    #[test]
    fn what_is_narrow_or_small_is_not_opened() {
        let progress = Progress::watched();
        let mut shares = Shares::new(true);
        assert!(shares.wants(0, 0) && shares.expected(0).is_none());
        shares.open(0, &[1e6, 2e3, 1e3]);
        shares.advance(0, &progress);
        assert!(shares.wants(1, 0) && !shares.wants(2, 0));
        assert_eq!(shares.expected(0).map(f64::round), Some(1e6));
        shares.advance(0, &progress);
        assert!(!shares.wants(1, 0), "2000 nodes are few");
        shares.advance(0, &progress);
        assert!(!shares.wants(1, u64::MAX), "a thousandth is narrow");
        shares.open(0, &[1.0, 1.0]);
        shares.advance(0, &progress);
        assert!(!shares.wants(1, 1000));
        assert!(shares.wants(1, 1_000_000), "there is more than was expected");
        assert!(!Shares::new(false).wants(0, 0));
    }
}
