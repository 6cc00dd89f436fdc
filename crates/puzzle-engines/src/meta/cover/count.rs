//! Counting: by an engine that need not visit, by visiting one solution of each orbit, or all.

use std::path::Path;

use puzzle_core::{
    AbstractPuzzle, Answer, Answered, Ask, BigUint, Budget, Control, Cover, CoverTask, Discard,
    EmbeddingId, Failure, FinishedPart, Kind, Payload, Progress, Report, Restriction, Run, Seal,
    StopReason, Want,
};

use super::certificate::Made;
use super::choose::{choose, trial};
use super::many;
use super::prepare::Prepared;
use super::prices::Pricing;
use super::quick;
use super::symmetric::{self, Both, Classified};
use crate::cover::Weigher;
use crate::divide::Receiver;
use crate::saved::{self, Store};

/// The most memory that a quick count takes, in bytes.
const TRIAL: u64 = 20 << 20;

/// What saved counts are called.
const COUNT: &str = "count";
const CLASSES: &str = "classes";

/// Counts the solutions.
pub(super) fn answer(cover: &Cover, ask: &Ask, run: &Run) -> Answered {
    certifiable(cover, ask)?;
    if let Some(answer) = quick::count(cover, ask, run)? {
        return Ok(answer);
    }
    let mut prepared = Prepared::new(cover, ask, run, Want::Count)?;
    if let Some(layer) = prepared.saved_layer()? {
        return prepared.count_layers(&layer);
    }
    if run.resume.is_none()
        && let Some(report) = prepared.trial()?
    {
        let sums = [report.solutions.clone(), BigUint::ZERO, BigUint::ZERO];
        prepared.save_finished(COUNT, sums, report.nodes)?;
        return Ok(prepared.answer(report, None));
    }
    prepared.sum(false)
}

/// Declines a certificate where there is none.
fn certifiable(cover: &Cover, ask: &Ask) -> Result<(), Failure> {
    if ask.choices.has("certificate") && (ask.is_restricted() || !cover.puzzle.is_simple()) {
        let message = "only counts of whole puzzles whose aspects are covered once or at most once \
                       have certificates";
        return Err(Failure::Declined(message.into()));
    }
    Ok(())
}

/// Counts the solutions up to symmetry, and all of them by the way.
pub(super) fn classes(cover: &Cover, ask: &Ask, run: &Run) -> Answered {
    certifiable(cover, ask)?;
    let (cover, found) = match symmetric::classified(cover, ask)? {
        Classified::Listed(cover, found) => (cover, found),
        Classified::Many(_) if ask.choices.has("certificate") => {
            let message = "a count up to so many symmetries has no certificate";
            return Err(Failure::Declined(message.into()));
        }
        Classified::Many(found) => return many::count(cover, &found, ask, run),
    };
    let cover = &*cover;
    let mut prepared = match Prepared::new(cover, ask, run, Want::All) {
        // An engine that never visits solutions counts those that each symmetry leaves as they are.
        Err(Failure::Declined(_)) => Prepared::new(cover, ask, run, Want::Count)?,
        prepared => prepared?,
    };
    prepared.reasons.extend(found);
    if prepared.engine.is_some_and(|engine| engine.kind() == Kind::Counting) {
        if prepared.is_certified() {
            let message = "an engine that never visits solutions has no certificate";
            return Err(Failure::Declined(message.into()));
        }
        return prepared.classes_as_requested();
    }
    if run.resume.is_none()
        && let Some(whole) = prepared.trial()?
        && let Some(answer) = prepared.classes_after_trial(whole)?
    {
        let symmetries = &prepared.cover.symmetries;
        let both = Both::of_answer(&answer);
        let fixed = both.symmetry * BigUint::from(symmetries.order());
        let turned = both.turns * BigUint::from(symmetries.turns());
        let sums = [answer.solutions.clone(), fixed, turned];
        prepared.save_finished(CLASSES, sums, answer.nodes)?;
        return Ok(answer);
    }
    prepared.sum(true)
}

impl Prepared<'_> {
    /// Counts by visiting every solution, or one of each orbit.
    pub(super) fn sum(mut self, classes: bool) -> Answered {
        let ours = self.engine.is_none() && self.order.is_none() && self.run.resume.is_none();
        let ours = ours && !self.is_certified() && self.run.units.is_none();
        let cut = self.cut()?;
        let cover = self.cover.clone();
        let want = if cut.is_some() { Want::All } else { Want::Count };
        self.engine(want)?;
        if ours && let Some(answer) = self.attempt(classes)? {
            return Ok(answer);
        }
        let mut weigher = Weigher::new(&cover, cut.as_ref(), classes)?;
        let mut priced = None;
        match self.price(&weigher.puzzle)? {
            Pricing::AsItIs => {}
            Pricing::Searched(puzzle) => {
                priced = Some(Cover::plain(puzzle.clone()));
                weigher.search(puzzle);
            }
            Pricing::Hopeless => {
                let what = if classes { CLASSES } else { COUNT };
                self.save_finished(what, Default::default(), 0)?;
                self.certify(cut.as_ref(), &weigher.puzzle, &[], &BigUint::ZERO)?;
                let none = classes.then_some(BigUint::ZERO);
                return Ok(Answer { classes: none, ..self.no_solution() });
            }
        }
        let engine = self.engine(want)?;
        let what = if classes { CLASSES } else { COUNT };
        let division = self.division(&weigher.puzzle, engine, what)?;
        let (report, fixed) = match division {
            Some(division) => {
                // Whoever doubts such a count can count some parts again without prices.
                let division = division.keeping(!self.prices.is_empty() || self.is_certified());
                let tally = |chosen: &[EmbeddingId]| weigher.weigh(chosen);
                let (saved, receiver) = (division.saved()?, Receiver::Sum(&tally));
                let done = division.run(
                    engine,
                    saved,
                    receiver,
                    &mut || Ok(Seal::default()),
                    &self.control,
                )?;
                if done.report.stopped.is_none() {
                    let count = &done.report.solutions;
                    self.certify(cut.as_ref(), &weigher.puzzle, &done.parts, count)?;
                }
                (done.report, done.fixed)
            }
            // An engine may know how to count without visiting.
            None if cut.is_none() && !classes => {
                let cover = priced.as_ref().unwrap_or(&cover);
                let task = CoverTask { cover, want: Want::Count, order: self.order() };
                (engine.run(&task, &mut Discard, &self.control)?, Default::default())
            }
            None => weigher.sum(engine, self.order(), &self.control)?,
        };
        match classes {
            true => {
                let both = Both::of_sums(fixed, &cover.symmetries);
                Ok(self.answer_classes(report, Some(both)))
            }
            false => Ok(self.answer(report, None)),
        }
    }

    /// Whether a certificate is to be written.
    fn is_certified(&self) -> bool {
        self.ask.choices.has("certificate")
    }

    /// Writes the certificate of a count, if the asker wants it.
    fn certify(
        &self,
        cut: Option<&Restriction>,
        searched: &AbstractPuzzle,
        parts: &[FinishedPart],
        count: &BigUint,
    ) -> Result<(), Failure> {
        let Some(file) = self.ask.choices.text("certificate") else { return Ok(()) };
        let prices = &self.prices;
        let made = Made { cover: &self.cover, cut, searched, prices, parts, count };
        made.write(Path::new(file), &self.control.budget)
    }

    /// Saves a count that was finished before there was anything to save.
    fn save_finished(&self, question: &str, sums: [BigUint; 3], nodes: u64) -> Result<(), Failure> {
        if self.run.checkpoint.is_none() {
            return Ok(());
        }
        let mut store = Store::new(self.run, self.cover.puzzle.fingerprint(), question);
        store.put_all(sums, nodes, Payload::Subtrees(Vec::new()));
        store.finish(true)
    }

    /// A quick count by an engine that may give up, if the asker leaves the choice to us.
    pub(super) fn trial(&mut self) -> Result<Option<Report>, Failure> {
        let task = CoverTask::new(&self.cover, Want::Count);
        let divided = self.run.units.is_some();
        if self.engine.is_some() || self.order.is_some() || self.is_certified() || divided {
            return Ok(None);
        }
        let Some((engine, order)) = trial(&task).filter(|(engine, _)| self.may_take(*engine))
        else {
            return Ok(None);
        };
        let task = CoverTask { order: Some(&order), ..task };
        // It may be given up: what it publishes must not stand in the way of what comes after.
        let given = &self.control.budget;
        let memory = given.memory.map(|bytes| bytes.min(TRIAL));
        let budget = Budget { memory, ..given.clone() };
        let control = Control { budget, progress: Progress::default() };
        let report = engine.run(&task, &mut Discard, &control)?;
        // A run that is to be saved must not end here unless it is complete.
        let unfinished = report.stopped.is_some() && self.run.checkpoint.is_some();
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
    pub(super) fn cut(&mut self) -> Result<Option<Restriction>, Failure> {
        let mut wanted = self.uses_symmetry();
        if let Some(path) = &self.run.resume {
            // A saved run goes on with the puzzle it was begun with, cut or not.
            let whole = saved::read(path, self.run)?.fingerprint == self.cover.puzzle.fingerprint();
            let literal = self.literal && self.ask.choices.has("prices");
            wanted = !whole && !self.restricted && !literal;
        }
        let cut = if wanted { self.best_restriction()? } else { None };
        let Some(cut) = cut else { return Ok(None) };
        let aspect = &self.cover.puzzle.aspect(cut.aspect).name;
        let all: u32 = cut.representatives.iter().map(|(_, orbit)| orbit).sum();
        let reason = format!(
            "of the {all} embeddings over aspect {aspect} only {} are tried, one per orbit of {} \
             symmetries; each solution counts for its orbit",
            cut.representatives.len(),
            self.order_of_group
        );
        let kept = self.cover.puzzle.keep(|e| cut.keeps(e));
        let kept = Cover::plain(kept.map_err(|error| Failure::Usage(error.to_string()))?);
        self.reasons.push(reason);
        if self.engine.is_none() {
            let task = CoverTask::new(&kept, Want::All);
            self.take(choose(&task, &self.ask.without, &self.control.budget)?);
        }
        Ok(Some(cut))
    }
}
