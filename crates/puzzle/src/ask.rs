//! The one way to ask: a question, a run and a sink go in, an answer comes out.

use std::borrow::Cow;
use std::fmt;

use puzzle_core::{
    Answer, Ask, BigUint, Budget, Choice, ChoiceTable, Choices, Failure, Form, Question, Run, Sink,
    Verb, nearest,
};
use puzzle_engines::meta;
use puzzle_families::{Description, Lowered};

use crate::Puzzle;
use crate::checked::Checked;
use crate::derived::Derived;

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
        self.prepare(ask, &run.control.budget)?.answer(run, sink)
    }

    /// Checks a question and finds the problem that it means, so that what was decided so far can be
    /// told before the search begins. The limits hold meanwhile.
    pub fn prepare<'a>(&'a self, ask: &'a Ask, budget: &Budget) -> Result<Asked<'a>, Failure> {
        self.check(ask)?;
        let (derived, ask) = match Derived::of(self, ask)? {
            Some((derived, asked)) => (Some(derived), Cow::Owned(asked)),
            None => (None, Cow::Borrowed(ask)),
        };
        let meant = match self.without_search(&ask) {
            Some(answer) => Meant::Answer(Box::new(answer)),
            None if ask.question == Question::Original => Meant::Own,
            None => Meant::Problem(Box::new(self.description().lower(&ask, budget)?)),
        };
        Ok(Asked { ask, derived, description: self.description(), meant })
    }

    /// Refuses a question or a choice that means nothing for this puzzle.
    pub fn check(&self, ask: &Ask) -> Result<(), Failure> {
        let (family, tables) = (self.family().name, self.family().tables);
        if !self.family().questions.contains(&ask.question) {
            let what = ask.question.about();
            return Err(Failure::Usage(format!("{} does not tell {what}", one_of(family))));
        }
        for (name, value) in ask.choices.iter() {
            let choice = find(tables, name).ok_or_else(|| self.foreign(name))?;
            (choice.check)(value).map_err(|why| {
                Failure::Usage(format!("`{value}` is no value of `{name}`: {why}"))
            })?;
            if let Some(other) = choice.against.iter().find(|other| ask.choices.has(other)) {
                return Err(Failure::Usage(format!("`{name}` makes no sense beside `{other}`")));
            }
        }
        Ok(())
    }

    /// The question that choices ask of a verb instead of its own, if one of them does.
    pub fn asked_by(&self, verb: Verb, choices: &Choices) -> Option<Question> {
        let tables = self.family().tables.iter();
        tables
            .flat_map(|table| table.choices)
            .filter(|choice| choice.verbs.contains(&verb) && choices.has(choice.name))
            .find_map(|choice| choice.asks)
    }

    /// Why a choice is refused: it belongs to other puzzles, or to none.
    fn foreign(&self, name: &str) -> Failure {
        let family = self.family().name;
        let all = puzzle_families::FAMILIES.iter().flat_map(|family| family.tables);
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
        Failure::Usage(format!("`{name}` is for {owners}, and this is {}", one_of(family)))
    }

    /// The answer to a puzzle that a short argument shows to have no solution.
    fn without_search(&self, ask: &Ask) -> Option<Answer> {
        let reason = self.description().impossible().filter(|_| ask.question.counts())?;
        Some(Answer {
            classes: (ask.question == Question::Classes).then_some(BigUint::ZERO),
            engine: "none".into(),
            order: "none".into(),
            restricted: ask.is_restricted(),
            reasons: vec![format!("no search is needed: {reason}")],
            ..Answer::default()
        })
    }
}

/// A question that was checked, and the problem that it means.
pub struct Asked<'a> {
    /// What is asked of the strategy.
    ask: Cow<'a, Ask>,
    /// What its answer is for, if it is another question.
    derived: Option<Derived>,
    description: &'a dyn Description,
    meant: Meant<'a>,
}

enum Meant<'a> {
    Problem(Box<Lowered<'a>>),
    /// The family answers by itself: it is about a document's own program.
    Own,
    /// No search is needed.
    Answer(Box<Answer>),
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("ask", &self.ask).finish_non_exhaustive()
    }
}

impl Asked<'_> {
    /// How the problem was come by, a line a step.
    pub fn reasons(&self) -> &[String] {
        match &self.meant {
            Meant::Problem(lowered) => &lowered.reasons,
            Meant::Answer(_) | Meant::Own => &[],
        }
    }

    /// The form of the problem, if there is one to be searched.
    pub fn form(&self) -> Option<Form> {
        match &self.meant {
            Meant::Problem(lowered) => Some(lowered.problem.form()),
            Meant::Answer(_) | Meant::Own => None,
        }
    }

    /// Answers it; solutions go to `sink` as they are found, each checked by the family's rules. The
    /// reasons of the answer are those of the strategy alone.
    pub fn answer(self, run: &Run, sink: &mut dyn Sink) -> Result<Answer, Failure> {
        let Asked { ask, derived, description, meant } = self;
        let search = |run: &Run, sink: &mut dyn Sink| match meant {
            Meant::Answer(answer) => Ok(*answer),
            Meant::Own if run.is_saved() => {
                Err(Failure::Declined("a run of a document's own program is not saved".into()))
            }
            Meant::Own => description.original(&ask, run),
            Meant::Problem(lowered) => {
                let mut sink = Checked::new(description.checker(&ask)?, sink);
                let answered = meta::answer(&lowered.problem, &ask, run, &mut sink);
                let mut answer = sink.answer(answered)?;
                answer.restricted = lowered.restricted;
                Ok(answer)
            }
        };
        match derived {
            Some(derived) => derived.answer(description, &ask, run, search),
            None => search(run, sink),
        }
    }
}

fn find(tables: &[&ChoiceTable], name: &str) -> Option<&'static Choice> {
    tables.iter().flat_map(|table| table.choices).find(|choice| choice.name == name)
}

/// `a packing puzzle`, `an exact-cover puzzle`.
pub(crate) fn one_of(family: &str) -> String {
    let article = if family.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {family} puzzle")
}
