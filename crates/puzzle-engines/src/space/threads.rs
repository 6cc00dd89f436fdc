//! Threads that work on one level together: started, stopped and released in one way.
//!
//! The first reason to stop is the one that is told; the other threads see that there is one when
//! they next ask. A thread that panics stops the others too, and the panic goes on in the caller
//! when all have ended. A thread that leaves, for whatever reason, breaks the barrier, so that no
//! thread waits for one that will not come. There is no lock but at the barrier and at the end.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What the threads of a level share.
pub(super) struct Team<E> {
    size: usize,
    stopping: AtomicBool,
    reason: Mutex<Option<E>>,
    barrier: Mutex<Barrier>,
    released: Condvar,
}

#[derive(Default)]
struct Barrier {
    /// Threads that wait for the others.
    waiting: usize,
    /// How often all have been here.
    rounds: u64,
    /// Whether a thread has left.
    broken: bool,
}

impl<E: Send> Team<E> {
    /// Runs `work` for each member in a thread of its own, the first in the caller's. The results in
    /// order, or the first reason to stop.
    pub(super) fn run<M: Send, R: Send>(
        members: Vec<M>,
        work: impl Fn(&Self, M) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let team = Team {
            size: members.len(),
            stopping: AtomicBool::new(false),
            reason: Mutex::new(None),
            barrier: Mutex::default(),
            released: Condvar::new(),
        };
        let work = &|member| {
            let _leave = Leave(&team);
            work(&team, member).map_err(|reason| team.stop(reason)).ok()
        };
        let results: Vec<Option<R>> = std::thread::scope(|scope| {
            // If a thread cannot be started, those that were must not wait for it.
            let _leave = Leave(&team);
            let mut members = members.into_iter();
            let first = members.next();
            let others: Vec<_> = members.map(|member| scope.spawn(move || work(member))).collect();
            let mine = first.map(work);
            let others = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            mine.into_iter().chain(others).collect()
        });
        match team.reason.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(reason) => Err(reason),
            None => Ok(results.into_iter().flatten().collect()),
        }
    }

    /// Stops all threads, for this reason if it is the first.
    pub(super) fn stop(&self, reason: E) {
        lock(&self.reason).get_or_insert(reason);
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// Whether the threads are to stop.
    #[inline]
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Waits until all threads are here. `false` if one of them has left and will never come.
    #[must_use]
    pub(super) fn wait(&self) -> bool {
        let mut barrier = lock(&self.barrier);
        let round = barrier.rounds;
        barrier.waiting += 1;
        if barrier.waiting == self.size {
            barrier.waiting = 0;
            barrier.rounds += 1;
            self.released.notify_all();
            return true;
        }
        let waits = |barrier: &mut Barrier| barrier.rounds == round && !barrier.broken;
        let barrier = self.released.wait_while(barrier, waits);
        barrier.unwrap_or_else(PoisonError::into_inner).rounds != round
    }
}

/// Says that a thread leaves, even if it panics.
struct Leave<'a, E>(&'a Team<E>);

impl<E> Drop for Leave<'_, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stopping.store(true, Ordering::SeqCst);
        }
        lock(&self.0.barrier).broken = true;
        self.0.released.notify_all();
    }
}

/// Locks, whether or not a thread has panicked: what it left is never used.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
