//! One solution, quickly: a short search before the puzzle is preprocessed or estimated.
//!
//! Most puzzles that are not very hard show a solution within some thousand nodes, which takes less
//! time than any preparation. If it does not, little is lost. An asker who names an engine, an order,
//! a seed or preprocessing is taken literally: no attempt then.

use std::ops::ControlFlow;

use puzzle_core::{Budget, Control, EmbeddingId, Progress, Question, StopReason, Task};
use puzzle_engines::meta::{self, QUICK_NODES};

use crate::division::Output;
use crate::{Answer, Failure, Options, Preprocess, Puzzle};

/// How a short search went.
pub(crate) enum Quick {
    /// It was not for this question.
    Untried,
    /// It was not long enough.
    GaveUp(String),
    /// There is a solution, or none, or the asker's limits were reached.
    Answered(Box<Answer>),
}

impl Puzzle {
    /// Looks for one solution within a few nodes.
    pub(crate) fn quickly(
        &self,
        options: &Options,
        output: &mut dyn Output,
    ) -> Result<Quick, Failure> {
        let named = options.engine.as_deref().is_some_and(|name| name != "auto");
        let literal = named || options.order.is_some() || options.seed.is_some();
        let budget = &options.control.budget;
        // A limit that is as short is for the engine that is chosen with care.
        let short = budget.nodes.is_some_and(|nodes| nodes <= QUICK_NODES);
        if literal || short || options.preprocess != Preprocess::Auto {
            return Ok(Quick::Untried);
        }
        let plain = Options { preprocess: Preprocess::No, ..options.clone() };
        let mut prepared = self.prepare(&plain, Question::First)?;
        let problem = prepared.problem.clone();
        let task = Task { problem: &problem, question: Question::First, order: None };
        let engine = meta::quick(&task).filter(|_| prepared.impossible.is_none());
        let Some(engine) = engine else { return Ok(Quick::Untried) };
        let mut found = None;
        let mut visit = |chosen: &[EmbeddingId]| {
            found = Some(chosen.to_vec());
            ControlFlow::Break(())
        };
        // What it publishes must not stand in the way of what may come after.
        let budget = Budget { nodes: Some(QUICK_NODES), ..budget.clone() };
        let control = Control { budget, progress: Progress::default() };
        let report = engine.run(&task, &mut visit, &control)?;
        if report.stopped == Some(StopReason::NodeLimit) {
            let reason = format!("{} found nothing within {} nodes", engine.name(), report.nodes);
            return Ok(Quick::GaveUp(reason));
        }
        let found_one = found.is_some();
        if let Some(chosen) = found {
            let puzzle = &prepared.cover().puzzle;
            let mut numbers: Vec<u32> = chosen.iter().map(|&e| puzzle.number(e)).collect();
            numbers.sort_unstable();
            let _ = output.solution(&numbers);
        }
        let ended = "a short search, before anything else, was enough";
        prepared.engine = Some(engine);
        prepared.reasons.push(format!("{} takes it: {ended}", engine.name()));
        options.control.progress.publish(report.nodes, u64::from(found_one));
        Ok(Quick::Answered(Box::new(prepared.answer(report, None))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn first(name: &str, options: &Options) -> (Answer, usize) {
        let puzzle = Puzzle::named(name).unwrap();
        let mut found = 0;
        let visit = |_: &[u32]| {
            found += 1;
            ControlFlow::Break(())
        };
        let answer = puzzle.search(options, Question::First, visit).unwrap();
        (answer, found)
    }

    #[test]
    fn a_solution_near_at_hand_needs_no_preparation() {
        let (answer, found) = first("macmahon-4x6", &Options::default());
        assert_eq!((found, answer.solutions), (1, 1_u32.into()));
        assert!(answer.nodes <= QUICK_NODES, "{}", answer.nodes);
        assert!(answer.reasons[0].contains("a short search"), "{:?}", answer.reasons);
        assert_eq!(answer.reasons.len(), 1);
    }

    #[test]
    fn an_asker_who_wants_preprocessing_gets_it() {
        let options = Options { preprocess: Preprocess::Yes, ..Options::default() };
        let (answer, found) = first("queens-cover-8", &options);
        assert_eq!(found, 1);
        assert!(answer.reasons[0].starts_with("preprocessing removed"), "{:?}", answer.reasons);
    }

    #[test]
    fn a_short_search_that_gives_up_is_told_and_the_chosen_engine_goes_on() {
        let budget = Budget { nodes: Some(QUICK_NODES + 5000), ..Budget::default() };
        let control = Arc::new(Control { budget, progress: Progress::default() });
        let (answer, found) = first("hollow-pyramid", &Options { control, ..Options::default() });
        assert_eq!((found, answer.stopped), (0, Some(StopReason::NodeLimit)));
        assert!(answer.reasons[0].contains("found nothing within 20000 nodes"));
        assert_eq!(answer.engine, "restarts");
    }
}
