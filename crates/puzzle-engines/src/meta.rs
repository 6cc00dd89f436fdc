//! Chooses an engine for a task, and says why. It never searches.
//!
//! Candidates are tried in the order of the registry; each takes the task or hands it back with
//! its reason, and the reasons are kept for `--explain`. Where both a dynamic engine and a static one
//! would take a task, random descents estimate both trees: the static one visits more nodes, but
//! each costs far less.

use puzzle_core::{Declined, Engine, Problem, Question, Task};

use crate::ENGINES;
use crate::cover::plan::Plan;
use crate::cover::{Bitsets, Dp, Local, dp, estimate};

/// What a node costs, in nanoseconds, measured on pentominoes in two and three dimensions, Meteor
/// and dominoes: a dynamic one grows with the words of all sets, a static one with the candidates,
/// up to a bound, since near aspects rule most of them out.
const DYNAMIC_NODE: (f64, f64) = (20.0, 0.5);
const STATIC_NODE: (f64, f64) = (5.0, 0.75);
const STATIC_MOST: f64 = 25.0;
/// Random descents: many for the static tree, whose descents are cheap and vary more.
const DYNAMIC_DESCENTS: u32 = 60;
const STATIC_DESCENTS: u32 = 600;

/// The static engine that is compared.
static LOCAL: Local = Local { cutoff: false };

/// Dynamic programming on trial: if the states collapse this many are plenty, and if they do not,
/// little is lost.
static TRIAL: Dp = Dp { states: 200_000 };
/// A trial is made only where covered sets fit one word: wider windows seldom collapse.
const TRIAL_WINDOW: u32 = 64;

/// Puzzles with a larger total size are not estimated: it would take longer than it helps.
const TOO_LARGE: usize = 200_000;

/// An engine worth a trial before the choice proper: it counts at once or gives up soon, with
/// "memory limit".
pub fn trial(task: &Task<'_>) -> Option<&'static dyn Engine> {
    let Problem::Cover(cover) = task.problem else { return None };
    if cover.puzzle.total_size() > TOO_LARGE {
        return None;
    }
    TRIAL.accepts(task).ok()?;
    (dp::narrowest(cover).1 <= TRIAL_WINDOW).then_some(&TRIAL)
}

/// The chosen engine and how the choice went.
#[derive(Clone)]
pub struct Choice {
    /// Who takes the task.
    pub engine: &'static dyn Engine,
    /// How many nodes it will visit, as far as was estimated.
    pub nodes: Option<f64>,
    /// One line for each step of the choice.
    pub reasons: Vec<String>,
}

/// Chooses an engine.
pub fn choose(task: &Task<'_>) -> Result<Choice, Declined> {
    if let Some(choice) = compare(task) {
        return Ok(choice);
    }
    let mut reasons = Vec::new();
    for &engine in ENGINES {
        match engine.accepts(task) {
            Ok(()) => {
                reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
                return Ok(Choice { engine, nodes: None, reasons });
            }
            Err(Declined(reason)) => reasons.push(format!("{} declines: {reason}", engine.name())),
        }
    }
    Err(Declined(reasons.join("; ")))
}

/// Compares the dynamic engine with the static one, where both would visit every solution.
fn compare(task: &Task<'_>) -> Option<Choice> {
    let Problem::Cover(cover) = task.problem else { return None };
    let puzzle = &cover.puzzle;
    let exhaustive = task.question != Question::First;
    let both = Bitsets.accepts(task).is_ok() && LOCAL.accepts(task).is_ok();
    if !exhaustive || !both || puzzle.total_size() > TOO_LARGE {
        return None;
    }
    let aspects = puzzle.aspects().len() as f64;
    let branching = puzzle.embedding_count() as f64 / aspects;
    let plan = Plan::best(cover, STATIC_DESCENTS);
    let fixed = plan.nodes;
    let dynamic = estimate::dynamic(puzzle, DYNAMIC_DESCENTS);
    let words = puzzle.total_size() as f64 / 64.0 + aspects / 2.0;
    let slow = dynamic * (DYNAMIC_NODE.0 + DYNAMIC_NODE.1 * words);
    let fast = fixed * (STATIC_NODE.0 + STATIC_NODE.1 * branching).min(STATIC_MOST);
    let engine: &'static dyn Engine = if fast < slow { &LOCAL } else { &Bitsets };
    let nodes = if fast < slow { fixed } else { dynamic };
    let line = |name: &str, nodes: f64, time: f64| {
        format!("{name}: about {nodes:.2e} nodes, {:.2} s", time / 1e9)
    };
    let reasons = vec![
        line("bitsets, least-fit-first", dynamic, slow),
        line(&format!("local, {}", plan.name), fixed, fast),
        format!("{} takes it: {}", engine.name(), engine.about()),
    ];
    Some(Choice { engine, nodes: Some(nodes), reasons })
}
