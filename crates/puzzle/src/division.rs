//! Searches divided over threads, saved to a file and taken up again.
//!
//! A checkpoint is written beside its file and then renamed, so that there is a good one at every
//! moment. Before it is written the output is brought to safety, and the checkpoint says how long
//! it was: a run that is resumed cuts the output to that length, so no solution is lost and none
//! is there twice.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use puzzle_core::{AbstractPuzzle, BigUint, Checkpoint, Control, Engine, Payload, Report, Subtree};
use puzzle_engines::divide::{self, Plan, Receiver, Sums};

use crate::{Failure, Options};

/// Where solutions go.
pub trait Output {
    /// Takes a solution, as the sorted numbers of its embeddings. `Break` ends the search.
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()>;

    /// Brings everything taken so far to safety, and says how long the output is, in bytes.
    fn sync(&mut self) -> std::io::Result<u64> {
        Ok(0)
    }
}

impl<F: FnMut(&[u32]) -> ControlFlow<()>> Output for F {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        self(numbers)
    }
}

/// Reads a saved run, without looking at the puzzle it belongs to.
pub fn read_checkpoint(path: &Path) -> Result<Checkpoint, Failure> {
    load(path, usize::MAX)
}

pub(crate) fn load(path: &Path, embeddings: usize) -> Result<Checkpoint, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("cannot read the checkpoint {name}: {error}")))?;
    Checkpoint::read(&text, embeddings)
        .map_err(|diagnostic| Failure::Usage(diagnostic.render(&name, &text)))
}

/// A search that is to be divided.
pub(crate) struct Division<'a> {
    options: &'a Options,
    puzzle: &'a AbstractPuzzle,
    question: &'static str,
}

/// What a divided search found, earlier runs included.
pub(crate) struct Done {
    pub report: Report,
    pub fixed: BigUint,
}

impl<'a> Division<'a> {
    /// Searches expected to take longer than this, in seconds, are divided anyway.
    pub(crate) const LONG: f64 = 0.2;
    pub(crate) const INTERVAL: Duration = Duration::from_secs(60);

    pub(crate) fn new(
        options: &'a Options,
        puzzle: &'a AbstractPuzzle,
        question: &'static str,
    ) -> Self {
        Division { options, puzzle, question }
    }

    /// Runs it. `sync` brings the output to safety and says how long it is.
    pub(crate) fn run(
        &self,
        engine: &dyn Engine,
        receiver: Receiver<'_>,
        sync: &mut dyn FnMut() -> std::io::Result<u64>,
        control: &Control,
    ) -> Result<Done, Failure> {
        let (start, subtrees) = self.start(engine, control)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let plan = Plan {
            puzzle: self.puzzle,
            engine,
            threads: self.options.threads.unwrap_or_else(cores),
            // A run that may visit few nodes goes in small steps.
            part: control
                .budget
                .nodes
                .map_or(divide::PART, |nodes| (nodes / 4).clamp(1000, divide::PART)),
            interval: self.options.interval.unwrap_or(Self::INTERVAL),
            unordered: self.options.unordered,
        };
        let mut failed = None;
        let mut save = |sums: &Sums, rest: Vec<Subtree>| {
            if let Some(path) = &self.options.checkpoint {
                let saved = sync().and_then(|output| {
                    write(path, &self.checkpoint(&start, sums, rest, output).write())
                });
                if let Err(error) = saved {
                    failed = Some(format!("cannot save {}: {error}", path.display()));
                    // A long run that cannot be saved had better stop at once.
                    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            }
        };
        save(&Sums::default(), subtrees.clone());
        let done = divide::run(&plan, subtrees, receiver, control, &mut save)?;
        if done.stopped.is_none() {
            save(&done.sums, Vec::new());
        }
        if let Some(message) = failed {
            return Err(Failure::Usage(message));
        }
        let total = self.checkpoint(&start, &done.sums, done.rest, 0);
        let report =
            Report { solutions: total.solutions, nodes: total.nodes, stopped: done.stopped };
        Ok(Done { report, fixed: total.fixed })
    }

    /// What to begin with: the whole search, or what a saved run left.
    fn start(
        &self,
        engine: &dyn Engine,
        control: &Control,
    ) -> Result<(Checkpoint, Vec<Subtree>), Failure> {
        let Some(path) = &self.options.resume else {
            let begun = Checkpoint {
                fingerprint: self.puzzle.fingerprint(),
                question: self.question.into(),
                solutions: BigUint::ZERO,
                fixed: BigUint::ZERO,
                nodes: 0,
                output: 0,
                payload: Payload::Subtrees(Vec::new()),
            };
            return Ok((begun, divide::divide(self.puzzle, engine, control)));
        };
        let saved = load(path, usize::MAX)?;
        let refuse = |what: String| {
            Err(Failure::Usage(format!("the checkpoint {} is of {what}", path.display())))
        };
        if saved.fingerprint != self.puzzle.fingerprint() {
            return refuse("another puzzle, or of this one restricted otherwise".into());
        }
        if saved.question != self.question {
            return refuse(format!("another question: {}", saved.question));
        }
        // Now that it claims to be of this puzzle, its embeddings must be the puzzle's.
        let mut saved = load(path, self.puzzle.embedding_count())?;
        match std::mem::replace(&mut saved.payload, Payload::Subtrees(Vec::new())) {
            Payload::Subtrees(subtrees) => Ok((saved, subtrees)),
            Payload::Layer(_) => refuse("a count by dynamic programming".into()),
        }
    }

    /// The state of the run, earlier runs included.
    fn checkpoint(
        &self,
        start: &Checkpoint,
        sums: &Sums,
        rest: Vec<Subtree>,
        output: u64,
    ) -> Checkpoint {
        Checkpoint {
            fingerprint: start.fingerprint,
            question: self.question.into(),
            solutions: &start.solutions + sums.first,
            fixed: &start.fixed + sums.second,
            nodes: start.nodes + sums.nodes,
            output,
            payload: Payload::Subtrees(rest),
        }
    }
}

/// Writes a file so that at every moment either the old or the new one is there.
pub(crate) fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut file = std::fs::File::create(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)
}
