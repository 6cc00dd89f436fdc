//! Every solution is checked before anybody sees it, by the family's own rules.
//!
//! An engine knows the problem, not the puzzle: a mistake in a lowering or in an engine would
//! otherwise be printed. Whoever asks through [`Puzzle::ask`](crate::Puzzle::ask) gets no solution
//! that the family does not take; a wrong one ends the search and is [`Failure::Wrong`].

use std::fmt;
use std::io;
use std::ops::ControlFlow;

use puzzle_core::{Answered, Failure, Finding, Seal, Sink, Standing};
use puzzle_families::Checker;

/// Hands right solutions on.
pub(crate) struct Checked<'a> {
    check: Checker<'a>,
    sink: &'a mut dyn Sink,
    wrong: Option<Failure>,
}

impl fmt::Debug for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("wrong", &self.wrong).finish_non_exhaustive()
    }
}

impl<'a> Checked<'a> {
    pub(crate) fn new(check: Checker<'a>, sink: &'a mut dyn Sink) -> Self {
        Checked { check, sink, wrong: None }
    }

    /// Notes a wrong solution; whether it was right.
    fn is_right(&mut self, solution: &[u32]) -> bool {
        if let Err(why) = (self.check)(solution) {
            let numbers: Vec<String> = solution.iter().map(u32::to_string).collect();
            self.wrong = Some(Failure::Wrong(format!(
                "a solution was found that breaks the rules: {why}\n hint: this is a bug in \
                 puzzle; please report it with the puzzle, the command and this solution: {}",
                numbers.join(" ")
            )));
        }
        self.wrong.is_none()
    }

    /// The answer, unless a solution was wrong. Solutions that come with it are checked too.
    pub(crate) fn answer(mut self, answered: Answered) -> Answered {
        if let Ok(answer) = &answered
            && let Finding::Lines(found) = &answer.finding
        {
            let _ = found.solutions.iter().all(|solution| self.is_right(solution));
        }
        self.wrong.map_or(answered, Err)
    }
}

impl Sink for Checked<'_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        match self.is_right(solution) {
            true => self.sink.solution(solution),
            false => ControlFlow::Break(()),
        }
    }

    fn standing(&mut self, standing: &Standing) {
        self.sink.standing(standing);
    }

    fn sync(&mut self) -> io::Result<Seal> {
        self.sink.sync()
    }

    fn resume(&mut self, output: Seal, solutions: u64) -> io::Result<()> {
        self.sink.resume(output, solutions)
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{Answer, Ask, Question};

    use super::*;
    use crate::Puzzle;

    /// What becomes of these solutions of a puzzle: how many are seen, and the failure.
    fn handed(puzzle: &Puzzle, solutions: &[Vec<u32>]) -> (usize, Option<Failure>) {
        let mut seen = 0;
        let mut sink = |_: &[u32]| {
            seen += 1;
            ControlFlow::Continue(())
        };
        let check = puzzle.description().checker(&Ask::new(Question::All)).unwrap();
        let mut checked = Checked::new(check, &mut sink);
        let _ = solutions.iter().try_for_each(|solution| checked.solution(solution));
        let failure = checked.answer(Ok(Answer::default())).err();
        (seen, failure)
    }

    /// One puzzle of every family that hands solutions over.
    const EVERY: [&str; 9] = [
        "pentominoes-6x10",
        "langford-7",
        "sudoku-example",
        "word-search-example",
        "queens-8",
        "cnf-richards",
        "nonogram-cup",
        "pegs-triangle-15",
        "klotski",
    ];

    #[test]
    fn a_wrong_solution_is_never_seen_and_the_failure_says_what_it_was() {
        for name in EVERY {
            let puzzle = Puzzle::named(name).unwrap();
            let right = puzzle.first().unwrap().unwrap_or_else(|| panic!("{name} has a solution"));
            let mut wrong = right.clone();
            wrong.pop();
            let (seen, failure) = handed(&puzzle, &[right.clone(), wrong, right]);
            assert_eq!(seen, 1, "{name}");
            let Some(Failure::Wrong(message)) = failure else { panic!("{name}: {failure:?}") };
            assert!(message.starts_with("a solution was found that breaks the rules: "));
        }
    }

    #[test]
    fn solutions_that_come_with_an_answer_are_checked_too() {
        let puzzle = Puzzle::named("nonogram-cup").unwrap();
        let mut found = puzzle_core::lines::LinesFinding::default();
        found.solutions.push(vec![0; 3]);
        let answer = Answer { finding: Finding::Lines(Box::new(found)), ..Answer::default() };
        let check = puzzle.description().checker(&Ask::new(Question::Unique)).unwrap();
        let mut sink = puzzle_core::Ignore;
        let answered = Checked::new(check, &mut sink).answer(Ok(answer));
        assert!(matches!(answered, Err(Failure::Wrong(_))));
    }
}
