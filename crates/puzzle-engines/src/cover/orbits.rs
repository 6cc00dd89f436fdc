//! Counting with symmetry: all solutions from a few of them, and solutions up to symmetry.
//!
//! A [`Restriction`] keeps one embedding per orbit at one aspect; a restricted solution that uses
//! representative r stands for as many full solutions as r's orbit has members. The number of
//! *classes* follows from the same search: a solution s lies in a class of |G| / |stabiliser of s|
//! solutions, so the classes number the sum of |stabiliser of s| over all solutions s, divided
//! by |G|. No solution is stored and none needs to be compared with another. Symmetric images of
//! s have stabilisers of equal size, so the restricted solutions with their weights suffice. The same
//! sum over turns alone gives the classes up to turns.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Control, Cover, CoverEngine, CoverTask, Declined, EmbeddingId, Order,
    Report, Restriction, Want,
};

/// What a solution of the (perhaps restricted) puzzle counts for.
#[derive(Debug)]
pub struct Weigher<'a> {
    cover: &'a Cover,
    /// The puzzle that is searched. Embeddings have new ids there, but keep their numbers.
    pub puzzle: AbstractPuzzle,
    full_id: Vec<EmbeddingId>,
    /// By full id; empty without a restriction.
    weights: Vec<u32>,
    classes: bool,
}

impl<'a> Weigher<'a> {
    /// For the solutions that use representatives of `restriction`, with or without their part in
    /// the number of classes.
    pub fn new(
        cover: &'a Cover,
        restriction: Option<&Restriction>,
        classes: bool,
    ) -> Result<Self, Declined> {
        let keep = |e| restriction.is_none_or(|r| r.keeps(e));
        let Ok(puzzle) = cover.puzzle.keep(keep) else {
            return Err(Declined("the restriction leaves no embedding".into()));
        };
        let full_id = cover.puzzle.embedding_ids().filter(|&e| keep(e)).collect();
        let mut weights = Vec::new();
        if let Some(restriction) = restriction {
            weights = vec![0; cover.puzzle.embedding_count()];
            for &(e, orbit) in &restriction.representatives {
                weights[e.index()] = orbit;
            }
        }
        Ok(Weigher { cover, puzzle, full_id, weights, classes })
    }

    /// Searches this puzzle instead, which has fewer embeddings with the same numbers.
    pub fn search(&mut self, puzzle: AbstractPuzzle) {
        let full = |e| self.cover.puzzle.find_number(puzzle.number(e)).expect("it is one of them");
        self.full_id = puzzle.embedding_ids().map(full).collect();
        self.puzzle = puzzle;
    }

    /// How many solutions of the full puzzle this one stands for, how many pairs of one of those and
    /// a symmetry that carries it onto itself, and how many of these symmetries are turns.
    pub fn weigh(&self, chosen: &[EmbeddingId]) -> [u128; 3] {
        let full = chosen.iter().map(|e| self.full_id[e.index()]);
        // Exactly one of them covers the restricted aspect, and only that one has a weight.
        let weight = match self.weights.is_empty() {
            true => 1,
            false => u128::from(full.clone().map(|e| self.weights[e.index()]).sum::<u32>()),
        };
        if !self.classes {
            return [weight, 0, 0];
        }
        let mut full: Vec<EmbeddingId> = full.collect();
        full.sort_unstable();
        let fixing = self.cover.symmetries.elements().iter().filter(|s| s.fixes(&full));
        let (mut all, mut turns) = (0, 0);
        fixing.for_each(|s| {
            all += 1;
            turns += u128::from(s.proper);
        });
        [weight, weight * all, weight * turns]
    }

    /// Visits every solution of the searched puzzle: the engine's report, with the sum of what the
    /// solutions count for, and the other two sums.
    pub fn sum(
        &self,
        engine: &dyn CoverEngine,
        order: Option<&Order>,
        control: &Control,
    ) -> Result<(Report, [BigUint; 2]), Declined> {
        let mut sums = [0_u128; 3];
        let mut sink = |chosen: &[EmbeddingId]| {
            sums.iter_mut().zip(self.weigh(chosen)).for_each(|(sum, more)| *sum += more);
            ControlFlow::Continue(())
        };
        let problem = Cover::plain(self.puzzle.clone());
        let task = CoverTask { cover: &problem, want: Want::All, order };
        let report = engine.run(&task, &mut sink, control)?;
        let [solutions, fixed, turned] = sums.map(BigUint::from);
        Ok((Report { solutions, ..report }, [fixed, turned]))
    }
}
