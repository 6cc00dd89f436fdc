//! How far a search has come, readable from another thread while it runs.

use std::sync::atomic::{AtomicU64, Ordering};

/// Published by an engine now and then, shown by whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The estimated fraction of the search tree that is done, as the bits of an `f64`.
    fraction: AtomicU64,
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
        let fraction = fraction.clamp(self.fraction(), 1.0);
        self.fraction.store(fraction.to_bits(), Ordering::Relaxed);
    }

    /// Nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Solutions found.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// The estimated fraction of the search tree that is done.
    pub fn fraction(&self) -> f64 {
        f64::from_bits(self.fraction.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_never_goes_back_and_never_passes_one() {
        let progress = Progress::watched();
        let mut shown = Vec::new();
        for fraction in [0.25, 0.125, f64::NAN, 0.5, 7.0] {
            progress.publish_fraction(fraction);
            shown.push(progress.fraction());
        }
        assert_eq!(shown, [0.25, 0.25, 0.25, 0.5, 1.0]);
    }
}
