//! The reference engine: equation (26) of document 000, obvious and slow, kept forever so that
//! every other engine can be tested against it.
//!
//! `solve` handles the solutions that extend the partial solution p and avoid the excluded
//! embeddings x. It picks the least aspect (in the order) that still lacks an embedding and tries
//! everything that fits there; what has been tried is excluded from the branches that follow.
//! For an aspect that is covered exactly once the exclusion changes nothing, for bags it is what
//! keeps {e, f} and {f, e} from being found twice. When no aspect lacks anything, p is a
//! solution, and so may be p with more embeddings that touch only aspects with room left.
//!
//! All demands are honoured. The recursion is as deep as a solution is large, so puzzles with
//! very many aspects are declined.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, AspectId, BigUint, Colour, Control, CoverEngine, CoverTask, Declined, Demand,
    EmbeddingId, Kind, Order, Report, StopReason, Visitor, Want,
};

/// The deepest recursion that is safe on any thread's stack.
const DEEPEST: usize = 4096;

/// The recursion of equation (26).
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl CoverEngine for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn about(&self) -> &'static str {
        "the recursion of document 000, equation 26: slow, obvious, takes every demand"
    }

    fn kind(&self) -> Kind {
        Kind::Definition
    }

    fn own_order(&self) -> &'static str {
        "reading"
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        match deepest(&task.cover.puzzle) > DEEPEST {
            true => Err(Declined(format!("solutions may have over {DEEPEST} embeddings"))),
            false => Ok(()),
        }
    }

    fn run(
        &self,
        task: &CoverTask<'_>,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let cover = task.cover;
        let puzzle = &cover.puzzle;
        let order = task.order.cloned().unwrap_or_else(|| Order::reading(puzzle));
        let mut search = Search {
            puzzle,
            order: order.sequence().to_vec(),
            covered: vec![0; puzzle.aspects().len()],
            colour: vec![None; puzzle.aspects().len()],
            excluded: vec![false; puzzle.embedding_count()],
            chosen: Vec::new(),
            want: task.want,
            sink,
            control,
            solutions: 0,
            nodes: 0,
        };
        let stopped = match search.solve() {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(reason) => Some(reason),
        };
        control.progress.publish(search.nodes, search.solutions);
        Ok(Report { solutions: BigUint::from(search.solutions), nodes: search.nodes, stopped })
    }
}

/// An upper bound on the size of a solution.
fn deepest(puzzle: &AbstractPuzzle) -> usize {
    let once = |a: &AspectId| puzzle.aspect(*a).demand.max() == 1;
    if puzzle.embedding_ids().all(|e| puzzle.embedding(e).iter().any(once)) {
        return puzzle.aspect_ids().filter(once).count().min(puzzle.embedding_count());
    }
    let room: u64 = puzzle.aspects().iter().map(|aspect| u64::from(aspect.demand.max())).sum();
    puzzle.embedding_count().min(usize::try_from(room).unwrap_or(usize::MAX))
}

struct Search<'a> {
    puzzle: &'a AbstractPuzzle,
    order: Vec<AspectId>,
    /// How many chosen embeddings touch each aspect.
    covered: Vec<u32>,
    /// The colour that the chosen embeddings gave each aspect.
    colour: Vec<Option<Colour>>,
    excluded: Vec<bool>,
    chosen: Vec<EmbeddingId>,
    want: Want,
    sink: &'a mut dyn Visitor,
    control: &'a Control,
    solutions: u64,
    nodes: u64,
}

impl Search<'_> {
    fn solve(&mut self) -> ControlFlow<StopReason> {
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.control.progress.publish(self.nodes, self.solutions);
        }
        let lacking = self.order.iter().copied().find(|&a| self.lacks(a));
        if lacking.is_none() {
            self.report()?;
        }
        let mut tried = Vec::new();
        for e in self.puzzle.embedding_ids() {
            let candidate = lacking.is_none_or(|a| self.puzzle.embedding(e).contains(&a));
            if candidate && self.fits(e) {
                let undo = self.place(e);
                self.solve()?;
                self.remove(undo);
                self.excluded[e.index()] = true;
                tried.push(e);
            }
        }
        for e in tried {
            self.excluded[e.index()] = false;
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self) -> ControlFlow<StopReason> {
        self.solutions += 1;
        let enough = match self.want {
            Want::Count => false,
            Want::First => self.sink.solution(&self.chosen).is_break() || self.solutions > 0,
            Want::All => self.sink.solution(&self.chosen).is_break(),
        };
        if enough { ControlFlow::Break(StopReason::Satisfied) } else { ControlFlow::Continue(()) }
    }

    fn lacks(&self, a: AspectId) -> bool {
        self.covered[a.index()] < self.puzzle.aspect(a).demand.min()
    }

    /// Whether p with e added breaks no upper bound and no colour.
    fn fits(&self, e: EmbeddingId) -> bool {
        let unused = !self.excluded[e.index()] && !self.chosen.contains(&e);
        unused
            && self.puzzle.touches(e).all(|(a, colour)| {
                let (demand, covered) = (self.puzzle.aspect(a).demand, self.covered[a.index()]);
                match demand {
                    Demand::Coloured => {
                        covered == 0 || (colour.is_some() && colour == self.colour[a.index()])
                    }
                    _ => covered < demand.max(),
                }
            })
    }

    fn place(&mut self, e: EmbeddingId) -> Vec<Option<Colour>> {
        let puzzle = self.puzzle;
        self.chosen.push(e);
        let mut before = Vec::new();
        for (a, colour) in puzzle.touches(e) {
            before.push(self.colour[a.index()]);
            self.covered[a.index()] += 1;
            self.colour[a.index()] = colour;
        }
        before
    }

    fn remove(&mut self, colours_before: Vec<Option<Colour>>) {
        let e = self.chosen.pop().expect("placed before");
        for (&a, colour) in self.puzzle.embedding(e).iter().zip(colours_before) {
            self.covered[a.index()] -= 1;
            self.colour[a.index()] = colour;
        }
    }
}
