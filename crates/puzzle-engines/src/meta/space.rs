//! Spaces: where the asker wants a search to begin names the engine.

use puzzle_core::{Answered, Ask, Engine, Problem, Run, Sink};

use super::plain;
use crate::space::{BothEnds, BreadthFirst};

/// Answers a question about a space.
pub(crate) fn answer(problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    let engine = match (ask.choices.has("both-ends"), ask.choices.has("one-end")) {
        (true, _) => BothEnds.name(),
        (_, true) => BreadthFirst.name(),
        _ => return plain::answer(problem, ask, run, sink),
    };
    let named = Ask { engine: Some(ask.engine().unwrap_or(engine).into()), ..ask.clone() };
    plain::answer(problem, &named, run, sink)
}
