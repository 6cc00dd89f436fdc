//! Assemblies handed to threads, and their plans taken back in order.
//!
//! There is never more than a window of them on the way: who hands over another one waits for the oldest.
//! Assemblies are handed over one by one while threads are idle, and in batches otherwise.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};

use puzzle_core::StopReason;
use puzzle_core::apart::plan::Plan;

/// What became of a batch: the plans of the first of its assemblies, and what stopped the others.
pub(super) type Planned = (Vec<Looked>, Option<StopReason>);

/// An assembly on its way.
#[derive(Debug)]
pub(super) struct Waiting {
    /// How many came before it that are known to be locked and need not be looked at.
    pub(super) locked: u64,
    pub(super) number: u32,
    pub(super) assembly: Vec<u32>,
}

/// What became of an assembly.
#[derive(Debug)]
pub(super) struct Looked {
    /// How many came before it that are known to be locked.
    pub(super) locked: u64,
    pub(super) plan: Plan,
    /// Whether no other assembly of the same pieces comes apart, as far as that was looked at.
    pub(super) is_alone: bool,
}

/// Some assemblies.
pub(super) type Batch = Vec<Waiting>;

/// Batches on their way.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(u64, Batch)>,
    done: BTreeMap<u64, Planned>,
    handed: u64,
    taken: u64,
    closed: bool,
    /// A thread that panicked will never finish its batch.
    broken: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Hands a batch over.
    pub(super) fn hand(&self, batch: Batch) {
        let mut state = self.lock();
        let number = state.handed;
        state.handed += 1;
        state.waiting.push_back((number, batch));
        self.changed.notify_all();
    }

    /// How many batches wait for a thread, and how many are on the way in all.
    pub(super) fn load(&self) -> (usize, u64) {
        let state = self.lock();
        (state.waiting.len(), state.handed - state.taken)
    }

    /// The next batch in order: if it is there, or else when it is, if the caller waits.
    pub(super) fn take(&self, wait: bool) -> Option<Planned> {
        let mut state = self.lock();
        while state.taken < state.handed && !state.broken {
            let next = state.taken;
            if let Some(planned) = state.done.remove(&next) {
                state.taken += 1;
                return Some(planned);
            }
            if !wait {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        None
    }

    /// There will be no more.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        self.changed.notify_all();
    }

    /// What a thread does until there is nothing more.
    pub(super) fn work(&self, mut plan: impl FnMut(Batch) -> Planned) {
        let guard = Guard(self);
        loop {
            let mut state = self.lock();
            let (number, batch) = loop {
                match state.waiting.pop_front() {
                    Some(next) => break next,
                    None if state.closed => {
                        drop(state);
                        std::mem::forget(guard);
                        return;
                    }
                    None => {
                        let waited = self.changed.wait(state);
                        state = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
                    }
                }
            };
            drop(state);
            let planned = plan(batch);
            self.lock().done.insert(number, planned);
            self.changed.notify_all();
        }
    }
}

/// Wakes everybody if a thread panics.
struct Guard<'q>(&'q Queue);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.lock().broken = true;
        self.0.changed.notify_all();
    }
}
