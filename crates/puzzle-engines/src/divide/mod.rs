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
//! This file runs parts, whatever they are, and saves them now and then. `work` says what it means to
//! work on one, `pool` holds those that wait. `covers` searches subtrees of a cover by any engine:
//! `split` makes them, `residuals` searches them, `found` has their solutions. `sums` are sums of
//! independent terms, added up here.

mod covers;
mod found;
mod pool;
mod residuals;
mod split;
pub mod sums;
mod work;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use puzzle_core::{
    BigUint, Budget, Checkpoint, Control, Declined, EmbeddingId, Failure, FinishedPart, Payload,
    Progress, Report, Run, Seal, StopReason, Subtree,
};

pub(crate) use covers::searcher;
pub use covers::{Filter, PART, Plan, Receiver, Tally, run};
use pool::Pool;
pub(crate) use split::Tree;
pub use split::divide;
use sums::{Outcome, Sum};
pub use work::{Divided, Sums};
use work::{Each, Ending, Part, Work, Worker};

use crate::saved::{Store, threads};

/// The nodes that a part may take however few the whole run may.
const LEAST: u64 = 10_000;
/// How many bytes the solutions that wait to be handed over may take: a quarter of it in finished
/// parts, a sixteenth in the hands of each thread, however many those are: which parts are split must
/// not depend on that.
const MEMORY: u64 = 64 << 20;
/// Into how many pieces a unit's share is divided: then units of whole parts differ by little, and what
/// a worker has not done of one can be given to others.
const PIECES: f64 = 4.0;
/// How often the coordinator looks up when nothing happens.
const TICK: Duration = Duration::from_millis(20);

/// A sum to be carried out.
#[derive(Debug)]
pub struct Summing<'a> {
    /// How it is carried out and where it is saved.
    pub run: &'a Run,
    /// What tells the problem from others.
    pub fingerprint: u64,
    /// What is asked, and how the parts are made.
    pub question: &'static str,
}

impl Summing<'_> {
    /// Adds up the parts, or what a saved run left of them. `owns` says whether a part from a file
    /// belongs to the problem.
    pub fn carry_out(
        &self,
        sum: &dyn Sum,
        parts: impl FnOnce() -> Vec<Subtree>,
        owns: &dyn Fn(&[u32]) -> bool,
    ) -> Result<Report, Failure> {
        let store = Store::new(self.run, self.fingerprint, self.question);
        let saved = store.load(usize::MAX)?;
        let mut start = saved.unwrap_or_else(|| store.beginning(Payload::Subtrees(parts())));
        let rest = match std::mem::replace(&mut start.payload, Payload::Subtrees(Vec::new())) {
            Payload::Subtrees(rest) => rest,
            other => return Err(store.refuse(other.about())),
        };
        if self.run.resume.is_some() && !rest.iter().all(|part| owns(&sums::numbers(part))) {
            return Err(store.refuse("this puzzle, but damaged: a part is not one of its parts"));
        }
        let (run, control) = (self.run, &self.run.control);
        if let Some(units) = run.units {
            let mut split = |part: &Subtree| {
                let parts = sum.split(&sums::numbers(part))?;
                Some(sums::shared(part, &parts))
            };
            return Ok(share_out(store, &start, rest, units, &mut split, control)?.report);
        }
        let team = Teamwork {
            threads: threads(run),
            part: u64::MAX,
            interval: run.interval(),
            ordered: false,
            soon: false,
            exact: is_exact(run),
        };
        let mut nobody = |_: &[EmbeddingId]| ControlFlow::Continue(());
        let done = carry_on(store, &start, rest, &mut || Ok(Seal::default()), |rest, save| {
            team.carry_out(&Terms(sum), rest, &mut nobody, control, save)
        })?;
        Ok(done.report)
    }
}

/// The terms of a sum as parts.
struct Terms<'a>(&'a dyn Sum);

impl Work for Terms<'_> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Terms(self.0))
    }
}

impl Worker for Terms<'_> {
    fn work(&mut self, part: &Subtree, control: &Control) -> Result<Ending, Declined> {
        Ok(match self.0.work(&sums::numbers(part), &control.budget.interrupt) {
            None if control.budget.interrupt.load(Ordering::Relaxed) => {
                Ending::Stopped(Part::default())
            }
            // What gives up by itself would give up again.
            None => Ending::Exhausted,
            Some(Outcome::Counted { sum, nodes }) => Ending::Finished(Part {
                nodes,
                sums: [sum, BigUint::ZERO, BigUint::ZERO],
                ..Part::default()
            }),
            Some(Outcome::Split(parts)) => {
                Ending::Split(sums::shared(part, &parts), Part::default())
            }
        })
    }
}

/// What a divided run found, earlier runs included.
pub(crate) struct Done {
    pub(crate) report: Report,
    /// The other two sums.
    pub(crate) fixed: [BigUint; 2],
    /// What each part came to, if that was kept.
    pub(crate) parts: Vec<FinishedPart>,
}

/// Carries out `parts`, which an earlier run that found `start` has left. `sync` brings the output to
/// safety and says what it is.
pub(crate) fn carry_on(
    mut store: Store<'_>,
    start: &Checkpoint,
    parts: Vec<Subtree>,
    sync: &mut dyn FnMut() -> io::Result<Seal>,
    carry_out: impl FnOnce(
        Vec<Subtree>,
        &mut dyn FnMut(&Sums, Vec<Subtree>),
    ) -> Result<Divided, Declined>,
) -> Result<Done, Failure> {
    let total = |sums: &Sums, rest: Vec<Subtree>, output: Seal| Checkpoint {
        solutions: &start.solutions + &sums.first,
        fixed: &start.fixed + &sums.second,
        turned: &start.turned + &sums.third,
        nodes: start.nodes + sums.nodes,
        parts: [&start.parts[..], &sums.parts[..]].concat(),
        output,
        payload: Payload::Subtrees(rest),
        ..start.clone()
    };
    let wanted = store.is_wanted();
    let mut save = |sums: &Sums, rest: Vec<Subtree>| {
        if wanted {
            store.save(sync(), |output| total(sums, rest, output));
        }
    };
    if wanted {
        save(&Sums::default(), parts.clone());
    }
    let done = carry_out(parts, &mut save)?;
    if done.stopped.is_none() {
        save(&done.sums, Vec::new());
    }
    store.finish(done.stopped.is_none())?;
    let Checkpoint { mut solutions, fixed, turned, mut nodes, parts, .. } =
        total(&done.sums, Vec::new(), Seal::default());
    solutions += &done.ahead.first;
    nodes += done.ahead.nodes;
    // What was found ahead counts for the lower bounds of a run that was stopped.
    let fixed = [fixed + &done.ahead.second, turned + &done.ahead.third];
    Ok(Done { report: Report { solutions, nodes, stopped: done.stopped }, fixed, parts })
}

/// Divides parts until the heaviest is a small piece of a unit's share, and saves them: nothing is
/// searched. `split` makes smaller ones of a part, where that can be done.
pub(crate) fn share_out(
    mut store: Store<'_>,
    start: &Checkpoint,
    mut parts: Vec<Subtree>,
    units: u32,
    split: &mut dyn FnMut(&Subtree) -> Option<Vec<Subtree>>,
    control: &Control,
) -> Result<Done, Failure> {
    let total: f64 = parts.iter().map(|part| part.weight).sum();
    let large = total / (f64::from(units) * PIECES);
    let mut growing = true;
    while growing {
        growing = false;
        let mut smaller = Vec::with_capacity(parts.len());
        for part in parts {
            let stopped = control.budget.check(0).is_some();
            match if part.weight > large && !stopped { split(&part) } else { None } {
                Some(by) => {
                    growing = true;
                    smaller.extend(by);
                }
                None => smaller.push(part),
            }
        }
        parts = smaller;
    }
    let stopped = control.budget.check(0).or(Some(StopReason::Divided));
    store.put_whole(Checkpoint { payload: Payload::Subtrees(parts), ..start.clone() });
    store.finish(false)?;
    let report = Report { solutions: BigUint::ZERO, nodes: 0, stopped };
    Ok(Done { report, fixed: Default::default(), parts: Vec::new() })
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
    /// Whether a limit of nodes is kept to the node: on one thread, unless the run is saved. What is
    /// saved are whole parts, and each run must get at least one of them done.
    exact: bool,
}

/// Whether a run keeps a limit of nodes to the node.
pub(crate) fn is_exact(run: &Run) -> bool {
    run.threads == Some(1) && !run.is_saved()
}

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
                    self.take_parts(&pool, &mut *work.worker(), &halt, &control.budget);
                });
            }
            let mut saved = Instant::now();
            loop {
                let left = control.budget.nodes.map(|limit| limit.saturating_sub(sums.nodes));
                let batch = pool.collect(TICK, left.unwrap_or(u64::MAX));
                // What is there is handed over first.
                let spent = batch.spent && batch.parts.is_empty();
                for part in batch.parts {
                    sums.add(&part);
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
                stopped = stopped.or(spent.then_some(StopReason::NodeLimit));
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
        // Where a limit of nodes ends a run does not depend on how fast threads are.
        let told = stopped.is_some_and(|reason| match reason {
            StopReason::Satisfied => false,
            StopReason::NodeLimit => self.exact,
            _ => true,
        });
        let ahead = if told { pool.ahead() } else { Sums::default() };
        if stopped.is_some() {
            save(&sums, rest.clone());
        } else {
            control.progress.publish_fraction(1.0);
        }
        Ok(Divided { sums, ahead, stopped, rest })
    }

    /// A thread's work: parts until there are none, or until an exact limit of nodes is used up.
    fn take_parts(
        &self,
        pool: &Pool,
        worker: &mut dyn Worker,
        halt: &Arc<AtomicBool>,
        budget: &Budget,
    ) {
        let mut left = budget.nodes.filter(|_| self.exact);
        let mut control = self.control(halt, budget, left);
        while left != Some(0)
            && let Some(taken) = pool.take(&control)
        {
            match worker.work(&taken.subtree, &control) {
                // A part that cannot be left in the middle was done in vain.
                Ok(Ending::Finished(part)) if left.is_some_and(|left| part.nodes > left) => {
                    return pool.spend(taken, &Part::default());
                }
                Ok(Ending::Split(_, part)) if left.is_some_and(|left| part.nodes >= left) => {
                    return pool.spend(taken, &part);
                }
                Ok(Ending::Finished(part)) => {
                    if let Some(left) = &mut left {
                        *left -= part.nodes;
                        control = self.control(halt, budget, Some(*left));
                    }
                    pool.finish(taken, part);
                }
                Ok(Ending::Split(by, part)) => pool.replace(&taken, by, part.nodes),
                // The whole run ends. A part that was taken again would be told twice.
                Ok(Ending::Stopped(part)) => return pool.interrupt(taken, &part),
                Ok(Ending::Exhausted) => pool.exhaust(taken),
                Err(declined) => pool.fail(taken, declined),
            }
        }
        if left == Some(0) {
            pool.close_spent();
        }
    }

    /// The limits of a part, if so many nodes are left.
    fn control(&self, halt: &Arc<AtomicBool>, budget: &Budget, left: Option<u64>) -> Arc<Control> {
        // No part is much larger than a limit on the whole run, or the limit would mean little.
        let most = budget.nodes.map_or(self.part, |limit| self.part.min(limit.max(LEAST)));
        let most = left.map_or(most, |left| most.min(left));
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

/// Tells the pool if its thread panics.
struct Guard<'a>(&'a Pool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}
