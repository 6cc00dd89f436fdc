//! Counting again by an unlike engine, without symmetry, and comparing.

use puzzle_core::{Cover, Order, Question, Report, Task};
use puzzle_engines::confirm::unlike;

use crate::classes::{Classes, count_fixed, count_with};
use crate::{Answer, Failure, Options, Puzzle};

impl Puzzle {
    /// Repeats a complete count with an engine unlike the first one and without the symmetry that
    /// the first one may have used. [`Failure::Disagreement`] if the figures differ. The answer may
    /// be incomplete: then nothing is confirmed.
    pub fn confirm(&self, options: &Options, first: &Answer) -> Result<Answer, Failure> {
        let plain = Options { checkpoint: None, resume: None, engine: None, ..options.clone() };
        let mut prepared = self.prepare(&plain, Question::Count)?;
        let task = Task {
            problem: &prepared.problem,
            question: Question::Count,
            order: prepared.order.as_ref(),
        };
        let (engine, reason) = unlike(&first.engine, &task)?;
        prepared.engine = Some(engine);
        prepared.reasons = vec![format!("confirmed: {reason}")];
        // The last resort is the same engine in another order.
        if engine.name() == first.engine && prepared.order.is_none() {
            let order = Order::least_growing_footprint(&prepared.cover().puzzle);
            prepared.order = Some(order);
        }
        prepared.literal = true;
        let second = match &first.classes {
            None => prepared.sum(&plain, false)?,
            Some(_) => {
                let control = prepared.control.clone();
                let visited = !["dp", "zdd"].contains(&first.engine.as_str());
                let mut count = |cover: &Cover| count_with(engine, cover, &control);
                // Whoever visited is confirmed by fixed solutions, and the other way about.
                let found = match visited || engine.name() == "zdd" {
                    true => count_fixed(prepared.cover(), &control, &mut count)?,
                    false => None,
                };
                match found {
                    Some(Classes { solutions, classes, nodes, stopped }) => {
                        prepared.answer(Report { solutions, nodes, stopped }, classes)
                    }
                    None => prepared.sum(&plain, true)?,
                }
            }
        };
        compare(first, second)
    }
}

/// The second answer, if it agrees with the first or is incomplete.
pub(crate) fn compare(first: &Answer, second: Answer) -> Result<Answer, Failure> {
    let agree = (&first.solutions, &first.classes) == (&second.solutions, &second.classes);
    if second.stopped.is_some() || agree {
        return Ok(second);
    }
    let figures = |answer: &Answer| {
        let classes = answer.classes.as_ref();
        let classes = classes.map_or(String::new(), |n| format!(" ({n} up to symmetry)"));
        format!("{} counts {}{classes}", answer.engine, answer.solutions)
    };
    let message = format!(
        "two engines disagree: {}, but {}; please report it with the puzzle",
        figures(first),
        figures(&second)
    );
    Err(Failure::Disagreement(message))
}
