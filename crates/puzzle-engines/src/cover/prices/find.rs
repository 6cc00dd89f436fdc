//! Price lists of a cover: at the root, and for a node of the search.

use puzzle_core::{AbstractPuzzle, AspectId, Demand, PriceList};

use super::program::{Program, Row};
use super::round::round;

/// Larger puzzles are left alone: a pivot takes as long as the square of the aspects.
const ASPECTS: usize = 1200;
/// The highest price, where an embedding costs 1 on average or the purse holds 1.
const BOUND: f64 = 1e3;
/// Programs are disturbed in the same way in every run.
const SEED: u64 = 1;

/// What is put into linear programs, made once.
pub(in crate::cover) struct Finder<'a> {
    puzzle: &'a AbstractPuzzle,
    /// By embedding, its rows.
    columns: Vec<Vec<u32>>,
    /// By row: aspect, the fewest or most that cover it, and the kind of row.
    rows: Vec<(usize, Row)>,
    /// By aspect, how many embeddings it has.
    often: Vec<u32>,
    /// About how many steps a pivot takes.
    pivot: u64,
}

impl<'a> Finder<'a> {
    /// For a puzzle; `None` if it is too large.
    pub(in crate::cover) fn new(puzzle: &'a AbstractPuzzle) -> Option<Self> {
        let mut often = vec![0_u32; puzzle.aspects().len()];
        let touched = puzzle.embedding_ids().flat_map(|e| puzzle.embedding(e));
        touched.for_each(|a| often[a.index()] += 1);
        let mut rows = Vec::new();
        let mut rows_of = vec![Vec::new(); often.len()];
        for a in puzzle.aspect_ids() {
            let demand = puzzle.aspect(a).demand;
            let most = f64::from(demand.max().min(often[a.index()].max(1)));
            let mut add = |row| {
                rows_of[a.index()].push(rows.len() as u32);
                rows.push((a.index(), row));
            };
            match demand {
                Demand::One => add(Row::Exactly(1.0)),
                _ if demand.min() == demand.max() => add(Row::Exactly(f64::from(demand.min()))),
                _ => {
                    add(Row::AtMost(most));
                    if demand.min() > 0 {
                        add(Row::AtLeast(f64::from(demand.min())));
                    }
                }
            }
        }
        let rows_over = |e| puzzle.embedding(e).iter().flat_map(|a: &AspectId| &rows_of[a.index()]);
        let columns = puzzle.embedding_ids().map(|e| rows_over(e).copied().collect()).collect();
        let pivot = (rows.len() * rows.len() + puzzle.total_size()) as u64;
        (rows.len() <= ASPECTS).then_some(Finder { puzzle, columns, rows, often, pivot })
    }

    /// The list with the smallest purse where embeddings cost 1 on average, if that does not take more
    /// than the steps that are left.
    pub(in crate::cover) fn root(&self, steps: &mut u64) -> Option<PriceList> {
        let all = self.puzzle.embedding_count() as f64;
        let measure = self.rows.iter().map(|&(a, _)| f64::from(self.often[a]) / all).collect();
        let list = self.solve(self.rows.clone(), measure, BOUND, steps)?;
        if list.purse() >= 0 {
            return Some(list);
        }
        // There is no solution, and the purse could be as far below zero as the bound allows. Where no
        // price is over 1 the proof is easier to read.
        let small = self.solve(self.rows.clone(), Vec::new(), 1.0, steps);
        Some(small.filter(|small| small.purse() < 0).unwrap_or(list))
    }

    /// The list that leaves least in a purse of 1 where these aspects are covered; of a puzzle in
    /// which every aspect is covered at most once.
    pub(in crate::cover) fn below(&self, covered: &[bool], steps: &mut u64) -> Option<PriceList> {
        let rows = self.rows.iter().map(|&(a, row)| match (covered[a], row) {
            (false, row) => (a, row),
            (true, Row::Exactly(_)) => (a, Row::Exactly(0.0)),
            (true, Row::AtMost(_)) => (a, Row::AtMost(0.0)),
            (true, Row::AtLeast(_)) => (a, Row::AtLeast(0.0)),
        });
        self.solve(rows.collect(), vec![1.0; self.rows.len()], BOUND, steps)
    }

    fn solve(
        &self,
        rows: Vec<(usize, Row)>,
        measure: Vec<f64>,
        bound: f64,
        steps: &mut u64,
    ) -> Option<PriceList> {
        let program = Program { rows, columns: &self.columns, measure, bound };
        let pivots = (*steps / self.pivot.max(1)) as usize;
        let (solved, pivots) = program.solve(pivots, SEED)?;
        *steps = steps.saturating_sub(self.pivot * pivots as u64);
        let mut prices = vec![0.0; self.often.len()];
        for (&(a, _), price) in self.rows.iter().zip(solved) {
            prices[a] += price;
        }
        round(self.puzzle, &prices)
    }
}
