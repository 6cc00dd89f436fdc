//! When a run stops: limits, Ctrl-C, SIGTERM.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use puzzle::core::{Budget, Control, Progress};

use crate::args::Limits;

/// What Ctrl-C sets.
static INTERRUPT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The limits as typed, with Ctrl-C attached; `watched` if progress will be shown.
pub(crate) fn control(limits: &Limits, watched: bool) -> Arc<Control> {
    let budget = Budget {
        deadline: limits.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        nodes: limits.node_limit,
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
                let progress = if watched { Progress::watched() } else { Progress::default() };
                let budget = Budget { interrupt: first.clone(), ..budget };
                return Arc::new(Control { budget, progress });
            }
        }
        Err(error) => remark!("warning: Ctrl-C will not stop the search cleanly: {error}"),
        Ok(()) => {
            let _ = INTERRUPT.set(budget.interrupt.clone());
        }
    }
    let progress = if watched { Progress::watched() } else { Progress::default() };
    Arc::new(Control { budget, progress })
}
