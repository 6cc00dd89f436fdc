//! Searches divided over threads, saved to a file and taken up again.

use puzzle_core::{
    AbstractPuzzle, BigUint, Checkpoint, Control, CoverEngine, Failure, Payload, Report, Run,
    Subtree,
};

use crate::divide::{self, Receiver, Sums};
use crate::saved::{Store, threads};

/// What a saved search is called that hands its solutions over.
pub(super) const LISTING: &str = "solutions";
/// Searches expected to take longer than this, in seconds, are divided anyway.
pub(super) const LONG: f64 = 0.2;

/// A search that is to be divided.
pub(super) struct Division<'a> {
    run: &'a Run,
    puzzle: &'a AbstractPuzzle,
    store: Store<'a>,
}

/// What a divided search found, earlier runs included.
pub(super) struct Done {
    pub(super) report: Report,
    pub(super) fixed: BigUint,
}

impl<'a> Division<'a> {
    pub(super) fn new(run: &'a Run, puzzle: &'a AbstractPuzzle, question: &str) -> Self {
        let store = Store::new(run, puzzle.fingerprint(), question);
        Division { run, puzzle, store }
    }

    /// What a saved run left, if this goes on with one.
    pub(super) fn saved(&self) -> Result<Option<Checkpoint>, Failure> {
        self.store.load(self.puzzle.embedding_count())
    }

    /// Runs it, from the beginning or from what a saved run left. `sync` brings the output to safety
    /// and says how long it is.
    pub(super) fn run(
        mut self,
        engine: &dyn CoverEngine,
        saved: Option<Checkpoint>,
        receiver: Receiver<'_>,
        sync: &mut dyn FnMut() -> std::io::Result<u64>,
        control: &Control,
    ) -> Result<Done, Failure> {
        let mut start = match saved {
            Some(saved) => saved,
            None => {
                let parts = divide::divide(self.puzzle, engine, control);
                self.store.beginning(Payload::Subtrees(parts))
            }
        };
        let subtrees = match std::mem::replace(&mut start.payload, Payload::Subtrees(Vec::new())) {
            Payload::Subtrees(subtrees) => subtrees,
            other => return Err(self.store.refuse(&format!("{}, not of a search", other.about()))),
        };
        let plan = divide::Plan {
            puzzle: self.puzzle,
            engine,
            threads: threads(self.run),
            // A run that may visit few nodes goes in small steps.
            part: control
                .budget
                .nodes
                .map_or(divide::PART, |nodes| (nodes / 4).clamp(1000, divide::PART)),
            interval: self.run.interval(),
            unordered: self.run.unordered,
        };
        let total = |sums: &Sums, rest: Vec<Subtree>, output: u64| Checkpoint {
            solutions: &start.solutions + &sums.first,
            fixed: &start.fixed + &sums.second,
            nodes: start.nodes + sums.nodes,
            output,
            payload: Payload::Subtrees(rest),
            ..start.clone()
        };
        let mut save = |sums: &Sums, rest: Vec<Subtree>| {
            if self.store.is_wanted() {
                self.store.save(sync(), |output| total(sums, rest, output));
            }
        };
        save(&Sums::default(), subtrees.clone());
        let done = divide::run(&plan, subtrees, receiver, control, &mut save)?;
        if done.stopped.is_none() {
            save(&done.sums, Vec::new());
        }
        self.store.finish()?;
        let Checkpoint { solutions, fixed, nodes, .. } = total(&done.sums, Vec::new(), 0);
        Ok(Done { report: Report { solutions, nodes, stopped: done.stopped }, fixed })
    }
}
