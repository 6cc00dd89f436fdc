//! How far a search has come, readable from another thread while it runs.

use std::sync::atomic::{AtomicU64, Ordering};

/// Published by an engine now and then, shown by whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The estimated fraction of the search tree that is done, as the bits of an `f64`.
    fraction: AtomicU64,
    /// How many nodes are expected in all, as the bits of an `f64`; 0 if nobody knows.
    expected: AtomicU64,
    watched: bool,
}

impl Progress {
    /// Somebody watches, so that engines take the trouble to estimate.
    pub fn watched() -> Self {
        Progress { watched: true, ..Progress::default() }
    }

    /// Whether estimating the fraction is worth the trouble.
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Publishes the counters.
    pub fn publish(&self, nodes: u64, solutions: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.solutions.store(solutions, Ordering::Relaxed);
    }

    /// Publishes the fraction done; it never goes back and never passes 1.
    pub fn publish_fraction(&self, fraction: f64) {
        if fraction.is_nan() {
            return;
        }
        let before = f64::from_bits(self.fraction.load(Ordering::Relaxed));
        let fraction = fraction.clamp(before, 1.0);
        self.fraction.store(fraction.to_bits(), Ordering::Relaxed);
    }

    /// Forgets what was published: it was in vain, and another way is taken.
    pub fn begin_again(&self) {
        self.publish(0, 0);
        self.fraction.store(0, Ordering::Relaxed);
    }

    /// Nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Solutions found.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// Says how many nodes are expected in all, for engines that publish no fraction.
    pub fn expect(&self, nodes: f64) {
        if nodes.is_finite() && nodes > 0.0 {
            self.expected.store(nodes.to_bits(), Ordering::Relaxed);
        }
    }

    /// The estimated fraction of the search tree that is done: what the engine published, or else
    /// the nodes against those expected. An expectation that turns out too small slows the fraction
    /// down from one half on, so that it never stands still and never passes 1.
    pub fn fraction(&self) -> f64 {
        let published = f64::from_bits(self.fraction.load(Ordering::Relaxed));
        let expected = f64::from_bits(self.expected.load(Ordering::Relaxed));
        if published > 0.0 || expected == 0.0 {
            return published;
        }
        let share = self.nodes() as f64 / expected;
        if share < 0.5 { share } else { 1.0 - 0.25 / share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_nodes_stand_in_for_a_fraction_and_never_reach_one() {
        let progress = Progress::watched();
        progress.expect(100.0);
        let mut shown = Vec::new();
        for nodes in [10, 50, 100, 1_000_000] {
            progress.publish(nodes, 0);
            shown.push(progress.fraction());
        }
        assert_eq!(shown[..3], [0.1, 0.5, 0.75]);
        assert!(shown[3] > 0.99 && shown[3] < 1.0);
    }

    #[test]
    fn the_fraction_never_goes_back_and_never_passes_one() {
        let progress = Progress::watched();
        let mut shown = Vec::new();
        for fraction in [0.25, 0.125, f64::NAN, 0.5, 7.0] {
            progress.publish_fraction(fraction);
            shown.push(progress.fraction());
        }
        assert_eq!(shown, [0.25, 0.25, 0.25, 0.5, 1.0]);
        progress.begin_again();
        assert_eq!(progress.fraction(), 0.0);
    }
}
