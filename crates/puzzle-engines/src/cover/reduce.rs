//! Preprocessing: embeddings that no solution has, found before the search.
//!
//! The chief rule is that of Knuth's DLX-PRE: an embedding that would leave some aspect with fewer
//! ways than it needs *blocks* that aspect and goes. Embeddings that an aspect cannot do without are
//! *forced*; everything that excludes them blocks that aspect, so they need no rule of their own and
//! are only reported. If a single solution is wanted, an embedding is also *dominated* by one that
//! serves the same aspects and is in the way of no more; for counting and listing that would be
//! wrong, so it is asked for.
//!
//! The rules are repeated until nothing changes or the steps are used up: what was removed so far
//! is right in any case.

use puzzle_core::{AbstractPuzzle, AspectId, Budget, Colour, Demand, EmbeddingId};
use rustc_hash::FxHashMap;

/// Why an embedding was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// It would leave this aspect with too few embeddings.
    Blocks(AspectId),
    /// This embedding serves the same aspects and is in the way of no more.
    Dominated(EmbeddingId),
}

/// What preprocessing found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// The embeddings that go, with the reason, in the order of removal.
    pub removed: Vec<(EmbeddingId, Removed)>,
    /// The embeddings that every solution has.
    pub forced: Vec<EmbeddingId>,
    /// An aspect that can no longer get what it needs: there is no solution.
    pub hopeless: Option<AspectId>,
}

/// Applies the rules within about so many steps and the limits of a budget; `one` allows those that
/// keep one solution but not all.
pub fn reduce(puzzle: &AbstractPuzzle, one: bool, steps: u64, budget: &Budget) -> Reduction {
    let mut reducer = Reducer::new(puzzle, steps, budget);
    loop {
        let before = reducer.found.removed.len();
        if one {
            reducer.remove_dominated();
        }
        reducer.remove_blocking();
        let done = reducer.found.removed.len() == before || reducer.steps == 0;
        if done || reducer.found.hopeless.is_some() {
            break;
        }
    }
    reducer.list_forced();
    reducer.found
}

struct Reducer<'a> {
    puzzle: &'a AbstractPuzzle,
    covering: Vec<Vec<EmbeddingId>>,
    alive: Vec<bool>,
    steps: u64,
    budget: &'a Budget,
    /// Steps since the last look at the budget.
    unseen: u64,
    found: Reduction,
}

/// Steps between two looks at the budget.
const LOOK: u64 = 1 << 20;

impl<'a> Reducer<'a> {
    fn new(puzzle: &'a AbstractPuzzle, steps: u64, budget: &'a Budget) -> Self {
        let (covering, alive) = (puzzle.covering(), vec![true; puzzle.embedding_count()]);
        Reducer { puzzle, covering, alive, steps, budget, unseen: 0, found: Reduction::default() }
    }

    /// Takes so many steps; at a limit none are left.
    fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
        self.unseen += steps;
        if self.unseen >= LOOK {
            self.unseen = 0;
            if self.budget.check(0).is_some() {
                self.steps = 0;
            }
        }
    }

    fn remove(&mut self, e: EmbeddingId, why: Removed) {
        self.alive[e.index()] = false;
        self.found.removed.push((e, why));
    }

    fn remove_blocking(&mut self) {
        let mut hits = vec![0_u32; self.puzzle.embedding_count()];
        let mut seen = vec![u32::MAX; self.puzzle.embedding_count()];
        for a in self.puzzle.aspect_ids() {
            let least = self.puzzle.aspect(a).demand.min() as usize;
            if least == 0 {
                continue;
            }
            let alive = &self.alive;
            self.covering[a.index()].retain(|e| alive[e.index()]);
            let list = self.covering[a.index()].clone();
            if list.len() < least {
                self.found.hopeless = Some(a);
                return;
            }
            let touched = self.count_hits(&list, &mut hits, &mut seen);
            for e in touched {
                let left = list.len() - hits[e.index()] as usize;
                hits[e.index()] = 0;
                seen[e.index()] = u32::MAX;
                // An embedding over the aspect counts for itself.
                if left < least && self.steps > 0 {
                    self.remove(e, Removed::Blocks(a));
                }
            }
            if self.steps == 0 {
                return;
            }
        }
    }

    /// How many members of the list each embedding excludes, for those that exclude any; a member
    /// does not exclude itself.
    fn count_hits(
        &mut self,
        list: &[EmbeddingId],
        hits: &mut [u32],
        seen: &mut [u32],
    ) -> Vec<EmbeddingId> {
        let mut touched = Vec::new();
        for &f in list {
            for &b in self.puzzle.embedding(f) {
                let demand = self.puzzle.aspect(b).demand;
                if demand.max() > 1 && demand != Demand::Coloured {
                    continue;
                }
                self.spend(self.covering[b.index()].len() as u64);
                if self.steps == 0 {
                    return touched;
                }
                for &e in &self.covering[b.index()] {
                    let counted = seen[e.index()] == f.0;
                    if counted || e == f || !self.alive[e.index()] || !self.puzzle.excludes(e, f) {
                        continue;
                    }
                    if hits[e.index()] == 0 {
                        touched.push(e);
                    }
                    seen[e.index()] = f.0;
                    hits[e.index()] += 1;
                }
            }
        }
        touched
    }

    fn remove_dominated(&mut self) {
        let mut groups: FxHashMap<Vec<AspectId>, Vec<EmbeddingId>> = FxHashMap::default();
        let living = self.puzzle.embedding_ids().filter(|e| self.alive[e.index()]);
        for e in living {
            let touched = self.puzzle.embedding(e).iter().copied();
            let served: Vec<AspectId> = touched.filter(|&a| !self.is_secondary(a)).collect();
            // Two embeddings over an aspect covered once cannot be in one solution, so that
            // the one can stand in for the other.
            if served.iter().any(|&a| self.puzzle.aspect(a).demand == Demand::One) {
                groups.entry(served).or_default().push(e);
            }
        }
        let mut groups: Vec<Vec<EmbeddingId>> = groups.into_values().collect();
        groups.sort_unstable();
        for group in groups {
            for &e in &group {
                let better = group.iter().copied().find(|&f| {
                    self.spend(1);
                    self.steps > 0 && self.alive[f.index()] && f != e && self.dominates(f, e)
                });
                if let Some(f) = better {
                    self.remove(e, Removed::Dominated(f));
                }
            }
        }
    }

    fn is_secondary(&self, a: AspectId) -> bool {
        matches!(self.puzzle.aspect(a).demand, Demand::AtMostOne | Demand::Coloured)
    }

    /// Whether `f`, which serves the same aspects, touches no other secondary aspects than `e`, in
    /// the same colours, and costs no more.
    fn dominates(&self, f: EmbeddingId, e: EmbeddingId) -> bool {
        let mine: Vec<(AspectId, Option<Colour>)> = self.puzzle.touches(e).collect();
        self.puzzle.cost(f) <= self.puzzle.cost(e)
            && self.puzzle.touches(f).all(|touch| mine.contains(&touch))
    }

    fn list_forced(&mut self) {
        for a in self.puzzle.aspect_ids() {
            let least = self.puzzle.aspect(a).demand.min() as usize;
            let living = self.covering[a.index()].iter().filter(|e| self.alive[e.index()]);
            let living: Vec<EmbeddingId> = living.copied().collect();
            if living.len() == least && self.found.hopeless.is_none() {
                self.found.forced.extend(living);
            }
        }
        self.found.forced.sort_unstable();
        self.found.forced.dedup();
    }
}
