//! A second opinion: the same question to an unlike engine, and the two answers compared.

use puzzle_core::{Answer, Answered, Ask, Engine, Failure, Ignore, Run, Task};

use super::plain::{filled, stopped};

/// The engine to ask a second time: of another kind if one takes the task, else any other.
pub(crate) fn second(task: &Task<'_>, first: &dyn Engine) -> Result<&'static dyn Engine, Failure> {
    let ask = Ask { engine: None, ..task.ask.clone() };
    let task = Task { ask: &ask, ..*task };
    let others = || {
        let other = |engine: &&'static dyn Engine| engine.name() != first.name();
        crate::of_form(task.problem.form()).filter(other).filter(|e| e.accepts(&task).is_ok())
    };
    let unlike = others().find(|engine| engine.kind() != first.kind());
    unlike.or_else(|| others().next()).ok_or_else(|| {
        let what = task.ask.question.about();
        Failure::Declined(format!("there is only one way here to tell {what}: it is not confirmed"))
    })
}

/// The second answer.
pub(crate) fn again(task: &Task<'_>, first: &dyn Engine, run: &Run) -> Answered {
    let engine = second(task, first)?;
    let ask = Ask { engine: Some(engine.name().into()), confirm: false, ..task.ask.clone() };
    let task = Task { ask: &ask, ..*task };
    let answer = match engine.run(&task, &mut Ignore, &run.unsaved()) {
        // What the first engine found stands, unconfirmed.
        Err(Failure::Stopped(reason)) => stopped(reason, run),
        answer => answer?,
    };
    let reason = format!("{} is unlike {}: {}", engine.name(), first.name(), engine.about());
    Ok(filled(answer, engine, vec![reason]))
}

/// Asks again if a confirmation is wanted of a complete answer, compares, and keeps the second answer
/// with the first.
pub(crate) fn attach(
    first: &mut Answer,
    ask: &Ask,
    again: impl FnOnce(&Answer) -> Answered,
) -> Result<(), Failure> {
    if !ask.confirm || !first.is_complete() {
        return Ok(());
    }
    let second = compare(first, again(first)?)?;
    first.reasons.extend(second.reasons.iter().map(|reason| format!("confirmed: {reason}")));
    first.confirmed = Some(Box::new(second));
    Ok(())
}

/// The second answer, if it agrees with the first or is incomplete.
pub fn compare(first: &Answer, second: Answer) -> Answered {
    let figures = |answer: &Answer| (answer.solutions.clone(), answer.classes.clone());
    let agree = figures(first) == figures(&second) && first.distance == second.distance;
    if second.stopped.is_some() || agree {
        return Ok(second);
    }
    let told = |answer: &Answer| {
        let classes = answer.classes.as_ref();
        let classes = classes.map_or(String::new(), |n| format!(" ({n} up to symmetry)"));
        format!("{} counts {}{classes}", answer.engine, answer.solutions)
    };
    Err(Failure::Disagreement(format!(
        "two engines disagree: {}, but {}; please report it with the puzzle",
        told(first),
        told(&second)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_differ_are_a_disagreement_unless_the_second_search_was_stopped() {
        let counted = |n: u32| Answer { solutions: n.into(), ..Answer::default() };
        assert!(compare(&counted(3), counted(3)).is_ok());
        assert!(matches!(compare(&counted(3), counted(4)), Err(Failure::Disagreement(_))));
        let stopped = Some(puzzle_core::StopReason::TimeLimit);
        assert!(compare(&counted(3), Answer { stopped, ..counted(1) }).is_ok());
        let classes = Answer { classes: Some(1_u32.into()), ..counted(3) };
        assert!(matches!(compare(&classes, counted(3)), Err(Failure::Disagreement(_))));
    }
}
