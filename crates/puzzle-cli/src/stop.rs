//! When a run stops: limits, Ctrl-C, SIGTERM.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use puzzle::core::{Budget, Control, Progress};

use crate::args::Limits;

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
    if let Err(error) = ctrlc::set_handler(stop) {
        remark!("warning: Ctrl-C will not stop the search cleanly: {error}");
    }
    let progress = if watched { Progress::watched() } else { Progress::default() };
    Arc::new(Control { budget, progress })
}
