//! Counts by dynamic programming that are saved and taken up again, or tried before a long search.

use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_core::{
    BigUint, Checkpoint, Engine, Layer, Order, Payload, Question, Report, StopReason, Task,
};
use puzzle_engines::cover::{Dp, Moment};

use crate::division::{Division, read_checkpoint, write};
use crate::prepare::Prepared;
use crate::{Answer, Failure, Options};

const QUESTION: &str = "count";

/// A search that takes longer than this, in seconds, is put off until dynamic programming has given up.
/// Where states do not collapse that takes some seconds; in no case longer than the search would.
const PATIENCE: f64 = 20.0;

impl Prepared<'_> {
    /// Where a count by dynamic programming begins, if it is one that is to be saved or was.
    pub(crate) fn saved_layer(&mut self, options: &Options) -> Result<Option<Checkpoint>, Failure> {
        let requested = self.engine.map(Engine::name);
        let dp = requested == Some("dp");
        let Some(path) = &options.resume else {
            if !dp || options.checkpoint.is_none() {
                return Ok(None);
            }
            let order = self.order.clone().unwrap_or_else(|| Dp::order(self.cover()));
            return Ok(Some(self.saved(0, BigUint::ZERO, Dp::beginning(&order))));
        };
        let saved = read_checkpoint(path)?;
        let file = path.display();
        match &saved.payload {
            Payload::Subtrees(_) if dp => Err(Failure::Usage(format!(
                "the checkpoint {file} is of a search, which dynamic programming cannot go on with"
            ))),
            Payload::Subtrees(_) => Ok(None),
            Payload::Layer(_) if requested.is_some() && !dp => Err(Failure::Usage(format!(
                "the checkpoint {file} is of a count by dynamic programming: leave --engine away"
            ))),
            Payload::Layer(_) if self.order.is_some() => Err(Failure::Usage(format!(
                "the checkpoint {file} has an order already: leave --order away"
            ))),
            Payload::Layer(_) if saved.fingerprint != self.cover().puzzle.fingerprint() => {
                Err(Failure::Usage(format!(
                    "the checkpoint {file} is of another puzzle, or of this one restricted otherwise"
                )))
            }
            Payload::Layer(_) => {
                self.reasons.push("dp goes on with the saved states".into());
                self.engine = puzzle_engines::find("dp");
                Ok(Some(saved))
            }
        }
    }

    fn saved(&self, nodes: u64, solutions: BigUint, layer: Layer) -> Checkpoint {
        Checkpoint {
            fingerprint: self.cover().puzzle.fingerprint(),
            question: QUESTION.into(),
            solutions,
            fixed: BigUint::ZERO,
            nodes,
            output: 0,
            payload: Payload::Layer(layer),
        }
    }

    /// A count by dynamic programming, where the chosen search would take long. `None` if it gives up.
    pub(crate) fn attempt(
        &mut self,
        options: &Options,
        classes: bool,
    ) -> Result<Option<Answer>, Failure> {
        let long = self.seconds.is_some_and(|seconds| seconds > PATIENCE);
        // Classes are several counts, of which none is saved.
        let unsaved = classes && options.checkpoint.is_some();
        let task = Task { problem: &self.problem, question: Question::Count, order: None };
        if !long || unsaved || Dp::DEFAULT.accepts(&task).is_err() {
            return Ok(None);
        }
        let order = Dp::order(self.cover());
        let start = self.saved(0, BigUint::ZERO, Dp::beginning(&order));
        let report = self.count_from(options, &start, self.seconds)?;
        // It has too many states, or takes longer than the search.
        if report.stopped.is_some() && self.control.budget.check(report.nodes).is_none() {
            self.reasons.push(format!("dp tried first, but gave up after {} states", report.nodes));
            self.control.progress.begin_again();
            return Ok(None);
        }
        let (chosen, reasons) = (self.engine, self.reasons.clone());
        self.engine = puzzle_engines::find("dp");
        self.reasons.push(format!("dp takes it before that: {}", Dp::DEFAULT.about()));
        if !classes {
            return Ok(Some(self.answer(report, None)));
        }
        let answer = self.classes_after_trial(options, report)?;
        if answer.is_none() {
            (self.engine, self.reasons) = (chosen, reasons);
            self.control.progress.begin_again();
        }
        Ok(answer)
    }

    /// Counts from there on, saving now and then.
    pub(crate) fn count_layers(
        mut self,
        options: &Options,
        start: &Checkpoint,
    ) -> Result<Answer, Failure> {
        let report = self.count_from(options, start, None)?;
        if let (Payload::Layer(layer), true) = (&start.payload, options.resume.is_some()) {
            let order = Order::from_prefix("saved", &self.cover().puzzle, &layer.order);
            self.order = self.order.or(Some(order));
        }
        Ok(self.answer(report, None))
    }

    /// The same; or an attempt, which may take so many seconds, and of which nothing is saved if it has
    /// too many states: nobody will go on with it.
    fn count_from(
        &self,
        options: &Options,
        start: &Checkpoint,
        attempt: Option<f64>,
    ) -> Result<Report, Failure> {
        let Payload::Layer(layer) = &start.payload else {
            return Err(Failure::Usage("this is no count by dynamic programming".into()));
        };
        let control = self.control.clone();
        let mut failed = None;
        let mut save = |checkpoint: &Checkpoint| {
            let Some(path) = &options.checkpoint else { return };
            if let Err(error) = write(path, &checkpoint.write()) {
                failed = Some(format!("cannot save {}: {error}", path.display()));
                // A long run that cannot be saved had better stop at once.
                control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        save(start);
        let begun = Instant::now();
        let mut last = begun;
        let interval = options.interval.unwrap_or(Division::INTERVAL);
        let mut watch = |moment: Moment<'_>| {
            let too_many = moment.stopped == Some(StopReason::MemoryLimit);
            let ends = moment.stopped.is_some() && !(attempt.is_some() && too_many);
            if ends || last.elapsed() >= interval {
                let nodes = start.nodes + moment.nodes;
                save(&self.saved(nodes, start.solutions.clone(), (moment.layer)()));
                last = Instant::now();
            }
            match attempt.is_some_and(|seconds| begun.elapsed().as_secs_f64() > seconds) {
                true => ControlFlow::Break(StopReason::TimeLimit),
                false => ControlFlow::Continue(()),
            }
        };
        let report = Dp::DEFAULT.resume(self.cover(), layer, &control, &mut watch)?;
        let nodes = start.nodes + report.nodes;
        let solutions = &start.solutions + report.solutions;
        if report.stopped.is_none() {
            let done = Layer { order: layer.order.clone(), states: Vec::new() };
            save(&self.saved(nodes, solutions.clone(), done));
        }
        match failed {
            Some(message) => Err(Failure::Usage(message)),
            None => Ok(Report { solutions, nodes, stopped: report.stopped }),
        }
    }
}
