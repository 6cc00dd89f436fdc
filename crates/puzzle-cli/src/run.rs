//! From what was typed to the options of the library, with Ctrl-C and progress attached.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use puzzle::core::{Budget, Control, Progress};
use puzzle::{Answer, Failure, Options};

use crate::args::Search;
use crate::exit::Exit;
use crate::progress::Ticker;

/// A finished run with its time.
pub(crate) struct Finished {
    pub(crate) answer: Answer,
    pub(crate) seconds: f64,
}

/// Runs `ask` with options made from the arguments, showing progress meanwhile.
pub(crate) fn run(
    search: &Search,
    ask: impl FnOnce(&Options) -> Result<Answer, Failure>,
) -> Result<Finished, Failure> {
    let show = !search.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let budget = Budget {
        deadline: search.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        nodes: search.node_limit,
        ..Budget::default()
    };
    let interrupt = budget.interrupt.clone();
    let progress = if show { Progress::watched() } else { Progress::default() };
    let control = Arc::new(Control { budget, progress });
    // The first Ctrl-C (or SIGTERM) stops the search cleanly, the second one at once.
    let stop = move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(stop) {
        eprintln!("warning: Ctrl-C will not stop the search cleanly: {error}");
    }
    let options = Options {
        engine: Some(search.engine.clone()).filter(|name| name != "auto"),
        order: search.order.clone(),
        restriction: search.restrict.clone(),
        control: control.clone(),
    };
    let started = Instant::now();
    let ticker = show.then(|| Ticker::start(control));
    let answer = ask(&options);
    drop(ticker);
    let finished = Finished { answer: answer?, seconds: started.elapsed().as_secs_f64() };
    if search.explain {
        for reason in &finished.answer.reasons {
            eprintln!("{reason}");
        }
    }
    Ok(finished)
}

impl Finished {
    /// The common part of every JSON answer.
    pub(crate) fn json(&self, puzzle: &puzzle::Puzzle) -> serde_json::Value {
        let answer = &self.answer;
        let mut json = serde_json::json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": puzzle.description().family(),
            "count": answer.solutions.to_string(),
            "complete": answer.stopped.is_none(),
            "engine": answer.engine,
            "order": answer.order,
            "nodes": answer.nodes,
            "elapsed_s": self.seconds,
        });
        if let Some(reason) = answer.stopped {
            json["stopped"] = reason.to_string().into();
        }
        if answer.restricted {
            json["restricted"] = true.into();
        }
        if let Some(reason) = puzzle.description().impossible() {
            json["reason"] = reason.into();
        }
        json
    }

    /// The exit code: a limit or an interrupt is 3, enough solutions are an answer.
    pub(crate) fn exit(&self) -> Exit {
        match self.answer.stopped {
            None | Some(puzzle::core::StopReason::Satisfied) => Exit::Answered,
            Some(_) => Exit::Stopped,
        }
    }
}
