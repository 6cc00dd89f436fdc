//! Searches divided over threads, saved to a file and taken up again.

use puzzle_core::{
    AbstractPuzzle, Checkpoint, Control, CoverEngine, Failure, Payload, PriceRecord, Run, Seal,
    Subtree,
};

use crate::divide::{self, Done, Receiver};
use crate::saved::{Store, threads};

/// What a saved search is called that hands its solutions over.
pub(super) const LISTING: &str = "solutions";
/// Searches expected to take longer than this, in seconds, are divided anyway.
pub(super) const LONG: f64 = 0.2;

/// The share of all the time that a part may take, and the most seconds: about what a run loses that is cut off
/// without warning. (In a count of an hour with a third of that a quarter of the time went into parts that
/// proved too large.) The fastest nodes take a fourth of the time that `PART` reckons with.
const SHARE: f64 = 0.006;
const MOST: f64 = 200.0;

/// A search that is to be divided.
pub(super) struct Division<'a> {
    run: &'a Run,
    puzzle: &'a AbstractPuzzle,
    store: Store<'a>,
    /// Whether to keep what each part came to.
    keep: bool,
    prices: PriceRecord,
    /// The nodes that a part may take.
    part: u64,
}

impl<'a> Division<'a> {
    pub(super) fn new(run: &'a Run, puzzle: &'a AbstractPuzzle, question: &str) -> Self {
        let store = Store::new(run, puzzle.fingerprint(), question);
        let prices = PriceRecord::default();
        Division { run, puzzle, store, keep: false, prices, part: divide::PART }
    }

    /// Saves these prices as well.
    pub(super) fn pricing(self, prices: PriceRecord) -> Self {
        Division { prices, ..self }
    }

    /// Keeps what each part comes to.
    pub(super) fn keeping(self, keep: bool) -> Self {
        Division { keep, ..self }
    }

    /// Of a search that takes about so many seconds. What was searched of a part that proves too large is
    /// searched again, so a part of a long search may take a small share of all.
    pub(super) fn lasting(self, seconds: f64) -> Self {
        let times = (seconds * SHARE).clamp(1.0, MOST);
        Division { part: (divide::PART as f64 * times) as u64, ..self }
    }

    /// What a saved run left, if this goes on with one.
    pub(super) fn saved(&self) -> Result<Option<Checkpoint>, Failure> {
        self.store.load(self.puzzle.embedding_count())
    }

    /// Runs it, from the beginning or from what a saved run left. `sync` brings the output to safety
    /// and says what it is.
    pub(super) fn run(
        self,
        engine: &dyn CoverEngine,
        saved: Option<Checkpoint>,
        receiver: Receiver<'_>,
        sync: &mut dyn FnMut() -> std::io::Result<Seal>,
        control: &Control,
    ) -> Result<Done, Failure> {
        let mut start = match saved {
            Some(saved) => saved,
            None => {
                let parts = divide::divide(self.puzzle, engine, control);
                self.store.beginning(Payload::Subtrees(parts))
            }
        };
        start.prices = self.prices;
        let subtrees = match std::mem::replace(&mut start.payload, Payload::Subtrees(Vec::new())) {
            Payload::Subtrees(subtrees) => subtrees,
            other => return Err(self.store.refuse(&format!("{}, not of a search", other.about()))),
        };
        if let Some(units) = self.store.units() {
            let mut tree = divide::Tree::new(self.puzzle, engine, &control.budget);
            let mut split = |part: &Subtree| tree.divides(part).then(|| tree.split(part));
            return divide::share_out(self.store, &start, subtrees, units, &mut split, control);
        }
        let nodes = control.budget.nodes;
        let plan = divide::Plan {
            puzzle: self.puzzle,
            engine,
            threads: threads(self.run),
            // A run that may visit few nodes goes in small steps.
            part: nodes.map_or(self.part, |nodes| (nodes / 4).clamp(1000, divide::PART)),
            interval: self.run.interval(),
            unordered: self.run.unordered,
            keep: self.keep,
            exact: divide::is_exact(self.run),
        };
        divide::carry_on(self.store, &start, subtrees, sync, |subtrees, save| {
            divide::run(&plan, subtrees, receiver, control, save)
        })
    }
}
