//! Counts by dynamic programming that are saved and taken up again, or tried before a long search.

use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_core::{
    Answer, Answered, BigUint, Checkpoint, CoverEngine, CoverTask, Failure, Layer, Order, Payload,
    Report, Seal, StopReason, Want,
};

use super::prepare::Prepared;
use crate::cover::{Dp, Moment};
use crate::saved::{self, Store};

const QUESTION: &str = "count";
const DP: &dyn CoverEngine = &Dp::DEFAULT;

/// A search that takes longer than this, in seconds, is put off until dynamic programming has given up.
/// Where states do not collapse that takes some seconds; in no case longer than the search would.
const PATIENCE: f64 = 20.0;

impl Prepared<'_> {
    /// Where a count by dynamic programming begins, if it is one that is to be saved or was.
    pub(super) fn saved_layer(&mut self) -> Result<Option<Checkpoint>, Failure> {
        let dp = self.engine.is_some_and(|engine| engine.name() == DP.name());
        let Some(path) = &self.run.resume else {
            if !dp || self.run.checkpoint.is_none() {
                return Ok(None);
            }
            let order = self.order.clone().unwrap_or_else(|| Dp::order(&self.cover));
            return Ok(Some(self.store().beginning(Payload::Layer(Dp::beginning(&order)))));
        };
        let store = self.store();
        match (&saved::read(path, self.run)?.payload, dp) {
            (Payload::Layer(_), _) if self.engine.is_some() && !dp => Err(store
                .refuse("a count by dynamic programming: go on with it without naming an engine")),
            (Payload::Layer(_), _) if self.order.is_some() => {
                Err(store.refuse("a count that has an order already: go on with it without one"))
            }
            (Payload::Layer(_), _) => {
                let saved = store.load(usize::MAX)?;
                self.reasons.push("dp goes on with the saved states".into());
                self.engine = Some(DP);
                Ok(saved)
            }
            (_, true) => Err(store.refuse("a search, which dynamic programming cannot go on with")),
            (_, false) => Ok(None),
        }
    }

    /// Where the states are saved.
    fn store(&self) -> Store<'_> {
        Store::new(self.run, self.cover.puzzle.fingerprint(), QUESTION)
    }

    /// A count by dynamic programming, where the chosen search would take long. `None` if it gives up.
    pub(super) fn attempt(&mut self, classes: bool) -> Result<Option<Answer>, Failure> {
        let long = self.seconds.is_some_and(|seconds| seconds > PATIENCE);
        // Classes are several counts, of which none is saved.
        let unsaved = classes && self.run.checkpoint.is_some();
        let task = CoverTask::new(&self.cover, Want::Count);
        if !long || unsaved || !self.may_take(DP) || DP.accepts(&task).is_err() {
            return Ok(None);
        }
        let order = Dp::order(&self.cover);
        let start = self.store().beginning(Payload::Layer(Dp::beginning(&order)));
        let patience = self.seconds.map(|seconds| self.half_of_the_time(seconds));
        let report = self.count_from(&start, patience)?;
        // It has too many states, or takes longer than the search.
        if report.stopped.is_some() && self.control.budget.check(report.nodes).is_none() {
            self.reasons.push(format!("dp tried first, but gave up after {} states", report.nodes));
            self.control.progress.begin_again();
            return Ok(None);
        }
        let (chosen, reasons) = (self.engine, self.reasons.clone());
        self.engine = Some(DP);
        self.reasons.push(format!("dp takes it before that: {}", DP.about()));
        if !classes {
            return Ok(Some(self.answer(report, None)));
        }
        let answer = self.classes_after_trial(report)?;
        if answer.is_none() {
            (self.engine, self.reasons) = (chosen, reasons);
            self.control.progress.begin_again();
        }
        Ok(answer)
    }

    /// At most so many seconds, and no more than half of what a time limit leaves: if nothing comes of
    /// the attempt, the search shall still find something.
    fn half_of_the_time(&self, seconds: f64) -> f64 {
        let left = self
            .control
            .budget
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
        left.map_or(seconds, |left| seconds.min(left / 2.0))
    }

    /// Counts from there on, saving now and then.
    pub(super) fn count_layers(mut self, start: &Checkpoint) -> Answered {
        let report = self.count_from(start, None)?;
        if let (Payload::Layer(layer), true) = (&start.payload, self.run.resume.is_some()) {
            let order = Order::from_prefix("saved", &self.cover.puzzle, &layer.order);
            self.order = self.order.or(Some(order));
        }
        Ok(self.answer(report, None))
    }

    /// The same; or an attempt, which may take this many seconds, and of which nothing is saved if it
    /// has too many states: nobody will go on with it.
    fn count_from(&self, start: &Checkpoint, attempt: Option<f64>) -> Result<Report, Failure> {
        let mut store = self.store();
        let Payload::Layer(layer) = &start.payload else {
            return Err(store.refuse(start.payload.about()));
        };
        let mut save = |nodes: u64, solutions: BigUint, layer: Layer| {
            let payload = Payload::Layer(layer);
            let output = Ok(Seal::default());
            store.save(output, |_| Checkpoint { nodes, solutions, payload, ..start.clone() });
        };
        save(start.nodes, start.solutions.clone(), layer.clone());
        let begun = Instant::now();
        let mut last = begun;
        let interval = self.run.interval();
        let mut watch = |moment: Moment<'_>| {
            let too_many = moment.stopped == Some(StopReason::MemoryLimit);
            let ends = moment.stopped.is_some() && !(attempt.is_some() && too_many);
            if ends || last.elapsed() >= interval {
                save(start.nodes + moment.nodes, start.solutions.clone(), (moment.layer)());
                last = Instant::now();
            }
            match attempt.is_some_and(|seconds| begun.elapsed().as_secs_f64() > seconds) {
                true => ControlFlow::Break(StopReason::TimeLimit),
                false => ControlFlow::Continue(()),
            }
        };
        let report = Dp::DEFAULT.resume(&self.cover, layer, &self.control, &mut watch)?;
        let nodes = start.nodes + report.nodes;
        let solutions = &start.solutions + report.solutions;
        if report.stopped.is_none() {
            let done = Layer { order: layer.order.clone(), states: Vec::new() };
            save(nodes, solutions.clone(), done);
        }
        store.finish(report.stopped.is_none())?;
        Ok(Report { solutions, nodes, stopped: report.stopped })
    }
}
