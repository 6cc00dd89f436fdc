//! New nonograms: a picture is handed to the family's generator, and the solver judges.

use std::ops::ControlFlow;

use puzzle_core::lines::{Lines, Picture};
use puzzle_core::{Budget, Control, Random, StopReason};
use puzzle_engines::lines;
use puzzle_families::nonogram::generate::{self, Generated, Judge, Patience, Scatter, Verdict};

use crate::Options;

/// What a new nonogram is made from.
#[derive(Clone, Debug)]
pub enum Model {
    /// Cells coloured at random.
    Random(Scatter),
    /// A picture.
    Picture(Picture),
}

/// A solver that counts how often it is asked, and stops when it must.
struct Solver<'a> {
    control: &'a Control,
    asked: u64,
    stopped: Option<StopReason>,
}

impl Solver<'_> {
    /// Counts a question; whether it may be asked.
    fn may_ask(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.control.budget.check(self.asked));
        self.asked += 1;
        self.control.progress.publish(self.asked, 0);
        self.stopped.is_none()
    }
}

impl Judge for Solver<'_> {
    fn open(&mut self, lines: &Lines) -> Option<Vec<usize>> {
        if !self.may_ask() {
            return None;
        }
        lines::undecided(lines)
    }

    fn solve(&mut self, lines: &Lines, patience: Patience) -> Verdict {
        if !self.may_ask() {
            return Verdict::Stopped;
        }
        let budget = Budget { nodes: Some(patience.0), ..self.control.budget.clone() };
        let control = Control { budget, ..Control::default() };
        let mut found = Vec::new();
        let outcome = lines::solve(lines, &control, &mut |picture| {
            found.push(picture.clone());
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (<[Picture; 2]>::try_from(found), outcome.stopped) {
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

/// Why there is no new puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotGenerated {
    /// A limit or an interrupt came first.
    Stopped(StopReason),
    /// After so many looks at pictures the generator gave up; another seed may do.
    GaveUp(u64),
}

/// A puzzle with exactly one solution: the model, repainted where its clues leave a choice. A limit
/// of nodes is one of looks at pictures here.
pub fn generate_nonogram(
    model: &Model,
    seed: u64,
    options: &Options,
) -> Result<Generated, NotGenerated> {
    let mut random = Random::new(seed);
    let mut solver = Solver { control: &options.control, asked: 0, stopped: None };
    let made = match model {
        Model::Picture(picture) => generate::near(picture, &mut random, &mut solver),
        Model::Random(wanted) => generate::random(wanted, &mut random, &mut solver),
    };
    made.ok_or(match solver.stopped {
        Some(reason) => NotGenerated::Stopped(reason),
        None => NotGenerated::GaveUp(solver.asked),
    })
}
