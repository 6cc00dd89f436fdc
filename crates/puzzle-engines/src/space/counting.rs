//! Counting by levels: in how many ways is each state reached after so many moves?
//!
//! A space hands out canonical keys, so a key stands for a class of states that symmetries carry to
//! each other, and the ways of a class are the ways to reach any of its states. All states of a
//! class have equally many moves into each other class, hence
//!
//! > ways(next class) = sum over classes and moves of the representative into it: ways(class),
//!
//! and no sizes of classes enter. [`Counting::advance`] makes one level from the one before it;
//! every count over a space is a loop of it. [`Counting::meet`] adds up the products of ways where a
//! level's moves meet a level that was counted from the other end.
//!
//! Threads take shards of the level that is expanded, collect what they find in a buffer for each
//! shard of the next level, and lock a shard only to empty a full buffer into it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use puzzle_core::{Control, Failure, StateSpace, StopReason, Successors};

use super::level::{Entry, Level, Overflow};
use super::threads::{Team, lock};

/// Why a count came to no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit or an interrupt.
    Stopped(StopReason),
    /// A state is reached in 2^128 ways or more.
    Overflow,
}

impl From<Overflow> for Halt {
    fn from(_: Overflow) -> Self {
        Halt::Overflow
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped(reason) => Failure::Stopped(reason),
            Halt::Overflow => Failure::Declined("a number of ways is over 2^128".into()),
        }
    }
}

/// What was seen when a level was expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Moves from the representatives.
    pub moves: u64,
    /// Classes without a move.
    pub dead_ends: u64,
    /// The ways to reach those.
    pub ended: BigUint,
}

/// How to count.
#[derive(Debug)]
pub struct Counting<'a, S> {
    /// What is counted.
    pub space: &'a S,
    /// How many threads work.
    pub threads: usize,
    /// Most bytes of the level at hand and the next together.
    pub memory: usize,
    /// Limits, and where progress is told.
    pub control: &'a Control,
    /// States expanded so far.
    pub nodes: u64,
}

/// States expanded between two looks at the limits.
const BATCH: usize = 512;
/// Entries collected for a shard before it is locked.
const BUFFER: usize = 256;

impl<S: StateSpace> Counting<'_, S> {
    /// The first level: where to begin. A start that is given twice counts twice.
    pub fn start(&self) -> Result<Level<S::Key>, Halt> {
        Ok(Level::new(self.space.starts().into_iter().map(|key| Entry::new(key, 1)))?)
    }

    /// The next level.
    pub fn advance(&mut self, level: &Level<S::Key>) -> Result<(Level<S::Key>, Step), Halt> {
        let Some(first) = level.entries().next() else {
            return Ok((Level::new([])?, Step::default()));
        };
        let next = Level::empty(level.len(), first.key());
        let shards: Vec<_> = next.shards.iter().cloned().map(Mutex::new).collect();
        let bytes = AtomicUsize::new(next.bytes());
        let memory = self.memory.saturating_sub(level.bytes());
        let worker = |job: &Job<'_, S>| {
            let mut buffers = vec![Vec::with_capacity(BUFFER); shards.len()];
            let empty = |shard: usize, buffer: &mut Vec<Entry<S::Key>>| {
                let mut table = lock(&shards[shard]);
                let before = table.bytes();
                table.add(buffer)?;
                let grown = table.bytes() - before;
                buffer.clear();
                if bytes.fetch_add(grown, Ordering::Relaxed) + grown > memory {
                    return Err(Halt::Stopped(StopReason::MemoryLimit));
                }
                Ok(())
            };
            let mut step = Step::default();
            job.run(|ways, out| {
                for (&ways, successors) in ways.iter().zip(out.groups()) {
                    step.moves += successors.len() as u64;
                    if successors.is_empty() {
                        step.dead_ends += 1;
                        step.ended += ways;
                    }
                    for &key in successors {
                        let shard = next.shard_of(key);
                        let buffer = &mut buffers[shard];
                        buffer.push(Entry::new(key, ways));
                        if buffer.len() == BUFFER {
                            empty(shard, buffer)?;
                        }
                    }
                }
                Ok(())
            })?;
            for (shard, buffer) in buffers.iter_mut().enumerate() {
                empty(shard, buffer)?;
            }
            Ok(step)
        };
        let steps = self.divide(level, &worker)?;
        let mut total = Step::default();
        for step in steps {
            total.moves += step.moves;
            total.dead_ends += step.dead_ends;
            total.ended += step.ended;
        }
        let mut next = next;
        let unlock = |shard: Mutex<_>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        next.shards = shards.into_iter().map(unlock).collect();
        Ok((next, total))
    }

    /// The sum over all moves from this level of the ways before the move times the ways of `other`
    /// after it.
    pub fn meet(&mut self, level: &Level<S::Key>, other: &Level<S::Key>) -> Result<BigUint, Halt> {
        let worker = |job: &Job<'_, S>| {
            let (mut sum, mut onward) = (BigUint::ZERO, Vec::new());
            job.run(|ways, out| {
                other.ways_of(out.keys(), &mut onward);
                let mut onward = &onward[..];
                for (&ways, successors) in ways.iter().zip(out.groups()) {
                    let (mine, rest) = onward.split_at(successors.len());
                    onward = rest;
                    let mut add = |after: u128| match ways.checked_mul(after) {
                        Some(product) => sum += product,
                        None => sum += BigUint::from(ways) * after,
                    };
                    mine.iter().filter(|&&after| after != 0).for_each(|&after| add(after));
                }
                Ok(())
            })?;
            Ok(sum)
        };
        Ok(self.divide(level, &worker)?.into_iter().sum())
    }

    /// Runs `worker` in every thread on its share of the level.
    fn divide<R: Send>(
        &mut self,
        level: &Level<S::Key>,
        worker: &(impl Fn(&Job<'_, S>) -> Result<R, Halt> + Sync),
    ) -> Result<Vec<R>, Halt> {
        let (space, control, before) = (self.space, self.control, self.nodes as usize);
        let (next, done) = (&AtomicUsize::new(0), &AtomicUsize::new(0));
        // A small level is done before a thread is started.
        let threads = if level.len() < 4 * BATCH { 1 } else { self.threads.max(1) };
        let results = Team::run(vec![(); threads], |team, ()| {
            worker(&Job { space, level, control, before, next, done, team })
        });
        self.nodes += done.load(Ordering::Relaxed) as u64;
        self.control.progress.publish(self.nodes, 0);
        results
    }
}

/// A thread's part in expanding a level.
struct Job<'a, S: StateSpace> {
    space: &'a S,
    level: &'a Level<S::Key>,
    control: &'a Control,
    /// States expanded before this level.
    before: usize,
    /// The next shard that nobody has taken.
    next: &'a AtomicUsize,
    /// States expanded by all.
    done: &'a AtomicUsize,
    team: &'a Team<Halt>,
}

impl<S: StateSpace> Job<'_, S> {
    /// Hands the ways and successors of the states of some shards to `visit`, batch by batch.
    fn run(
        &self,
        mut visit: impl FnMut(&[u128], &Successors<S::Key>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut out = Successors::default();
        let (mut keys, mut ways) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        while let Some(shard) = self.level.shards.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let mut entries = shard.slots().iter().filter(|entry| entry.ways() != 0);
            loop {
                let done = (self.done.load(Ordering::Relaxed) + self.before) as u64;
                self.control.look(done, 0).map_err(Halt::Stopped)?;
                keys.clear();
                ways.clear();
                let most = BATCH.min(self.control.budget.slice(done) as usize);
                for entry in entries.by_ref().take(most) {
                    keys.push(entry.key());
                    ways.push(entry.ways());
                }
                if keys.is_empty() {
                    break;
                }
                self.done.fetch_add(keys.len(), Ordering::Relaxed);
                if self.team.is_stopping() {
                    // The reason that counts is told by whoever stopped first.
                    return Err(Halt::Stopped(StopReason::Interrupted));
                }
                out.clear();
                self.space.expand(&keys, &mut out);
                visit(&ways, &out)?;
            }
        }
        Ok(())
    }
}
