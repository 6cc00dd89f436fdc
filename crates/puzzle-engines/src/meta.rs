//! Chooses an engine for a task, and says why. It never searches.
//!
//! Candidates are tried in the order of the registry; each takes the task or hands it back with
//! its reason, and the reasons are kept for `--explain`.

use puzzle_core::{Declined, Engine, Task};

use crate::ENGINES;

/// The chosen engine and how the choice went.
#[derive(Clone)]
pub struct Choice {
    /// Who takes the task.
    pub engine: &'static dyn Engine,
    /// One line for each engine that was asked.
    pub reasons: Vec<String>,
}

/// The first engine of the registry that accepts the task.
pub fn choose(task: &Task<'_>) -> Result<Choice, Declined> {
    let mut reasons = Vec::new();
    for &engine in ENGINES {
        match engine.accepts(task) {
            Ok(()) => {
                reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
                return Ok(Choice { engine, reasons });
            }
            Err(Declined(reason)) => reasons.push(format!("{} declines: {reason}", engine.name())),
        }
    }
    Err(Declined(reasons.join("; ")))
}
