//! Ours: every engine of the registry, and the chooser as `auto`.
//!
//! A new engine appears here by itself. Engines are asked to enumerate, not to count, so that they
//! visit every solution as the peers do; one that can only count declines.

use std::hint::black_box;
use std::ops::ControlFlow;

use puzzle_core::{Budget, Control, CoverEngine, CoverTask, EmbeddingId, Form, Want};
use puzzle_engines::meta::cover::choose;

use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

/// Too slow to stand in every table.
const SLOW: &[&str] = &["reference", "local-cutoff"];

/// All our programs.
pub(crate) fn programs() -> Vec<Box<dyn Program>> {
    let mut programs: Vec<Box<dyn Program>> =
        engines().map(|engine| Box::new(One(engine)) as Box<dyn Program>).collect();
    programs.push(Box::new(Auto));
    programs
}

/// Our engines of covers.
pub(crate) fn engines() -> impl Iterator<Item = &'static dyn CoverEngine> {
    puzzle_engines::of_form(Form::Cover).filter_map(puzzle_core::Engine::cover)
}

/// The names of our engines, without the chooser.
pub(crate) fn names() -> Vec<&'static str> {
    engines().map(CoverEngine::name).collect()
}

/// One engine.
struct One(&'static dyn CoverEngine);

impl Program for One {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn is_slow(&self) -> bool {
        SLOW.contains(&self.0.name())
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let task = task(instance);
        self.0.accepts(&task).map_err(|declined| declined.0)?;
        Ok(Box::new(move || enumerate(self.0, &task)))
    }
}

/// Whichever engine the chooser takes; the choice is part of what is timed.
struct Auto;

impl Program for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let task = task(instance);
        choose(&task, &[], &Budget::default()).map_err(|declined| declined.0)?;
        Ok(Box::new(move || {
            let choice = choose(&task, &[], &Budget::default()).map_err(|declined| declined.0)?;
            let engine = choice.engine;
            let remark = Some(format!("chooses {}", engine.name()));
            Ok(Found { remark, ..enumerate(engine, &task)? })
        }))
    }
}

fn task(instance: &Instance) -> CoverTask<'_> {
    CoverTask::new(&instance.cover, Want::All)
}

fn enumerate(engine: &dyn CoverEngine, task: &CoverTask<'_>) -> Result<Found, String> {
    let mut visited = 0_u64;
    let mut sink = |chosen: &[EmbeddingId]| {
        black_box(chosen);
        visited += 1;
        ControlFlow::Continue(())
    };
    let report = engine.run(task, &mut sink, &Control::default()).map_err(|declined| declined.0)?;
    if let Some(reason) = report.stopped {
        return Err(format!("stopped: {reason}"));
    }
    if report.solutions != visited.into() {
        return Err(format!("reports {} solutions but shows {visited}", report.solutions));
    }
    Ok(Found { solutions: Some(visited), nodes: Some(report.nodes), remark: None })
}
