//! Solutions up to symmetry without visiting any.
//!
//! The number of classes is the mean of how many solutions each symmetry leaves as they are, and
//! those are the solutions of smaller puzzles (`cover::fixed`). This pays where an
//! engine counts without visiting: the trillions of domino tilings. Where solutions are visited
//! anyway, `Weigher` sees their symmetry in passing.

use puzzle_core::{
    Answer, Answered, BigUint, Control, Cover, CoverEngine, CoverTask, Discard, Failure, Progress,
    Report, StopReason, Want,
};

use super::choose::choose;
use super::prepare::Prepared;
use super::symmetric::Both;
use crate::cover::{Dp, Fixed, conjugacy_classes, fixed};

/// What counting the fixed solutions of every symmetry gave.
pub(super) struct Classes {
    pub(super) report: Report,
    /// `None` if it was stopped.
    pub(super) classes: Option<Both>,
}

/// Counts the fixed solutions of one symmetry of each conjugacy class, the identity first. `None`
/// if the fixed solutions of some symmetry are not those of a puzzle.
pub(super) fn count_fixed(
    cover: &Cover,
    control: &Control,
    count: &mut dyn FnMut(&Cover) -> Result<Report, Failure>,
) -> Result<Option<Classes>, Failure> {
    let elements = cover.symmetries.elements();
    let classes = conjugacy_classes(&cover.symmetries);
    let puzzles: Vec<Fixed> =
        classes[1..].iter().map(|&(place, _)| fixed(cover, &elements[place])).collect();
    if puzzles.iter().any(|fixed| matches!(fixed, Fixed::Unsaid)) {
        return Ok(None);
    }
    let report = count(cover)?;
    let (mut sum, mut turned) = (report.solutions.clone(), report.solutions.clone());
    let mut found = Classes { report, classes: None };
    for (done, (fixed, (place, size))) in puzzles.iter().zip(&classes[1..]).enumerate() {
        if found.report.stopped.is_some() {
            return Ok(Some(found));
        }
        control.progress.publish(found.report.nodes, 0);
        control.progress.publish_fraction((done + 1) as f64 / classes.len() as f64);
        let solutions = match fixed {
            Fixed::Puzzle(small) => {
                let report = count(small)?;
                found.report.nodes += report.nodes;
                found.report.stopped = report.stopped;
                report.solutions
            }
            Fixed::Only(empty) => u32::from(*empty).into(),
            Fixed::Unsaid => return Ok(None),
        };
        let solutions = solutions * BigUint::from(*size);
        // Conjugate symmetries are turns together.
        if elements[*place].proper {
            turned += &solutions;
        }
        sum += solutions;
    }
    if found.report.stopped.is_none() {
        let orders = (elements.len(), cover.symmetries.turns());
        for (sum, order) in [(&sum, orders.0), (&turned, orders.1)] {
            if sum % BigUint::from(order) != BigUint::ZERO {
                let message =
                    format!("{sum} fixed solutions are no multiple of {order} symmetries");
                return Err(Failure::Disagreement(message));
            }
        }
        found.classes = Some(Both::of_sums([sum, turned], &cover.symmetries));
        control.progress.publish_fraction(1.0);
    }
    Ok(Some(found))
}

/// Counts with one engine, telling nobody how far it is: there is more to come.
pub(super) fn count_with(
    engine: &dyn CoverEngine,
    cover: &Cover,
    control: &Control,
) -> Result<Report, Failure> {
    let control = Control { budget: control.budget.clone(), progress: Progress::default() };
    Ok(engine.run(&CoverTask::new(cover, Want::Count), &mut Discard, &control)?)
}

/// Counts a puzzle of fixed solutions: by dynamic programming if that fits, or else by whichever
/// engine is best.
fn count_best(cover: &Cover, control: &Control) -> Result<Report, Failure> {
    if let Ok(report) = count_with(&Dp::DEFAULT, cover, control)
        && report.stopped != Some(StopReason::MemoryLimit)
    {
        return Ok(report);
    }
    let task = CoverTask::new(cover, Want::Count);
    count_with(choose(&task, &[], &control.budget)?.engine, cover, control)
}

impl Prepared<'_> {
    /// The classes, after the solutions were counted quickly. `None` if another way must be taken.
    pub(super) fn classes_after_trial(&mut self, whole: Report) -> Result<Option<Answer>, Failure> {
        let control = self.control.clone();
        let mut whole = Some(whole);
        let mut count = |cover: &Cover| match whole.take() {
            Some(report) => Ok(report),
            None => count_best(cover, &control),
        };
        let found = count_fixed(&self.cover, &control, &mut count)?;
        // A run that is to be saved must not end here unless it is complete.
        let good =
            |found: &Classes| found.report.stopped.is_none() || self.run.checkpoint.is_none();
        let Some(found) = found.filter(good) else {
            // The quick engine cannot visit solutions, so another one is chosen.
            self.engine = None;
            self.reasons.clear();
            return Ok(None);
        };
        Ok(Some(self.classes(found)))
    }

    /// The classes, by an engine that was asked for and never visits solutions.
    pub(super) fn classes_as_requested(mut self) -> Answered {
        let engine = self.engine(Want::Count)?;
        if self.run.is_saved() {
            let message = "this run cannot be saved: it consists of several counts";
            return Err(Failure::Declined(message.into()));
        }
        let control = self.control.clone();
        let mut count = |cover: &Cover| count_with(engine, cover, &control);
        let found = count_fixed(&self.cover, &control, &mut count)?;
        let found = found.ok_or_else(|| {
            let message = "solutions that a symmetry leaves as they are cannot be counted apart: \
                           choose an engine that visits solutions";
            Failure::Declined(message.into())
        })?;
        Ok(self.classes(found))
    }

    fn classes(&mut self, found: Classes) -> Answer {
        let symmetries = self.cover.symmetries.order();
        self.reasons.push(format!(
            "the classes are the mean number of solutions that each of the {symmetries} symmetries \
             leaves as they are; no solution is visited"
        ));
        self.answer_classes(found.report, found.classes)
    }
}
