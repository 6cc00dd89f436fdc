//! Making parts: the children of a subtree, weighted by random sweeps, or by descents where those
//! are not to be had. How far to go is decided by the least-fit-first tree; an engine that goes
//! another way then weighs the parts for itself, and the progress is told by its weights.

use puzzle_core::{
    AbstractPuzzle, AspectId, Budget, Control, CoverEngine, Demand, EmbeddingId, Residual, Subtree,
};

use crate::cover::estimate;
use crate::cover::sweeps::{Children, Sweeps};

/// Random descents that weigh a part.
const DESCENTS: u32 = 20;
/// The most parts made in advance; and where no search will come to an end (that takes months): whoever
/// asks for some solutions of such a puzzle should not wait for parts that are never begun.
const PARTS: usize = 2000;
const FEW_PARTS: usize = 200;
const HOPELESS: f64 = 1e14;
/// Parts estimated larger than this, in nodes, are split in advance, and those larger than the
/// `FEW`th part of the whole unless they are small: estimates err, and a part that must
/// be split later was searched in vain.
const LARGE: f64 = 1_000_000.0;
const FEW: f64 = 16.0;
const SMALL: f64 = 40_000.0;

/// How much of the progress is granted to making the parts, so that it moves meanwhile.
pub(super) const PREPARATION: f64 = 0.01;

/// Divides the whole search into parts of moderate size for an engine, as far as estimates tell; their
/// weights add up to 1. It takes up to a few seconds, so it tells how far it is and may be interrupted:
/// then the parts are larger than they might be.
pub fn divide(
    puzzle: &AbstractPuzzle,
    engine: &dyn CoverEngine,
    control: &Control,
) -> Vec<Subtree> {
    let whole = Subtree { weight: 1.0, ..Subtree::default() };
    if control.budget.check(0).is_some() {
        return vec![whole];
    }
    let mut tree = Tree::new(puzzle, engine, &control.budget);
    // The weight is the estimated number of nodes for now.
    let mut parts = tree.children(&whole, None);
    let total = 1.0 + parts.iter().map(|part| part.weight).sum::<f64>();
    let large = (total / FEW).clamp(SMALL, LARGE);
    if total <= large {
        return vec![whole];
    }
    let most = if total < HOPELESS { PARTS } else { FEW_PARTS };
    // The heaviest first: where there are too many, none of those left is much too large.
    while parts.len() < most && control.budget.check(0).is_none() {
        let heaviest =
            (0..parts.len()).max_by(|&a, &b| parts[a].weight.total_cmp(&parts[b].weight));
        let Some(at) = heaviest.filter(|&at| parts[at].weight > large) else { break };
        let children = tree.children(&parts[at], Some(parts[at].weight));
        parts.splice(at..=at, children);
        control.progress.publish_fraction(PREPARATION * parts.len() as f64 / most as f64);
    }
    tree.weigh(&mut parts);
    share(&mut parts, 1.0);
    parts
}

/// Turns estimated nodes into shares of a weight.
fn share(parts: &mut [Subtree], weight: f64) {
    let total: f64 = parts.iter().map(|part| part.weight).sum();
    let even = 1.0 / parts.len().max(1) as f64;
    for part in parts {
        let share = part.weight / total;
        part.weight = weight * if total.is_finite() && share.is_finite() { share } else { even };
    }
}

/// Who knows the children of a subtree.
pub(crate) struct Tree<'a> {
    puzzle: &'a AbstractPuzzle,
    engine: &'a dyn CoverEngine,
    /// For sweeps, where they are to be had.
    swept: Option<Sweeps>,
    budget: Budget,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(
        puzzle: &'a AbstractPuzzle,
        engine: &'a dyn CoverEngine,
        budget: &Budget,
    ) -> Self {
        // Parts are split where a limit on nodes was reached: that is none on sweeps.
        let budget = Budget { nodes: None, ..budget.clone() };
        Tree { puzzle, engine, swept: Sweeps::of(puzzle, &budget), budget }
    }

    /// Whether a subtree has a search of its own: a solution has no parts.
    pub(crate) fn divides(&self, subtree: &Subtree) -> bool {
        matches!(self.puzzle.residual(subtree), Residual::Puzzle(..))
    }

    /// The parts of a subtree; they share its weight.
    pub(crate) fn split(&mut self, subtree: &Subtree) -> Vec<Subtree> {
        let mut parts = self.children(subtree, None);
        self.weigh(&mut parts);
        share(&mut parts, subtree.weight);
        parts
    }

    /// Gives parts the weights that the engine has for them, if it has any; as they are if there is no
    /// time for it.
    fn weigh(&self, parts: &mut [Subtree]) {
        let mut weights = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            let weight = match self.puzzle.residual(part) {
                Residual::Puzzle(rest, _) => self.engine.weigh(&rest),
                Residual::Solved | Residual::Hopeless => Some(1.0),
            };
            let Some(weight) = weight.filter(|_| self.budget.check(0).is_none()) else { return };
            weights.push(weight);
        }
        parts.iter_mut().zip(weights).for_each(|(part, weight)| part.weight = weight);
    }

    /// One child for each way to cover the lacking aspect with the fewest embeddings left, its
    /// weight the nodes estimated; so many are expected in all, if anything is known.
    fn children(&mut self, parent: &Subtree, expected: Option<f64>) -> Vec<Subtree> {
        let Some(swept) = &mut self.swept else { return children(self.puzzle, parent) };
        let (ways, several) = match swept.children(parent, expected) {
            Children::Ways(ways, several) => (ways, several),
            Children::Extensions => return children(self.puzzle, parent),
        };
        let before = |i: usize| ways[..if several { i } else { 0 }].iter().map(|(e, _)| *e);
        let below = |(i, &(e, weight)): (usize, &(EmbeddingId, f64))| {
            let chosen = [&parent.chosen[..], &[e]].concat();
            let excluded = parent.excluded.iter().copied().chain(before(i)).collect();
            Subtree { weight, chosen, excluded }
        };
        ways.iter().enumerate().map(below).collect()
    }
}

/// The children of any puzzle's subtree. Where nothing is lacking, they are the partial solution
/// itself and one child for each way to go on.
fn children(puzzle: &AbstractPuzzle, parent: &Subtree) -> Vec<Subtree> {
    let Residual::Puzzle(rest, ids) = puzzle.residual(parent) else { return Vec::new() };
    let covering = rest.covering();
    let lacks = |a: &AspectId| rest.aspect(*a).demand.min() > 0;
    let least = rest.aspect_ids().filter(lacks).min_by_key(|a| covering[a.index()].len());
    let mut children = Vec::new();
    let ways: Vec<EmbeddingId> = match least {
        Some(least) => covering[least.index()].iter().map(|e| ids[e.index()]).collect(),
        None => {
            let excluded = parent.excluded.iter().chain(&ids).copied().collect();
            children.push(Subtree { weight: 1.0, chosen: parent.chosen.clone(), excluded });
            ids
        }
    };
    // What covers the same aspect cannot come along, unless the aspect has room for more.
    let once = least.is_some_and(|a| rest.aspect(a).demand == Demand::One);
    for (i, &e) in ways.iter().enumerate() {
        let mut child = parent.clone();
        child.chosen.push(e);
        if !once {
            child.excluded.extend_from_slice(&ways[..i]);
        }
        child.weight = nodes(puzzle, &child);
        children.push(child);
    }
    children
}

/// The estimated nodes of a subtree; where they cannot tell, one like another.
fn nodes(puzzle: &AbstractPuzzle, subtree: &Subtree) -> f64 {
    match puzzle.residual(subtree) {
        Residual::Puzzle(rest, _) if rest.is_simple() => estimate::dynamic(&rest, DESCENTS),
        Residual::Puzzle(..) | Residual::Solved | Residual::Hopeless => 1.0,
    }
}
