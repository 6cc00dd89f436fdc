//! Fit counts, footprints, and the order that lets footprints grow least.
//!
//! An embedding *fits* a partial solution if adding it covers no aspect more often than that
//! aspect allows. The *fit count* of an aspect is the number of fitting embeddings that touch it;
//! the *footprint* of an aspect gives, for every aspect, the number of fitting embeddings that
//! touch both (slides 004).
//!
//! *Least-growing footprint* is a heuristic for a static order (document 000 §4.11 and the slides):
//! the next aspect is the one whose footprint adds fewest new aspects to the union of the
//! footprints so far. Embeddings that touch an aspect already taken belong to that aspect's part
//! E_a, so they leave the footprints of the others. Everything is counted incrementally: an
//! embedding of k aspects is removed once, at a cost of k² counters.

use rustc_hash::FxHashMap;

use crate::{AbstractPuzzle, AspectId, EmbeddingId, Order};

/// Which embeddings can still be added to `chosen`; the chosen ones cannot.
fn fitting(puzzle: &AbstractPuzzle, chosen: &[EmbeddingId]) -> Vec<bool> {
    let mut left: Vec<u32> = puzzle.aspects().iter().map(|a| a.demand.max()).collect();
    for &e in chosen {
        for a in puzzle.embedding(e) {
            left[a.index()] = left[a.index()].saturating_sub(1);
        }
    }
    let room = |e: EmbeddingId| puzzle.embedding(e).iter().all(|a| left[a.index()] > 0);
    let mut fits: Vec<bool> = puzzle.embedding_ids().map(room).collect();
    chosen.iter().for_each(|e| fits[e.index()] = false);
    fits
}

/// For each aspect, how many of the given embeddings touch it and still fit when `chosen` are placed.
fn counts(
    puzzle: &AbstractPuzzle,
    chosen: &[EmbeddingId],
    given: impl Fn(EmbeddingId) -> bool,
) -> Vec<u32> {
    let fits = fitting(puzzle, chosen);
    let mut counts = vec![0; puzzle.aspects().len()];
    for e in puzzle.embedding_ids().filter(|&e| fits[e.index()] && given(e)) {
        puzzle.embedding(e).iter().for_each(|a| counts[a.index()] += 1);
    }
    counts
}

/// For each aspect, how many embeddings touch it and still fit when `chosen` are placed.
pub fn fit_counts(puzzle: &AbstractPuzzle, chosen: &[EmbeddingId]) -> Vec<u32> {
    counts(puzzle, chosen, |_| true)
}

/// For each aspect, how many of the embeddings through `aspect` touch it and still fit when
/// `chosen` are placed.
pub fn footprint(puzzle: &AbstractPuzzle, aspect: AspectId, chosen: &[EmbeddingId]) -> Vec<u32> {
    counts(puzzle, chosen, |e| puzzle.embedding(e).contains(&aspect))
}

impl Order {
    /// The order in which the union of footprints grows least, step by step. Ties go to the aspect
    /// with fewest embeddings left, then to the least number. (Of ten ways to break ties on
    /// pentomino boxes this was the best or close to it: 29.6 million placements on 6x10, others
    /// 29.2 to 45 million; 9.2 million on 5x12, others 9.7 to 16.6 million.)
    pub fn least_growing_footprint(puzzle: &AbstractPuzzle) -> Self {
        let mut growth = Growth::new(puzzle);
        let mut sequence = Vec::with_capacity(puzzle.aspects().len());
        while let Some(a) = growth.least() {
            growth.take(a);
            sequence.push(a);
        }
        Order::from_prefix("least-growing-footprint", puzzle, &sequence)
    }
}

/// How much each aspect's footprint would add to the union.
struct Growth<'p> {
    puzzle: &'p AbstractPuzzle,
    covering: Vec<Vec<EmbeddingId>>,
    removed: Vec<bool>,
    taken: Vec<bool>,
    united: Vec<bool>,
    /// Embeddings left that touch both aspects; pairs without are absent.
    together: Vec<FxHashMap<AspectId, u32>>,
    /// Aspects in the footprint that are not in the union.
    new: Vec<u32>,
    left: Vec<u32>,
    /// The least of each block of aspects that are not taken, or nothing if it must be found again:
    /// a step changes few blocks, and to look at all aspects in each is too slow for large puzzles.
    least: Vec<Option<Least>>,
}

/// How much an aspect adds, its embeddings left, its number; greatest if all of a block are taken.
type Least = (u32, u32, u32);
const NONE: Least = (u32::MAX, u32::MAX, u32::MAX);
/// Aspects of a block.
const BLOCK: usize = 64;

impl<'p> Growth<'p> {
    fn new(puzzle: &'p AbstractPuzzle) -> Self {
        let count = puzzle.aspects().len();
        let mut together = vec![FxHashMap::default(); count];
        for e in puzzle.embedding_ids() {
            for a in puzzle.embedding(e) {
                for &b in puzzle.embedding(e) {
                    *together[a.index()].entry(b).or_insert(0) += 1;
                }
            }
        }
        let covering = puzzle.covering();
        Growth {
            puzzle,
            removed: vec![false; puzzle.embedding_count()],
            taken: vec![false; count],
            united: vec![false; count],
            new: together.iter().map(|footprint| footprint.len() as u32).collect(),
            left: covering.iter().map(|through| through.len() as u32).collect(),
            covering,
            together,
            least: vec![None; count.div_ceil(BLOCK)],
        }
    }

    fn least(&mut self) -> Option<AspectId> {
        let Growth { taken, new, left, least, .. } = self;
        for (block, least) in least.iter_mut().enumerate().filter(|(_, least)| least.is_none()) {
            let open = (BLOCK * block..taken.len().min(BLOCK * (block + 1))).filter(|&a| !taken[a]);
            *least = Some(open.map(|a| (new[a], left[a], a as u32)).min().unwrap_or(NONE));
        }
        let least = least.iter().flatten().min().filter(|least| **least != NONE);
        least.map(|&(_, _, a)| AspectId(a))
    }

    /// An aspect's figures are about to change.
    fn touch(&mut self, a: AspectId) {
        self.least[a.index() / BLOCK] = None;
    }

    /// The footprint of `a` joins the union, and its embeddings leave the others.
    fn take(&mut self, a: AspectId) {
        self.taken[a.index()] = true;
        self.touch(a);
        let footprint: Vec<AspectId> = self.together[a.index()].keys().copied().collect();
        for b in footprint {
            if !std::mem::replace(&mut self.united[b.index()], true) {
                let neighbours: Vec<AspectId> = self.together[b.index()].keys().copied().collect();
                for c in neighbours {
                    self.new[c.index()] -= 1;
                    self.touch(c);
                }
            }
        }
        for e in std::mem::take(&mut self.covering[a.index()]) {
            if !std::mem::replace(&mut self.removed[e.index()], true) {
                self.remove(e);
            }
        }
    }

    fn remove(&mut self, e: EmbeddingId) {
        for &b in self.puzzle.embedding(e) {
            self.left[b.index()] -= 1;
            self.touch(b);
            for &c in self.puzzle.embedding(e) {
                let pair = self.together[b.index()].get_mut(&c);
                let Some(count) = pair else { continue };
                *count -= 1;
                if *count == 0 {
                    self.together[b.index()].remove(&c);
                    self.new[b.index()] -= u32::from(!self.united[c.index()]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Demand, PuzzleBuilder};

    /// A row of five cells to be filled with dominoes.
    fn row() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let cells: Vec<_> =
            (0..5).map(|cell| builder.aspect(cell.to_string(), Demand::One)).collect();
        for pair in cells.windows(2) {
            builder.embedding(pair.iter().copied());
        }
        builder.build().unwrap()
    }

    #[test]
    fn fit_counts_fall_as_embeddings_are_placed() {
        let puzzle = row();
        assert_eq!(fit_counts(&puzzle, &[]), [1, 2, 2, 2, 1]);
        assert_eq!(fit_counts(&puzzle, &[EmbeddingId(1)]), [0, 0, 0, 1, 1]);
        assert_eq!(fit_counts(&puzzle, &[EmbeddingId(0), EmbeddingId(2)]), [0; 5]);
    }

    #[test]
    fn a_footprint_counts_what_is_touched_together() {
        let puzzle = row();
        assert_eq!(footprint(&puzzle, AspectId(2), &[]), [0, 1, 2, 1, 0]);
        assert_eq!(footprint(&puzzle, AspectId(2), &[EmbeddingId(3)]), [0, 1, 1, 0, 0]);
    }

    #[test]
    fn the_least_growing_footprint_walks_from_an_end() {
        let order = Order::least_growing_footprint(&row());
        assert_eq!(order.sequence(), [0, 1, 2, 3, 4].map(AspectId));
        assert_eq!(order.name(), "least-growing-footprint");
    }

    /// A square to be filled with dominoes: more aspects than one block has.
    fn square(side: u32) -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        for cell in 0..side * side {
            builder.aspect(cell.to_string(), Demand::One);
        }
        for cell in 0..side * side {
            if cell % side + 1 < side {
                builder.embedding([AspectId(cell), AspectId(cell + 1)]);
            }
            if cell + side < side * side {
                builder.embedding([AspectId(cell), AspectId(cell + side)]);
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_order_agrees_with_its_definition() {
        for puzzle in [row(), square(9)] {
            let order = Order::least_growing_footprint(&puzzle);
            let mut union = vec![false; puzzle.aspects().len()];
            for (step, &a) in order.sequence().iter().enumerate() {
                let taken = &order.sequence()[..step];
                // What it adds, and how many embeddings it has left.
                let growth = |a: AspectId| {
                    let part = puzzle.embedding_ids().filter(|&e| {
                        let aspects = puzzle.embedding(e);
                        aspects.contains(&a) && !taken.iter().any(|t| aspects.contains(t))
                    });
                    let part: Vec<EmbeddingId> = part.collect();
                    let touched = part.iter().flat_map(|&e| puzzle.embedding(e));
                    let mut new: Vec<AspectId> = touched.copied().collect();
                    new.sort_unstable();
                    new.dedup();
                    new.retain(|b| !union[b.index()]);
                    (new, part.len())
                };
                let key = |a: AspectId| (growth(a).0.len(), growth(a).1, a);
                let least = order.sequence()[step..].iter().map(|&b| key(b)).min();
                assert_eq!(Some(key(a)), least);
                growth(a).0.iter().for_each(|b| union[b.index()] = true);
            }
        }
    }
}
