//! The strategy of forms without one of their own: the first engine that takes the question answers
//! it; one that gives up hands over to the next.

use puzzle_core::{
    Answer, Answered, Ask, Declined, Engine, Failure, Problem, Run, Sink, StopReason, Task,
};

use super::{candidates, confirm, refuse_unsaved};

/// Answers a question, and confirms it if that is asked.
pub(crate) fn answer(problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    among(&Task { problem, ask }, &candidates(problem.form(), ask)?, run, sink)
}

/// The same with candidates in an order of the form's own.
pub(crate) fn among(
    task: &Task<'_>,
    candidates: &[&'static dyn Engine],
    run: &Run,
    sink: &mut dyn Sink,
) -> Answered {
    let (mut answer, engine) = first(task, candidates, run, sink)?;
    confirm::attach(&mut answer, task.ask, |_| confirm::again(task, engine, run))?;
    Ok(answer)
}

/// The answer of the first candidate that takes the task and does not give up.
pub(crate) fn first(
    task: &Task<'_>,
    candidates: &[&'static dyn Engine],
    run: &Run,
    sink: &mut dyn Sink,
) -> Result<(Answer, &'static dyn Engine), Failure> {
    let named = task.ask.engine().is_some();
    let (mut reasons, mut declined) = (Vec::new(), Vec::<String>::new());
    for &engine in candidates {
        let name = engine.name();
        if let Err(Declined(reason)) = engine.accepts(task) {
            if named {
                return Err(Failure::Declined(format!("engine {name} declines: {reason}")));
            }
            reasons.push(format!("{name} declines: {reason}"));
            // Several may decline for the same reason.
            if !declined.iter().any(|told| told.ends_with(&reason)) {
                declined.push(format!("{name} declines: {reason}"));
            }
            continue;
        }
        if task.ask.confirm {
            confirm::second(task, engine)?;
        }
        refuse_unsaved(engine, task, run)?;
        match engine.run(task, sink, run) {
            Ok(answer) => {
                let how = if named { "as requested" } else { engine.about() };
                reasons.push(format!("{name} takes it: {how}"));
                return Ok((filled(answer, engine, reasons), engine));
            }
            // A limit came before there was anything to tell.
            Err(Failure::Stopped(reason)) => {
                return Ok((filled(stopped(reason, run), engine, reasons), engine));
            }
            Err(Failure::Declined(reason)) if !named => {
                reasons.push(format!("{name} gave up: {reason}"));
                declined.push(format!("{name} gave up: {reason}"));
            }
            Err(failure) => return Err(failure),
        }
    }
    Err(Failure::Declined(match declined.is_empty() {
        true => format!("nobody can tell {}", task.ask.question.about()),
        false => declined.join("; "),
    }))
}

/// The answer of a run that was stopped before it could tell anything.
pub(crate) fn stopped(reason: StopReason, run: &Run) -> Answer {
    let (nodes, stopped) = (run.control.progress.nodes(), Some(reason));
    Answer { nodes, stopped, ..Answer::default() }
}

/// The answer with the names of whoever gave it, and the reasons in order.
pub(crate) fn filled(mut answer: Answer, engine: &dyn Engine, mut reasons: Vec<String>) -> Answer {
    if answer.engine.is_empty() {
        answer.engine = engine.name().into();
    }
    if answer.order.is_empty() {
        answer.order = engine.own_order().into();
    }
    reasons.append(&mut answer.reasons);
    answer.reasons = reasons;
    answer
}
