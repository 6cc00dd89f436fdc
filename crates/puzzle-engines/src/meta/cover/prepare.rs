//! A question made ready: which puzzle is searched, in which order, and who will answer.

use std::borrow::Cow;
use std::sync::Arc;

use puzzle_core::{
    AbstractPuzzle, Answer, Ask, BigUint, Control, Cover, CoverEngine, CoverTask, Declined,
    Failure, Form, Order, PriceRecord, Report, Run, UpTo, Want,
};

use super::choose::{Choice, choose};
use super::division::{Division, LISTING, LONG};
use super::preprocess::{self, Preprocess};
use super::symmetric::Used;
use crate::meta::named;

/// A question made ready.
pub(super) struct Prepared<'a> {
    pub(super) cover: Cow<'a, Cover>,
    pub(super) ask: &'a Ask,
    pub(super) run: &'a Run,
    /// Whether the puzzle is one that the asker restricted.
    pub(super) restricted: bool,
    /// An explicit engine, order or restriction is taken literally: no symmetry then.
    pub(super) literal: bool,
    pub(super) order: Option<Order>,
    /// As requested, or as chosen once the question is known in full.
    pub(super) engine: Option<&'static dyn CoverEngine>,
    /// The order that the chooser found best for the engine, which need not look again.
    pub(super) planned: Option<Order>,
    /// How long it will take, if that was estimated.
    pub(super) seconds: Option<f64>,
    pub(super) control: Arc<Control>,
    pub(super) reasons: Vec<String>,
    /// The prices that the search prunes by.
    pub(super) prices: PriceRecord,
    /// Which symmetries the asker wants to be used, if not what the strategy thinks best.
    pub(super) symmetry: Option<Used>,
    /// What counts as the same where classes are counted.
    pub(super) up_to: UpTo,
    /// How many symmetries a restriction goes by.
    pub(super) order_of_group: BigUint,
}

/// The engine that was asked for, if one was. The choice `cutoff` is another word for one of them.
fn requested(ask: &Ask) -> Result<Option<&'static dyn CoverEngine>, Failure> {
    let by_cutoff;
    let ask = match (ask.choices.has("cutoff"), ask.engine()) {
        (false, _) => ask,
        (true, None | Some("local" | "local-cutoff")) => {
            by_cutoff = ask.clone().by("local-cutoff");
            &by_cutoff
        }
        (true, Some(name)) => {
            return Err(Failure::Usage(format!(
                "`cutoff` belongs to the engine `local`; `{name}` either always cuts off or cannot"
            )));
        }
    };
    Ok(named(Form::Cover, ask)?.and_then(puzzle_core::Engine::cover))
}

impl<'a> Prepared<'a> {
    pub(super) fn new(
        cover: &'a Cover,
        ask: &'a Ask,
        run: &'a Run,
        want: Want,
    ) -> Result<Self, Failure> {
        let restricted = ask.is_restricted();
        let mut reasons = Vec::new();
        let literal = ask.engine.is_some() || ask.choices.has("order");
        let how = match ask.choices.has("certificate") {
            true => Preprocess::No,
            false => ask.choices.get("preprocess")?.unwrap_or_default(),
        };
        let cover = preprocess::apply(cover, how, literal, want, &run.control.budget, &mut reasons);
        let order = ask.choices.text("order").map(|text| find_order(text, &cover)).transpose()?;
        let engine = requested(ask)?;
        if let Some(engine) = engine {
            let task = CoverTask { cover: &cover, want, order: order.as_ref() };
            let name = engine.name();
            engine.accepts(&task).map_err(|Declined(reason)| {
                Failure::Declined(format!("engine {name} declines: {reason}"))
            })?;
            reasons.push(format!("{name} as requested"));
        }
        Ok(Prepared {
            ask,
            run,
            restricted,
            literal: engine.is_some() || order.is_some() || restricted,
            cover,
            order,
            engine,
            planned: None,
            seconds: None,
            control: run.control.clone(),
            reasons,
            prices: PriceRecord::default(),
            symmetry: ask.choices.get("symmetry")?,
            up_to: ask.choices.get("up-to")?.unwrap_or_default(),
            order_of_group: BigUint::from(1_u32),
        })
    }

    /// A search of the whole puzzle.
    pub(super) fn task(&self, want: Want) -> CoverTask<'_> {
        CoverTask { cover: &self.cover, want, order: self.order.as_ref() }
    }

    /// The order for a search as a whole: as requested, or as the chooser found it.
    pub(super) fn order(&self) -> Option<&Order> {
        self.order.as_ref().or(self.planned.as_ref())
    }

    /// Whether the search is to be divided over threads or saved, and how.
    pub(super) fn division<'p>(
        &self,
        puzzle: &'p AbstractPuzzle,
        engine: &dyn CoverEngine,
        question: &'static str,
    ) -> Result<Option<Division<'p>>, Failure>
    where
        'a: 'p,
    {
        let (run, saved) = (self.run, self.run.is_saved());
        let long = self.seconds.is_some_and(|seconds| seconds > LONG);
        let several = run.threads.is_some_and(|threads| threads > 1);
        let divided = match question {
            _ if engine.is_whole() => false,
            // Solutions come in the order of the parts, so whether there are parts must not depend
            // on the number of threads.
            LISTING if !run.unordered => long || (self.seconds.is_none() && run.threads.is_some()),
            // One thread by itself is better off with the whole.
            _ => run.threads != Some(1) && (long || several),
        };
        let certified = self.ask.choices.has("certificate");
        if !(saved || divided || certified) {
            return Ok(None);
        }
        let obstacle = if self.order.is_some() {
            Some("a given order belongs to the search as a whole".to_owned())
        } else if engine.is_whole() {
            Some(format!("the engine {} works on the puzzle as a whole", engine.name()))
        } else {
            let cover = Cover::plain(puzzle.clone());
            let task = CoverTask::new(&cover, Want::All);
            engine.accepts(&task).err().map(|Declined(reason)| reason)
        };
        match obstacle {
            Some(reason) if saved => {
                Err(Failure::Declined(format!("this run cannot be saved: {reason}")))
            }
            Some(reason) if certified => {
                Err(Failure::Declined(format!("this count has no certificate: {reason}")))
            }
            Some(_) => Ok(None),
            None => {
                let division = Division::new(run, puzzle, question);
                let division = division.lasting(self.seconds.unwrap_or(0.0));
                Ok(Some(division.pricing(self.prices.clone())))
            }
        }
    }

    /// The engine that was requested or chosen before, or else the chooser's.
    pub(super) fn engine(&mut self, want: Want) -> Result<&'static dyn CoverEngine, Failure> {
        if let Some(engine) = self.engine {
            return Ok(engine);
        }
        let choice = choose(&self.task(want), &self.ask.without, &self.control.budget)?;
        let engine = choice.engine;
        self.take(choice);
        Ok(engine)
    }

    pub(super) fn take(&mut self, choice: Choice) {
        self.engine = Some(choice.engine);
        self.reasons.extend(choice.reasons);
        self.planned = choice.order;
        if let Some((nodes, seconds)) = choice.expected {
            self.seconds = Some(seconds);
            self.control.progress.expect(nodes);
        }
    }

    /// Whether the asker leaves the choice of this engine to the strategy.
    pub(super) fn may_take(&self, engine: &dyn CoverEngine) -> bool {
        !self.ask.without.iter().any(|name| name == engine.name())
    }

    /// The answer where there is no solution and nobody had to search.
    pub(super) fn no_solution(&mut self) -> Answer {
        self.engine = None;
        self.answer(Report { solutions: BigUint::ZERO, nodes: 0, stopped: None }, None)
    }

    pub(super) fn answer(&mut self, report: Report, classes: Option<BigUint>) -> Answer {
        let (name, own) = self.engine.map_or(("none", "none"), |e| (e.name(), e.own_order()));
        Answer {
            classes,
            engine: name.into(),
            order: self.order.as_ref().map_or(own, Order::name).into(),
            reasons: std::mem::take(&mut self.reasons),
            ..report.into()
        }
    }
}

/// The order that a text names or lists.
pub fn find_order(text: &str, cover: &Cover) -> Result<Order, Failure> {
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
