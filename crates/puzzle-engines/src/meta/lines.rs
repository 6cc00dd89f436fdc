//! Counting nonograms: the first few solutions one by one, and if there are more, what probing leaves
//! by dynamic programming, or one by one again if that takes too much memory. A puzzle that is hard to
//! solve but has few solutions is no case for dynamic programming.

use puzzle_core::{
    Answer, Answered, Ask, Engine, Failure, Form, Ignore, Problem, Question, Run, Sink, StopReason,
    Task,
};

use super::plain::{self, filled};
use super::{candidates, confirm, refuse_unsaved};

/// So many solutions are counted one by one before other ways are tried.
const FEW: u64 = 100;

/// Answers a question, and confirms it if that is asked.
pub(crate) fn answer(problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    let allowed = candidates(Form::Lines, ask)?;
    let find = |name: &str| allowed.iter().copied().find(|engine| engine.name() == name);
    let undecided = ask.question == Question::Count && ask.most()?.is_none();
    let (Some(search), Some(frontier), true) = (find("lines"), find("frontier"), undecided) else {
        return plain::answer(problem, ask, run, sink);
    };
    let task = Task { problem, ask };
    if ask.confirm {
        confirm::second(&task, search)?;
    }
    refuse_unsaved(search, &task, run)?;
    let (mut answer, engine) = count(&task, search, frontier, run)?;
    confirm::attach(&mut answer, ask, |_| confirm::again(&task, engine, run))?;
    Ok(answer)
}

fn count(
    task: &Task<'_>,
    search: &'static dyn Engine,
    frontier: &'static dyn Engine,
    run: &Run,
) -> Result<(Answer, &'static dyn Engine), Failure> {
    let few = Ask { limit: Some(FEW), ..task.ask.clone() };
    let first = search.run(&Task { ask: &few, ..*task }, &mut Ignore, run)?;
    let mut reasons = vec![format!("{} takes it: {}", search.name(), search.about())];
    if first.stopped != Some(StopReason::Satisfied) {
        return Ok((filled(first, search, reasons), search));
    }
    reasons.push(format!("there are at least {FEW} solutions, so {} takes over", frontier.name()));
    let mut all = frontier.run(task, &mut Ignore, &run.unsaved())?;
    if let (Problem::Lines(puzzle), true) = (task.problem, all.is_complete()) {
        crate::lines::finish_count(puzzle, run, &all)?;
    }
    if all.stopped.is_some() {
        // A sum that is not complete says nothing; what was found one by one does.
        all.solutions = all.solutions.max(first.solutions);
    }
    if all.stopped != Some(StopReason::MemoryLimit) {
        reasons.push(frontier.about().into());
        return Ok((filled(all, frontier, reasons), frontier));
    }
    reasons.push(format!("{} gave up: it would take too much memory", frontier.name()));
    let all = search.run(task, &mut Ignore, run)?;
    Ok((filled(all, search, reasons), search))
}
