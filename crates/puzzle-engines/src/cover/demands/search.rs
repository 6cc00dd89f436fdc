//! The search loop for every demand, with costs or without.
//!
//! At each node the aspect that still lacks something and leaves the fewest ways is served in all
//! ways; with `need` embeddings still owed and `live` at hand there are live - need + 1 ways to
//! begin, as in Knuth's Algorithm M. In a bag an embedding that was tried is out for the
//! branches that follow, which keeps {e, f} and {f, e} from being found twice. When no aspect lacks anything the
//! partial solution is a solution, and so may be its extensions by embeddings that are still free.
//!
//! Costs: the visitor says how much a solution may cost at most. Embeddings that would exceed it do
//! not count as ways. The lists are in ascending order of cost, so the counting stops early.

use std::ops::ControlFlow;

use puzzle_core::{AspectId, Control, EmbeddingId, Report, StopReason};

use super::state::State;
use crate::cover::handing::ended;

/// Receives solutions, each with its cost; says what the next ones may cost at most, or breaks.
pub(in crate::cover) type Visit<'a> =
    &'a mut dyn FnMut(&[EmbeddingId], u64) -> ControlFlow<(), u64>;

/// A node on the current path: what is tried here.
struct Level {
    /// The aspect served; `None` extends a solution.
    aspect: Option<AspectId>,
    ways: Vec<u32>,
    next: usize,
    /// How many of the first ways were tried.
    tried: usize,
    /// Whether a later branch could choose what was tried: then it is out for those that follow.
    again: bool,
}

pub(in crate::cover) struct Search<'a> {
    state: State<'a>,
    /// Aspects that must be covered.
    primary: Vec<AspectId>,
    /// What each embedding costs; empty if nothing does.
    costs: &'a [u64],
    control: &'a Control,
    /// What the chosen embeddings cost, and what a solution may cost.
    spent: u64,
    limit: u64,
    solutions: u64,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(in crate::cover) fn new(
        state: State<'a>,
        costs: &'a [u64],
        limit: u64,
        control: &'a Control,
    ) -> Self {
        let puzzle = state.puzzle;
        let primary = puzzle.aspect_ids().filter(|&a| puzzle.aspect(a).demand.min() > 0).collect();
        Search { state, primary, costs, control, spent: 0, limit, solutions: 0, nodes: 0 }
    }

    pub(in crate::cover) fn run(mut self, visit: Visit<'_>) -> Report {
        let stopped = self.walk(visit).break_value();
        ended(self.control, self.solutions, self.nodes, stopped)
    }

    fn walk(&mut self, visit: Visit<'_>) -> ControlFlow<StopReason> {
        let mut path = Vec::new();
        path.extend(self.enter(visit)?);
        while let Some(level) = path.last_mut() {
            if level.next > level.tried {
                let e = self.state.take_back();
                self.spent -= self.cost(e);
                if level.again {
                    self.state.forbid(e);
                }
                level.tried += 1;
            }
            if let Some(&e) = level.ways.get(level.next).filter(|_| self.hopeful(level)) {
                level.next += 1;
                self.state.choose(e);
                self.spent += self.cost(e);
                if self.nodes.is_multiple_of(1024) && self.control.progress.is_watched() {
                    self.control.progress.publish_fraction(fraction(&path));
                }
                path.extend(self.enter(visit)?);
                continue;
            }
            if level.again {
                level.ways[..level.tried].iter().for_each(|&e| self.state.allow(e));
            }
            path.pop();
        }
        ControlFlow::Continue(())
    }

    /// Whether the next way of a level can still lead anywhere.
    fn hopeful(&self, level: &Level) -> bool {
        let affordable = level.ways.get(level.next).is_some_and(|&e| self.affords(e));
        let enough = |a| self.state.live(a) >= self.state.need(a);
        affordable && level.aspect.is_none_or(enough)
    }

    /// Visits a node: reports a solution, and says what to try below it, if anything.
    fn enter(&mut self, visit: Visit<'_>) -> ControlFlow<StopReason, Option<Level>> {
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.control.progress.publish(self.nodes, self.solutions);
        }
        let aspect = match self.scarcest() {
            Some((_, 0)) => return ControlFlow::Continue(None),
            Some((aspect, _)) => Some(aspect),
            None => {
                self.report(visit)?;
                None
            }
        };
        let ways: Vec<u32> = match aspect {
            Some(a) => self.ways(a).collect(),
            None if self.state.free() == 0 => return ControlFlow::Continue(None),
            None => {
                let all = 0..self.state.puzzle.embedding_count() as u32;
                let mut free: Vec<u32> = all.filter(|&e| self.state.is_live(e)).collect();
                free.sort_by_key(|&e| self.cost(e));
                free
            }
        };
        let again = aspect.is_none_or(|a| self.state.puzzle.aspect(a).demand.max() > 1);
        ControlFlow::Continue(Some(Level { aspect, ways, next: 0, tried: 0, again }))
    }

    fn report(&mut self, visit: Visit<'_>) -> ControlFlow<StopReason> {
        if self.spent > self.limit {
            return ControlFlow::Continue(());
        }
        self.solutions += 1;
        match visit(&self.state.chosen, self.spent) {
            ControlFlow::Continue(limit) => {
                self.limit = limit;
                ControlFlow::Continue(())
            }
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Satisfied),
        }
    }

    /// The aspect that lacks something and leaves the fewest ways to begin, with their number.
    fn scarcest(&self) -> Option<(AspectId, usize)> {
        let mut best: Option<(AspectId, usize)> = None;
        for &a in &self.primary {
            let need = self.state.need(a) as usize;
            if need == 0 {
                continue;
            }
            // More than the best so far need not be counted.
            let most = best.map_or(usize::MAX, |(_, degree)| degree.saturating_add(need - 1));
            let ways = match self.costs.is_empty() {
                true => self.state.live(a) as usize,
                false => self.ways(a).take(most).count(),
            };
            let degree = (ways + 1).saturating_sub(need);
            if best.is_none_or(|(_, least)| degree < least) {
                best = Some((a, degree));
                if degree == 0 {
                    break;
                }
            }
        }
        best
    }

    /// The embeddings that can serve an aspect and can be paid for.
    fn ways(&self, a: AspectId) -> impl Iterator<Item = u32> + '_ {
        let listed = self.state.covering[a.index()].iter().map(|&(e, _)| e);
        listed.take_while(|&e| self.affords(e)).filter(|&e| self.state.is_live(e))
    }

    fn affords(&self, e: u32) -> bool {
        self.spent.saturating_add(self.cost(e)) <= self.limit
    }

    fn cost(&self, e: u32) -> u64 {
        self.costs.get(e as usize).copied().unwrap_or(0)
    }
}

/// How much of the tree lies before the current path, if all ways of a level weigh the same.
fn fraction(path: &[Level]) -> f64 {
    let (mut done, mut share) = (0.0, 1.0);
    for level in path {
        let ways = level.ways.len().max(1) as f64;
        done += share * level.tried as f64 / ways;
        share /= ways;
    }
    done
}
