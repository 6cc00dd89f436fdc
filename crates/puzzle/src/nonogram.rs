//! Asking about nonograms: solve, count, prove unique, explain.

use std::ops::ControlFlow;

use puzzle_core::lines::{Lines, Picture};
use puzzle_core::{Control, StopReason};
use puzzle_engines::lines::{self, Count, Effort, Outcome, explain};
use puzzle_families::{Form, nonogram};

use crate::confirm::compare;
use crate::{Answer, Failure, Options, Puzzle};

impl Puzzle {
    /// The questions of a nonogram, if it is one.
    ///
    /// ```
    /// use puzzle::{Options, Puzzle, Uniqueness};
    ///
    /// let puzzle = Puzzle::named("nonogram-richards").unwrap();
    /// let nonogram = puzzle.nonogram().unwrap();
    /// let proof = nonogram.unique(&Options::default());
    /// let Uniqueness::Several { differing, .. } = proof.result else { panic!() };
    /// assert_eq!(differing.len(), 6);
    /// ```
    pub fn nonogram(&self) -> Option<Nonogram<'_>> {
        match self.description().form() {
            Form::Nonogram(puzzle) => Some(Nonogram { puzzle }),
            _ => None,
        }
    }
}

/// A nonogram that can be asked.
#[derive(Clone, Copy)]
pub struct Nonogram<'a> {
    puzzle: &'a nonogram::Nonogram,
}

/// Whether a puzzle has exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// It has none.
    None,
    /// It has this one and no other.
    One(Picture),
    /// It has several.
    Several {
        /// Two of them.
        solutions: [Picture; 2],
        /// The numbers of the cells in which they differ, row by row from 0.
        differing: Vec<usize>,
    },
    /// A limit came first; what was found till then.
    Unknown(StopReason, Option<Picture>),
}

/// The answer, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Whether it has exactly one solution.
    pub result: Uniqueness,
    /// What it took to find out.
    pub effort: Effort,
}

/// Which engine did it, in a word.
pub fn engine(effort: &Effort) -> &'static str {
    match effort {
        Effort { sat: true, filtered: 0, .. } => "sat",
        Effort { sat: true, .. } => "lines+sat",
        Effort { frontier: true, .. } => "frontier",
        _ => "lines",
    }
}

impl From<Count> for Answer {
    fn from(count: Count) -> Self {
        Answer {
            solutions: count.solutions,
            classes: None,
            nodes: count.effort.nodes,
            stopped: count.stopped,
            engine: engine(&count.effort).into(),
            order: "probing".into(),
            restricted: false,
            reasons: Vec::new(),
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// Looking at one line at a time settles every cell.
    Lines,
    /// Cells have to be tried, one at a time.
    Probes,
    /// Several cells have to be tried at a time.
    Search,
    /// Trying does not get far; a solver that learns from its mistakes was needed.
    Learning,
}

impl Difficulty {
    /// What an effort says.
    pub fn of(effort: &Effort) -> Self {
        match effort {
            Effort { sat: true, .. } => Difficulty::Learning,
            Effort { depth: 1.., .. } => Difficulty::Search,
            Effort { line_solved: true, .. } => Difficulty::Lines,
            _ if effort.probes == 0 => Difficulty::Lines,
            _ => Difficulty::Probes,
        }
    }

    /// In a word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Lines => "lines",
            Difficulty::Probes => "probes",
            Difficulty::Search => "search",
            Difficulty::Learning => "sat",
        }
    }

    /// In a sentence, for people.
    pub fn sentence(self, effort: &Effort) -> String {
        let Effort { filtered, probes, refuted, depth, nodes, .. } = effort;
        match self {
            Difficulty::Lines => format!("solved line by line; {filtered} lines looked at"),
            Difficulty::Probes => format!(
                "solved by trying single cells; {probes} tried, {refuted} refuted, {filtered} lines \
                 looked at"
            ),
            Difficulty::Search => format!(
                "solved by search, {depth} deep with {nodes} nodes; {probes} cells tried, {filtered} \
                 lines looked at"
            ),
            Difficulty::Learning => format!(
                "the search gave up after {nodes} nodes, {depth} deep; the rest was solved by the \
                 SAT solver {}",
                lines::SOLVER
            ),
        }
    }
}

impl<'a> Nonogram<'a> {
    /// What its family knows of it.
    pub fn description(&self) -> &'a nonogram::Nonogram {
        self.puzzle
    }

    /// Hands every solution to `visit` until it breaks.
    pub fn solve(
        &self,
        options: &Options,
        mut visit: impl FnMut(&Picture) -> ControlFlow<()>,
    ) -> Outcome {
        lines::solve(&self.puzzle.lines, &options.control, &mut visit)
    }

    /// Counts the solutions exactly; with a limit, it stops there.
    pub fn count(&self, options: &Options, limit: Option<u64>) -> Count {
        let Some(limit) = limit else {
            return lines::count(&self.puzzle.lines, &options.control);
        };
        let mut found = 0;
        let outcome = self.solve(options, |_| {
            found += 1;
            if found >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome.into()
    }

    /// Repeats a complete count in another way, and compares. What was counted one by one is counted
    /// by the SAT solver from the bare clues; what was counted along a frontier, one by one.
    /// [`Failure::Disagreement`] if the figures differ. The answer may be incomplete: then nothing is
    /// confirmed.
    pub fn confirm(&self, options: &Options, first: &Answer) -> Result<Answer, Failure> {
        let (puzzle, control) = (&self.puzzle.lines, &options.control);
        let second: Count = match first.engine.as_str() {
            "frontier" => lines::solve(puzzle, control, &mut |_| ControlFlow::Continue(())).into(),
            _ => lines::count_by_sat(puzzle, control),
        };
        compare(first, second.into())
    }

    /// Proves that there is one solution, several or none.
    pub fn unique(&self, options: &Options) -> Proof {
        prove(&self.puzzle.lines, &options.control)
    }

    /// Tells deduction by deduction why each cell is what it is.
    pub fn explain(&self, options: &Options) -> explain::Explanation {
        explain::explain(&self.puzzle.lines, &options.control)
    }
}

fn prove(puzzle: &Lines, control: &Control) -> Proof {
    let mut found = Vec::new();
    let Outcome { stopped, effort, .. } = lines::solve(puzzle, control, &mut |picture| {
        found.push(picture.clone());
        if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let result = match (found.pop(), found.pop(), stopped) {
        (Some(second), Some(first), _) => {
            let differing = differing(&first, &second);
            Uniqueness::Several { solutions: [first, second], differing }
        }
        (one, _, Some(reason)) => Uniqueness::Unknown(reason, one),
        (Some(one), None, None) => Uniqueness::One(one),
        (None, _, None) => Uniqueness::None,
    };
    Proof { result, effort }
}

/// The numbers of the cells in which two pictures differ.
pub fn differing(first: &Picture, second: &Picture) -> Vec<usize> {
    let pairs = first.cells.iter().zip(&second.cells).enumerate();
    pairs.filter(|(_, (a, b))| a != b).map(|(number, _)| number).collect()
}
