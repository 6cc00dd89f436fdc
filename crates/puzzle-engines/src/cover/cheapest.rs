//! The k cheapest solutions, and how many cost no more than a bound: branch and bound.
//!
//! As Knuth's DLX5 does, every aspect that is covered a fixed number of times is *taxed*: as much as
//! the cheapest of its embeddings can bear is moved from all its embeddings to the aspect. All
//! solutions pay the same taxes, so only the net costs, which stay non-negative, tell them apart,
//! and they do so early. A branch is cut as soon as its net costs exceed the k-th best so far, or
//! some aspect has no embedding that can still be paid for (`demands::search`).
//!
//! Solutions of equal cost come in the order of their embeddings' numbers; which of several dearest
//! ones are among the k is left to the search.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use puzzle_core::{AbstractPuzzle, BigUint, Control, EmbeddingId, Report};

use super::demands::search::{Search, Visit};
use super::demands::state::State;

/// Solutions with their costs, cheapest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The cost and the embeddings of each, the latter sorted.
    pub solutions: Vec<(u64, Vec<EmbeddingId>)>,
    /// How the search went; its `solutions` are those listed.
    pub report: Report,
}

/// The `keep` cheapest solutions of at most `most`; fewer if there are fewer.
pub fn cheapest(
    puzzle: &AbstractPuzzle,
    keep: usize,
    most: Option<u64>,
    control: &Control,
) -> Ranked {
    let Some(net) = Net::new(puzzle, most) else { return Ranked::default() };
    let mut best: BinaryHeap<(u64, Vec<EmbeddingId>)> = BinaryHeap::new();
    let mut visit = |chosen: &[EmbeddingId], cost: u64| {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        best.push((cost, chosen));
        if best.len() > keep {
            best.pop();
        }
        match best.peek() {
            // Only what is strictly cheaper is worth while now.
            Some((0, _)) if best.len() == keep => ControlFlow::Break(()),
            Some((dearest, _)) if best.len() == keep => ControlFlow::Continue(dearest - 1),
            _ => ControlFlow::Continue(net.limit),
        }
    };
    let mut report = net.search(puzzle, control, &mut visit);
    let mut solutions = best.into_sorted_vec();
    for (cost, _) in &mut solutions {
        *cost += net.taxes;
    }
    report.solutions = BigUint::from(solutions.len());
    // Nothing beats a cost of zero: that search is complete.
    if report.stopped == Some(puzzle_core::StopReason::Satisfied) {
        report.stopped = None;
    }
    Ranked { solutions, report }
}

/// How many solutions cost at most `most`.
pub fn count_up_to(puzzle: &AbstractPuzzle, most: u64, control: &Control) -> Report {
    let Some(net) = Net::new(puzzle, Some(most)) else { return Ranked::default().report };
    let mut visit = |_: &[EmbeddingId], _| ControlFlow::Continue(net.limit);
    net.search(puzzle, control, &mut visit)
}

impl Default for Ranked {
    fn default() -> Self {
        let report = Report { solutions: BigUint::ZERO, nodes: 0, stopped: None };
        Ranked { solutions: Vec::new(), report }
    }
}

/// Costs after taxes.
struct Net {
    costs: Vec<u64>,
    /// What every solution pays.
    taxes: u64,
    /// What the net costs of a solution may be.
    limit: u64,
}

impl Net {
    /// `None` if the taxes alone exceed the bound.
    fn new(puzzle: &AbstractPuzzle, most: Option<u64>) -> Option<Self> {
        let mut costs: Vec<u64> = puzzle.embedding_ids().map(|e| puzzle.cost(e)).collect();
        let mut taxes = 0_u64;
        for (aspect, list) in puzzle.aspects().iter().zip(puzzle.covering()) {
            let times = aspect.demand.min();
            let tax = list.iter().map(|e| costs[e.index()]).min().unwrap_or(0);
            // More than there are embeddings cannot be asked for; that shows soon enough.
            if times != aspect.demand.max() || tax == 0 || times as usize > list.len() {
                continue;
            }
            for e in list {
                costs[e.index()] -= tax;
            }
            taxes += tax * u64::from(times);
        }
        let limit = most.unwrap_or(u64::MAX).checked_sub(taxes)?;
        Some(Net { costs, taxes, limit })
    }

    fn search(&self, puzzle: &AbstractPuzzle, control: &Control, visit: Visit<'_>) -> Report {
        let state = State::new(puzzle, |e| self.costs[e as usize]);
        Search::new(state, &self.costs, self.limit, control).run(visit)
    }
}
