//! Which symmetries are used, and which count.
//!
//! A puzzle with a geometry brings its symmetries along. Where it has none (items and options,
//! Langford's pairs, a sudoku), they are looked for in the cover itself. For a count the search for
//! them must pay: it takes two milliseconds, or a twentieth of what the count is expected to take
//! without them, and a part of them is as sound as all. For classes all are needed.

use std::borrow::Cow;
use std::str::FromStr;

use puzzle_core::{
    Answer, Ask, Automorphisms, BigUint, Cover, CoverTask, Failure, Origin, Report, Restriction,
    Sameness, Symmetries, UpTo, Want,
};

use super::choose::choose;
use super::prepare::Prepared;

/// What a search for symmetries may take, in seconds: without any estimate, as a part of an estimate,
/// and at most.
const QUICK: f64 = 0.002;
const SHARE: f64 = 0.05;
const LONGEST: f64 = 2.0;
/// The most symmetries that are listed, and the most embeddings' images altogether: for classes, which
/// need the list, and a second of looking for them.
const MOST: usize = 10_000;
const IMAGES: usize = 20_000_000;
const IMAGES_A_SECOND: f64 = 100e6;

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
pub(super) fn told(found: &Automorphisms) -> String {
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

/// How many are listed at most, by the images that may be made.
fn most(cover: &Cover, images: usize) -> usize {
    MOST.min(images / cover.puzzle.embedding_count().max(1))
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
    let origin = cover.symmetries.origin();
    if origin.is_own() && wanted != Some(Used::Found) {
        if up_to == UpTo::Turns && origin == Origin::Graph {
            return refuse(
                "a graph does not tell turns from reflections: count up to all symmetries",
            );
        }
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
    match Symmetries::found(&cover.puzzle, &found, most(cover, IMAGES)) {
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
        if look && let Some((many, seconds)) = self.find_symmetries()? {
            self.order_of_group = many.order();
            let steps = seconds * Automorphisms::STEPS_A_SECOND as f64;
            return Ok(Restriction::best_found(&self.cover.puzzle, &many, steps as u64));
        }
        self.order_of_group = self.cover.symmetries.order().into();
        Ok(Restriction::best(&self.cover, &self.run.control.budget))
    }

    /// Looks for symmetries as long as that pays. They are handed over if they are too many to list, with
    /// the seconds that were allowed.
    fn find_symmetries(&mut self) -> Result<Option<(Automorphisms, f64)>, Failure> {
        // A saved run must find the same ones when it goes on.
        let patient = self.run.is_saved() || self.symmetry == Some(Used::Found);
        let mut allowed = if patient { LONGEST } else { QUICK };
        let mut found = look(&self.cover, allowed);
        if !found.is_complete() && !patient {
            let task = CoverTask::new(&self.cover, Want::Count);
            let choice = choose(&task, &self.ask.without, &self.control.budget)?;
            let expected = choice.expected.map_or(0.0, |(_, seconds)| seconds);
            let share = (SHARE * expected).min(LONGEST);
            if share > allowed {
                allowed = share;
                found = look(&self.cover, allowed);
            }
        }
        self.reasons.push(told(&found));
        let images = (allowed * IMAGES_A_SECOND) as usize;
        match Symmetries::found(&self.cover.puzzle, &found, most(&self.cover, images)) {
            Some(symmetries) => {
                self.cover.to_mut().symmetries = symmetries;
                Ok(None)
            }
            None => Ok(Some((found, allowed))),
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
