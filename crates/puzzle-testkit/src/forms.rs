//! What engines of every form must do: agree with the slow reference, keep to limits, stop when the
//! sink has enough; and what the strategy must do: give the same answer without any one of them.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use puzzle_core::{
    Answer, Ask, BigUint, Control, Engine, Failure, Ignore, Problem, Question, Run, Solve,
    StopReason, Task,
};

/// Whether a list of numbers is a solution, from the definition.
pub type Check<'a> = &'a dyn Fn(&[u32]) -> Result<(), String>;

/// What an engine answers, with all it handed over; `None` if it declines or gives up.
fn asked(
    engine: &dyn Engine,
    problem: &Problem,
    question: Question,
    run: &Run,
    enough: usize,
) -> Option<(Answer, Vec<Vec<u32>>)> {
    let ask = Ask::new(question).by(engine.name());
    let task = Task { problem, ask: &ask };
    engine.accepts(&task).ok()?;
    let mut found = Vec::new();
    let mut sink = |solution: &[u32]| {
        found.push(solution.to_vec());
        if found.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match engine.run(&task, &mut sink, run) {
        Ok(answer) => Some((answer, found)),
        Err(Failure::Declined(_)) => None,
        Err(failure) => panic!("{}: {failure}", engine.name()),
    }
}

/// Every engine that takes a question answers it as the reference does: the same figures, and
/// solutions that are different ones.
pub fn agrees_with_the_reference(
    engines: impl Iterator<Item = &'static dyn Engine>,
    problem: &Problem,
    check: Check<'_>,
) {
    let engines: Vec<_> = engines.collect();
    let run = Run { threads: Some(1), ..Run::default() };
    let ask = |engine: &dyn Engine, question| asked(engine, problem, question, &run, usize::MAX);
    let reference = engines.iter().find(|engine| engine.name() == "reference").expect("there is");
    let (all, _) = ask(*reference, Question::Count).expect("the reference takes small problems");
    for engine in engines.iter().copied() {
        let name = engine.name();
        for question in [Question::Count, Question::Classes, Question::All, Question::First] {
            let Some((answer, found)) = ask(engine, question) else { continue };
            for solution in &found {
                assert_eq!(check(solution), Ok(()), "{name} {problem:?} {solution:?}");
            }
            if question == Question::First {
                let some = all.solutions > BigUint::ZERO;
                assert_eq!(found.len(), usize::from(some), "{name} {problem:?}");
                let stopped = some.then_some(StopReason::Satisfied);
                assert_eq!(answer.stopped, stopped, "{name} {problem:?}");
                continue;
            }
            assert_eq!(answer.stopped, None, "{name} {problem:?}");
            assert_eq!(answer.solutions, all.solutions, "{name} {question:?} {problem:?}");
            assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "{name}");
            if question == Question::Classes {
                let expected = ask(*reference, question).and_then(|(answer, _)| answer.classes);
                assert_eq!(answer.classes, expected, "{name} {problem:?}");
            }
        }
    }
}

/// A node limit and an interrupt end a run with their reason.
pub fn obeys_the_budget(engine: &dyn Engine, problem: &Problem, question: Question) {
    let name = engine.name();
    let stopped = |control: Control| {
        let run = Run { threads: Some(1), ..Run::default() }.under(control);
        let (answer, _) = asked(engine, problem, question, &run, usize::MAX).expect("it takes it");
        answer.stopped
    };
    let mut control = Control::default();
    control.budget.nodes = Some(100);
    assert_eq!(stopped(control), Some(StopReason::NodeLimit), "{name} {question:?}");
    let control = Control::default();
    control.budget.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(stopped(control), Some(StopReason::Interrupted), "{name} {question:?}");
}

/// A sink that has enough ends the search; the problem must have more than three solutions.
pub fn stops_with_a_full_sink(engine: &dyn Engine, problem: &Problem) {
    let run = Run::default();
    let Some((answer, found)) = asked(engine, problem, Question::All, &run, 3) else { return };
    assert_eq!(
        (found.len(), answer.stopped),
        (3, Some(StopReason::Satisfied)),
        "{}",
        engine.name()
    );
}

/// The strategy answers alike with each engine switched off in turn.
pub fn agrees_without_each(
    engines: impl Iterator<Item = &'static dyn Engine>,
    solve: &dyn Solve,
    problem: &Problem,
    question: Question,
) {
    let run = Run { threads: Some(1), ..Run::default() };
    let figures = |ask: &Ask| {
        let answer = solve.solve(problem, ask, &run, &mut Ignore).expect("it is answered");
        assert!(!ask.without.contains(&answer.engine), "{} is switched off", answer.engine);
        (answer.solutions, answer.classes, answer.stopped)
    };
    let all = figures(&Ask::new(question));
    for engine in engines {
        let without = vec![engine.name().to_owned()];
        let answer = figures(&Ask { without, ..Ask::new(question) });
        assert_eq!(answer, all, "{question:?} without {} {problem:?}", engine.name());
    }
}
