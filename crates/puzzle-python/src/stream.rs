//! Solutions on their way from the search to Python.
//!
//! The search puts solutions into a block; whoever iterates takes the whole block at once and finds
//! it empty when it comes again. So a single solution arrives at once, and a million of them cost one
//! handover in hundreds. A search that is far ahead waits.
//!
//! Before a run is saved the block must have been taken: a saved run promises that what it has found
//! is in safe hands.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use puzzle::{Seal, Sink, Standing};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How many solutions, and how many numbers in them, the search may be ahead.
const AHEAD: (usize, usize) = (512, 1 << 18);

/// How many solutions are alike, and for each symmetry whether it is a turn and of which order.
type Stands = (u64, Vec<(&'static str, u32)>);

/// Solutions that were found one after the other.
#[pyclass(frozen, module = "puzzle_processor._native")]
#[derive(Debug, Default)]
pub(crate) struct Block {
    numbers: Vec<u32>,
    ends: Vec<usize>,
    /// Where each stands among those that count as the same, if that is told.
    standings: Vec<Option<Standing>>,
}

impl Block {
    fn is_full(&self) -> bool {
        self.ends.len() >= AHEAD.0 || self.numbers.len() >= AHEAD.1
    }

    fn place(&self, index: usize) -> PyResult<usize> {
        let there = index < self.ends.len();
        there.then_some(index).ok_or_else(|| PyIndexError::new_err("no such solution"))
    }
}

#[pymethods]
impl Block {
    fn __len__(&self) -> usize {
        self.ends.len()
    }

    /// The numbers of one of them.
    fn numbers<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyTuple>> {
        let end = self.ends[self.place(index)?];
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        PyTuple::new(py, &self.numbers[start..end])
    }

    /// How many count as the same as this one, and for each symmetry that keeps it what it is and
    /// of which order.
    fn standing(&self, index: usize) -> PyResult<Option<Stands>> {
        let standing = &self.standings[self.place(index)?];
        Ok(standing.as_ref().map(|standing| {
            let kept = standing.kept_by.iter().map(|(kind, order)| (kind.word(1), *order));
            (standing.class, kept.collect())
        }))
    }
}

/// What search and reader share.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    state: Mutex<State>,
    /// The reader waits for a solution or the end.
    filled: Condvar,
    /// The search waits for the block to be taken.
    taken: Condvar,
}

#[derive(Debug, Default)]
struct State {
    block: Block,
    /// Solutions that were handed over by earlier runs.
    earlier: u64,
    reader_waits: bool,
    /// Nobody reads any more.
    closed: bool,
    ended: bool,
}

impl Stream {
    /// A thread that panicked has left nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was found since the last call, waiting for it at most so long.
    pub(crate) fn take(&self, patience: Duration) -> Block {
        let until = Instant::now() + patience;
        let mut state = self.state();
        while state.block.ends.is_empty() && !state.ended {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state.reader_waits = true;
            let wait = self.filled.wait_timeout(state, left);
            state = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.reader_waits = false;
        self.taken.notify_all();
        std::mem::take(&mut state.block)
    }

    /// Waits for the end at most so long; whether it has come.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        let state = self.state();
        let wait = self.filled.wait_timeout_while(state, patience, |state| !state.ended);
        wait.unwrap_or_else(PoisonError::into_inner).0.ended
    }

    /// Whether the search has ended and everything was taken.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.ended && state.block.ends.is_empty()
    }

    /// How many solutions earlier runs have handed over.
    pub(crate) fn earlier(&self) -> u64 {
        self.state().earlier
    }

    /// Nobody reads any more.
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.taken.notify_all();
    }

    /// The search has ended.
    pub(crate) fn end(&self) {
        self.state().ended = true;
        self.filled.notify_all();
    }
}

/// The search's end of it.
#[derive(Debug)]
pub(crate) struct Sender {
    stream: Arc<Stream>,
    standing: Option<Standing>,
    /// How many solutions are wanted, those of earlier runs included.
    limit: u64,
    found: u64,
}

impl Sender {
    pub(crate) fn new(stream: Arc<Stream>, limit: u64) -> Self {
        Sender { stream, standing: None, limit, found: 0 }
    }
}

impl Sink for Sender {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        let Stream { filled, taken, .. } = &*self.stream;
        let mut state = self.stream.state();
        while state.block.is_full() && !state.closed {
            state = taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return ControlFlow::Break(());
        }
        let block = &mut state.block;
        block.numbers.extend_from_slice(solution);
        block.ends.push(block.numbers.len());
        block.standings.push(self.standing.take());
        if state.reader_waits {
            state.reader_waits = false;
            filled.notify_all();
        }
        self.found += 1;
        if self.found < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn standing(&mut self, standing: &Standing) {
        self.standing = Some(standing.clone());
    }

    fn sync(&mut self) -> io::Result<Seal> {
        let mut state = self.stream.state();
        while !state.block.ends.is_empty() {
            if state.closed {
                return Err(io::Error::other("solutions were found that nobody took"));
            }
            state = self.stream.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(Seal::default())
    }

    fn resume(&mut self, _output: Seal, solutions: u64) -> io::Result<()> {
        self.stream.state().earlier = solutions;
        self.found = solutions;
        Ok(())
    }
}
