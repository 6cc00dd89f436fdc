//! Asking: count and solve.
//!
//! The chooser may use symmetry as it likes, but what is answered is always about the puzzle the
//! asker named: the full one, unless the options restrict it.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle_core::{
    BigUint, Control, Cover, Declined, Discard, EmbeddingId, Engine, Order, Problem, Question,
    Report, Restriction, StopReason, Task,
};
use puzzle_engines::cover::{best_restriction, count_orbits, count_with_symmetry};
use puzzle_engines::meta;

use crate::restrict::restricted;
use crate::{Options, Puzzle};

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How many solutions: all of them if `stopped` is `None`, else those found so far.
    pub solutions: BigUint,
    /// How many up to symmetry, if that was asked and the search was complete.
    pub classes: Option<BigUint>,
    /// Partial solutions examined.
    pub nodes: u64,
    /// Why the search was not completed.
    pub stopped: Option<StopReason>,
    /// The engine's name.
    pub engine: String,
    /// The order's name.
    pub order: String,
    /// Whether the answer is about a restricted puzzle.
    pub restricted: bool,
    /// How the choice was made, a line a step; for `--explain`.
    pub reasons: Vec<String>,
}

/// Why a question could not be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The options make no sense for this puzzle.
    Usage(String),
    /// The engine does not take the question.
    Declined(String),
    /// A limit or an interrupt came before the answer.
    Stopped(StopReason),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Declined(message) => f.write_str(message),
            Failure::Stopped(reason) => write!(f, "stopped: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Declined> for Failure {
    fn from(declined: Declined) -> Self {
        Failure::Declined(declined.0)
    }
}

/// A question made ready: the problem that is meant and who will answer.
struct Prepared<'a> {
    problem: Cow<'a, Problem>,
    restricted: bool,
    /// An explicit engine, order or restriction is taken literally: no symmetry then.
    literal: bool,
    order: Option<Order>,
    /// As requested, or as chosen once the question is known in full.
    engine: Option<&'static dyn Engine>,
    control: Arc<Control>,
    reasons: Vec<String>,
    impossible: Option<&'a str>,
}

impl Puzzle {
    /// Counts the solutions.
    pub fn count(&self, options: &Options) -> Result<Answer, Failure> {
        let mut prepared = self.prepare(options, Question::Count)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(answer);
        }
        if let Some(report) = prepared.trial()? {
            return Ok(prepared.answer(report, None));
        }
        let report = match prepared.cut()? {
            Some(cut) => {
                let engine = prepared.engine(Question::Enumerate)?;
                count_with_symmetry(prepared.cover(), &cut, engine, &prepared.control)?
            }
            None => prepared.run(Question::Count, &mut Discard)?,
        };
        Ok(prepared.answer(report, None))
    }

    /// Counts the solutions up to symmetry, and all of them by the way.
    pub fn count_up_to_symmetry(&self, options: &Options) -> Result<Answer, Failure> {
        let mut prepared = self.prepare(options, Question::Enumerate)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(Answer { classes: Some(BigUint::ZERO), ..answer });
        }
        if !prepared.cover().symmetries.is_complete() {
            let message = "this box has more symmetries than can be listed";
            return Err(Failure::Declined(message.into()));
        }
        let cut = prepared.cut()?;
        let engine = prepared.engine(Question::Enumerate)?;
        let count = count_orbits(
            prepared.cover(),
            cut.as_ref(),
            engine,
            prepared.order.as_ref(),
            &prepared.control,
        )?;
        Ok(prepared.answer(count.report, count.classes))
    }

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
        let mut prepared = self.prepare(options, question)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(answer);
        }
        let problem = prepared.problem.clone();
        let puzzle = &cover_of(&problem).puzzle;
        let mut numbers = Vec::new();
        let mut sink = |chosen: &[EmbeddingId]| {
            numbers.clear();
            numbers.extend(chosen.iter().map(|&e| puzzle.number(e)));
            numbers.sort_unstable();
            visit(&numbers)
        };
        let report = prepared.run(question, &mut sink)?;
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

    /// The cover problem that the options mean: the full one or a restricted one.
    pub fn restricted_cover(&self, options: &Options) -> Result<Cow<'_, Cover>, Failure> {
        let Some(full) = self.cover() else {
            return Err(Failure::Declined("not a cover problem".into()));
        };
        let kept = restricted(self.description(), full, &options.restriction)?;
        Ok(kept.map_or(Cow::Borrowed(full), Cow::Owned))
    }

    fn prepare(&self, options: &Options, question: Question) -> Result<Prepared<'_>, Failure> {
        let description = self.description();
        let Some(full) = self.cover() else {
            return Err(Failure::Declined("not a cover problem".into()));
        };
        let mut reasons = Vec::new();
        let restricted = restricted(description, full, &options.restriction)?;
        if let Some(kept) = &restricted {
            let (kept, full) = (kept.puzzle.embedding_count(), full.puzzle.embedding_count());
            reasons.push(format!("restricted to {kept} of {full} embeddings"));
        }
        let problem = match restricted {
            Some(kept) => Cow::Owned(Problem::Cover(kept)),
            None => Cow::Borrowed(description.problem()),
        };
        let cover = cover_of(&problem);
        let order = options.order.as_deref().map(|text| find_order(text, cover)).transpose()?;
        let task = Task { problem: &problem, question, order: order.as_ref() };
        let requested = options.engine.as_deref().filter(|name| *name != "auto");
        let engine = match requested {
            Some(name) => {
                let engine = puzzle_engines::find(name).ok_or_else(|| unknown_engine(name))?;
                engine.accepts(&task).map_err(|Declined(reason)| {
                    Failure::Declined(format!("engine {name} declines: {reason}"))
                })?;
                reasons.push(format!("{name} as requested"));
                Some(engine)
            }
            None => None,
        };
        Ok(Prepared {
            restricted: matches!(problem, Cow::Owned(_)),
            literal: requested.is_some() || order.is_some() || matches!(problem, Cow::Owned(_)),
            problem,
            order,
            engine,
            control: options.control.clone(),
            reasons,
            impossible: description.impossible(),
        })
    }
}

/// The only form there is so far.
fn cover_of(problem: &Problem) -> &Cover {
    match problem {
        Problem::Cover(cover) => cover,
        _ => unreachable!("prepared from a cover"),
    }
}

impl Prepared<'_> {
    fn cover(&self) -> &Cover {
        cover_of(&self.problem)
    }

    fn run(
        &mut self,
        question: Question,
        sink: &mut dyn puzzle_core::Sink,
    ) -> Result<Report, Failure> {
        let engine = self.engine(question)?;
        let task = Task { problem: &self.problem, question, order: self.order.as_ref() };
        Ok(engine.run(&task, sink, &self.control)?)
    }

    /// The engine that was requested or chosen before, or else the chooser's.
    fn engine(&mut self, question: Question) -> Result<&'static dyn Engine, Failure> {
        if self.engine.is_none() {
            let task = Task { problem: &self.problem, question, order: self.order.as_ref() };
            let choice = meta::choose(&task)?;
            self.take(choice);
        }
        self.engine.ok_or_else(|| Failure::Declined("no engine".into()))
    }

    fn take(&mut self, choice: meta::Choice) {
        self.engine = Some(choice.engine);
        self.reasons.extend(choice.reasons);
        if let Some(nodes) = choice.nodes {
            self.control.progress.expect(nodes);
        }
    }

    /// A quick count by an engine that may give up, if the asker leaves the choice to us.
    fn trial(&mut self) -> Result<Option<Report>, Failure> {
        let task = Task { problem: &self.problem, question: Question::Count, order: None };
        if self.engine.is_some() || self.order.is_some() {
            return Ok(None);
        }
        let Some(engine) = meta::trial(&task) else { return Ok(None) };
        let report = engine.run(&task, &mut Discard, &self.control)?;
        if report.stopped == Some(StopReason::MemoryLimit) {
            let reason = format!("{} gave up after {} states", engine.name(), report.nodes);
            self.reasons.push(reason);
            return Ok(None);
        }
        self.engine = Some(engine);
        self.reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
        Ok(Some(report))
    }

    /// The restriction that makes counting shorter, if the asker leaves it to us; the engine is
    /// then chosen for the restricted puzzle.
    fn cut(&mut self) -> Result<Option<Restriction>, Failure> {
        let cut = if self.literal { None } else { best_restriction(self.cover()) };
        let Some(cut) = cut else { return Ok(None) };
        let aspect = &self.cover().puzzle.aspect(cut.aspect).name;
        let all: u32 = cut.representatives.iter().map(|(_, orbit)| orbit).sum();
        let reason = format!(
            "of the {all} embeddings over aspect {aspect} only {} are tried, one per orbit of {} \
             symmetries; each solution counts for its orbit",
            cut.representatives.len(),
            self.cover().symmetries.order()
        );
        let kept = self.cover().puzzle.keep(|e| cut.keeps(e));
        let kept = kept.map_err(|error| Failure::Usage(error.to_string()))?;
        let problem = Problem::Cover(Cover::plain(kept));
        let task = Task { problem: &problem, question: Question::Enumerate, order: None };
        self.reasons.push(reason);
        let choice = meta::choose(&task)?;
        self.take(choice);
        Ok(Some(cut))
    }

    /// The answer to a puzzle that a short argument shows to have no solution.
    fn impossible(&self) -> Option<Answer> {
        let reason = self.impossible?;
        Some(Answer {
            solutions: BigUint::ZERO,
            classes: None,
            nodes: 0,
            stopped: None,
            engine: "none".into(),
            order: "none".into(),
            restricted: self.restricted,
            reasons: vec![format!("no search is needed: {reason}")],
        })
    }

    fn answer(self, report: Report, classes: Option<BigUint>) -> Answer {
        let (name, own) = self.engine.map_or(("none", "none"), |e| (e.name(), e.own_order()));
        Answer {
            solutions: report.solutions,
            classes,
            nodes: report.nodes,
            stopped: report.stopped,
            engine: name.into(),
            order: self.order.as_ref().map_or(own, Order::name).into(),
            restricted: self.restricted,
            reasons: self.reasons,
        }
    }
}

pub(crate) fn find_order(text: &str, cover: &Cover) -> Result<Order, Failure> {
    match text {
        "reading" => return Ok(Order::reading(&cover.puzzle)),
        "least-growing-footprint" | "lgf" => {
            return Ok(Order::least_growing_footprint(&cover.puzzle));
        }
        _ => {}
    }
    if let Some(order) = cover.orders.iter().find(|order| order.name() == text) {
        return Ok(order.clone());
    }
    Order::parse(text, &cover.puzzle).map_err(|error| {
        let named: Vec<&str> = cover.orders.iter().map(Order::name).collect();
        let names = [&["reading", "least-growing-footprint"][..], &named].concat().join(", ");
        Failure::Usage(format!("{error} (orders by name: {names}; or list aspects: 0,3,1)"))
    })
}

fn unknown_engine(name: &str) -> Failure {
    let known = puzzle_engines::ENGINES.iter().map(|engine| engine.name());
    let hint = puzzle_families::nearest::hint(name, known);
    Failure::Usage(format!("there is no engine `{name}`: {hint}"))
}
