//! The one way to ask: a question, a run and a sink go in, an answer comes out.

use puzzle_core::{
    Answer, Ask, BigUint, Choice, ChoiceTable, Failure, Question, Run, Sink, nearest,
};
use puzzle_engines::meta;

use crate::Puzzle;

impl Puzzle {
    /// Answers a question; solutions go to `sink` as they are found.
    ///
    /// ```
    /// use puzzle::{Ask, Puzzle, Question, Run};
    /// use std::ops::ControlFlow;
    ///
    /// let soma = Puzzle::named("soma").unwrap();
    /// let mut seen = 0;
    /// let mut sink = |_: &[u32]| {
    ///     seen += 1;
    ///     if seen < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// };
    /// let answer = soma.ask(&Ask::new(Question::All), &Run::default(), &mut sink).unwrap();
    /// assert_eq!(answer.solutions, 3_u32.into());
    /// assert!(!answer.is_complete());
    /// ```
    pub fn ask(&self, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Result<Answer, Failure> {
        self.check(ask)?;
        if let Some(answer) = self.without_search(ask) {
            return Ok(answer);
        }
        if let Some(answer) = self.description().without_engine(ask, run) {
            return answer;
        }
        let lowered = self.description().lower(ask)?;
        let mut answer = meta::answer(&lowered.problem, ask, run, sink)?;
        answer.restricted = lowered.restricted;
        answer.reasons.splice(0..0, lowered.reasons);
        Ok(answer)
    }

    /// Refuses a question or a choice that means nothing for this puzzle.
    pub fn check(&self, ask: &Ask) -> Result<(), Failure> {
        let (family, tables) = (self.family().name(), self.family().tables());
        if !self.family().questions().contains(&ask.question) {
            let what = ask.question.about();
            return Err(Failure::Usage(format!("a {family} puzzle does not tell {what}")));
        }
        for (name, value) in ask.choices.iter() {
            let choice = find(tables, name).ok_or_else(|| self.foreign(name))?;
            (choice.check)(value).map_err(|why| {
                Failure::Usage(format!("`{value}` is no value of `{name}`: {why}"))
            })?;
        }
        Ok(())
    }

    /// Why a choice is refused: it belongs to other puzzles, or to none.
    fn foreign(&self, name: &str) -> Failure {
        let family = self.family().name();
        let all = puzzle_families::FAMILIES.iter().flat_map(|family| family.tables());
        let mut owners: Vec<&str> = Vec::new();
        for table in all.clone().filter(|table| find(&[table], name).is_some()) {
            if !owners.contains(&table.whose) {
                owners.push(table.whose);
            }
        }
        if owners.is_empty() {
            let hint = nearest::hint(name, all.flat_map(|table| table.choices).map(|c| c.name));
            return Failure::Usage(format!("there is no choice `{name}`: {hint}"));
        }
        let owners = owners.join(" and ");
        Failure::Usage(format!("`{name}` is for {owners}, and this is a {family} puzzle"))
    }

    /// The answer to a puzzle that a short argument shows to have no solution.
    fn without_search(&self, ask: &Ask) -> Option<Answer> {
        let reason = self.description().impossible().filter(|_| ask.question.counts())?;
        Some(Answer {
            classes: (ask.question == Question::Classes).then_some(BigUint::ZERO),
            engine: "none".into(),
            order: "none".into(),
            reasons: vec![format!("no search is needed: {reason}")],
            ..Answer::default()
        })
    }
}

fn find(tables: &[&ChoiceTable], name: &str) -> Option<&'static Choice> {
    tables.iter().flat_map(|table| table.choices).find(|choice| choice.name == name)
}
