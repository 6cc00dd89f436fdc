//! Questions that are answered by asking for solutions one by one, in every family that tells them so.
//!
//! Whether there is exactly one solution: two are asked for. A count that may end early: solutions are counted as
//! they come. A family whose engines know better answers such a question itself ([`Family::decides`]).
//!
//! [`Family::decides`]: puzzle_families::Family

use std::ops::ControlFlow;

use puzzle_core::{
    Answer, Ask, BigUint, Failure, Finding, Json, Map, Question, Run, Sink, StopReason, json,
};
use puzzle_families::{Description, Showing, Told};
use puzzle_scene::text::TextOptions;

use crate::Puzzle;

/// What is asked instead, and what is made of its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Derived {
    /// Whether there is exactly one.
    Unique,
    /// How many, up to a limit.
    AtLeast(u64),
}

impl Derived {
    /// What a question is derived from, if its family does not answer it by itself.
    pub(crate) fn of(puzzle: &Puzzle, ask: &Ask) -> Result<Option<(Self, Ask)>, Failure> {
        let family = puzzle.family();
        if family.decides || !family.questions.contains(&Question::All) {
            return Ok(None);
        }
        let derived = match (ask.question, ask.most()?) {
            (Question::Unique, _) => Derived::Unique,
            (Question::Count, Some(limit)) => Derived::AtLeast(limit),
            _ => return Ok(None),
        };
        let mut asked = Ask { question: Question::All, limit: Some(derived.most()), ..ask.clone() };
        for name in ["unique", "limit"] {
            asked.choices.unset(name);
        }
        Ok(Some((derived, asked)))
    }

    /// How many solutions decide it.
    fn most(self) -> u64 {
        match self {
            Derived::Unique => 2,
            Derived::AtLeast(limit) => limit,
        }
    }

    /// Answers by the search that is given.
    pub(crate) fn answer(
        self,
        description: &dyn Description,
        asked: &Ask,
        run: &Run,
        search: impl FnOnce(&Run, &mut dyn Sink) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        if run.is_saved() {
            return Err(Failure::Declined("a search that ends early is not saved".into()));
        }
        let mut kept: Vec<Vec<u32>> = Vec::new();
        let mut count = BigUint::ZERO;
        let most = BigUint::from(self.most());
        let mut sink = |solution: &[u32]| {
            count += description.weight(asked, solution);
            if self == Derived::Unique {
                kept.push(solution.to_vec());
            }
            if count >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut answer = search(run, &mut sink)?;
        let enough = count >= most;
        answer.solutions = count;
        match (self, enough) {
            (Derived::Unique, _) => {
                // Two of them decide it.
                answer.stopped = answer.stopped.filter(|_| !enough);
                answer.finding = Finding::Few(kept);
            }
            (Derived::AtLeast(_), true) => answer.stopped = Some(StopReason::Satisfied),
            (Derived::AtLeast(_), false) => {}
        }
        Ok(answer)
    }
}

impl Puzzle {
    /// What was found, in the words of the puzzle; pictures in it are printed as `text` says.
    pub fn tell(&self, ask: &Ask, answer: &Answer, text: TextOptions) -> Told {
        match &answer.finding {
            Finding::Few(solutions) => self.tell_unique(ask, answer, solutions, text),
            _ => self.description().tell(ask, answer, text),
        }
    }

    /// One solution, two of several, or none.
    fn tell_unique(
        &self,
        ask: &Ask,
        answer: &Answer,
        solutions: &[Vec<u32>],
        text: TextOptions,
    ) -> Told {
        let description = self.description();
        let several = answer.solutions > BigUint::from(1_u32);
        let why = description.impossible();
        let (word, sentence) = match (answer.stopped, solutions.len()) {
            (Some(reason), _) => ("unknown", format!("not decided: {reason}")),
            (None, 0) => {
                ("none", why.map_or("no solution".into(), |why| format!("no solution: {why}")))
            }
            (None, 1) if several => {
                ("several", format!("several solutions; this stands for {}", answer.solutions))
            }
            (None, 1) => ("one", "exactly one solution".into()),
            (None, _) => ("several", "several solutions; these are two".into()),
        };
        let showing = Showing { ask, number: None, note: None, text };
        let shown = solutions.iter().map(|solution| description.words(solution, &showing));
        let text =
            [format!("{sentence}\n")].into_iter().chain(shown).collect::<Vec<_>>().join("\n");
        let unique = if word == "unknown" { Json::Null } else { (word == "one").into() };
        let listed = solutions.iter().zip(1..);
        let listed = listed.map(|(solution, number)| self.solution_json(ask, number, solution));
        let fields = Map::from_iter([
            ("unique".to_owned(), unique),
            ("answer".into(), json!(word)),
            ("solutions".into(), listed.collect()),
        ]);
        Told { text, fields, closing: Some(String::new()), ..Told::default() }
    }
}
