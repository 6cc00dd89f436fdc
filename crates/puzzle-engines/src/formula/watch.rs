//! Looking at the limits after a bounded amount of work.
//!
//! In a formula of a million clauses one node may take a tenth of a second, so nodes alone are no
//! measure of time. Engines also count *steps*, the literals and clauses they look at (a few
//! nanoseconds each), and look at the limits when there have been many of either.

use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_core::{Budget, Control, StopReason};

/// Steps between two looks: some milliseconds.
pub(super) const STEPS: u64 = 1 << 19;
/// Nodes between two looks.
const NODES: u64 = 256;

/// Counts nodes and steps of a search and says when it must stop.
#[derive(Debug)]
pub struct Watch<'a> {
    control: &'a Control,
    /// Set from outside to end work on a part of a sum.
    stop: Option<&'a AtomicBool>,
    /// Steps that may be taken in all.
    most: u64,
    /// The steps at which to look again.
    next: u64,
    nodes: u64,
    steps: u64,
}

impl<'a> Watch<'a> {
    /// For a search that has the whole budget.
    pub fn new(control: &'a Control) -> Self {
        Watch { control, stop: None, most: u64::MAX, next: STEPS, nodes: 0, steps: 0 }
    }

    /// For a part of a sum: at most so many steps, beyond which the reason is a node limit.
    pub(super) fn of_part(control: &'a Control, stop: &'a AtomicBool, most: u64) -> Self {
        let next = most.min(STEPS);
        Watch { control, stop: Some(stop), most, next, nodes: 0, steps: 0 }
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits.
    pub(super) fn budget(&self) -> &Budget {
        &self.control.budget
    }

    /// One more node. A limit of nodes is kept exactly.
    #[inline]
    pub(super) fn node(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        match self.nodes.is_multiple_of(NODES) || self.control.budget.nodes.is_some() {
            true => self.look(),
            false => Ok(()),
        }
    }

    /// So many more steps.
    #[inline]
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), StopReason> {
        self.steps += steps as u64;
        if self.steps < self.next { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        self.next = (self.steps + STEPS).min(self.most.max(self.steps + 1));
        self.control.progress.publish(self.nodes, 0);
        let told = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let reason = match told {
            true => Some(StopReason::Interrupted),
            false if self.steps >= self.most => Some(StopReason::NodeLimit),
            false => self.control.budget.check(self.nodes),
        };
        reason.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use puzzle_core::{BigUint, Cnf};

    use super::*;
    use crate::formula::OfFormulas;

    /// Random clauses of three literals, over four a variable: hard.
    fn hard(variables: u32) -> Cnf {
        let mut random = puzzle_core::Random::new(5);
        let mut literal = || {
            let variable = 1 + random.below(u64::from(variables)) as i32;
            if random.below(2) == 0 { variable } else { -variable }
        };
        let clauses: Vec<Vec<i32>> =
            (0..variables * 17 / 4).map(|_| (0..3).map(|_| literal()).collect()).collect();
        Cnf::new(variables, clauses)
    }

    /// Whatever an engine does when a bound is reached, its next look is near.
    #[test]
    fn every_engine_stops_soon_after_it_may_not_go_on() {
        let search = |engine: OfFormulas, formula: &Cnf, watch: &mut Watch<'_>| {
            let go_on = &mut |_: &[i32]| ControlFlow::Continue(());
            engine.search(formula, watch, &mut BigUint::default(), go_on)
        };
        for (engine, variables) in [
            (OfFormulas::Components, 20_000),
            (OfFormulas::Cubes, 20_000),
            (OfFormulas::Doublets, 64),
            (OfFormulas::Reference, 24),
        ] {
            let (formula, stop) = (hard(variables), AtomicBool::new(false));
            let control = Control::default();
            for most in [1, 1000, 60_000, 300_000, 1_000_000] {
                let mut watch = Watch::of_part(&control, &stop, most);
                match search(engine, &formula, &mut watch) {
                    Err(reason) => assert_eq!(reason, StopReason::NodeLimit),
                    Ok(()) => assert!(variables <= 64, "too hard to be done"),
                }
                assert!(
                    watch.steps < most + 1000 + 10 * u64::from(variables),
                    "{variables} {most} {}",
                    watch.steps
                );
            }
            control.budget.interrupt.store(true, Ordering::Relaxed);
            let mut watch = Watch::new(&control);
            assert_eq!(search(engine, &formula, &mut watch), Err(StopReason::Interrupted));
            assert!(watch.steps <= 2 * STEPS && watch.nodes <= NODES, "{variables}");
        }
    }
}
