//! Making parts: the children of a subtree, weighted by random descents.

use puzzle_core::{AbstractPuzzle, Demand, EmbeddingId, Residual, Subtree};

use crate::cover::estimate;

/// Random descents per part.
const DESCENTS: u32 = 20;
/// The most parts made in advance.
const PARTS: usize = 2000;
/// Parts estimated larger than this, in nodes, are split in advance.
const LARGE: f64 = 1_000_000.0;

/// Divides the whole search into parts of moderate size, as far as estimates tell; their weights
/// add up to 1.
pub fn divide(puzzle: &AbstractPuzzle) -> Vec<Subtree> {
    // The weight is the estimated number of nodes for now.
    let mut parts = vec![weighted(puzzle, Vec::new())];
    let mut at = 0;
    while at < parts.len() && parts.len() < PARTS {
        if parts[at].weight > LARGE {
            let children = children(puzzle, &parts[at].chosen);
            parts.splice(at..=at, children);
        } else {
            at += 1;
        }
    }
    let total: f64 = parts.iter().map(|part| part.weight).sum();
    let even = 1.0 / parts.len().max(1) as f64;
    for part in &mut parts {
        let share = part.weight / total;
        part.weight = if total.is_finite() && share.is_finite() { share } else { even };
    }
    parts
}

/// The parts of a subtree; they share its weight.
pub(super) fn split(puzzle: &AbstractPuzzle, subtree: &Subtree) -> Vec<Subtree> {
    let mut parts = children(puzzle, &subtree.chosen);
    let total: f64 = parts.iter().map(|part| part.weight).sum();
    let even = 1.0 / parts.len().max(1) as f64;
    for part in &mut parts {
        let share = part.weight / total;
        part.weight = subtree.weight * if share.is_finite() { share } else { even };
    }
    parts
}

/// One child for each way to cover the aspect with the fewest embeddings left.
fn children(puzzle: &AbstractPuzzle, chosen: &[EmbeddingId]) -> Vec<Subtree> {
    let Residual::Puzzle(rest, ids) = puzzle.residual(chosen) else { return Vec::new() };
    let covering = rest.covering();
    let must = |a: &puzzle_core::AspectId| rest.aspect(*a).demand == Demand::One;
    let least = rest.aspect_ids().filter(must).min_by_key(|a| covering[a.index()].len());
    let Some(least) = least else { return Vec::new() };
    let child = |e: &EmbeddingId| {
        let mut extended = chosen.to_vec();
        extended.push(ids[e.index()]);
        weighted(puzzle, extended)
    };
    covering[least.index()].iter().map(child).collect()
}

/// A subtree weighted by its estimated number of nodes.
fn weighted(puzzle: &AbstractPuzzle, chosen: Vec<EmbeddingId>) -> Subtree {
    let weight = match puzzle.residual(&chosen) {
        Residual::Puzzle(rest, _) => estimate::dynamic(&rest, DESCENTS),
        Residual::Solved | Residual::Hopeless => 1.0,
    };
    Subtree { weight, chosen }
}
