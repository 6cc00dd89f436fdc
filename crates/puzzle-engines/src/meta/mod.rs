//! The strategy: who answers a question, and how.
//!
//! [`answer`] is the one way from a question to its answer. Most forms need no more than `plain`:
//! candidates are tried in the order of the registry; each takes the question or hands it back with
//! its reason, and the reasons are kept. Forms for which there is more to decide (trials, symmetry,
//! preprocessing, division) have a folder here. Whatever the way, a confirmation is a second answer
//! by an unlike engine, compared with the first.

mod confirm;
pub mod cover;
mod formula;
mod lines;
mod monotone;
mod plain;
mod space;

use puzzle_core::{
    Answered, Ask, Declined, Engine, Failure, Form, Problem, Run, Sink, Solve, Task, nearest,
};

use crate::saved;

pub use confirm::compare;

/// Answers a question about a problem. Nobody else may save to the same file meanwhile.
pub fn answer(problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    let _lock = saved::lock(run)?;
    match problem {
        Problem::Cover(cover) => cover::answer(cover, ask, run, sink),
        Problem::Formula(formula) => formula::answer(problem, formula, ask, run, sink),
        Problem::Monotone(maps) => monotone::answer(problem, maps, ask, run, sink),
        Problem::Lines(_) => lines::answer(problem, ask, run, sink),
        Problem::Space(_) => space::answer(problem, ask, run, sink),
        _ => plain::answer(problem, ask, run, sink),
    }
}

/// The strategy, for those who may know no engine.
#[derive(Clone, Copy, Debug)]
pub struct Strategy;

impl Solve for Strategy {
    fn solve(&self, problem: &Problem, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
        answer(problem, ask, run, sink)
    }
}

/// The engine that was asked for by name, if one was.
pub(crate) fn named(form: Form, ask: &Ask) -> Result<Option<&'static dyn Engine>, Failure> {
    let Some(name) = ask.engine() else { return Ok(None) };
    if let Some(engine) = crate::find(form, name) {
        return Ok(Some(engine));
    }
    let hint = nearest::hint(name, crate::of_form(form).map(Engine::name));
    let form = form.name();
    Err(Failure::Usage(format!("there is no engine `{name}` for the form {form}: {hint}")))
}

/// The engines that may be chosen, best first: the one that was named, or all of the form.
pub(crate) fn candidates(form: Form, ask: &Ask) -> Result<Vec<&'static dyn Engine>, Failure> {
    if let Some(engine) = named(form, ask)? {
        return Ok(vec![engine]);
    }
    let allowed = |engine: &&'static dyn Engine| !ask.without.iter().any(|n| n == engine.name());
    Ok(crate::of_form(form).filter(allowed).collect())
}

/// Refuses a run that is to be saved or divided and cannot be.
pub(crate) fn refuse_unsaved(
    engine: &dyn Engine,
    task: &Task<'_>,
    run: &Run,
) -> Result<(), Failure> {
    let refuse =
        |done: &str, why: &Declined| Failure::Declined(format!("this run cannot be {done}: {why}"));
    if run.units.is_some() {
        engine.divides(task).map_err(|why| refuse("divided", &why))?;
    }
    match run.is_saved() {
        true => engine.saves(task).map_err(|why| refuse("saved", &why)),
        false => Ok(()),
    }
}
