//! One search in many parts: over threads, and over interruptions.
//!
//! A search is a list of subtrees (document 000, equations 22 and 23). Each is a puzzle of its own
//! and goes to an engine with a budget of nodes; one that does not finish within it is split and
//! its parts take its place, so parts are of a moderate size however lopsided the tree is. What is
//! split depends on nodes and on the room for solutions, never on time or on the number of threads,
//! and finished parts are handed over in the order of the tree: the solutions come in the same order
//! at any number of threads.
//!
//! Whoever does not mind the order gets parts as they are finished.
//!
//! At any moment the run consists of sums, and of the subtrees that are not yet handed over: that
//! is a checkpoint. A part that is interrupted is done again; nothing is counted twice.
//!
//! `split` makes the parts, `pool` holds them, `residuals` searches them with any engine, `found`
//! has their solutions; this file runs them.

mod found;
mod pool;
mod residuals;
mod split;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use puzzle_core::{
    AbstractPuzzle, Budget, Control, CoverEngine, Declined, EmbeddingId, Progress, Searcher,
    StopReason, Subtree,
};

use found::Found;
use pool::{Pool, Taken};
use residuals::Residuals;
use split::Tree;
pub use split::divide;

/// The nodes that a part may usually take before it is split: about a second.
pub const PART: u64 = 4_000_000;
/// The nodes that a part may take however few the whole run may.
const LEAST: u64 = 10_000;
/// How many bytes the solutions that wait to be handed over may take: a quarter of it in finished
/// parts, a sixteenth in the hands of each thread, however many those are: which parts are split must
/// not depend on that.
const MEMORY: u64 = 64 << 20;
/// How often the coordinator looks up when nothing happens.
const TICK: Duration = Duration::from_millis(20);

/// What a solution adds to the two sums of a run.
pub type Tally<'a> = dyn Fn(&[EmbeddingId]) -> (u128, u128) + Sync + 'a;

/// What becomes of the solutions.
pub enum Receiver<'a> {
    /// Each adds to the sums.
    Sum(&'a Tally<'a>),
    /// Each is handed over, in the order of the tree unless the plan says otherwise.
    Each(&'a mut dyn FnMut(&[EmbeddingId]) -> ControlFlow<()>),
}

/// Sums so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// Solutions, or what the tally made of them.
    pub first: u128,
    /// The tally's second sum.
    pub second: u128,
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

/// How to run.
pub struct Plan<'a> {
    /// The puzzle.
    pub puzzle: &'a AbstractPuzzle,
    /// Who searches the parts.
    pub engine: &'a dyn CoverEngine,
    /// How many parts at a time.
    pub threads: usize,
    /// The nodes that a part may take before it is split.
    pub part: u64,
    /// How often to call `save`.
    pub interval: Duration,
    /// Whether solutions may come in whatever order threads find them.
    pub unordered: bool,
}

/// Searches these subtrees. `save` is called now and then, and at the end of an unfinished run,
/// with the sums and what is left.
pub fn run(
    plan: &Plan<'_>,
    subtrees: Vec<Subtree>,
    receiver: Receiver<'_>,
    control: &Control,
    save: &mut dyn FnMut(&Sums, Vec<Subtree>),
) -> Result<Divided, Declined> {
    let (tally, mut each) = match receiver {
        Receiver::Sum(tally) => (Some(tally), None),
        Receiver::Each(each) => (None, Some(each)),
    };
    let room = usize::try_from(control.budget.room(MEMORY)).unwrap_or(usize::MAX);
    let soon = tally.is_none() || control.budget.nodes.is_some();
    let pool = Pool::new(subtrees, tally.is_none() && !plan.unordered, soon, room / 4);
    // Solutions of parts that were finished when the receiver had enough.
    let mut unwanted = Vec::new();
    let halt = Arc::new(AtomicBool::new(false));
    let mut sums = Sums::default();
    let mut stopped = None;
    let mut declined = None;
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| work(plan, &pool, tally, &halt, &control.budget, room / 16));
        }
        let mut saved = Instant::now();
        loop {
            let left = control.budget.nodes.map(|limit| limit.saturating_sub(sums.nodes));
            let batch = pool.collect(TICK, left.unwrap_or(u64::MAX));
            for part in batch.parts {
                sums.nodes += part.nodes;
                sums.first += part.sums.0;
                sums.second += part.sums.1;
                part.found.each(|solution| {
                    if stopped.is_some() {
                        let chosen = solution.to_vec();
                        unwanted.push(Subtree { chosen, ..Subtree::default() });
                        return;
                    }
                    sums.first += 1;
                    if each.as_mut().is_some_and(|f| f(solution).is_break()) {
                        stopped = Some(StopReason::Satisfied);
                    }
                });
            }
            let found = u64::try_from(sums.first).unwrap_or(u64::MAX);
            control.progress.publish(sums.nodes + batch.ahead, found);
            let ahead = split::PREPARATION;
            control.progress.publish_fraction(ahead + (1.0 - ahead) * batch.done);
            declined = declined.take().or(batch.declined);
            stopped = stopped.or_else(|| control.budget.check(sums.nodes));
            stopped = stopped.or(batch.exhausted.then_some(StopReason::MemoryLimit));
            if batch.finished || stopped.is_some() || declined.is_some() {
                break;
            }
            if saved.elapsed() >= plan.interval {
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

/// A finished part.
#[derive(Debug, Default)]
struct Part {
    nodes: u64,
    sums: (u128, u128),
    found: Found,
}

/// A thread's work: parts until there are none.
fn work(
    plan: &Plan<'_>,
    pool: &Pool,
    tally: Option<&Tally<'_>>,
    halt: &Arc<AtomicBool>,
    budget: &Budget,
    room: usize,
) {
    let _guard = Guard(pool);
    let Plan { puzzle, engine, .. } = *plan;
    let mut one_by_one = Residuals { puzzle, engine };
    let mut own = engine.searcher(puzzle);
    let searcher: &mut dyn Searcher = match &mut own {
        Some(own) => own.as_mut(),
        None => &mut one_by_one,
    };
    // No part is much larger than a limit on the whole run, or the limit would mean little.
    let most = budget.nodes.map_or(plan.part, |limit| plan.part.min(limit.max(LEAST)));
    let budget = Budget {
        nodes: Some(most),
        memory: budget.memory.map(|bytes| bytes / plan.threads.max(1) as u64),
        interrupt: halt.clone(),
        ..budget.clone()
    };
    let control = Arc::new(Control { budget, progress: Progress::default() });
    let mut tree = None;
    while let Some(taken) = pool.take(&control) {
        match search(searcher, &taken, tally, &control, room) {
            Ok(Outcome::Finished(part)) => pool.finish(taken, part),
            Ok(Outcome::TooLarge(nodes)) => {
                let tree = tree.get_or_insert_with(|| Tree::new(puzzle, engine, &control.budget));
                pool.replace(&taken, tree.split(&taken.subtree), nodes);
            }
            Ok(Outcome::Stopped) => pool.put_back(taken),
            Ok(Outcome::Exhausted) => pool.exhaust(taken),
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

enum Outcome {
    Finished(Part),
    /// After so many nodes.
    TooLarge(u64),
    Stopped,
    Exhausted,
}

fn search(
    searcher: &mut dyn Searcher,
    taken: &Taken,
    tally: Option<&Tally<'_>>,
    control: &Control,
    room: usize,
) -> Result<Outcome, Declined> {
    let mut part = Part::default();
    let mut full = false;
    let mut sink = |solution: &[EmbeddingId]| {
        match tally {
            Some(tally) => {
                let (first, second) = tally(solution);
                part.sums.0 += first;
                part.sums.1 += second;
            }
            None => part.found.push(solution),
        }
        // One solution always has room: a part that is nothing else cannot be split.
        full = part.found.len() > 1 && part.found.bytes() > room;
        if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = searcher.search(&taken.subtree, &mut sink, control)?;
    part.nodes = report.nodes;
    Ok(match report.stopped {
        None => Outcome::Finished(part),
        Some(StopReason::NodeLimit) => Outcome::TooLarge(report.nodes),
        Some(StopReason::MemoryLimit) => Outcome::Exhausted,
        Some(StopReason::Satisfied) if full => Outcome::TooLarge(report.nodes),
        Some(_) => Outcome::Stopped,
    })
}
