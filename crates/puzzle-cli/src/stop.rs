//! When a run stops: limits, Ctrl-C, SIGTERM, too much memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use puzzle::core::{Budget, Control, Progress};

use crate::args::Limits;

/// What Ctrl-C sets.
static INTERRUPT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The limits as typed, with Ctrl-C attached; `watched` if progress will be shown.
pub(crate) fn control(limits: &Limits, watched: bool) -> Arc<Control> {
    let mut budget = Budget {
        deadline: limits.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        nodes: limits.node_limit,
        memory: limits.memory,
        ..Budget::default()
    };
    let interrupt = budget.interrupt.clone();
    // The first Ctrl-C (or SIGTERM) stops the search cleanly, the second one at once.
    let stop = move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    match ctrlc::set_handler(stop) {
        // A command that searches several times: the first search's interrupt is every search's.
        Err(ctrlc::Error::MultipleHandlers) => {
            if let Some(first) = INTERRUPT.get() {
                budget.interrupt = first.clone();
            }
        }
        Err(error) => remark!("warning: Ctrl-C will not stop the search cleanly: {error}"),
        Ok(()) => {
            let _ = INTERRUPT.set(budget.interrupt.clone());
        }
    }
    if let Some(limit) = limits.memory {
        watch_memory(limit, budget.exhausted.clone());
    }
    let progress = if watched { Progress::watched() } else { Progress::default() };
    Arc::new(Control { budget, progress })
}

/// What a process may grow by beside the tables of its search: threads, buffers, what the allocator
/// keeps in store.
const SLACK: u64 = 16 << 20;

/// Looks now and then how much the process has grown, whoever made it grow, and says so when it is
/// too much. Engines keep their own tables within the limit; this is for everything else.
fn watch_memory(limit: u64, exhausted: Arc<AtomicBool>) {
    let Some(before) = resident() else { return };
    let limit = limit.saturating_add(SLACK);
    std::thread::spawn(move || {
        while resident().is_some_and(|now| now.saturating_sub(before) <= limit) {
            std::thread::sleep(Duration::from_millis(50));
        }
        exhausted.store(true, Ordering::Relaxed);
    });
}

/// The resident memory of this process in bytes, where the system tells: Linux does, in pages of 4
/// KiB as a rule.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
