//! Counting: by an engine that need not visit, by visiting one solution of each orbit, or all.
//!
//! The chooser may use symmetry as it likes, but what is answered is always about the puzzle the
//! asker named: the full one, unless the options restrict it.

use puzzle_core::{
    BigUint, Budget, Control, Cover, Discard, EmbeddingId, Problem, Progress, Question, Report,
    Restriction, StopReason, Task,
};
use puzzle_engines::cover::{Weigher, best_restriction};
use puzzle_engines::divide::Receiver;
use puzzle_engines::meta;

use crate::division::read_checkpoint;
use crate::prepare::{Prepared, cover_of};
use crate::{Answer, Failure, Options, Puzzle};

/// The most memory that a quick count takes, in bytes.
const TRIAL: u64 = 20 << 20;

impl Puzzle {
    /// Counts the solutions.
    pub fn count(&self, options: &Options) -> Result<Answer, Failure> {
        let mut prepared = self.prepare(options, Question::Count)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(answer);
        }
        if let Some(layer) = prepared.saved_layer(options)? {
            return prepared.count_layers(options, &layer);
        }
        if options.resume.is_none()
            && let Some(report) = prepared.trial(options)?
        {
            return Ok(prepared.answer(report, None));
        }
        prepared.sum(options, false)
    }

    /// Counts the solutions up to symmetry, and all of them by the way.
    pub fn count_up_to_symmetry(&self, options: &Options) -> Result<Answer, Failure> {
        let name = options.engine.as_deref().unwrap_or("auto");
        let never_visits = ["dp", "zdd"].contains(&name);
        let question = if never_visits { Question::Count } else { Question::Enumerate };
        let mut prepared = self.prepare(options, question)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(Answer { classes: Some(BigUint::ZERO), ..answer });
        }
        if !prepared.cover().symmetries.is_complete() {
            let message = "this box has more symmetries than can be listed";
            return Err(Failure::Declined(message.into()));
        }
        if never_visits {
            return prepared.classes_as_requested(options);
        }
        if options.resume.is_none()
            && let Some(whole) = prepared.trial(options)?
            && let Some(answer) = prepared.classes_after_trial(options, whole)?
        {
            return Ok(answer);
        }
        prepared.sum(options, true)
    }
}

impl Prepared<'_> {
    /// Counts by visiting every solution, or one of each orbit.
    pub(crate) fn sum(mut self, options: &Options, classes: bool) -> Result<Answer, Failure> {
        let problem = self.problem.clone();
        let ours = self.engine.is_none() && self.order.is_none() && options.resume.is_none();
        let cut = self.cut(options)?;
        let engine =
            self.engine(if cut.is_some() { Question::Enumerate } else { Question::Count })?;
        if ours && let Some(answer) = self.attempt(options, classes)? {
            return Ok(answer);
        }
        let weigher = Weigher::new(cover_of(&problem), cut.as_ref(), classes)?;
        let what = if classes { "count up to symmetry" } else { "count" };
        let division = self.division(options, &weigher.puzzle, engine, what)?;
        let (solutions, fixed, mut report) = match division {
            Some(division) => {
                let tally = |chosen: &[EmbeddingId]| weigher.weigh(chosen);
                let receiver = Receiver::Sum(&tally);
                let done = division.run(engine, receiver, &mut || Ok(0), &self.control)?;
                (done.report.solutions.clone(), done.fixed, done.report)
            }
            // An engine may know how to count without visiting.
            None if cut.is_none() && !classes => {
                let order = self.order();
                let task = Task { problem: &problem, question: Question::Count, order };
                let report = engine.run(&task, &mut Discard, &self.control)?;
                (report.solutions.clone(), BigUint::ZERO, report)
            }
            None => weigher.sum(engine, self.order(), &self.control)?,
        };
        report.solutions = solutions;
        let complete = report.is_complete() && classes;
        let classes = complete.then(|| weigher.classes(&fixed));
        Ok(self.answer(report, classes))
    }

    /// A quick count by an engine that may give up, if the asker leaves the choice to us.
    pub(crate) fn trial(&mut self, options: &Options) -> Result<Option<Report>, Failure> {
        let task = Task { problem: &self.problem, question: Question::Count, order: None };
        if self.engine.is_some() || self.order.is_some() {
            return Ok(None);
        }
        let Some((engine, order)) = meta::trial(&task) else { return Ok(None) };
        let task = Task { order: Some(&order), ..task };
        // It may be given up: what it publishes must not stand in the way of what comes after.
        let given = &self.control.budget;
        let memory = given.memory.map(|bytes| bytes.min(TRIAL));
        let budget = Budget { memory, ..given.clone() };
        let control = Control { budget, progress: Progress::default() };
        let report = engine.run(&task, &mut Discard, &control)?;
        // A run that is to be saved must not end here unless it is complete.
        let unfinished = report.stopped.is_some() && options.checkpoint.is_some();
        if unfinished || report.stopped == Some(StopReason::MemoryLimit) {
            let reason = format!("{} gave up after {} states", engine.name(), report.nodes);
            self.reasons.push(reason);
            return Ok(None);
        }
        self.engine = Some(engine);
        self.reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
        Ok(Some(report))
    }

    /// The restriction that makes counting shorter, if the asker leaves it to us; the engine is
    /// then chosen for the restricted puzzle.
    pub(crate) fn cut(&mut self, options: &Options) -> Result<Option<Restriction>, Failure> {
        let mut wanted = !self.literal;
        if let Some(path) = &options.resume {
            // A saved run goes on with the puzzle it was begun with, cut or not.
            let whole = read_checkpoint(path)?.fingerprint == self.cover().puzzle.fingerprint();
            wanted = !whole && !self.restricted;
        }
        let cut = if wanted { best_restriction(self.cover()) } else { None };
        let Some(cut) = cut else { return Ok(None) };
        let aspect = &self.cover().puzzle.aspect(cut.aspect).name;
        let all: u32 = cut.representatives.iter().map(|(_, orbit)| orbit).sum();
        let reason = format!(
            "of the {all} embeddings over aspect {aspect} only {} are tried, one per orbit of {} \
             symmetries; each solution counts for its orbit",
            cut.representatives.len(),
            self.cover().symmetries.order()
        );
        let kept = self.cover().puzzle.keep(|e| cut.keeps(e));
        let kept = kept.map_err(|error| Failure::Usage(error.to_string()))?;
        let problem = Problem::Cover(Cover::plain(kept));
        let task = Task { problem: &problem, question: Question::Enumerate, order: None };
        self.reasons.push(reason);
        if self.engine.is_none() {
            let choice = meta::choose(&task, &self.control.budget)?;
            self.take(choice);
        }
        Ok(Some(cut))
    }
}
