//! One run in many parts: over threads, and over interruptions.
//!
//! A run is a list of subtrees (document 000, equations 22 and 23). Each is worked on by itself; one
//! that proves too large is split and its parts take its place, so parts are of a moderate size
//! however lopsided the tree is. Finished parts are handed over in the order of the tree, or, if
//! nobody minds the order, as they are finished.
//!
//! At any moment the run consists of sums, and of the subtrees that are not yet handed over: that
//! is a checkpoint. A part that is interrupted is done again; nothing is counted twice.
//!
//! This file runs parts, whatever they are. `covers` searches subtrees of a cover by any engine:
//! `split` makes them, `residuals` searches them, `found` has their solutions. `sums` adds up terms.
//! `pool` holds the parts of both, `saving` saves them now and then.

mod covers;
mod found;
mod pool;
mod residuals;
mod saving;
mod split;
pub mod sums;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use puzzle_core::{BigUint, Budget, Control, Declined, EmbeddingId, Progress, StopReason, Subtree};

pub use covers::{Filter, PART, Plan, Receiver, Tally, run};
use found::Found;
use pool::Pool;
pub(crate) use saving::{Done, carry_on};
pub use split::divide;

/// The nodes that a part may take however few the whole run may.
const LEAST: u64 = 10_000;
/// How many bytes the solutions that wait to be handed over may take: a quarter of it in finished
/// parts, a sixteenth in the hands of each thread, however many those are: which parts are split must
/// not depend on that.
const MEMORY: u64 = 64 << 20;
/// How often the coordinator looks up when nothing happens.
const TICK: Duration = Duration::from_millis(20);

/// What is done with parts.
trait Work: Sync {
    /// Somebody who works on one part after the other, in a thread of its own.
    fn worker(&self) -> Box<dyn Worker + '_>;
}

/// Works on parts.
trait Worker {
    /// Works on a part within the limits of `control`.
    fn work(&mut self, part: &Subtree, control: &Control) -> Result<Ending, Declined>;
}

/// How the work on a part ended.
enum Ending {
    Finished(Part),
    /// It is too large, as this many nodes showed: others take its place.
    Split(Vec<Subtree>, u64),
    Stopped,
    /// It does not fit into memory.
    Exhausted,
}

/// A finished part.
#[derive(Debug, Default)]
struct Part {
    nodes: u64,
    sums: [BigUint; 3],
    found: Found,
}

/// Sums so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// Solutions, or what was made of them.
    pub first: BigUint,
    /// A second sum, and a third.
    pub second: BigUint,
    /// The third.
    pub third: BigUint,
    /// Nodes of the parts that were handed over.
    pub nodes: u64,
}

/// The end of a divided run.
#[derive(Clone, Debug)]
pub struct Divided {
    /// What was handed over.
    pub sums: Sums,
    /// Why it ended early.
    pub stopped: Option<StopReason>,
    /// What is left then.
    pub rest: Vec<Subtree>,
}

/// How parts are worked on.
struct Teamwork {
    /// How many at a time.
    threads: usize,
    /// The nodes that a part may take before it is split.
    part: u64,
    /// How often to call `save`.
    interval: Duration,
    /// Whether parts are handed over in the order of the tree.
    ordered: bool,
    /// Whether they are wanted as soon as they are there.
    soon: bool,
}

/// Receives a solution.
type Each<'a> = dyn FnMut(&[EmbeddingId]) -> ControlFlow<()> + 'a;

impl Teamwork {
    /// Works on these parts and hands their solutions to `each`. `save` is called now and then, and at
    /// the end of an unfinished run, with the sums and what is left.
    fn carry_out(
        &self,
        work: &dyn Work,
        parts: Vec<Subtree>,
        each: &mut Each<'_>,
        control: &Control,
        save: &mut dyn FnMut(&Sums, Vec<Subtree>),
    ) -> Result<Divided, Declined> {
        let soon = self.soon || control.budget.nodes.is_some();
        let pool = Pool::new(parts, self.ordered, soon, room(control) / 4);
        // Solutions of parts that were finished when the receiver had enough.
        let mut unwanted = Vec::new();
        let halt = Arc::new(AtomicBool::new(false));
        let mut sums = Sums::default();
        let mut stopped = None;
        let mut declined = None;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, 1024) {
                scope.spawn(|| {
                    let _guard = Guard(&pool);
                    take_parts(&pool, &mut *work.worker(), &self.control(&halt, &control.budget));
                });
            }
            let mut saved = Instant::now();
            loop {
                let left = control.budget.nodes.map(|limit| limit.saturating_sub(sums.nodes));
                let batch = pool.collect(TICK, left.unwrap_or(u64::MAX));
                for part in batch.parts {
                    sums.nodes += part.nodes;
                    let [first, second, third] = part.sums;
                    sums.first += first;
                    sums.second += second;
                    sums.third += third;
                    let mut given = 0_u64;
                    part.found.each(|solution| {
                        if stopped.is_some() {
                            let chosen = solution.to_vec();
                            unwanted.push(Subtree { chosen, ..Subtree::default() });
                            return;
                        }
                        given += 1;
                        if each(solution).is_break() {
                            stopped = Some(StopReason::Satisfied);
                        }
                    });
                    sums.first += given;
                }
                let found = u64::try_from(&sums.first).unwrap_or(u64::MAX);
                control.progress.publish(sums.nodes + batch.ahead, found);
                let ahead = split::PREPARATION;
                control.progress.publish_fraction(ahead + (1.0 - ahead) * batch.done);
                declined = declined.take().or(batch.declined);
                stopped = stopped.or_else(|| control.budget.check(sums.nodes));
                stopped = stopped.or(batch.exhausted.then_some(StopReason::MemoryLimit));
                if batch.finished || stopped.is_some() || declined.is_some() {
                    break;
                }
                if saved.elapsed() >= self.interval {
                    save(&sums, pool.rest());
                    saved = Instant::now();
                }
            }
            halt.store(true, Ordering::Relaxed);
            pool.close();
        });
        if let Some(declined) = declined {
            return Err(declined);
        }
        unwanted.extend(pool.rest());
        let rest = unwanted;
        if rest.is_empty() && stopped != Some(StopReason::Satisfied) {
            stopped = None;
        }
        if stopped.is_some() {
            save(&sums, rest.clone());
        } else {
            control.progress.publish_fraction(1.0);
        }
        Ok(Divided { sums, stopped, rest })
    }

    /// The limits of a part.
    fn control(&self, halt: &Arc<AtomicBool>, budget: &Budget) -> Arc<Control> {
        // No part is much larger than a limit on the whole run, or the limit would mean little.
        let most = budget.nodes.map_or(self.part, |limit| self.part.min(limit.max(LEAST)));
        let budget = Budget {
            nodes: Some(most),
            memory: budget.memory.map(|bytes| bytes / self.threads.max(1) as u64),
            interrupt: halt.clone(),
            ..budget.clone()
        };
        Arc::new(Control { budget, progress: Progress::default() })
    }
}

/// How many bytes solutions may take that wait to be handed over.
fn room(control: &Control) -> usize {
    usize::try_from(control.budget.room(MEMORY)).unwrap_or(usize::MAX)
}

/// A thread's work: parts until there are none.
fn take_parts(pool: &Pool, worker: &mut dyn Worker, control: &Arc<Control>) {
    while let Some(taken) = pool.take(control) {
        match worker.work(&taken.subtree, control) {
            Ok(Ending::Finished(part)) => pool.finish(taken, part),
            Ok(Ending::Split(by, nodes)) => pool.replace(&taken, by, nodes),
            Ok(Ending::Stopped) => pool.put_back(taken),
            Ok(Ending::Exhausted) => pool.exhaust(taken),
            Err(declined) => pool.fail(taken, declined),
        }
    }
}

/// Tells the pool if its thread panics.
struct Guard<'a>(&'a Pool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}
