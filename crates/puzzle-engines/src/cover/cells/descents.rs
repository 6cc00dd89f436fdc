//! Random descents: how many nodes lie below a state.

use puzzle_core::Random;

use super::SparseSets;

/// Random descents that weigh the children of a node for the progress report where `sweeps` cannot,
/// and the fewest for a child.
const DESCENTS: u32 = 2000;
const FEWEST: u32 = 2;

impl SparseSets {
    /// The estimated nodes below each of these ways to cover an aspect, itself included. Works on a copy, so that watching a search does not change its
    /// course.
    pub(super) fn descend_from(&self, entries: &[u32]) -> Vec<f64> {
        let mut scratch = self.clone();
        let mark = scratch.mark();
        let mut random = Random::new(1);
        let descents = (DESCENTS / entries.len() as u32).max(FEWEST);
        let mut mean = |&entry: &u32| {
            let mut size = 0.0;
            for _ in 0..descents {
                size += scratch.probe(entry, &mut random);
                scratch.restore(mark, self.active);
            }
            size / f64::from(descents)
        };
        entries.iter().map(&mut mean).collect()
    }

    /// One random descent from the root: an unbiased estimate of the nodes below it. Leaves the
    /// state as it was.
    pub(in crate::cover) fn probe_root(&mut self, random: &mut Random) -> f64 {
        let (mark, active) = (self.mark(), self.active);
        let total = self.descend(random);
        self.restore(mark, active);
        self.trail.truncate(mark);
        total
    }

    /// One random descent: an unbiased estimate of the number of nodes below this choice.
    fn probe(&mut self, entry: u32, random: &mut Random) -> f64 {
        1.0 + if self.choose(entry) { self.descend(random) } else { 0.0 }
    }

    /// The nodes below the present state, by one random descent.
    fn descend(&mut self, random: &mut Random) -> f64 {
        let (mut total, mut weight) = (0.0, 1.0);
        let mut alive = true;
        while alive {
            let Some(aspect) = self.least_fit() else { break };
            let f = self.fits[aspect as usize];
            if f.size == 0 {
                break;
            }
            weight *= f64::from(f.size);
            total += weight;
            let place = random.below(u64::from(f.size)) as u32;
            let pick = self.set[(f.start + place) as usize];
            self.cover(aspect);
            alive = self.choose(pick);
        }
        total
    }
}
