//! One solution of each class, the least, in bounded memory.
//!
//! Solutions are compared as ascending lists of numbers. The search is that for a count: over one
//! aspect only one embedding of each orbit is tried, so every class is met, some more than once. Of
//! the members of a class that the restricted puzzle has, the least speaks for the class: whether a
//! solution is that is seen from its images alone, so nothing is stored. What is handed over is the
//! least of the whole class. The classes come in the order in which the search meets them.

use std::cell::RefCell;

use puzzle_core::{
    Answer, Answered, Ask, BigUint, Cover, CoverTask, EmbeddingId, Failure, Restriction, Run, Sink,
    Standing, Symmetry, UpTo, Want,
};

use super::many;
use super::prepare::Prepared;
use super::prices::Pricing;
use super::symmetric::{self, Classified, sameness};
use crate::divide::Receiver;

/// What saved listings of classes are called.
const QUESTION: &str = "solutions up to symmetry";
const TURNS: &str = "solutions up to turns";
const SYMMETRIC: &str = "symmetric solutions";

/// Hands over the least solution of each class.
pub(super) fn list(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    let symmetric_only = ask.choices.has("symmetric-only");
    let (cover, found) = match symmetric::classified(cover, ask)? {
        Classified::Listed(cover, found) => (cover, found),
        Classified::Many(found) if symmetric_only => {
            return Err(Failure::Declined(format!(
                "there are {} symmetries, too many to say which of them keep a solution",
                found.order()
            )));
        }
        Classified::Many(found) => return many::list(cover, &found, ask, run, sink),
    };
    let mut cover = cover;
    if ask.choices.get::<UpTo>("up-to")? == Some(UpTo::Turns) {
        // A restriction by reflections would leave out mirror images, which count here.
        cover.to_mut().symmetries = cover.symmetries.only_turns();
    }
    let mut prepared = Prepared::new(&cover, ask, run, Want::All)?;
    prepared.reasons.extend(found);
    let full = prepared.cover.clone();
    let (same, _) = sameness(&full.symmetries, prepared.up_to, None);
    let cut = prepared.cut()?;
    let keep = |e: EmbeddingId| cut.as_ref().is_none_or(|cut| cut.keeps(e));
    let kept = full.keep(keep).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut kept = Cover::plain(kept.puzzle);
    prepared.engine(Want::All)?;
    // What is too dear is in no solution of the restricted puzzle, so no image that is one is missed.
    match prepared.price(&kept.puzzle)? {
        Pricing::AsItIs => {}
        Pricing::Searched(puzzle) => kept = Cover::plain(puzzle),
        Pricing::Hopeless => {
            return Ok(Answer { sameness: Some(same), ..prepared.no_solution() });
        }
    }
    let engine = prepared.engine(Want::All)?;
    let classes = Classes::new(&full, &kept, cut.as_ref(), symmetric_only);
    let question = match (symmetric_only, prepared.up_to) {
        (true, _) => SYMMETRIC,
        (false, UpTo::Symmetry) => QUESTION,
        (false, UpTo::Turns) => TURNS,
    };
    let division = prepared.division(&kept.puzzle, engine, question)?;
    let sink = RefCell::new(sink);
    let mut handed = 0_u64;
    let mut hand = |chosen: &[EmbeddingId]| {
        let (least, standing) = classes.least(chosen);
        let mut sink = sink.borrow_mut();
        sink.standing(&standing);
        handed += 1;
        sink.solution(&least)
    };
    let report = match division {
        Some(division) => {
            let saved = division.saved()?;
            if let Some(saved) = &saved {
                let found = u64::try_from(&saved.solutions).unwrap_or(u64::MAX);
                sink.borrow_mut().resume(saved.output, found).map_err(|error| {
                    Failure::Usage(format!("cannot go on with the output: {error}"))
                })?;
            }
            let filter = |chosen: &[EmbeddingId]| classes.speaks(chosen);
            let mut sync = || sink.borrow_mut().sync();
            let receiver = Receiver::Some(&filter, &mut hand);
            division.run(engine, saved, receiver, &mut sync, &prepared.control)?.report
        }
        None => {
            let mut visit = |chosen: &[EmbeddingId]| match classes.speaks(chosen) {
                true => hand(chosen),
                false => std::ops::ControlFlow::Continue(()),
            };
            let order = prepared.order().cloned();
            let task = CoverTask { cover: &kept, want: Want::All, order: order.as_ref() };
            let mut report = engine.run(&task, &mut visit, &prepared.control)?;
            report.solutions = BigUint::from(handed);
            report
        }
    };
    Ok(Answer { sameness: Some(same), ..prepared.answer(report, None) })
}

/// Compares solutions with their images.
struct Classes<'a> {
    full: &'a Cover,
    elements: Vec<&'a Symmetry>,
    /// From an embedding that is searched to the full puzzle.
    full_id: Vec<EmbeddingId>,
    cut: Option<&'a Restriction>,
    symmetric_only: bool,
}

impl<'a> Classes<'a> {
    fn new(
        full: &'a Cover,
        kept: &Cover,
        cut: Option<&'a Restriction>,
        symmetric_only: bool,
    ) -> Self {
        let elements = full.symmetries.elements().iter().collect();
        let number = |e| kept.puzzle.number(e);
        let find = |e| full.puzzle.find_number(number(e)).expect("it was kept");
        let full_id = kept.puzzle.embedding_ids().map(find).collect();
        Classes { full, elements, full_id, cut, symmetric_only }
    }

    fn sorted(&self, chosen: &[EmbeddingId]) -> Vec<EmbeddingId> {
        let mut solution: Vec<_> = chosen.iter().map(|e| self.full_id[e.index()]).collect();
        solution.sort_unstable();
        solution
    }

    /// Whether a solution speaks for its class: it is the least of those that are searched.
    fn speaks(&self, chosen: &[EmbeddingId]) -> bool {
        let solution = self.sorted(chosen);
        let mut image = Vec::with_capacity(solution.len());
        let mut kept_by = 0;
        for symmetry in &self.elements {
            image.clear();
            image.extend(solution.iter().map(|&e| symmetry.embedding(e)));
            let searched = self.cut.is_none_or(|cut| image.iter().all(|&e| cut.keeps(e)));
            if !searched {
                continue;
            }
            image.sort_unstable();
            if image < solution {
                return false;
            }
            kept_by += u32::from(image == solution);
        }
        !self.symmetric_only || kept_by > 1
    }

    /// The least of a solution's class, by numbers, and what kind of class that is.
    fn least(&self, chosen: &[EmbeddingId]) -> (Vec<u32>, Standing) {
        let solution = self.sorted(chosen);
        let mut images: Vec<Vec<EmbeddingId>> = Vec::new();
        let mut standing = Standing::default();
        for symmetry in &self.elements {
            let mut image: Vec<_> = solution.iter().map(|&e| symmetry.embedding(e)).collect();
            image.sort_unstable();
            if image == solution && !symmetry.embeddings.is_identity() {
                let kind = self.full.symmetries.origin().kind(symmetry.proper);
                standing.kept_by.push((kind, symmetry.embeddings.order()));
            }
            images.push(image);
        }
        images.sort_unstable();
        images.dedup();
        standing.class = images.len() as u64;
        let least = images.first().unwrap_or(&solution);
        (least.iter().map(|&e| self.full.puzzle.number(e)).collect(), standing)
    }
}
