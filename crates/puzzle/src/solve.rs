//! Solving: solutions one by one.
//!
//! The chooser may use symmetry as it likes, but what is answered is always about the puzzle the
//! asker named: the full one, unless the options restrict it.

use std::cell::RefCell;
use std::ops::ControlFlow;

use puzzle_core::{BigUint, Budget, EmbeddingId, Engine, Question, Report, Task};
use puzzle_engines::cover::{Restarts, Zdd};
use puzzle_engines::divide::Receiver;

use crate::ascending::Ascending;
use crate::division::Output;
use crate::prepare::{LISTING, Prepared, cover_of};
use crate::quick::Quick;
use crate::{Answer, Failure, Options, Puzzle};

/// A search has its solutions wait until a part is finished, some hundred nanoseconds each; a diagram
/// of so few states is made in milliseconds, and pays for so many solutions.
const SMALL: u64 = 20_000;
const MANY: u32 = 100_000;

impl Puzzle {
    /// Hands every solution to `visit` as the sorted numbers of its embeddings, until it breaks.
    pub fn solve(
        &self,
        options: &Options,
        visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        self.search(options, Question::Enumerate, visit)
    }

    /// Hands solutions to `visit`: all of them, or the first one found.
    pub fn search(
        &self,
        options: &Options,
        question: Question,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        self.search_to(options, question, &mut visit)
    }

    /// As [`Puzzle::search`], for an output that can be brought to safety before a checkpoint.
    pub fn search_to(
        &self,
        options: &Options,
        question: Question,
        output: &mut dyn Output,
    ) -> Result<Answer, Failure> {
        let tried = match question {
            Question::First => self.quickly(options, output)?,
            _ => Quick::Untried,
        };
        if let Quick::Answered(answer) = tried {
            return Ok(*answer);
        }
        let mut prepared = self.prepare(options, question)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(answer);
        }
        if let Quick::GaveUp(reason) = tried {
            prepared.reasons.push(reason);
        }
        if question == Question::Enumerate {
            prepared.prefer_a_diagram(options)?;
        }
        let problem = prepared.problem.clone();
        let puzzle = &cover_of(&problem).puzzle;
        let seeded = options.seed.map(|seed| Restarts { seed });
        let engine: &dyn Engine = match (prepared.engine(question)?, &seeded) {
            (engine, Some(seeded)) if engine.name() == seeded.name() => seeded,
            (engine, _) => engine,
        };
        let division = match question {
            Question::Enumerate => prepared.division(options, puzzle, engine, LISTING)?,
            _ => None,
        };
        let output = RefCell::new(output);
        let mut ascending = Ascending::new(puzzle);
        let mut visit =
            |chosen: &[EmbeddingId]| output.borrow_mut().solution(ascending.numbers(chosen));
        let report = match division {
            Some(division) => {
                let receiver = Receiver::Each(&mut visit);
                let mut sync = || output.borrow_mut().sync();
                division.run(engine, receiver, &mut sync, &prepared.control)?.report
            }
            None => {
                let task = Task { problem: &problem, question, order: prepared.order() };
                engine.run(&task, &mut visit, &prepared.control)?
            }
        };
        Ok(prepared.answer(report, None))
    }

    /// One solution, if there is one; [`Failure::Stopped`] if a limit was reached first.
    pub fn first(&self, options: &Options) -> Result<Option<Vec<u32>>, Failure> {
        let mut found = None;
        let answer = self.search(options, Question::First, |numbers| {
            found = Some(numbers.to_vec());
            ControlFlow::Break(())
        })?;
        match (&found, answer.stopped) {
            (None, Some(reason)) => Err(Failure::Stopped(reason)),
            _ => Ok(found),
        }
    }
}

impl Prepared<'_> {
    /// Takes the decision diagram if a quick count says that it is small and has very many
    /// solutions. It cannot be saved, and it has its own idea of memory and of nodes.
    fn prefer_a_diagram(&mut self, options: &Options) -> Result<(), Failure> {
        let Budget { nodes, memory, .. } = self.control.budget;
        let saved = options.checkpoint.is_some() || options.resume.is_some();
        let free = self.engine.is_none() && self.order.is_none();
        if !free || saved || nodes.is_some() || memory.is_some() {
            return Ok(());
        }
        let before = self.reasons.len();
        let counted = self.trial(options)?;
        // Whatever came of it: that was not the question.
        self.engine = None;
        self.reasons.truncate(before);
        if let Some(Report { solutions, nodes, stopped: None }) = counted
            && nodes <= SMALL
            && solutions >= BigUint::from(MANY)
        {
            let engine: &'static dyn Engine = &Zdd;
            self.engine = Some(engine);
            let reason =
                format!("{solutions} solutions in {nodes} states are best listed from a diagram");
            self.reasons.push(reason);
            self.reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
        }
        Ok(())
    }
}
