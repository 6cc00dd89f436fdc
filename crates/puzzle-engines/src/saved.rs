//! Saved runs as files: one envelope for every search that can last.
//!
//! A file is [replaced](crate::files), so that there is a good one at every moment. Before it is
//! written the output is brought to safety, and the file says how long it was and what its bytes added up
//! to: a run that is resumed cuts the output to that length, so no solution is lost and none is
//! there twice.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::Ordering;

use puzzle_core::{BigUint, Checkpoint, Failure, Payload, PriceRecord, Run, Seal};

use crate::files::{self, Lock};

/// Where a run is saved, and what it belongs to.
#[derive(Debug)]
pub struct Store<'a> {
    run: &'a Run,
    fingerprint: u64,
    question: String,
    /// Whether it was saved before.
    good: bool,
    /// Why it could not be the last time, and whether that was the output's fault.
    failed: Option<(String, bool)>,
}

impl<'a> Store<'a> {
    /// For a question about the problem with this fingerprint.
    pub fn new(run: &'a Run, fingerprint: u64, question: &str) -> Self {
        Store { run, fingerprint, question: question.into(), good: false, failed: None }
    }

    /// For how many units the work is to be divided, if that is all.
    pub fn units(&self) -> Option<u32> {
        self.run.units
    }

    /// Whether the run is to be saved.
    pub fn is_wanted(&self) -> bool {
        self.run.checkpoint.is_some()
    }

    /// A run that has found nothing yet.
    pub fn beginning(&self, payload: Payload) -> Checkpoint {
        Checkpoint {
            fingerprint: self.fingerprint,
            question: self.question.clone(),
            solutions: BigUint::ZERO,
            fixed: BigUint::ZERO,
            turned: BigUint::ZERO,
            nodes: 0,
            prices: PriceRecord::default(),
            parts: Vec::new(),
            output: Seal::default(),
            payload,
        }
    }

    /// The saved run to go on with, if there is one; it must be about this very question. `numbers`
    /// is how many embeddings, or whatever parts are made of, the problem has.
    pub fn load(&self, numbers: usize) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.run.resume else { return Ok(None) };
        let saved = read(path, self.run)?;
        if saved.fingerprint != self.fingerprint {
            return Err(self.refuse("another puzzle, or of this one restricted otherwise"));
        }
        if saved.question != self.question {
            return Err(self.refuse(&format!("another question: {}", saved.question)));
        }
        // More nodes than a run can have would only overflow later.
        if saved.nodes > u64::MAX / 2 {
            return Err(self.refuse("this puzzle, but damaged: it has too many nodes"));
        }
        if let Payload::Subtrees(parts) = &saved.payload {
            let parts = parts.iter().chain(saved.parts.iter().map(|part| &part.subtree));
            let mut ids = parts.flat_map(|part| part.chosen.iter().chain(&part.excluded));
            if ids.any(|id| id.index() >= numbers) {
                return Err(self.refuse("this puzzle, but damaged: it has no such part"));
            }
        }
        Ok(Some(saved))
    }

    /// The same for a search that goes on counting its nodes from where it was.
    pub fn load_counting(&self, numbers: usize) -> Result<Option<Checkpoint>, Failure> {
        let saved = self.load(numbers)?;
        let nodes = saved.as_ref().map_or(0, |saved| saved.nodes);
        self.run.control.budget.earlier.store(nodes, Ordering::Relaxed);
        Ok(saved)
    }

    /// Saves the run, once its output is at a length that was brought to safety. A run that cannot be
    /// saved from the beginning is stopped at once; one that could be goes on, the last good file
    /// stays, and the next time may do. An output that is lost stops it; a full disk may be mended.
    pub fn save(&mut self, output: io::Result<Seal>, make: impl FnOnce(Seal) -> Checkpoint) {
        let Some(path) = &self.run.checkpoint else { return };
        let lost = output.as_ref().err().map(|error| {
            !matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
        });
        let saved = output.and_then(|output| {
            let bytes = make(output).write();
            files::replace(path, |out| out.write_all(&bytes))
        });
        self.good |= saved.is_ok();
        let message = |error: io::Error| format!("cannot save {}: {error}", path.display());
        self.failed = saved.err().map(|error| (message(error), lost.is_some()));
        if !self.good || lost == Some(true) {
            self.run.control.budget.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Saves a run that has found nothing.
    pub fn put_whole(&mut self, run: Checkpoint) {
        self.save(Ok(Seal::default()), |_| run);
    }

    /// Saves a run that has no output: its sums, its nodes and what is left.
    pub fn put(&mut self, [solutions, fixed]: [BigUint; 2], nodes: u64, payload: Payload) {
        self.put_all([solutions, fixed, BigUint::ZERO], nodes, payload);
    }

    /// The same with all three sums.
    pub fn put_all(
        &mut self,
        [solutions, fixed, turned]: [BigUint; 3],
        nodes: u64,
        payload: Payload,
    ) {
        let empty = self.beginning(payload);
        self.save(Ok(Seal::default()), |_| Checkpoint { solutions, fixed, turned, nodes, ..empty });
    }

    /// Says if the run could not be saved. A `complete` one has its answer, so that it could not be saved
    /// once more at the end does not matter.
    pub fn finish(self, complete: bool) -> Result<(), Failure> {
        match self.failed {
            Some((message, output)) if output || !complete || !self.good => {
                Err(Failure::Usage(message))
            }
            _ => Ok(()),
        }
    }

    /// The refusal of the saved run.
    pub fn refuse(&self, what: &str) -> Failure {
        let name = self.run.resume.as_deref().unwrap_or(Path::new("-")).display();
        Failure::Usage(format!("the checkpoint {name} is of {what}"))
    }
}

/// Keeps other processes from the files that a run is saved to, while it lasts.
pub fn lock(run: &Run) -> Result<Option<Lock>, Failure> {
    let Some(path) = &run.checkpoint else { return Ok(None) };
    let refuse = |error| Failure::Usage(format!("cannot save {}: {error}", path.display()));
    Lock::take(path).map(Some).map_err(refuse)
}

/// Reads a saved run, without looking at the puzzle it belongs to.
pub fn read(path: &Path, run: &Run) -> Result<Checkpoint, Failure> {
    let name = path.display().to_string();
    let bytes = files::read(path, largest(run))
        .map_err(|error| Failure::Usage(format!("cannot read the checkpoint {name}: {error}")))?;
    Checkpoint::read_within(&bytes, usize::MAX, &run.control.budget).map_err(|diagnostic| {
        if let Some(reason) = diagnostic.stopped {
            return Failure::Stopped(reason);
        }
        let shown = &bytes[..bytes.len().min(1 << 20)];
        Failure::file(&name, &String::from_utf8_lossy(shown), diagnostic)
    })
}

/// The most bytes of a file that a run reads: what it may take, or what there is. A limit on memory leaves
/// room for a saved run that is longer as a text than as tables.
pub fn largest(run: &Run) -> u64 {
    const ROOM: u64 = 64 << 20;
    const UNKNOWN: u64 = 1 << 32;
    let given = run.control.budget.memory.map(|bytes| bytes.saturating_add(ROOM));
    given.or_else(available_memory).unwrap_or(UNKNOWN)
}

/// The memory that is free, where the system tells (Linux does).
pub(crate) fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

/// How many threads a run may use.
pub fn threads(run: &Run) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    run.threads.unwrap_or_else(cores)
}
