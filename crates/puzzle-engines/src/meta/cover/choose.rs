//! Chooses an engine for a task, and says why. It never searches.
//!
//! Candidates are tried in the order of the registry; each takes the task or hands it back with
//! its reason, and the reasons are kept for `--explain`. Where both a dynamic engine and a static one
//! would take a task, random samples estimate both trees: the static one visits more nodes, but
//! each costs far less. Other demands than exactly and at most once have no static engine to compare; the
//! dynamic one is weighed all the same, for its threads, its prices and its progress. Where one solution is asked for and the tree is beyond all hope, `restarts`
//! looks for it.
//!
//! Before the choice proper two short attempts may settle the matter: dynamic programming for a count
//! ([`trial`]), a search of a few nodes for one solution ([`quick`]). Both give up soon.

use puzzle_core::{AbstractPuzzle, Budget, CoverEngine, CoverTask, Declined, Order, Want};

use super::engines;
use crate::cover::plan::Plan;
use crate::cover::{Bitsets, Dp, Local, Native, Restarts, dp, sweeps};

/// What a node costs, in nanoseconds, measured on pentominoes in two and three dimensions, Meteor
/// and dominoes: a dynamic one grows with the words of all sets, a static one with the candidates,
/// up to a bound, since near aspects rule most of them out. (Of the nodes of a static tree, which is
/// what sweeps count, `local` visits about half.)
const DYNAMIC_NODE: (f64, f64) = (20.0, 0.5);
const STATIC_NODE: (f64, f64) = (4.0, 0.4);
const STATIC_MOST: f64 = 14.0;
/// Where the static engine takes so many times as long in the footprint's order, no other way to go
/// about it is looked at.
const FAR_OFF: f64 = 8.0;
/// Nodes abreast in the sweep that estimates the dynamic tree.
pub(super) const ABREAST: usize = 128;
/// A tree of so many nodes is hopeless: a day. A sweep tells; ten random descents said so of the
/// Hollow Pyramid only by luck.
const HOPELESS: f64 = 1e12;

/// The static engine that is compared.
static LOCAL: Local = Local { cutoff: false };
/// Where there are at most so many embeddings for each aspect, as with dominoes, there is nothing to
/// look up nearby, and machine code is the faster static engine (six times on 8x8 dominoes).
const FEW_EMBEDDINGS: f64 = 2.0;

/// Dynamic programming on trial: if the states collapse this many are plenty, and if they do not,
/// little is lost.
static TRIAL: Dp = Dp { states: 100_000, trial: true };

/// A first solution is often found within so many nodes, some milliseconds: less than it takes to
/// preprocess or to estimate a puzzle.
pub(super) const QUICK_NODES: u64 = 20_000;

/// A count of so few nodes takes less time than any preparation: most sudokus are counted so.
pub(super) const QUICK_COUNT: u64 = 1_000;

/// Puzzles with a larger total size are not estimated: it would take longer than it helps.
const TOO_LARGE: usize = 200_000;

/// An engine worth a trial before the choice proper, and its order: it counts at once or gives up
/// soon, with "memory limit".
pub(super) fn trial(task: &CoverTask<'_>) -> Option<(&'static dyn CoverEngine, Order)> {
    let cover = task.cover;
    if cover.puzzle.total_size() > TOO_LARGE {
        return None;
    }
    Some((&TRIAL, dp::planned(task).ok()?))
}

/// An engine that may search for some nodes before the choice proper: one that looks ahead at nothing.
pub(super) fn quick(task: &CoverTask<'_>, without: &[String]) -> Option<&'static dyn CoverEngine> {
    let cover = task.cover;
    if cover.puzzle.total_size() > TOO_LARGE {
        return None;
    }
    allowed(without).find(|engine| engine.accepts(task).is_ok())
}

/// The chosen engine and how the choice went.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Who takes the task.
    pub engine: &'static dyn CoverEngine,
    /// How many nodes it will visit and how many seconds that takes, as far as was estimated.
    pub expected: Option<(f64, f64)>,
    /// The order that was found best for it on the way, so that it need not look again.
    pub order: Option<Order>,
    /// One line for each step of the choice.
    pub reasons: Vec<String>,
}

/// The engines that may be chosen.
fn allowed(without: &[String]) -> impl Iterator<Item = &'static dyn CoverEngine> {
    engines().filter(|engine| !without.iter().any(|name| name == engine.name()))
}

/// Chooses an engine, but none of those `without`. Estimates end when the budget does.
pub fn choose(
    task: &CoverTask<'_>,
    without: &[String],
    budget: &Budget,
) -> Result<Choice, Declined> {
    let may = |engine: &dyn CoverEngine| !without.iter().any(|name| name == engine.name());
    if may(&Bitsets)
        && may(&LOCAL)
        && let Some(choice) = compare(task, may(&Native), budget)
    {
        return Ok(choice);
    }
    if may(&Restarts::DEFAULT)
        && let Some(choice) = gamble(task, budget)
    {
        return Ok(choice);
    }
    let mut reasons = Vec::new();
    for engine in allowed(without) {
        match engine.accepts(task) {
            Ok(()) => {
                reasons.push(format!("{} takes it: {}", engine.name(), engine.about()));
                return Ok(Choice { engine, expected: None, order: None, reasons });
            }
            Err(Declined(reason)) => reasons.push(format!("{} declines: {reason}", engine.name())),
        }
    }
    Err(Declined(reasons.join("; ")))
}

/// What a node of the dynamic engine costs, in nanoseconds.
pub(super) fn dynamic_node(puzzle: &AbstractPuzzle) -> f64 {
    let words = puzzle.total_size() as f64 / 64.0 + puzzle.aspects().len() as f64 / 2.0;
    DYNAMIC_NODE.0 + DYNAMIC_NODE.1 * words
}

/// Compares the dynamic engine with the static one, where both would visit every solution.
fn compare(task: &CoverTask<'_>, native: bool, budget: &Budget) -> Option<Choice> {
    let cover = task.cover;
    let puzzle = &cover.puzzle;
    let exhaustive = task.want != Want::First;
    let taken = exhaustive && Bitsets.accepts(task).is_ok();
    if !taken || puzzle.total_size() > TOO_LARGE {
        return None;
    }
    if LOCAL.accepts(task).is_err() {
        return alone(puzzle, budget);
    }
    let branching = puzzle.embedding_count() as f64 / puzzle.aspects().len() as f64;
    let static_node = (STATIC_NODE.0 + STATIC_NODE.1 * branching).min(STATIC_MOST);
    let node = dynamic_node(puzzle);
    let dynamic = sweeps::nodes(puzzle, ABREAST, budget)?;
    let slow = dynamic * node;
    let plan = Plan::best(cover, slow * FAR_OFF / static_node);
    let fixed = plan.nodes(cover);
    let fast = fixed * static_node;
    let native = native && branching <= FEW_EMBEDDINGS && Native.accepts(task).is_ok();
    let fixed_engine: &'static dyn CoverEngine = if native { &Native } else { &LOCAL };
    let engine: &'static dyn CoverEngine = if fast < slow { fixed_engine } else { &Bitsets };
    let (nodes, time) = if fast < slow { (fixed, fast) } else { (dynamic, slow) };
    let reasons = vec![
        line("bitsets, least-fit-first", dynamic, slow),
        line(&format!("{}, {}", fixed_engine.name(), plan.name), fixed, fast),
        format!("{} takes it: {}", engine.name(), engine.about()),
    ];
    // One part is an order; several are many times shorter to plan than to search.
    let whole = fast < slow && plan.parts.len() == 1;
    let order = whole.then(|| plan.parts[0].order.clone());
    Some(Choice { engine, expected: Some((nodes, time / 1e9)), order, reasons })
}

/// What is expected of an engine, in words.
fn line(name: &str, nodes: f64, time: f64) -> String {
    let seconds = time / 1e9;
    match seconds < 1e6 {
        true => format!("{name}: about {nodes:.2e} nodes, {seconds:.2} s"),
        false => format!("{name}: about {nodes:.2e} nodes, {seconds:.0e} s"),
    }
}

/// The dynamic engine, where the static one declines.
fn alone(puzzle: &AbstractPuzzle, budget: &Budget) -> Option<Choice> {
    let nodes = sweeps::nodes(puzzle, ABREAST, budget)?;
    let time = nodes * dynamic_node(puzzle);
    let engine: &'static dyn CoverEngine = &Bitsets;
    let reasons = vec![
        line("bitsets, least-fit-first", nodes, time),
        format!("{} takes it: {}", engine.name(), engine.about()),
    ];
    Some(Choice { engine, expected: Some((nodes, time / 1e9)), order: None, reasons })
}

/// Takes `restarts` where one solution is asked for and no search would come to its end.
fn gamble(task: &CoverTask<'_>, budget: &Budget) -> Option<Choice> {
    let cover = task.cover;
    let engine: &'static dyn CoverEngine = &Restarts::DEFAULT;
    let first = task.want == Want::First && engine.accepts(task).is_ok();
    if !first || cover.puzzle.total_size() > TOO_LARGE {
        return None;
    }
    let nodes = sweeps::nodes(&cover.puzzle, ABREAST, budget)?;
    let reasons = vec![
        format!("least-fit-first: about {nodes:.2e} nodes, too many to search them in turn"),
        format!("{} takes it: {}", engine.name(), engine.about()),
    ];
    (nodes > HOPELESS).then_some(Choice { engine, expected: None, order: None, reasons })
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Cover;
    use puzzle_testkit::bijection;

    #[test]
    fn one_solution_of_a_hopeless_puzzle_is_left_to_luck() {
        let chosen = |n, question| {
            let problem = Cover::plain(bijection(n));
            let choice = choose(
                &CoverTask { cover: &problem, want: question, order: None },
                &[],
                &Budget::default(),
            )
            .unwrap();
            (choice.engine.name(), choice.reasons.join("; "))
        };
        // 15! is 1.3e12.
        assert_eq!(chosen(12, Want::First).0, "bitsets");
        let (engine, reasons) = chosen(15, Want::First);
        assert_eq!(engine, "restarts");
        assert!(reasons.contains("e12 nodes, too many"), "{reasons}");
        assert_ne!(chosen(15, Want::Count).0, "restarts");
    }
}
