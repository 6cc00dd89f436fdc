//! Engines of monotone maps as the registry sees them.

use std::ops::ControlFlow;

use puzzle_core::{
    Answer, Answered, BigUint, Card, Declined, Engine, Failure, Form, Kind, Monotone, Payload,
    Problem, Question, Run, Sink, StopReason, Task,
};

use super::frontier::{self, Failed, Keeping, MOST_STATES};
use super::ring::Ring;
use super::{ideals, pairs};
use crate::divide::Summing;
use crate::saved::Store;

/// An engine of monotone maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfMaps {
    /// Dedekind's numbers by traces.
    Ring,
    /// Dedekind's numbers by pairs.
    Pairs,
    /// Along the first order; given up when more than this many states at a time are needed.
    Frontier(usize),
    /// Closed sets.
    Ideals,
    /// Maps one by one.
    Reference,
}

impl OfMaps {
    /// The frontier with as many states as a machine has room for.
    pub const FRONTIER: OfMaps = OfMaps::Frontier(MOST_STATES);

    /// Whether these orders are of the kind it knows.
    fn takes(self, maps: &Monotone) -> Result<(), Declined> {
        let closed = is_closed(maps);
        let things = |sizes: std::ops::RangeInclusive<u32>| {
            maps.from.as_boolean().is_some_and(|things| closed && sizes.contains(&things))
        };
        let (takes, what) = match self {
            OfMaps::Ring => (things(Ring::SIZES), "the sets of 4 to 8 things and a chain of two"),
            OfMaps::Pairs => (things(pairs::SIZES), "the sets of 2 to 7 things and a chain of two"),
            OfMaps::Ideals => (
                closed && maps.from.len() <= ideals::WIDEST,
                "up to 64 elements and a chain of two",
            ),
            OfMaps::Frontier(_) | OfMaps::Reference => return Ok(()),
        };
        Declined::unless(takes, || format!("the engine {} takes {what}", self.name()))
    }
}

/// The orders of a task.
fn maps<'a>(task: &Task<'a>) -> Result<&'a Monotone, Declined> {
    let Problem::Monotone(maps) = task.problem else {
        return Err(Declined("not about monotone maps".into()));
    };
    maps.written().ok_or_else(|| {
        let message = "an order is too large to be written down, so its maps cannot be listed";
        Declined(message.into())
    })
}

/// Whether the maps are those to a chain of two: sets that are closed.
fn is_closed(maps: &Monotone) -> bool {
    maps.to.len() == 2 && maps.to.leq(0, 1)
}

impl Engine for OfMaps {
    fn card(&self) -> Card {
        use Kind::{Counting, Definition, Dynamic, Fixed};
        let along = "along the order, remembering only the values that later elements still see";
        let (name, kind, about) = match self {
            OfMaps::Ring => {
                ("ring", Counting, "traces of matrices over intervals of a small lattice")
            }
            OfMaps::Pairs => ("pairs", Counting, "a sum over pairs of maps of two things fewer"),
            OfMaps::Frontier(_) => ("frontier", Fixed, along),
            OfMaps::Ideals => ("ideals", Dynamic, "in or out, element by element, with memory"),
            OfMaps::Reference => ("reference", Definition, "maps are listed by the definition"),
        };
        Card { name, about, form: Form::Monotone, kind, order: "linear-extension" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match (task.ask.question, *self) {
            (Question::Count, _) | (Question::First | Question::All, OfMaps::Reference) => {
                self.takes(maps(task)?)
            }
            (other, _) => Err(Declined(format!("it does not tell {}", other.about()))),
        }
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let why = match (self, task.ask.question) {
            (OfMaps::Ring, _) | (OfMaps::Frontier(_), Question::Count) => return Ok(()),
            (_, Question::Count) => {
                let name = self.name();
                return Err(Declined(format!(
                    "{name} counts in one go; the engine frontier saves"
                )));
            }
            _ => "lists of maps are not saved; count them instead",
        };
        Err(Declined(why.into()))
    }

    fn divides(&self, _: &Task<'_>) -> Result<(), Declined> {
        let why =
            "maps are counted layer by layer, all of one together; only Dedekind numbers divide";
        Declined::unless(*self == OfMaps::Ring, || why)
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let maps = maps(task)?;
        let things = || maps.from.as_boolean().unwrap_or_default();
        let small = |(count, nodes): (u128, u64)| (count.into(), nodes);
        match *self {
            OfMaps::Ring => by_ring(things(), run),
            OfMaps::Pairs => Ok(counted(pairs::count(things(), &run.control).map(small), run)),
            OfMaps::Ideals => Ok(counted(ideals::count(&maps.from, &run.control).map(small), run)),
            OfMaps::Frontier(most) => by_frontier(maps, most, run),
            OfMaps::Reference => Ok(listed(maps, task.ask.question, sink, run)),
        }
    }
}

/// The answer to a count that came to its end or was stopped.
fn counted(result: Result<(BigUint, u64), StopReason>, run: &Run) -> Answer {
    match result {
        Ok((solutions, nodes)) => Answer { solutions, nodes, ..Answer::default() },
        Err(stopped) => {
            let (nodes, stopped) = (run.control.progress.nodes(), Some(stopped));
            Answer { nodes, stopped, ..Answer::default() }
        }
    }
}

fn by_ring(things: u32, run: &Run) -> Answered {
    let ring = Ring::new(things);
    let parts = ring.parts();
    let reasons = vec![format!(
        "traces over {} intervals, one of each orbit, of the lattice of {} things",
        parts.len(),
        things - 4
    )];
    let summing =
        Summing { run, fingerprint: u64::from(things), question: "dedekind by intervals" };
    let report = summing.carry_out(&ring, || parts, &|part| ring.owns(part))?;
    Ok(Answer { reasons, ..report.into() })
}

fn by_frontier(maps: &Monotone, most: usize, run: &Run) -> Answered {
    let mut store = Store::new(run, maps.fingerprint(), "count along the first order");
    let saved = store.load_counting(0)?;
    let from = saved.as_ref().map(|saved| &saved.payload);
    let mut save = |nodes: u64, payload: Payload| store.put(Default::default(), nodes, payload);
    let keeping = Keeping { from, interval: run.interval(), save: &mut save };
    let keeping = run.is_saved().then_some(keeping);
    // A long run takes as many states as there is room for.
    let most = if run.is_saved() { usize::MAX } else { most };
    let counted = frontier::count(maps, false, most, &run.control, keeping);
    if counted == Err(Failed::Damaged) {
        return Err(store.refuse("this puzzle, but its states are not right"));
    }
    store.finish(counted.is_ok())?;
    match counted {
        Ok(found) => {
            let (states, widest) = (found.states, found.widest);
            let reasons = vec![format!("{states} states in all, {widest} at a time at most")];
            let answer = self::counted(Ok((found.levels.into_iter().sum(), states)), run);
            Ok(Answer { reasons, ..answer })
        }
        Err(Failed::Stopped(reason)) => Ok(self::counted(Err(reason), run)),
        Err(_) if run.is_saved() => {
            Err(Failure::Declined("more states than there is room for".into()))
        }
        Err(_) => Err(Failure::Declined(format!("over {most} states"))),
    }
}

fn listed(maps: &Monotone, question: Question, sink: &mut dyn Sink, run: &Run) -> Answer {
    let control = &run.control;
    let (mut nodes, mut found, mut stopped) = (0_u64, 0_u64, None);
    let mut pulse = || {
        nodes += 1;
        if nodes.is_multiple_of(256) || control.budget.nodes.is_some() {
            stopped = control.look(nodes, 0).err();
        }
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let flow = maps.visit(&mut pulse, &mut |values| {
        found += 1;
        match question {
            Question::Count => ControlFlow::Continue(()),
            Question::First => {
                let _ = sink.solution(values);
                ControlFlow::Break(())
            }
            _ => sink.solution(values),
        }
    });
    if flow.is_break() {
        stopped = stopped.or(Some(StopReason::Satisfied));
    }
    Answer { solutions: found.into(), nodes, stopped, ..Answer::default() }
}
