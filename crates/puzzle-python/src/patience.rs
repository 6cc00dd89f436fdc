//! Work that may take long, done in a thread while this one listens for Ctrl-C.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use puzzle::Budget;
use pyo3::prelude::*;

use crate::errors;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Does `work`, which obeys `budget`, without the interpreter's lock.
// `Python::check_signals` itself is for one lifetime, not for all.
#[allow(clippy::redundant_closure_for_method_calls)]
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, signal) = py.detach(|| {
        thread::scope(|scope| {
            let waiter = thread::current();
            let worker = scope.spawn(move || {
                let done = work();
                waiter.unpark();
                done
            });
            let mut signal = Ok(());
            while !worker.is_finished() && signal.is_ok() {
                thread::park_timeout(LOOK);
                signal = Python::attach(|py| py.check_signals());
            }
            if signal.is_err() {
                budget.interrupt.store(true, Ordering::Relaxed);
            }
            (worker.join(), signal)
        })
    });
    signal?;
    done.map_err(|_| errors::panicked(py))
}
