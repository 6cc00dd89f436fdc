//! Engines of covers as the registry sees them: the questions of the common vocabulary that a single
//! search answers. What takes several searches is up to the strategy (`meta/cover`).

use std::ops::ControlFlow;

use puzzle_core::{
    Answered, Card, Cover, CoverEngine, CoverTask, Declined, EmbeddingId, Engine, Problem,
    Question, Run, Sink, Task, Want,
};

/// An engine of covers in the registry.
#[derive(Debug)]
pub struct OfCovers(pub &'static dyn CoverEngine);

/// The puzzle of a task.
fn cover<'a>(task: &Task<'a>) -> Result<&'a Cover, Declined> {
    match task.problem {
        Problem::Cover(cover) => Ok(cover),
        _ => Err(Declined("not a cover problem".into())),
    }
}

/// What the question wants of a search.
fn want(question: Question) -> Result<Want, Declined> {
    match question {
        Question::First => Ok(Want::First),
        Question::All => Ok(Want::All),
        Question::Count => Ok(Want::Count),
        other => Err(Declined(format!("a single search does not tell {}", other.about()))),
    }
}

impl Engine for OfCovers {
    fn card(&self) -> Card {
        self.0.card()
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        self.0.accepts(&CoverTask::new(cover(task)?, want(task.ask.question)?))
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let cover = cover(task)?;
        let mut numbers = Vec::new();
        let mut visit = |chosen: &[EmbeddingId]| -> ControlFlow<()> {
            numbers.clear();
            numbers.extend(chosen.iter().map(|&e| cover.puzzle.number(e)));
            sink.solution(&numbers)
        };
        let search = CoverTask::new(cover, want(task.ask.question)?);
        Ok(self.0.run(&search, &mut visit, &run.control)?.into())
    }

    fn cover(&self) -> Option<&'static dyn CoverEngine> {
        Some(self.0)
    }
}
