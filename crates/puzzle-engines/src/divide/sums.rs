//! The terms of a sum as parts of a run.
//!
//! Some counts are sums with many independent terms: the ways to complete a border of queens, the
//! intervals of a lattice. A part is a [`Subtree`], a list of numbers that its problem understands;
//! to work on one is either to count it or to split it into smaller ones. Parts should be small
//! (about a second), because the work on one that is interrupted is forgotten.

use std::sync::atomic::AtomicBool;

use puzzle_core::{BigUint, EmbeddingId, Subtree};

/// A problem whose answer is a sum.
pub trait Sum: Sync {
    /// Counts a part or splits it; `None` if `stop` was seen set before it was done, or if there is
    /// not enough memory for it.
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome>;

    /// Smaller parts that take the place of this one, if it is not too small for that. For machines that
    /// share a sum: one by itself is better off with the parts as they are.
    fn split(&self, part: &[u32]) -> Option<Vec<Vec<u32>>>;
}

/// What became of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Its terms were added up.
    Counted {
        /// The sum of its terms.
        sum: BigUint,
        /// How many nodes were visited.
        nodes: u64,
    },
    /// It is to be replaced by these.
    Split(Vec<Vec<u32>>),
}

/// The numbers that a part consists of.
pub(super) fn numbers(part: &Subtree) -> Vec<u32> {
    part.chosen.iter().map(|id| id.0).collect()
}

/// A part that consists of these numbers.
pub fn subtree(weight: f64, numbers: &[u32]) -> Subtree {
    let chosen = numbers.iter().map(|&number| EmbeddingId(number)).collect();
    Subtree { weight, chosen, ..Subtree::default() }
}

/// Parts that take the place of another and share its weight.
pub(super) fn shared(whole: &Subtree, parts: &[Vec<u32>]) -> Vec<Subtree> {
    let weight = whole.weight / parts.len().max(1) as f64;
    parts.iter().map(|part| subtree(weight, part)).collect()
}

/// Parts of equal weight that make up the whole.
pub fn equal(parts: impl ExactSizeIterator<Item = Vec<u32>>) -> Vec<Subtree> {
    let weight = 1.0 / parts.len().max(1) as f64;
    parts.map(|numbers| subtree(weight, &numbers)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::divide::Summing;
    use puzzle_core::{Budget, Control, Report, Run, StopReason};

    /// Adds up the numbers below its one number, ten or fewer at a time.
    struct Triangle;

    impl Sum for Triangle {
        fn work(&self, part: &[u32], _: &AtomicBool) -> Option<Outcome> {
            let (from, to) = (part[0], part[1]);
            if to - from > 10 {
                return self.split(part).map(Outcome::Split);
            }
            let sum = (from..to).map(u64::from).sum::<u64>().into();
            Some(Outcome::Counted { sum, nodes: u64::from(to - from) })
        }

        fn split(&self, part: &[u32]) -> Option<Vec<Vec<u32>>> {
            let (from, to) = (part[0], part[1]);
            let middle = (from + to) / 2;
            (middle > from).then(|| vec![vec![from, middle], vec![middle, to]])
        }
    }

    fn sum(run: &Run) -> Report {
        let summing = Summing { run, fingerprint: 1, question: "triangle" };
        let whole = || equal([vec![0, 1000]].into_iter());
        summing.carry_out(&Triangle, whole, &|part| part.len() == 2).unwrap()
    }

    fn done() -> Report {
        Report { solutions: 499_500_u32.into(), nodes: 1000, stopped: None }
    }

    #[test]
    fn the_sum_does_not_depend_on_threads() {
        for threads in [1, 2, 7] {
            let run = Run { threads: Some(threads), ..Run::default() };
            assert_eq!(sum(&run), done());
            assert!(run.control.progress.fraction() > 0.999);
        }
    }

    #[test]
    fn shares_add_up_to_the_sum_however_many_there_are() {
        let name = |what: &str| std::env::temp_dir().join(format!("{what}-{}", std::process::id()));
        let (file, unit) = (name("shares"), name("share"));
        for units in [1, 3, 64, 5000] {
            let run = Run { checkpoint: Some(file.clone()), units: Some(units), ..Run::default() };
            assert_eq!(sum(&run).stopped, Some(StopReason::Divided));
            let whole = crate::saved::read(&file, &run).unwrap();
            let shares = whole.shares(units as usize);
            assert_eq!(shares.len(), units.min(1000) as usize);
            let mut total = whole.head();
            for share in shares.iter().step_by(if units > 64 { 999 } else { 1 }) {
                std::fs::write(&unit, share.write()).unwrap();
                let (resume, checkpoint) = (Some(unit.clone()), Some(unit.clone()));
                let run = Run { resume, checkpoint, ..Run::default() };
                assert_eq!(sum(&run).stopped, None);
                total.add(&crate::saved::read(&unit, &run).unwrap());
            }
            let expected = if units > 64 { 999 } else { 499_500_u32 };
            assert_eq!(total.solutions, expected.into());
        }
        [file, unit].iter().for_each(|file| std::fs::remove_file(file).unwrap());
    }

    #[test]
    fn a_run_that_is_stopped_again_and_again_comes_to_the_same_end() {
        let file = std::env::temp_dir().join(format!("triangle-{}", std::process::id()));
        let mut run = Run {
            threads: Some(2),
            checkpoint: Some(file.clone()),
            interval: Some(Duration::ZERO),
            ..Run::default()
        };
        let mut runs = 0;
        loop {
            let budget = Budget { nodes: Some(50), ..Budget::default() };
            run.control = Arc::new(Control { budget, ..Control::default() });
            let ended = sum(&run);
            runs += 1;
            if ended.stopped.is_none() {
                assert_eq!(ended, done());
                break;
            }
            assert_eq!(ended.stopped, Some(StopReason::NodeLimit));
            run.resume = Some(file.clone());
        }
        assert!(runs > 10, "{runs}");
        std::fs::remove_file(file).unwrap();
    }
}
