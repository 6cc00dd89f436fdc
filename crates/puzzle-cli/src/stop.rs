//! When a run stops: limits, Ctrl-C, SIGTERM, too much memory.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use puzzle::{Budget, Control, Progress};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

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
    // A command that searches several times: the first search's interrupt is every search's.
    budget.interrupt = INTERRUPT.get_or_init(on_signal).clone();
    if let Some(limit) = limits.memory {
        watch_memory(limit, budget.exhausted.clone());
    }
    let progress = if watched { Progress::watched() } else { Progress::default() };
    Arc::new(Control { budget, progress })
}

/// What a signal sets, for what goes on until one comes.
pub(crate) fn flag() -> Arc<AtomicBool> {
    INTERRUPT.get_or_init(on_signal).clone()
}

/// Ctrl-C, and what asks a process to end.
const SIGNALS: &[c_int] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// A flag that signals set. The first one stops the search cleanly, the second one the process at
/// once. No thread waits for them: to start one takes longer than a short count.
fn on_signal() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for &signal in SIGNALS {
        // In this order, so that the first signal finds the flag still down.
        let second = flag::register_conditional_shutdown(signal, 130, interrupt.clone());
        if let Err(error) = second.and_then(|_| flag::register(signal, interrupt.clone())) {
            remark!("warning: Ctrl-C will not stop the search cleanly: {error}");
        }
    }
    interrupt
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
