//! What the generator asks of a solver: how far clues are from having one solution.

use std::ops::ControlFlow;

use puzzle_core::lines::{Lines, Picture};
use puzzle_core::{
    Ask, Budget, Control, Failure, Finding, Ignore, Problem, Question, Run, Solve, StopReason,
};

use super::{NotMade, Patience, Verdict};

/// A solver, how often it was asked, and why it may not be asked again.
pub(super) struct Judge<'a> {
    solve: &'a dyn Solve,
    run: &'a Run,
    /// For questions without a search.
    quick: Run,
    facts: Ask,
    asked: u64,
    stopped: Option<StopReason>,
}

impl<'a> Judge<'a> {
    /// One that has not been asked.
    pub(super) fn new(solve: &'a dyn Solve, run: &'a Run) -> Self {
        let quick = run.unsaved().under(Control::default());
        let facts = Ask::new(Question::Facts);
        Judge { solve, run, quick, facts, asked: 0, stopped: None }
    }

    /// Why nothing came of it.
    pub(super) fn why_not(&self) -> NotMade {
        match self.stopped {
            Some(reason) => NotMade::Stopped(reason),
            None => NotMade::GaveUp(self.asked),
        }
    }

    /// Counts a question; whether it may be asked.
    fn may_ask(&mut self) -> bool {
        let control = &self.run.control;
        self.stopped = self.stopped.or_else(|| control.budget.check(self.asked));
        self.asked += 1;
        control.progress.publish(self.asked, 0);
        self.stopped.is_none()
    }

    /// The cells that line solving leaves open, row by row from 0; `None` to give up.
    pub(super) fn open(&mut self, lines: Lines) -> Option<Vec<usize>> {
        if !self.may_ask() {
            return None;
        }
        let problem = Problem::Lines(lines);
        match self.solve.solve(&problem, &self.facts, &self.quick, &mut Ignore).ok()?.finding {
            Finding::Lines(found) => found.undecided,
            _ => None,
        }
    }

    /// Whether a puzzle has one solution, or two of several.
    pub(super) fn solve(&mut self, lines: &Lines, patience: Patience) -> Verdict {
        if !self.may_ask() {
            return Verdict::Stopped;
        }
        let budget = Budget { nodes: Some(patience.0), ..self.run.control.budget.clone() };
        let run = self.quick.under(Control { budget, ..Control::default() });
        let mut found = Vec::new();
        let mut keep = |solution: &[u32]| {
            found.extend(lines.picture(solution));
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let problem = Problem::Lines(lines.clone());
        let answer = self.solve.solve(&problem, &Ask::new(Question::All), &run, &mut keep);
        let stopped = match answer {
            Ok(answer) => answer.stopped,
            Err(Failure::Stopped(reason)) => Some(reason),
            // Nobody can tell, however long one waits.
            Err(_) => Some(StopReason::NodeLimit),
        };
        match (<[Picture; 2]>::try_from(found), stopped) {
            (Ok(two), _) => Verdict::Two(two),
            (Err(_), None) => Verdict::One,
            (Err(_), Some(StopReason::NodeLimit)) => Verdict::Hard,
            (Err(_), Some(reason)) => {
                self.stopped = Some(reason);
                Verdict::Stopped
            }
        }
    }
}
