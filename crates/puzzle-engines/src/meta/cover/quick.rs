//! One solution, quickly: a short search before the puzzle is preprocessed or estimated.
//!
//! Most puzzles that are not very hard show a solution within some thousand nodes, which takes less
//! time than any preparation. If it does not, little is lost. An asker who names an engine, an order,
//! a seed or preprocessing is taken literally: no attempt then.

use std::ops::ControlFlow;

use puzzle_core::{
    Answer, Ask, Budget, Control, Cover, CoverTask, EmbeddingId, Failure, Progress, Run, Sink,
    StopReason, Want,
};

use super::choose::{QUICK_NODES, quick};
use super::numbers;

/// How a short search went.
pub(super) enum Quick {
    /// It was not for this question.
    Untried,
    /// It was not long enough.
    GaveUp(String),
    /// There is a solution, or none, or the asker's limits were reached.
    Answered(Box<Answer>),
}

/// Looks for one solution within a few nodes.
pub(super) fn quickly(
    cover: &Cover,
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Result<Quick, Failure> {
    let chosen = ["order", "seed", "cutoff", "preprocess", "prices"];
    let literal = ask.engine().is_some() || chosen.iter().any(|name| ask.choices.has(name));
    let budget = &run.control.budget;
    // A limit that is as short is for the engine that is chosen with care.
    let short = budget.nodes.is_some_and(|nodes| nodes <= QUICK_NODES);
    if literal || short {
        return Ok(Quick::Untried);
    }
    let task = CoverTask::new(cover, Want::First);
    let Some(engine) = quick(&task, &ask.without) else { return Ok(Quick::Untried) };
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
    run.control.progress.publish(report.nodes, u64::from(found.is_some()));
    if let Some(chosen) = found {
        let _ = sink.solution(&numbers(cover, &chosen));
    }
    let ended = "a short search, before anything else, was enough";
    Ok(Quick::Answered(Box::new(Answer {
        engine: engine.name().into(),
        order: engine.own_order().into(),
        reasons: vec![format!("{} takes it: {ended}", engine.name())],
        ..report.into()
    })))
}
