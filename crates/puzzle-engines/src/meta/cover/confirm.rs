//! Counting again by an unlike engine, without symmetry and without prices.

use std::borrow::Cow;

use puzzle_core::{
    Answer, Answered, Ask, Cover, CoverTask, Failure, Kind, Order, Question, Run, Want,
};

use super::classes::{count_fixed, count_with};
use super::engines;
use super::prepare::Prepared;
use super::symmetric::{self, Classified};
use super::unlike::unlike;

/// Repeats a complete count with an engine unlike the first one and without the symmetry that
/// the first one may have used. The answer may be incomplete: then nothing is confirmed.
pub(super) fn again(cover: &Cover, ask: &Ask, run: &Run, first: &Answer) -> Answered {
    let counted = matches!(ask.question, Question::Count | Question::Classes);
    if !counted || ["max-cost", "from-zdd"].iter().any(|name| ask.choices.has(name)) {
        return Err(Failure::Usage("only a plain count is confirmed by a second one".into()));
    }
    let mut plain = Ask { engine: None, ..ask.clone() };
    plain.choices.unset("prices");
    let run = run.unsaved();
    let classified = match ask.question {
        Question::Classes => symmetric::classified(cover, ask)?,
        _ => Classified::Listed(Cow::Borrowed(cover), Vec::new()),
    };
    let Classified::Listed(cover, _) = classified else {
        let message = "classes of so many symmetries are counted in one way only";
        return Err(Failure::Declined(message.into()));
    };
    let cover = &*cover;
    let mut prepared = Prepared::new(cover, &plain, &run, Want::Count)?;
    let order = prepared.order.clone();
    let task = CoverTask { cover: &prepared.cover, want: Want::Count, order: order.as_ref() };
    let (engine, reason) = unlike(&first.engine, &task)?;
    prepared.engine = Some(engine);
    prepared.reasons = vec![reason];
    // The last resort is the same engine in another order.
    if engine.name() == first.engine && prepared.order.is_none() {
        prepared.order = Some(Order::least_growing_footprint(&prepared.cover.puzzle));
    }
    prepared.literal = true;
    if first.classes.is_none() {
        return prepared.sum(false);
    }
    let control = prepared.control.clone();
    let by = engines().find(|engine| engine.name() == first.engine);
    let visited = by.is_none_or(|engine| engine.kind() != Kind::Counting);
    let mut count = |cover: &Cover| count_with(engine, cover, &control);
    // Whoever visited is confirmed by fixed solutions, and the other way about.
    let found = match visited || engine.kind() == Kind::Counting {
        true => count_fixed(&prepared.cover, &control, &mut count)?,
        false => None,
    };
    match found {
        Some(found) => Ok(prepared.answer_classes(found.report, found.classes)),
        None => prepared.sum(true),
    }
}
