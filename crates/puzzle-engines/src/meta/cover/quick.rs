//! One solution, or a short count, quickly: a short search before the puzzle is preprocessed or estimated.
//!
//! Most puzzles that are not very hard show a solution within some thousand nodes, which takes less
//! time than any preparation. If it does not, little is lost. A count of some hundred nodes is done before
//! symmetries are found, orders compared and trees estimated. An asker who names an engine, an order,
//! a seed or preprocessing is taken literally: no attempt then.

use std::ops::ControlFlow;

use puzzle_core::{
    Answer, Ask, Budget, Control, Cover, CoverTask, Discard, EmbeddingId, Failure, Progress, Run,
    Sink, StopReason, Want,
};

use super::choose::{QUICK_COUNT, QUICK_NODES, quick};
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

/// Counts, if that takes a few nodes only. Runs that are saved, and counts about which more was said than the
/// question, go their way.
pub(super) fn count(cover: &Cover, ask: &Ask, run: &Run) -> Result<Option<Answer>, Failure> {
    let plain = ask.engine.is_none() && !ask.confirm && ask.choices.iter().next().is_none();
    let budget = &run.control.budget;
    if !plain || run.is_saved() || budget.nodes.is_some_and(|nodes| nodes <= QUICK_COUNT) {
        return Ok(None);
    }
    let task = CoverTask::new(cover, Want::Count);
    let Some(engine) = quick(&task, &ask.without) else { return Ok(None) };
    let budget = Budget { nodes: Some(QUICK_COUNT), ..budget.clone() };
    let control = Control { budget, progress: Progress::default() };
    let report = engine.run(&task, &mut Discard, &control)?;
    if report.stopped.is_some() {
        return Ok(None);
    }
    let ended = "a short search, before anything else, was enough";
    Ok(Some(Answer {
        engine: engine.name().into(),
        order: engine.own_order().into(),
        reasons: vec![format!("{} takes it: {ended}", engine.name())],
        ..report.into()
    }))
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
