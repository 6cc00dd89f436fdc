//! Assemblies as the cover's engines find them: brought into the position in which they are looked at, taken
//! apart by threads, and handed over in order.
//!
//! The first of them are taken apart long before the last is found, and what is on the way is bounded. A
//! saved run is two files. The search for assemblies saves itself, and each time it asks for the output
//! to be brought to safety all plans up to there are handed over and this run is saved first. So its file
//! always knows at least as many assemblies as the other one, and a resumed run passes over the difference.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use puzzle_core::apart::plan::{Plan, Verdict};
use puzzle_core::apart::{Apart, ApartFinding, Source};
use puzzle_core::{Control, Cover, EmbeddingId, Seal, Sink, StopReason, UpTo};

use super::alone::{self, ByPieces};
use super::engine::Wanted;
use super::queue::{Batch, Looked, Planned, Queue, Waiting};
use crate::saved::Store;

/// The most assemblies of a batch.
const BATCH: usize = 64;
/// How many batches may be on their way for each thread.
const WINDOW: u64 = 8;

/// What is known so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) finding: ApartFinding,
    /// Plans that wait until all are known.
    pub(super) kept: Vec<Plan>,
    /// What came apart, if only what is alone with its pieces is wanted.
    pub(super) by_pieces: ByPieces,
    /// How many solutions were handed over.
    pub(super) handed: u64,
    /// Positions looked at by earlier runs.
    pub(super) earlier: u64,
    /// Whether all assemblies were seen.
    pub(super) finished: bool,
    /// The one to be looked at closely.
    pub(super) target: Option<Plan>,
}

/// Takes assemblies and hands over plans.
pub(super) struct Stream<'s> {
    pub(super) apart: &'s Apart,
    pub(super) wanted: &'s Wanted,
    pub(super) control: &'s Control,
    /// The control of the search for assemblies, which knows how far it is.
    pub(super) inner: &'s Control,
    pub(super) looked: &'s AtomicU64,
    pub(super) queue: &'s Queue,
    pub(super) threads: u64,
    pub(super) batch: Batch,
    pub(super) sink: &'s mut dyn Sink,
    pub(super) tally: Tally,
    /// Assemblies that an earlier run has seen.
    pub(super) skip: u64,
    /// How many assemblies came after the last one on its way that are known to be locked.
    pub(super) locked: u64,
    /// How many bytes are taken by what is remembered by pieces.
    pub(super) bytes: u64,
    /// How many were met in this run, skipped ones included.
    pub(super) met: u64,
    pub(super) stopped: Option<StopReason>,
    /// The saved search for assemblies knew more of them than this run.
    pub(super) ahead: bool,
    pub(super) store: Store<'s>,
    pub(super) interval: Duration,
    pub(super) saved_at: Instant,
}

impl Stream<'_> {
    /// Hands over what waits to be, all of it if the caller waits.
    fn emit(&mut self, wait: bool) -> ControlFlow<()> {
        while self.stopped.is_none() {
            let Some(planned) = self.queue.take(wait) else { break };
            self.take(planned);
        }
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn take(&mut self, (plans, stopped): Planned) {
        for Looked { locked, plan, is_alone } in plans {
            self.tally.finding.assemblies += locked;
            self.tally.finding.note(&plan);
            if self.tally.target.is_none() && self.wanted.looks_closely(&plan) {
                self.tally.target = Some(plan.clone());
            }
            if self.wanted.unique
                && let Source::Cover(cover) = &self.apart.source
            {
                self.remember(cover, &plan);
            } else if is_alone && self.wanted.takes(&plan) {
                if self.wanted.at_end() {
                    self.wanted.keep(&mut self.tally.kept, plan);
                } else if self.hand(&plan).is_break() {
                    self.stopped = Some(StopReason::Satisfied);
                    return;
                }
            }
        }
        self.stopped = stopped;
        let (looked, progress) = (self.looked(), &self.control.progress);
        progress.publish(looked, self.tally.finding.assemblies);
        progress.publish_fraction(self.inner.progress.fraction());
        if self.store.is_wanted() && self.saved_at.elapsed() >= self.interval {
            let output = self.sink.sync();
            self.save(output);
        }
    }

    /// Remembers what came apart by its pieces.
    fn remember(&mut self, cover: &Cover, plan: &Plan) {
        if plan.verdict == Verdict::Apart {
            let (up_to, tally) = (self.wanted.up_to, &mut self.tally);
            let pieces = alone::pieces(self.apart, cover, up_to, &plan.assembly);
            self.bytes += alone::note(&mut tally.by_pieces, pieces, plan);
            if self.bytes > self.wanted.bytes / 2 {
                self.stopped = Some(StopReason::MemoryLimit);
            }
        }
    }

    /// Positions looked at, earlier runs included.
    pub(super) fn looked(&self) -> u64 {
        self.tally.earlier + self.looked.load(Ordering::Relaxed)
    }

    fn hand(&mut self, plan: &Plan) -> ControlFlow<()> {
        self.tally.handed += 1;
        self.sink.solution(&plan.numbers())
    }

    /// Waits for everything that is on its way.
    pub(super) fn finish(&mut self) {
        self.flush();
        if self.emit(true).is_continue() {
            self.tally.finding.assemblies += std::mem::take(&mut self.locked);
        }
    }

    /// Takes an assembly of pieces in slots. One of which nothing can move is only counted, if nobody asks
    /// more of it.
    pub(super) fn slotted(&mut self, assembly: &[u32], is_loose: bool) -> ControlFlow<()> {
        if is_loose || !self.wanted.passes_over_locked() {
            return self.solution(assembly);
        }
        self.met += 1;
        self.locked += u64::from(self.met > self.skip);
        ControlFlow::Continue(())
    }

    /// Hands over what was kept until the end.
    pub(super) fn hand_kept(&mut self) {
        let alone = std::mem::take(&mut self.tally.by_pieces).into_values().flatten();
        let mut alone: Vec<Plan> = alone.filter(|plan| self.wanted.takes(plan)).collect();
        match self.wanted.at_end() {
            true => alone.into_iter().for_each(|plan| self.wanted.keep(&mut self.tally.kept, plan)),
            false => {
                alone.sort_by_key(|plan| plan.number);
                self.tally.kept.append(&mut alone);
            }
        }
        if self.wanted.at_end() {
            self.wanted.settle(&mut self.tally.kept);
        }
        for plan in std::mem::take(&mut self.tally.kept) {
            if self.hand(&plan).is_break() {
                self.stopped = Some(StopReason::Satisfied);
                return;
            }
        }
    }

    fn flush(&mut self) {
        if !self.batch.is_empty() {
            self.queue.hand(std::mem::take(&mut self.batch));
        }
    }

    /// Saves the run, its output being at a length that was brought to safety.
    pub(super) fn save(&mut self, output: io::Result<Seal>) {
        self.saved_at = Instant::now();
        let (tally, looked) = (&self.tally, self.looked());
        let empty = self.store.beginning(super::saved::payload(tally));
        let solutions = tally.handed.into();
        let make = |output| puzzle_core::Checkpoint { solutions, nodes: looked, output, ..empty };
        self.store.save(output, make);
    }
}

impl Sink for Stream<'_> {
    fn solution(&mut self, assembly: &[u32]) -> ControlFlow<()> {
        self.met += 1;
        if self.met <= self.skip {
            return ControlFlow::Continue(());
        }
        let only = self.wanted.only.map(u64::from);
        if only.is_some_and(|only| self.met != only) {
            // The one that is wanted may have been handed over already.
            return self.emit(only < Some(self.met));
        }
        let assembly = match &self.apart.source {
            Source::Cover(cover) => preferred(self.apart, cover, self.wanted.up_to, assembly),
            Source::Slots(_) | Source::Given(_) => assembly.to_vec(),
        };
        let locked = std::mem::take(&mut self.locked);
        self.batch.push(Waiting { locked, number: self.met as u32, assembly });
        let (waiting, mut on_the_way) = self.queue.load();
        if self.batch.len() >= BATCH || waiting == 0 {
            self.flush();
            on_the_way += 1;
        }
        self.emit(on_the_way > WINDOW * self.threads)
    }

    /// The search for assemblies is about to be saved.
    fn sync(&mut self) -> io::Result<Seal> {
        self.finish();
        if self.stopped.is_some() {
            // Some of what it found is lost with this run, so that its last file must stay.
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        let output = self.sink.sync();
        let copy = output.as_ref().map(|seal| *seal).map_err(|e| io::Error::from(e.kind()));
        self.save(copy);
        output.map(|_| Seal::default())
    }

    /// Where that search was, beside where this run was.
    fn resume(&mut self, _: Seal, assemblies: u64) -> io::Result<()> {
        self.ahead = assemblies > self.skip;
        if self.ahead {
            return Err(io::Error::other("the search for assemblies is ahead"));
        }
        self.met = assemblies;
        Ok(())
    }
}

/// Of all images of an assembly the one that is looked at: its pieces lie as much as possible as they were
/// drawn, the first pieces first.
fn preferred(apart: &Apart, cover: &Cover, up_to: UpTo, assembly: &[u32]) -> Vec<u32> {
    let puzzle = &cover.puzzle;
    let ids: Option<Vec<EmbeddingId>> =
        assembly.iter().map(|&number| puzzle.find_number(number)).collect();
    let Some(ids) = ids else { return assembly.to_vec() };
    let elements = cover.symmetries.elements().iter();
    let images =
        elements.filter(|element| up_to == UpTo::Symmetry || element.proper).map(|element| {
            let mut image: Vec<u32> =
                ids.iter().map(|&e| puzzle.number(element.embedding(e))).collect();
            image.sort_unstable();
            image
        });
    let rank = |&number: &u32| apart.ranks.get(number as usize).copied().unwrap_or(0);
    let key = |image: &Vec<u32>| {
        let key = image.iter().map(|number| (rank(number), *number));
        key.collect::<Vec<(u32, u32)>>()
    };
    images.min_by_key(key).unwrap_or_else(|| assembly.to_vec())
}

/// Whether a plan is at least as hard as some levels.
pub(super) fn is_as_hard(plan: &Plan, least: &[u32]) -> bool {
    plan.verdict == Verdict::Apart && plan.levels().as_slice() >= least
}
