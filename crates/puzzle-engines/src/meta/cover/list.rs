//! Listing: solutions one by one, or one.

use std::borrow::Cow;
use std::cell::RefCell;

use puzzle_core::{
    Answered, Ask, BigUint, Budget, Cover, CoverEngine, CoverTask, Demand, EmbeddingId, Failure,
    Report, Run, Sink, Want,
};

use super::ascending::Ascending;
use super::choose::trial;
use super::division::LISTING;
use super::prepare::Prepared;
use super::prices::Pricing;
use super::quick::{Quick, quickly};
use crate::cover::Zdd;
use crate::divide::Receiver;

/// A search has its solutions wait until a part is finished, some hundred nanoseconds each; a diagram
/// of so few states is made in milliseconds, and pays for so many solutions.
const SMALL: u64 = 20_000;
const MANY: u32 = 100_000;

/// Hands solutions to the sink as the sorted numbers of their embeddings: all of them, or the first
/// one found. A run that is saved is a search for all that may stop early.
pub(super) fn answer(
    cover: &Cover,
    ask: &Ask,
    run: &Run,
    want: Want,
    sink: &mut dyn Sink,
) -> Answered {
    let want = if run.is_saved() { Want::All } else { want };
    let tried = match want {
        Want::First => quickly(cover, ask, run, sink)?,
        _ => Quick::Untried,
    };
    let gave_up = match tried {
        Quick::Answered(answer) => return Ok(*answer),
        Quick::GaveUp(reason) => Some(reason),
        Quick::Untried => None,
    };
    let mut prepared = Prepared::new(cover, ask, run, want)?;
    let given_up = gave_up.is_some();
    prepared.reasons.extend(gave_up);
    if want == Want::All {
        prepared.prefer_a_diagram()?;
    }
    let mut cover = prepared.cover.clone();
    if given_up && prepared.engine.is_none() && prepared.proves_none(&cover.puzzle)? {
        return Ok(prepared.no_solution());
    }
    prepared.engine(want)?;
    match prepared.price(&cover.puzzle)? {
        Pricing::AsItIs => {}
        Pricing::Searched(puzzle) => cover = Cow::Owned(Cover::plain(puzzle)),
        Pricing::Hopeless => return Ok(prepared.no_solution()),
    }
    let engine = prepared.engine(want)?;
    let seeded = match ask.choices.get("seed")? {
        Some(seed) => Some(engine.seeded(seed).ok_or_else(|| {
            let name = engine.name();
            Failure::Usage(format!("the engine {name} does not choose at random: it takes no seed"))
        })?),
        None => None,
    };
    let engine = seeded.as_deref().unwrap_or(engine);
    let division = match want {
        Want::All => prepared.division(&cover.puzzle, engine, LISTING)?,
        _ => None,
    };
    let sink = RefCell::new(sink);
    let mut ascending = Ascending::new(&cover.puzzle);
    let mut visit = |chosen: &[EmbeddingId]| sink.borrow_mut().solution(ascending.numbers(chosen));
    let report = match division {
        Some(division) => {
            let saved = division.saved()?;
            if let Some(saved) = &saved {
                let found = u64::try_from(&saved.solutions).unwrap_or(u64::MAX);
                sink.borrow_mut().resume(saved.output, found).map_err(|error| {
                    Failure::Usage(format!("cannot go on with the output: {error}"))
                })?;
            }
            let receiver = Receiver::Each(&mut visit);
            let mut sync = || sink.borrow_mut().sync();
            division.run(engine, saved, receiver, &mut sync, &prepared.control)?.report
        }
        None => {
            let task = CoverTask { cover: &cover, want, order: prepared.order() };
            engine.run(&task, &mut visit, &prepared.control)?
        }
    };
    Ok(prepared.answer(report, None))
}

impl Prepared<'_> {
    /// Takes the decision diagram if a quick count says that it is small and has very many
    /// solutions. In the order of the count it has the same states, where every aspect must be
    /// covered: those that need not be are not forgotten by a diagram. It cannot be saved, and it has
    /// its own idea of memory and of nodes.
    fn prefer_a_diagram(&mut self) -> Result<(), Failure> {
        let Budget { nodes, memory, .. } = self.control.budget;
        let free = self.engine.is_none() && self.order.is_none();
        if !free || self.run.is_saved() || nodes.is_some() || memory.is_some() {
            return Ok(());
        }
        let engine: &'static dyn CoverEngine = &Zdd;
        let mut aspects = self.cover.puzzle.aspects().iter();
        if !aspects.all(|aspect| aspect.demand == Demand::One) || !self.may_take(engine) {
            return Ok(());
        }
        let task = CoverTask::new(&self.cover, Want::Count);
        let Some((_, order)) = trial(&task) else { return Ok(()) };
        let before = self.reasons.len();
        let counted = self.trial()?;
        // Whatever came of it: that was not the question.
        self.engine = None;
        self.reasons.truncate(before);
        if let Some(Report { solutions, nodes, stopped: None }) = counted
            && nodes <= SMALL
            && solutions >= BigUint::from(MANY)
        {
            self.engine = Some(engine);
            self.planned = Some(order);
            let reason =
                format!("{solutions} solutions in {nodes} states are best listed from a diagram");
            self.reasons.push(reason);
            self.reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
        }
        Ok(())
    }
}
