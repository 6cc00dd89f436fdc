//! Whom to ask a second time: an engine unlike the first, so that both are unlikely to be wrong in
//! the same way.
//!
//! Engines are of four kinds: dynamic ones choose the aspect as they go, fixed ones follow an order,
//! counting ones never visit a solution, and `reference` is the definition. A second opinion comes
//! from another kind where one can give it in reasonable time.

use puzzle_core::{AbstractPuzzle, CoverEngine, CoverTask, Declined, Kind, Order, Want};

use super::engines;
use crate::cover::{Bitsets, Cells, Demands, Native, Reference, Vm, Zdd, estimate};

/// The kind of the engine of that name, if there is one.
fn kind(name: &str) -> Option<Kind> {
    engines().find(|engine| engine.name() == name).map(CoverEngine::kind)
}

/// Random descents for an estimate of a dynamic tree, nodes abreast in a sweep of a static one.
const DESCENTS: u32 = 200;
const ABREAST: usize = 128;
/// A search of more nodes than this is no confirmation that anybody waits for.
const LONG: f64 = 1e10;
/// Compiled code may visit this many times the nodes of a dynamic engine: a node costs it less.
const CHEAPER: f64 = 20.0;

/// The engine to confirm a count by the engine `first`, and why it is this one. If there is no
/// other, it is the same one, to be asked in another order.
pub(super) fn unlike(
    first: &str,
    task: &CoverTask<'_>,
) -> Result<(&'static dyn CoverEngine, String), Declined> {
    let cover = task.cover;
    let order = Order::least_growing_footprint(&cover.puzzle);
    let visiting = CoverTask { want: Want::All, ..*task };
    let takes = |engine: &'static dyn CoverEngine| {
        (engine.name() != first && engine.accepts(&visiting).is_ok()).then_some(engine)
    };
    // The sets of the one, the lists of the other and the counters of the third have nothing in common.
    let dynamic = takes(&Bitsets).or_else(|| takes(&Cells)).or_else(|| takes(&Demands));
    let fixed = takes(&Native).or_else(|| takes(&Vm));
    let dynamic_nodes = size(&cover.puzzle, |puzzle| estimate::dynamic(puzzle, DESCENTS));
    let fixed_nodes = size(&cover.puzzle, |puzzle| estimate::fixed(puzzle, &order, ABREAST));
    let quick = fixed.filter(|_| fixed_nodes < (CHEAPER * dynamic_nodes).min(100.0 * LONG));
    let chosen = match kind(first) {
        Some(Kind::Dynamic) => quick.or(dynamic).or(fixed),
        Some(Kind::Fixed) => dynamic.or(fixed),
        Some(Kind::Counting) => quick
            .filter(|_| fixed_nodes < LONG)
            .or(dynamic.filter(|_| dynamic_nodes < LONG))
            .or_else(|| takes(if first == "zdd" { &Cells } else { &Zdd })),
        _ => dynamic.or(fixed),
    };
    let engine = chosen.unwrap_or(&Reference);
    if let Err(Declined(reason)) = engine.accepts(task) {
        return Err(Declined(format!(
            "nobody can confirm it: {} declines: {reason}",
            engine.name()
        )));
    }
    let reason = match engine.name() == first {
        true => format!("{first} again, in another order: no other engine takes this puzzle"),
        false => format!("{} is unlike {first}: {}", engine.name(), engine.about()),
    };
    Ok((engine, reason))
}

/// An estimate where one can be made.
fn size(puzzle: &AbstractPuzzle, nodes: impl Fn(&AbstractPuzzle) -> f64) -> f64 {
    if puzzle.is_simple() { nodes(puzzle) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Cover;
    use puzzle_testkit::{Feature, bijection, random_puzzle, strip};

    fn second(first: &str, puzzle: AbstractPuzzle) -> &'static str {
        let problem = Cover::plain(puzzle);
        let task = CoverTask { cover: &problem, want: Want::Count, order: None };
        unlike(first, &task).unwrap().0.name()
    }

    #[test]
    fn the_second_opinion_comes_from_another_kind_of_engine() {
        for first in ["bitsets", "cells", "native", "vm", "dp", "zdd", "reference", "none"] {
            for puzzle in [bijection(5), strip(9)] {
                let second = second(first, puzzle);
                assert_ne!(second, first);
                assert!(kind(second) != kind(first), "{first} {second}");
            }
        }
        // Nobody lists 10^83 tilings to confirm their number.
        assert_eq!(second("dp", strip(400)), "zdd");
    }

    #[test]
    fn bags_and_colours_are_counted_again_by_sets_or_by_counters() {
        let bags = (0..50).map(|seed| random_puzzle(seed, Feature::Bags));
        for puzzle in bags.filter(|puzzle| !puzzle.is_simple()).take(5) {
            assert_eq!(second("reference", puzzle.clone()), "bitsets");
            assert_eq!(second("bitsets", puzzle), "demands");
        }
        assert_eq!(second("bitsets", bijection(3)), second("bitsets", bijection(4)));
    }
}
