//! The way in: the whole tree, or one subtree after the other.
//!
//! The rows of the whole puzzle are made once and serve every subtree. A subtree is the state that
//! its choice leads to, written down anew; what is learnt while it is searched is forgotten
//! afterwards, so that its nodes come in the same order whatever was searched before.

use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle_core::{
    AbstractPuzzle, BigUint, Budget, Control, Declined, EmbeddingId, Report, Searcher, StopReason,
    Subtree, Visitor,
};

use super::context::{Context, room_for_rows};
use super::instance::Instance;
use super::layout::COVERED;
use super::origin::Whole;
use super::probe::{choices, probe, weigh};
use super::search::{Buffers, least_lane, search_all, search_rest};

/// A puzzle of which parts are searched.
pub(crate) struct Parts {
    instance: Arc<Instance>,
    whole: Whole,
    /// The table of the whole puzzle.
    top: Buffers,
    /// Buffers not in use.
    spare: Vec<Buffers>,
    /// About how many bytes the states along a path take.
    states: usize,
    budget: Budget,
}

/// Where a choice leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reached {
    Dead,
    Solved,
    /// To the state in `top.extract`.
    Open,
}

impl Parts {
    /// Of a puzzle that the engine accepts; `None` if that is not so.
    pub(crate) fn of(puzzle: &AbstractPuzzle, budget: &Budget) -> Option<Self> {
        let accepted = puzzle.is_simple() && super::bytes_of_states(puzzle).is_ok();
        accepted.then(|| Self::new(puzzle, budget))
    }

    /// Of a puzzle that the engine accepts. Sweeps over it end when the budget does.
    pub(super) fn new(puzzle: &AbstractPuzzle, budget: &Budget) -> Self {
        let instance = Arc::new(Instance::of(puzzle));
        let mut top = Buffers::default();
        let sizes = instance.sizes();
        top.table.reset(sizes[..instance.aspects].iter().copied(), instance.rows());
        top.table.limit(room_for_rows(budget));
        top.table.reserve();
        top.aspects = (0..instance.aspects as u32).collect();
        let whole = Whole::new(instance.clone(), &top.table.layout);
        let states = super::bytes_of_states(puzzle).unwrap_or(usize::MAX);
        Parts { instance, whole, top, spare: Vec::new(), states, budget: budget.clone() }
    }

    /// Makes the choice of a subtree.
    fn reach(&mut self, subtree: &Subtree) -> Reached {
        let Parts { instance, whole, top, .. } = self;
        let Buffers { table, extract, .. } = top;
        let state = &mut extract.state;
        state.clear();
        state.resize(table.layout.groups, COVERED);
        table.layout.write_first(state);
        let mut covered = vec![false; instance.aspects + instance.optional];
        for &e in &subtree.chosen {
            // Only a damaged file chooses what overlaps.
            for &a in instance.embedding(e.index()) {
                if std::mem::replace(&mut covered[a as usize], true) {
                    return Reached::Dead;
                }
            }
            let (row, _) = table.row(e.0, whole);
            let words = state.as_flattened_mut().iter_mut();
            words.zip(row.as_flattened()).for_each(|(word, gone)| *word |= gone);
        }
        for e in &subtree.excluded {
            if subtree.chosen.contains(e) {
                return Reached::Dead;
            }
            for &a in instance.embedding(e.index()) {
                let Some(&lane) = table.layout.lanes.get(a as usize) else { continue };
                let list = table.list(a as usize, whole);
                let place = (0..lane.members).find(|place| table.listed(list + place) == e.0);
                let bit = 32 * lane.start + place.expect("it is listed where it belongs");
                state.as_flattened_mut()[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        extract.kept.clear();
        for (number, lane) in (0..).zip(&table.layout.lanes) {
            if lane.is_covered(state) {
                continue;
            }
            if lane.left(state) == 0 {
                return Reached::Dead;
            }
            extract.kept.push(number);
        }
        if extract.kept.is_empty() { Reached::Solved } else { Reached::Open }
    }

    /// The embeddings over the least aspect, in the state that was reached.
    fn choices(&mut self) -> Vec<u32> {
        let Buffers { table, extract, .. } = &mut self.top;
        let lane = least_lane(&table.layout, &extract.state);
        choices(table, &mut self.whole, &extract.state, lane)
    }

    /// The nodes of the whole search, as sweeps with so many abreast estimate them.
    fn nodes(&mut self, abreast: usize) -> f64 {
        if self.reach(&Subtree::default()) != Reached::Open {
            return 1.0;
        }
        let children = self.choices();
        let Buffers { table, extract, .. } = &mut self.top;
        let origin = &mut self.whole;
        let weights = weigh(table, origin, &extract.state, &children, abreast, &self.budget);
        1.0 + weights.iter().sum::<f64>()
    }

    /// The children of a subtree, and the estimated nodes below each, itself included. So many are
    /// expected in all, if anything is known.
    pub(crate) fn children(
        &mut self,
        subtree: &Subtree,
        expected: Option<f64>,
    ) -> Vec<(EmbeddingId, f64)> {
        if self.reach(subtree) != Reached::Open {
            return Vec::new();
        }
        let children = self.choices();
        let weights = self.weigh_here(&children, expected);
        children.into_iter().map(EmbeddingId).zip(weights).collect()
    }

    /// The same where these are chosen next.
    pub(crate) fn weigh(
        &mut self,
        chosen: Vec<EmbeddingId>,
        children: &[u32],
        expected: Option<f64>,
    ) -> Vec<f64> {
        match self.reach(&Subtree { chosen, ..Subtree::default() }) {
            Reached::Open => self.weigh_here(children, expected),
            Reached::Dead | Reached::Solved => vec![1.0; children.len()],
        }
    }

    fn weigh_here(&mut self, children: &[u32], expected: Option<f64>) -> Vec<f64> {
        let Buffers { table, extract, .. } = &mut self.top;
        probe(table, &mut self.whole, &extract.state, children, expected, &self.budget)
    }

    fn run(&mut self, subtree: &Subtree, context: &mut Context<'_>) -> ControlFlow<StopReason> {
        context.nodes += 1;
        let reached = self.reach(subtree);
        // What is nothing but one node is over whatever the budget says: it cannot be split.
        if reached == Reached::Open {
            context.check()?;
            if self.states as u64 > context.control.budget.room(u64::MAX) {
                return ControlFlow::Break(StopReason::MemoryLimit);
            }
        }
        let Parts { instance, whole, top, .. } = self;
        match reached {
            Reached::Dead => ControlFlow::Continue(()),
            Reached::Solved => context.report(),
            // All of it need not be written down anew.
            Reached::Open if subtree.chosen.is_empty() && subtree.excluded.is_empty() => {
                search_all(instance, top, whole, context)
            }
            Reached::Open => {
                let Buffers { table, aspects, extract, .. } = top;
                search_rest(instance, (table, aspects, extract), whole, context)
            }
        }
    }
}

/// The nodes of a search, as sweeps with so many abreast estimate them; `None` if the engine does not
/// take the puzzle.
pub(crate) fn nodes(puzzle: &AbstractPuzzle, abreast: usize, budget: &Budget) -> Option<f64> {
    Parts::of(puzzle, budget).map(|mut parts| parts.nodes(abreast))
}

impl Searcher for Parts {
    fn search(
        &mut self,
        subtree: &Subtree,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        let mut visit = |solution: &[EmbeddingId]| sink.solution(solution);
        let mut context = Context::new(control, &mut visit);
        context.chosen.clone_from(&subtree.chosen);
        context.pool = std::mem::take(&mut self.spare);
        self.top.table.limit(room_for_rows(&control.budget));
        let stopped = match self.run(subtree, &mut context) {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(reason) => Some(reason),
        };
        self.spare = std::mem::take(&mut context.pool);
        control.progress.publish(context.nodes, context.solutions);
        if stopped.is_none() {
            control.progress.publish_fraction(1.0);
        }
        let solutions = BigUint::from(context.solutions);
        Ok(Report { solutions, nodes: context.nodes, stopped })
    }
}
