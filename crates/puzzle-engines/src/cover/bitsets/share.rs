//! Where in the tree a search stands: the fraction that lies before it.
//!
//! Each node near the root owns an interval of [0, 1) and deals it out to its children by their
//! weights. The left end of the current child's interval is the fraction done; it never goes back.

use puzzle_core::Progress;

/// How deep intervals are kept.
const DEPTH: usize = 5;

struct Node {
    start: f64,
    width: f64,
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

    /// Whether a node at this depth should be opened.
    #[inline(always)]
    pub(super) fn wants(&self, depth: usize) -> bool {
        self.watched && depth < DEPTH
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
        self.nodes.push(Node { start, width, bounds, child: 0 });
    }

    /// Goes on to the next child of the node at this depth.
    #[inline(always)]
    pub(super) fn advance(&mut self, depth: usize, progress: &Progress) {
        if self.watched && depth < DEPTH {
            self.nodes.truncate(depth + 1);
            if let Some(node) = self.nodes.get_mut(depth) {
                node.child += 1;
                progress.publish_fraction(node.current().0);
            }
        }
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
}
