//! Solving: solutions one by one.
//!
//! The chooser may use symmetry as it likes, but what is answered is always about the puzzle the
//! asker named: the full one, unless the options restrict it.

use std::cell::RefCell;
use std::ops::ControlFlow;

use puzzle_core::{BigUint, Budget, Demand, EmbeddingId, Engine, Question, Report, Task};
use puzzle_engines::cover::{Restarts, Zdd};
use puzzle_engines::divide::Receiver;
use puzzle_engines::meta;

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
    /// solutions. In the order of the count it has the same states, where every aspect must be
    /// covered: those that need not be are not forgotten by a diagram. It cannot be saved, and it has
    /// its own idea of memory and of nodes.
    fn prefer_a_diagram(&mut self, options: &Options) -> Result<(), Failure> {
        let Budget { nodes, memory, .. } = self.control.budget;
        let saved = options.checkpoint.is_some() || options.resume.is_some();
        let free = self.engine.is_none() && self.order.is_none();
        if !free || saved || nodes.is_some() || memory.is_some() {
            return Ok(());
        }
        let mut aspects = self.cover().puzzle.aspects().iter();
        if !aspects.all(|aspect| aspect.demand == Demand::One) {
            return Ok(());
        }
        let task = Task { problem: &self.problem, question: Question::Count, order: None };
        let Some((_, order)) = meta::trial(&task) else { return Ok(()) };
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
            self.planned = Some(order);
            let reason =
                format!("{solutions} solutions in {nodes} states are best listed from a diagram");
            self.reasons.push(reason);
            self.reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Control;
    use std::fmt::Write;
    use std::sync::Arc;

    /// The engine that hands over the first three of all solutions.
    fn lister(puzzle: &Puzzle, options: &Options) -> String {
        let mut found = 0;
        let visit = |_: &[u32]| {
            found += 1;
            if found < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let answer = puzzle.solve(options, visit).unwrap();
        assert_eq!(found, 3);
        answer.engine
    }

    #[test]
    fn very_many_solutions_in_few_states_are_listed_from_a_diagram() {
        let dominoes = Puzzle::named("dominoes-8x8").unwrap();
        assert_eq!(lister(&dominoes, &Options::default()), "zdd");
        let budget = Budget { memory: Some(1 << 30), ..Budget::default() };
        let control = Arc::new(Control { budget, ..Control::default() });
        let options = Options { control, ..Options::default() };
        assert_ne!(lister(&dominoes, &options), "zdd");
        assert_ne!(lister(&Puzzle::named("pentominoes-6x10").unwrap(), &Options::default()), "zdd");
    }

    /// A count forgets aspects that need not be covered, a diagram does not: it would never end.
    #[test]
    fn where_aspects_may_stay_uncovered_a_diagram_is_not_taken() {
        let (mut items, mut options) = (String::new(), String::new());
        (0..40).for_each(|i| write!(items, "a{i} ").unwrap());
        items.push('|');
        (0..=40).for_each(|i| write!(items, " s{i}").unwrap());
        for i in 0..40 {
            writeln!(options, "a{i} s{i}\na{i} s{}\na{i}", i + 1).unwrap();
        }
        let puzzle = Puzzle::read("chain.dlx", &format!("{items}\n{options}"), None).unwrap();
        assert_ne!(lister(&puzzle, &Options::default()), "zdd");
    }
}
