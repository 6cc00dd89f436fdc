//! Asking: count and solve.
//!
//! The chooser may use symmetry as it likes, but what is answered is always about the puzzle the
//! asker named: the full one, unless the options restrict it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, Declined, Discard, EmbeddingId, Engine, Order,
    Problem, Question, Report, Restriction, StopReason, Task,
};
use puzzle_engines::cover::{Weigher, best_restriction};
use puzzle_engines::divide::Receiver;
use puzzle_engines::meta;
use puzzle_families::Covering;

use crate::division::{Division, Output, read_checkpoint};
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
    /// How many nodes are expected, if that was estimated.
    nodes: Option<f64>,
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
        if options.resume.is_none()
            && let Some(report) = prepared.trial(options)?
        {
            return Ok(prepared.answer(report, None));
        }
        prepared.sum(options, false)
    }

    /// Counts the solutions up to symmetry, and all of them by the way.
    pub fn count_up_to_symmetry(&self, options: &Options) -> Result<Answer, Failure> {
        let prepared = self.prepare(options, Question::Enumerate)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(Answer { classes: Some(BigUint::ZERO), ..answer });
        }
        if !prepared.cover().symmetries.is_complete() {
            let message = "this box has more symmetries than can be listed";
            return Err(Failure::Declined(message.into()));
        }
        prepared.sum(options, true)
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
        self.search_to(options, question, &mut visit)
    }

    /// As [`Puzzle::search`], for an output that can be brought to safety before a checkpoint.
    pub fn search_to(
        &self,
        options: &Options,
        question: Question,
        output: &mut dyn Output,
    ) -> Result<Answer, Failure> {
        let mut prepared = self.prepare(options, question)?;
        if let Some(answer) = prepared.impossible() {
            return Ok(answer);
        }
        let problem = prepared.problem.clone();
        let puzzle = &cover_of(&problem).puzzle;
        let engine = prepared.engine(question)?;
        let division = match question {
            Question::Enumerate => prepared.division(options, puzzle, engine, "solutions")?,
            _ => None,
        };
        let output = RefCell::new(output);
        let mut numbers = Vec::new();
        let mut visit = |chosen: &[EmbeddingId]| {
            numbers.clear();
            numbers.extend(chosen.iter().map(|&e| puzzle.number(e)));
            numbers.sort_unstable();
            output.borrow_mut().solution(&numbers)
        };
        let report = match division {
            Some(division) => {
                let receiver = Receiver::Each(&mut visit);
                let mut sync = || output.borrow_mut().sync();
                division.run(engine, receiver, &mut sync, &prepared.control)?.report
            }
            None => {
                let task = Task { problem: &problem, question, order: prepared.order.as_ref() };
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

    /// The cover problem that the options mean: the full one or a restricted one.
    pub fn restricted_cover(&self, options: &Options) -> Result<Cow<'_, Cover>, Failure> {
        let (covering, full) = self.covered()?;
        let kept = restricted(covering, full, &options.restriction)?;
        Ok(kept.map_or(Cow::Borrowed(full), Cow::Owned))
    }

    fn covered(&self) -> Result<(&dyn Covering, &Cover), Failure> {
        self.covering().zip(self.cover()).ok_or_else(|| {
            let family = self.description().family();
            Failure::Declined(format!("a {family} puzzle is no exact cover"))
        })
    }

    fn prepare(&self, options: &Options, question: Question) -> Result<Prepared<'_>, Failure> {
        let (covering, full) = self.covered()?;
        let mut reasons = Vec::new();
        let restricted = restricted(covering, full, &options.restriction)?;
        if let Some(kept) = &restricted {
            let (kept, full) = (kept.puzzle.embedding_count(), full.puzzle.embedding_count());
            reasons.push(format!("restricted to {kept} of {full} embeddings"));
        }
        let problem = match restricted {
            Some(kept) => Cow::Owned(Problem::Cover(kept)),
            None => Cow::Borrowed(covering.problem()),
        };
        let restricted = matches!(problem, Cow::Owned(_));
        let problem = crate::preprocess::apply(problem, options, question, &mut reasons);
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
            restricted,
            literal: requested.is_some() || order.is_some() || restricted,
            problem,
            order,
            engine,
            nodes: None,
            control: options.control.clone(),
            reasons,
            impossible: self.description().impossible(),
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

    /// Counts by visiting every solution, or one of each orbit.
    fn sum(mut self, options: &Options, classes: bool) -> Result<Answer, Failure> {
        let problem = self.problem.clone();
        let cut = self.cut(options)?;
        let engine =
            self.engine(if cut.is_some() { Question::Enumerate } else { Question::Count })?;
        let weigher = Weigher::new(cover_of(&problem), cut.as_ref(), classes)?;
        let what = if classes { "count up to symmetry" } else { "count" };
        let division = self.division(options, &weigher.puzzle, engine, what)?;
        let (solutions, fixed, mut report) = match division {
            Some(division) => {
                let tally = |chosen: &[EmbeddingId]| weigher.weigh(chosen);
                let receiver = Receiver::Sum(&tally);
                let done = division.run(engine, receiver, &mut || Ok(0), &self.control)?;
                (done.report.solutions.clone(), done.fixed, done.report)
            }
            // An engine may know how to count without visiting.
            None if cut.is_none() && !classes => {
                let order = self.order.as_ref();
                let task = Task { problem: &problem, question: Question::Count, order };
                let report = engine.run(&task, &mut Discard, &self.control)?;
                (report.solutions.clone(), BigUint::ZERO, report)
            }
            None => weigher.sum(engine, self.order.as_ref(), &self.control)?,
        };
        report.solutions = solutions;
        let complete = report.is_complete() && classes;
        let classes = complete.then(|| weigher.classes(&fixed));
        Ok(self.answer(report, classes))
    }

    /// Whether the search is to be divided over threads or saved, and how.
    fn division<'p>(
        &self,
        options: &'p Options,
        puzzle: &'p AbstractPuzzle,
        engine: &dyn Engine,
        question: &'static str,
    ) -> Result<Option<Division<'p>>, Failure> {
        let saved = options.checkpoint.is_some() || options.resume.is_some();
        let long = self.nodes.is_some_and(|nodes| nodes > Division::LONG);
        let several = options.threads.is_some_and(|threads| threads > 1);
        if !(saved || long || several) {
            return Ok(None);
        }
        let problem = Problem::Cover(Cover::plain(puzzle.clone()));
        let task = Task { problem: &problem, question: Question::Enumerate, order: None };
        let obstacle = if !puzzle.is_divisible() {
            Some("an aspect demands more than to be covered exactly or at most once".to_owned())
        } else if self.order.is_some() {
            Some("a given order belongs to the search as a whole".to_owned())
        } else {
            engine.accepts(&task).err().map(|Declined(reason)| reason)
        };
        match obstacle {
            Some(reason) if saved => {
                Err(Failure::Declined(format!("this search cannot be saved: {reason}")))
            }
            Some(_) => Ok(None),
            None => Ok(Some(Division::new(options, puzzle, question))),
        }
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
        self.nodes = choice.nodes;
        if let Some(nodes) = choice.nodes {
            self.control.progress.expect(nodes);
        }
    }

    /// A quick count by an engine that may give up, if the asker leaves the choice to us.
    fn trial(&mut self, options: &Options) -> Result<Option<Report>, Failure> {
        let task = Task { problem: &self.problem, question: Question::Count, order: None };
        if self.engine.is_some() || self.order.is_some() {
            return Ok(None);
        }
        let Some(engine) = meta::trial(&task) else { return Ok(None) };
        let report = engine.run(&task, &mut Discard, &self.control)?;
        // A run that is to be saved must not end here unless it is complete.
        let unfinished = report.stopped.is_some() && options.checkpoint.is_some();
        if unfinished || report.stopped == Some(StopReason::MemoryLimit) {
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
    fn cut(&mut self, options: &Options) -> Result<Option<Restriction>, Failure> {
        let mut wanted = !self.literal;
        if let Some(path) = &options.resume {
            // A saved run goes on with the puzzle it was begun with, cut or not.
            let whole = read_checkpoint(path)?.fingerprint == self.cover().puzzle.fingerprint();
            wanted = !whole && !self.restricted;
        }
        let cut = if wanted { best_restriction(self.cover()) } else { None };
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
        if self.engine.is_none() {
            let choice = meta::choose(&task)?;
            self.take(choice);
        }
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
