//! Sums over parts, on several threads, interrupted and taken up again.
//!
//! Some counts are sums with many independent terms: the ways to complete a border of queens, the
//! intervals of a lattice. A part is a [`Subtree`], a list of numbers that its problem understands;
//! to work on one is either to count it or to split it into smaller ones. The list of parts that
//! are left, with the sum so far, is all there is to a saved run.
//!
//! Invariant: at every moment the sum, the parts waiting and the parts in hand together stand for
//! the whole. A part in hand that is interrupted goes back to the list, its work is forgotten; so
//! parts should be small (about a second).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use puzzle_core::{BigUint, Control, StopReason, Subtree};

/// A problem whose answer is a sum.
pub trait Sum: Sync {
    /// Counts a part or splits it; `None` if `stop` was seen set before it was done.
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome>;
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

/// How far a sum has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    /// The sum so far.
    pub sum: BigUint,
    /// Nodes so far.
    pub nodes: u64,
    /// What is left; the last is taken first.
    pub rest: Vec<Subtree>,
}

/// How a sum is carried out.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many threads.
    pub threads: usize,
    /// How often to save.
    pub interval: Duration,
}

struct Shared {
    account: Account,
    in_hand: Vec<Subtree>,
    /// The share of the whole that is done.
    done: f64,
    /// Threads at work.
    working: usize,
}

impl Shared {
    /// The account with the parts in hand put back.
    fn snapshot(&self) -> Account {
        let mut account = self.account.clone();
        account.rest.extend(self.in_hand.iter().cloned());
        account
    }
}

/// Adds up `start`; `save` is called now and then and at the end. Says why if it was stopped.
pub fn run(
    sum: &dyn Sum,
    start: Account,
    plan: Plan,
    control: &Control,
    save: &mut dyn FnMut(&Account),
) -> (Account, Option<StopReason>) {
    let left: f64 = start.rest.iter().map(|part| part.weight).sum();
    let threads = plan.threads.clamp(1, 1024);
    let shared = Mutex::new(Shared {
        in_hand: Vec::new(),
        done: (1.0 - left).max(0.0),
        working: threads,
        account: start,
    });
    // The watcher must not be woken for every part: parts may take microseconds.
    let (split, left, stop) = (Condvar::new(), Condvar::new(), AtomicBool::new(false));
    let mut stopped = None;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(sum, &shared, &split, &left, &stop, control.budget.nodes));
        }
        // This thread watches: limits, progress, saving.
        let mut saved = Instant::now();
        let mut guard = lock(&shared);
        while guard.working > 0 {
            let wait = left.wait_timeout(guard, Duration::from_millis(20));
            guard = wait.unwrap_or_else(PoisonError::into_inner).0;
            let nodes = guard.account.nodes;
            let small = u64::try_from(&guard.account.sum).unwrap_or(u64::MAX);
            control.progress.publish(nodes, small);
            control.progress.publish_fraction(guard.done);
            if stopped.is_none() && guard.working > 0 {
                stopped = control.budget.check(nodes);
                if stopped.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            if saved.elapsed() >= plan.interval && stopped.is_none() {
                let account = guard.snapshot();
                drop(guard);
                save(&account);
                saved = Instant::now();
                guard = lock(&shared);
            }
        }
    });
    let account = shared.into_inner().unwrap_or_else(PoisonError::into_inner).snapshot();
    // The limit may have come when nothing was left to be stopped.
    let stopped = match account.rest.is_empty() {
        true => None,
        false => stopped.or_else(|| control.budget.check(account.nodes)),
    };
    save(&account);
    (account, stopped)
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that a thread ends, even if it panics: the watcher would wait for ever.
struct Leave<'a>(&'a Mutex<Shared>, &'a Condvar);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        lock(self.0).working -= 1;
        self.1.notify_all();
    }
}

/// What each thread does: takes a part, works, puts the outcome where it belongs.
fn work(
    sum: &dyn Sum,
    shared: &Mutex<Shared>,
    split: &Condvar,
    left: &Condvar,
    stop: &AtomicBool,
    most_nodes: Option<u64>,
) {
    let _leave = Leave(shared, left);
    let mut guard = lock(shared);
    loop {
        // The watcher looks now and then; a limit of nodes is kept to the part.
        if most_nodes.is_some_and(|most| guard.account.nodes >= most) {
            stop.store(true, Ordering::Relaxed);
        }
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let Some(part) = guard.account.rest.pop() else {
            if guard.in_hand.is_empty() {
                return;
            }
            // Another thread may split what it has in hand.
            let wait = split.wait_timeout(guard, Duration::from_millis(1));
            guard = wait.unwrap_or_else(PoisonError::into_inner).0;
            continue;
        };
        guard.in_hand.push(part.clone());
        drop(guard);
        let numbers: Vec<u32> = part.chosen.iter().map(|id| id.0).collect();
        let outcome = sum.work(&numbers, stop);
        guard = lock(shared);
        if let Some(outcome) = outcome {
            guard.in_hand.retain(|other| *other != part);
            if matches!(outcome, Outcome::Split(_)) {
                split.notify_all();
            }
            settle(&mut guard, &part, outcome);
        } else {
            return;
        }
    }
}

fn settle(shared: &mut Shared, part: &Subtree, outcome: Outcome) {
    match outcome {
        Outcome::Counted { sum, nodes } => {
            shared.account.sum += sum;
            shared.account.nodes += nodes;
            shared.done += part.weight;
        }
        Outcome::Split(parts) => {
            if parts.is_empty() {
                shared.done += part.weight;
            }
            let weight = part.weight / parts.len().max(1) as f64;
            // The first is taken first.
            shared
                .account
                .rest
                .extend(parts.into_iter().rev().map(|numbers| subtree(weight, &numbers)));
        }
    }
}

/// A part as it is saved.
pub fn subtree(weight: f64, numbers: &[u32]) -> Subtree {
    let chosen = numbers.iter().map(|&number| puzzle_core::EmbeddingId(number)).collect();
    Subtree { weight, chosen, ..Subtree::default() }
}

/// Parts of equal weight that make up the whole; the first is taken first.
pub fn equal(parts: impl DoubleEndedIterator<Item = Vec<u32>> + ExactSizeIterator) -> Vec<Subtree> {
    let weight = 1.0 / parts.len().max(1) as f64;
    parts.rev().map(|numbers| subtree(weight, &numbers)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Budget;

    /// Adds up the numbers below its one number, ten or fewer at a time.
    struct Triangle;

    impl Sum for Triangle {
        fn work(&self, part: &[u32], _: &AtomicBool) -> Option<Outcome> {
            let (from, to) = (part[0], part[1]);
            if to - from > 10 {
                let middle = (from + to) / 2;
                return Some(Outcome::Split(vec![vec![from, middle], vec![middle, to]]));
            }
            let sum = (from..to).map(u64::from).sum::<u64>().into();
            Some(Outcome::Counted { sum, nodes: u64::from(to - from) })
        }
    }

    fn whole() -> Account {
        Account { rest: equal([vec![0, 1000]].into_iter()), ..Account::default() }
    }

    fn plan(threads: usize) -> Plan {
        Plan { threads, interval: Duration::ZERO }
    }

    #[test]
    fn the_sum_does_not_depend_on_threads() {
        for threads in [1, 2, 7] {
            let control = Control::default();
            let (account, stopped) = run(&Triangle, whole(), plan(threads), &control, &mut |_| {});
            assert_eq!((account.sum, account.nodes), (499_500_u32.into(), 1000));
            assert_eq!((stopped, account.rest.len()), (None, 0));
            assert!(control.progress.fraction() > 0.999);
        }
    }

    #[test]
    fn every_saved_state_is_good_to_go_on_with() {
        let mut saved = Vec::new();
        let control = Control::default();
        run(&Triangle, whole(), plan(2), &control, &mut |account| saved.push(account.clone()));
        for account in saved {
            let (account, _) = run(&Triangle, account, plan(1), &control, &mut |_| {});
            assert_eq!((account.sum, account.nodes), (499_500_u32.into(), 1000));
        }
    }

    #[test]
    fn a_run_that_is_stopped_again_and_again_comes_to_the_same_end() {
        let mut account = whole();
        for limit in (0..).step_by(50) {
            let budget = Budget { nodes: Some(limit), ..Budget::default() };
            let control = Control { budget, ..Control::default() };
            let stopped;
            (account, stopped) = run(&Triangle, account, plan(2), &control, &mut |_| {});
            if stopped.is_none() {
                break;
            }
            assert_eq!(stopped, Some(StopReason::NodeLimit));
        }
        assert_eq!(account.sum, 499_500_u32.into());
    }
}
