//! Which symmetries are used, and which count.
//!
//! A puzzle with a geometry brings its symmetries along. Where it has none (items and options,
//! Langford's pairs, a sudoku), they are looked for in the cover itself. For a count the search for
//! them must pay: it takes two milliseconds, or a twentieth of what the count is expected to take
//! without them, and a part of them is as sound as all. For classes all are needed.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::str::FromStr;

use puzzle_core::{
    Answer, Answered, Ask, Automorphisms, BigUint, Cover, CoverTask, EmbeddingId, Failure, Origin,
    Report, Restriction, Run, Sameness, StopReason, Symmetries, UpTo, Want,
};
use rustc_hash::FxHashMap;

use super::choose::choose;
use super::list;
use super::prepare::Prepared;

/// What a search for symmetries may take, in seconds: without any estimate, as a part of an estimate,
/// and at most.
const QUICK: f64 = 0.002;
const SHARE: f64 = 0.05;
const LONGEST: f64 = 2.0;
/// The most symmetries that are listed, and the most embeddings' images altogether.
const MOST: usize = 10_000;
const IMAGES: usize = 20_000_000;
/// The most solutions that are kept to see which are alike.
const KEPT: usize = 1_000_000;

/// Which symmetries a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Used {
    None,
    Geometry,
    Found,
}

impl FromStr for Used {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(Used::None),
            "geometry" => Ok(Used::Geometry),
            "found" => Ok(Used::Found),
            _ => Err("none, geometry or found"),
        }
    }
}

/// Looks for symmetries for so long.
fn look(cover: &Cover, seconds: f64) -> Automorphisms {
    let steps = seconds * Automorphisms::STEPS_A_SECOND as f64;
    Automorphisms::find(&cover.puzzle, steps as u64)
}

/// What was found, in words.
fn told(found: &Automorphisms) -> String {
    let (order, generators) = (found.order(), found.generators().len());
    match (order == BigUint::from(1_u32), found.is_complete()) {
        (true, true) => "the cover has no symmetry".into(),
        (true, false) => "no symmetry of the cover was found in time".into(),
        (false, true) => format!("the cover has {order} symmetries, by {generators} generators"),
        (false, false) => {
            format!("at least {order} symmetries of the cover, by {generators} generators")
        }
    }
}

/// How many are listed at most.
fn most(cover: &Cover) -> usize {
    MOST.min(IMAGES / cover.puzzle.embedding_count().max(1))
}

/// A puzzle with the symmetries up to which its solutions are classified.
pub(super) enum Classified<'a> {
    /// All of them, and how they were come by.
    Listed(Cow<'a, Cover>, Vec<String>),
    /// They are too many to be listed.
    Many(Automorphisms),
}

/// Finds the symmetries up to which solutions are classified: those of the puzzle's geometry if it
/// has one, else all that the cover has.
pub(super) fn classified<'a>(cover: &'a Cover, ask: &Ask) -> Result<Classified<'a>, Failure> {
    let refuse = |message: &str| Err(Failure::Declined(message.into()));
    let up_to: UpTo = ask.choices.get("up-to")?.unwrap_or_default();
    let wanted: Option<Used> = ask.choices.get("symmetry")?;
    let geometry = cover.symmetries.origin() == Origin::Geometry;
    if geometry && wanted != Some(Used::Found) {
        return match cover.symmetries.is_complete() {
            true => Ok(Classified::Listed(Cow::Borrowed(cover), Vec::new())),
            false => refuse("this box has more symmetries than can be listed"),
        };
    }
    if wanted == Some(Used::Geometry) {
        return refuse("this puzzle has no geometry, so no symmetry of it is known");
    }
    if up_to == UpTo::Turns {
        return refuse(
            "symmetries that are found in a cover are no turns: count up to all of them",
        );
    }
    let found = look(cover, LONGEST);
    if !found.is_complete() {
        return refuse("the symmetries of this puzzle could not all be found in time");
    }
    match Symmetries::found(&cover.puzzle, &found, most(cover)) {
        Some(symmetries) => {
            let cover = Cover { symmetries, ..cover.clone() };
            Ok(Classified::Listed(Cow::Owned(cover), vec![told(&found)]))
        }
        None => Ok(Classified::Many(found)),
    }
}

/// The numbers of classes, reflections included or not.
#[derive(Clone, Debug)]
pub(super) struct Both {
    pub(super) symmetry: BigUint,
    pub(super) turns: BigUint,
}

impl Both {
    /// From how many pairs there are of a solution and a symmetry, or a turn, that keeps it. If the
    /// search was stopped, there are at least so many classes.
    pub(super) fn of_sums([fixed, turned]: [BigUint; 2], symmetries: &Symmetries) -> Self {
        let at_least = |sum: BigUint, order: usize| (sum + (order - 1)) / BigUint::from(order);
        Both {
            symmetry: at_least(fixed, symmetries.order()),
            turns: at_least(turned, symmetries.turns()),
        }
    }

    /// What an answer says.
    pub(super) fn of_answer(answer: &Answer) -> Self {
        let asked = answer.classes.clone().unwrap_or_default();
        let sameness = answer.sameness.as_ref();
        let other = sameness.and_then(|sameness| sameness.other.clone());
        let other = other.map_or_else(|| asked.clone(), |(classes, _)| classes);
        match sameness.map(|sameness| sameness.up_to) {
            Some(UpTo::Turns) => Both { symmetry: other, turns: asked },
            _ => Both { symmetry: asked, turns: other },
        }
    }
}

impl Prepared<'_> {
    /// An answer about classes; `None` if it was stopped before any could be told.
    pub(super) fn answer_classes(&mut self, report: Report, both: Option<Both>) -> Answer {
        let (sameness, classes) = sameness(&self.cover.symmetries, self.up_to, both);
        let mut answer = self.answer(report, classes);
        if answer.stopped.is_some() {
            answer.sameness = Some(Sameness { other: None, ..sameness });
        } else {
            answer.sameness = Some(sameness);
        }
        answer
    }

    /// Whether symmetry may make the count shorter.
    pub(super) fn uses_symmetry(&self) -> bool {
        match self.symmetry {
            None => !self.literal,
            Some(Used::None) => false,
            Some(_) => !self.restricted,
        }
    }

    /// The restriction that makes counting shortest, by symmetries that are known or found.
    pub(super) fn best_restriction(&mut self) -> Result<Option<Restriction>, Failure> {
        let known = self.cover.symmetries.origin();
        let look = match self.symmetry {
            Some(Used::Found) => known != Origin::Found,
            Some(_) => false,
            None => known == Origin::Unknown,
        };
        if look && let Some(many) = self.find_symmetries()? {
            let steps = (QUICK * Automorphisms::STEPS_A_SECOND as f64) as u64;
            let steps = steps.max(many.order().bits() * 20 * self.cover.puzzle.total_size() as u64);
            self.order_of_group = many.order();
            return Ok(Restriction::best_found(&self.cover.puzzle, &many, steps));
        }
        self.order_of_group = self.cover.symmetries.order().into();
        Ok(Restriction::best(&self.cover, &self.run.control.budget))
    }

    /// Looks for symmetries as long as that pays. They are handed over if they are too many to list.
    fn find_symmetries(&mut self) -> Result<Option<Automorphisms>, Failure> {
        // A saved run must find the same ones when it goes on.
        let patient = self.run.is_saved() || self.symmetry == Some(Used::Found);
        let mut found = look(&self.cover, if patient { LONGEST } else { QUICK });
        if !found.is_complete() && !patient {
            let task = CoverTask::new(&self.cover, Want::Count);
            let choice = choose(&task, &self.ask.without, &self.control.budget)?;
            let expected = choice.expected.map_or(0.0, |(_, seconds)| seconds);
            let allowed = (SHARE * expected).min(LONGEST);
            if allowed > QUICK {
                found = look(&self.cover, allowed);
            }
        }
        self.reasons.push(told(&found));
        match Symmetries::found(&self.cover.puzzle, &found, most(&self.cover)) {
            Some(symmetries) => {
                self.cover.to_mut().symmetries = symmetries;
                Ok(None)
            }
            None => Ok(Some(found)),
        }
    }
}

/// What counts as the same, and how many classes that makes.
pub(super) fn sameness(
    symmetries: &Symmetries,
    up_to: UpTo,
    both: Option<Both>,
) -> (Sameness, Option<BigUint>) {
    let (all, turns) = (symmetries.order(), symmetries.turns());
    let (order, other_order) = match up_to {
        UpTo::Symmetry => (all, turns),
        UpTo::Turns => (turns, all),
    };
    let (classes, other) = match (both, up_to) {
        (None, _) => (None, None),
        (Some(both), UpTo::Symmetry) => (Some(both.symmetry), Some(both.turns)),
        (Some(both), UpTo::Turns) => (Some(both.turns), Some(both.symmetry)),
    };
    let other = other.filter(|_| all != turns).map(|classes| (classes, other_order.into()));
    (Sameness { up_to, origin: symmetries.origin(), order: order.into(), other }, classes)
}

/// Counts classes of symmetries that are too many to list: all solutions are kept, and those that a
/// generator carries to each other are alike.
pub(super) fn by_solutions(cover: &Cover, found: &Automorphisms, ask: &Ask, run: &Run) -> Answered {
    let order = found.order();
    if run.is_saved() {
        let message = format!(
            "this run cannot be saved: classes of {order} symmetries need all solutions in memory"
        );
        return Err(Failure::Declined(message));
    }
    let mut kept: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut keep = |solution: &[u32]| {
        let number = kept.len() as u32;
        kept.insert(solution.to_vec(), number);
        if kept.len() > KEPT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut answer = list::answer(cover, ask, run, Want::All, &mut keep)?;
    if answer.stopped == Some(StopReason::Satisfied) {
        let message = format!(
            "there are {order} symmetries, too many to list, and over {KEPT} solutions to compare"
        );
        return Err(Failure::Declined(message));
    }
    let mut parent: Vec<u32> = (0..kept.len() as u32).collect();
    let mut classes = parent.len();
    for generator in found.generators() {
        for (solution, &number) in &kept {
            let image = |n: &u32| {
                let e = cover.puzzle.find_number(*n).unwrap_or(EmbeddingId(*n));
                cover.puzzle.number(generator.embedding(e))
            };
            let mut image: Vec<u32> = solution.iter().map(image).collect();
            image.sort_unstable();
            // A search that was stopped has not found all images.
            let Some(&other) = kept.get(&image) else { continue };
            let (a, b) = (root(&mut parent, number), root(&mut parent, other));
            if a != b {
                parent[a.max(b) as usize] = a.min(b);
                classes -= 1;
            }
        }
    }
    answer.reasons.insert(0, told(found));
    answer.reasons.push("all solutions were kept, and generators applied to each".into());
    let (up_to, origin) = (UpTo::Symmetry, Origin::Found);
    answer.classes = answer.stopped.is_none().then(|| classes.into());
    answer.sameness = Some(Sameness { up_to, origin, order, other: None });
    Ok(answer)
}

fn root(parent: &mut [u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        let above = parent[parent[i as usize] as usize];
        parent[i as usize] = above;
        i = above;
    }
    i
}
