//! A question made ready: which problem is meant, in which order, and who will answer.

use std::borrow::Cow;
use std::sync::Arc;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, Declined, Engine, Order, Problem, Question, Report,
    Task,
};
use puzzle_engines::meta;
use puzzle_families::Covering;

use crate::division::Division;
use crate::restrict::restricted;
use crate::{Answer, Failure, Options, Puzzle};

/// A question made ready: the problem that is meant and who will answer.
pub(crate) struct Prepared<'a> {
    pub(crate) problem: Cow<'a, Problem>,
    pub(crate) restricted: bool,
    /// An explicit engine, order or restriction is taken literally: no symmetry then.
    pub(crate) literal: bool,
    pub(crate) order: Option<Order>,
    /// As requested, or as chosen once the question is known in full.
    pub(crate) engine: Option<&'static dyn Engine>,
    /// The order that the chooser found best for the engine, which need not look again.
    pub(crate) planned: Option<Order>,
    /// How long it will take, if that was estimated.
    pub(crate) seconds: Option<f64>,
    pub(crate) control: Arc<Control>,
    pub(crate) reasons: Vec<String>,
    pub(crate) impossible: Option<&'a str>,
}

impl Puzzle {
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

    pub(crate) fn prepare(
        &self,
        options: &Options,
        question: Question,
    ) -> Result<Prepared<'_>, Failure> {
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
            planned: None,
            seconds: None,
            control: options.control.clone(),
            reasons,
            impossible: self.description().impossible(),
        })
    }
}

/// What a saved search is called that hands its solutions over.
pub(crate) const LISTING: &str = "solutions";

/// The only form there is so far.
pub(crate) fn cover_of(problem: &Problem) -> &Cover {
    match problem {
        Problem::Cover(cover) => cover,
        _ => unreachable!("prepared from a cover"),
    }
}

impl Prepared<'_> {
    pub(crate) fn cover(&self) -> &Cover {
        cover_of(&self.problem)
    }

    /// The order for a search as a whole: as requested, or as the chooser found it.
    pub(crate) fn order(&self) -> Option<&Order> {
        self.order.as_ref().or(self.planned.as_ref())
    }

    /// Whether the search is to be divided over threads or saved, and how.
    pub(crate) fn division<'p>(
        &self,
        options: &'p Options,
        puzzle: &'p AbstractPuzzle,
        engine: &dyn Engine,
        question: &'static str,
    ) -> Result<Option<Division<'p>>, Failure> {
        let saved = options.checkpoint.is_some() || options.resume.is_some();
        let long = self.seconds.is_some_and(|seconds| seconds > Division::LONG);
        let several = options.threads.is_some_and(|threads| threads > 1);
        // A diagram is for the whole puzzle: its parts would not know of each other.
        let whole = engine.name() == "zdd";
        let divided = match question {
            _ if whole => false,
            // Solutions come in the order of the parts, so whether there are parts must not depend
            // on the number of threads.
            LISTING if !options.unordered => {
                long || (self.seconds.is_none() && options.threads.is_some())
            }
            // One thread by itself is better off with the whole.
            _ => options.threads != Some(1) && (long || several),
        };
        if !(saved || divided) {
            return Ok(None);
        }
        let problem = Problem::Cover(Cover::plain(puzzle.clone()));
        let task = Task { problem: &problem, question: Question::Enumerate, order: None };
        let obstacle = if self.order.is_some() {
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
    pub(crate) fn engine(&mut self, question: Question) -> Result<&'static dyn Engine, Failure> {
        if self.engine.is_none() {
            let task = Task { problem: &self.problem, question, order: self.order.as_ref() };
            let choice = meta::choose(&task, &self.control.budget)?;
            self.take(choice);
        }
        self.engine.ok_or_else(|| Failure::Declined("no engine".into()))
    }

    pub(crate) fn take(&mut self, choice: meta::Choice) {
        self.engine = Some(choice.engine);
        self.reasons.extend(choice.reasons);
        self.planned = choice.order;
        if let Some((nodes, seconds)) = choice.expected {
            self.seconds = Some(seconds);
            self.control.progress.expect(nodes);
        }
    }

    /// The answer to a puzzle that a short argument shows to have no solution.
    pub(crate) fn impossible(&self) -> Option<Answer> {
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

    pub(crate) fn answer(&mut self, report: Report, classes: Option<BigUint>) -> Answer {
        let (name, own) = self.engine.map_or(("none", "none"), |e| (e.name(), e.own_order()));
        Answer {
            solutions: report.solutions,
            classes,
            nodes: report.nodes,
            stopped: report.stopped,
            engine: name.into(),
            order: self.order.as_ref().map_or(own, Order::name).into(),
            restricted: self.restricted,
            reasons: std::mem::take(&mut self.reasons),
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
