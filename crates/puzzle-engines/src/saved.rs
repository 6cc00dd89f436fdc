//! Saved runs as files: one envelope for every search that can last.
//!
//! A file is written beside its place and then moved there, so that there is a good one at every
//! moment. Before it is written the output is brought to safety, and the file says how long it was: a
//! run that is resumed cuts the output to that length, so no solution is lost and none is there
//! twice.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use puzzle_core::{BigUint, Checkpoint, Failure, Payload, Run};

/// Where a run is saved, and what it belongs to.
#[derive(Debug)]
pub struct Store<'a> {
    run: &'a Run,
    fingerprint: u64,
    question: String,
    /// Whether it was saved before, and why it could not be the last time.
    good: bool,
    failed: Option<String>,
}

impl<'a> Store<'a> {
    /// For a question about the problem with this fingerprint.
    pub fn new(run: &'a Run, fingerprint: u64, question: &str) -> Self {
        Store { run, fingerprint, question: question.into(), good: false, failed: None }
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
            output: 0,
            payload,
        }
    }

    /// The saved run to go on with, if there is one; it must be about this very question. `numbers`
    /// is how many embeddings, or whatever parts are made of, the problem has.
    pub fn load(&self, numbers: usize) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.run.resume else { return Ok(None) };
        let saved = read(path)?;
        if saved.fingerprint != self.fingerprint {
            return Err(self.refuse("another puzzle, or of this one restricted otherwise"));
        }
        if saved.question != self.question {
            return Err(self.refuse(&format!("another question: {}", saved.question)));
        }
        if let Payload::Subtrees(parts) = &saved.payload {
            let mut ids = parts.iter().flat_map(|part| part.chosen.iter().chain(&part.excluded));
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
    /// stays, and the next time may do. [`Store::finish`] tells if the last time failed.
    pub fn save(&mut self, output: io::Result<u64>, make: impl FnOnce(u64) -> Checkpoint) {
        let Some(path) = &self.run.checkpoint else { return };
        let saved = output.and_then(|length| write(path, &make(length).write()));
        self.good |= saved.is_ok();
        self.failed = saved.err().map(|error| format!("cannot save {}: {error}", path.display()));
        if !self.good {
            self.run.control.budget.interrupt.store(true, Ordering::Relaxed);
        }
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
        self.save(Ok(0), |_| Checkpoint { solutions, fixed, turned, nodes, ..empty });
    }

    /// Says if the run could not be saved.
    pub fn finish(self) -> Result<(), Failure> {
        self.failed.map_or(Ok(()), |message| Err(Failure::Usage(message)))
    }

    /// The refusal of the saved run.
    pub fn refuse(&self, what: &str) -> Failure {
        let name = self.run.resume.as_deref().unwrap_or(Path::new("-")).display();
        Failure::Usage(format!("the checkpoint {name} is of {what}"))
    }
}

/// Reads a saved run, without looking at the puzzle it belongs to.
pub fn read(path: &Path) -> Result<Checkpoint, Failure> {
    let name = path.display().to_string();
    let bytes = regular(path)
        .and_then(std::fs::read)
        .map_err(|error| Failure::Usage(format!("cannot read the checkpoint {name}: {error}")))?;
    Checkpoint::read(&bytes, usize::MAX).map_err(|diagnostic| {
        let shown = &bytes[..bytes.len().min(1 << 20)];
        Failure::file(&name, &String::from_utf8_lossy(shown), diagnostic)
    })
}

/// The file that a path means, behind all links: a regular one, for others may have no end, and must
/// not be replaced.
pub fn regular(path: &Path) -> io::Result<PathBuf> {
    let path = std::fs::canonicalize(path)?;
    match path.metadata()?.is_file() {
        true => Ok(path),
        false => Err(io::Error::other("it is no regular file")),
    }
}

/// Writes a file so that at every moment either the old or the new one is there.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match regular(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        path => path?,
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let written = std::fs::File::create(&fresh).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let written = written.and_then(|()| std::fs::rename(&fresh, path));
    written.inspect_err(|_| drop(std::fs::remove_file(&fresh)))
}

/// How many threads a run may use.
pub fn threads(run: &Run) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    run.threads.unwrap_or_else(cores)
}
