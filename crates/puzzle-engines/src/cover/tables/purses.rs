//! Price lists as a table uses them: what has been spent says what can no longer be paid.
//!
//! With so much left in a purse, everything dearer is gone. That is a row like those of embeddings and
//! aspects: made when first needed, compacted with the table, joined to the state of a child. A purse has
//! few rows, each with about as many more embeddings gone as the one before; what is left is rounded up
//! for them. So a choice may overspend, which is a dead end as well.

use puzzle_core::{AbstractPuzzle, EmbeddingId};

/// The most rows of one purse, if there is one list and if there are several: every compacted table
/// makes its own, so several lists have fewer levels each. The numbers are guesses, not measured apart.
const LEVELS: usize = 48;
const FEW_LEVELS: usize = 12;
/// The most places to look levels up.
const PLACES: u32 = 4096;

/// How many lists a search keeps up if there is more than one: each number of lists has a loop of its
/// own, so some of them are kept up twice if there are fewer.
const SEVERAL: usize = 8;

/// The rows of one purse.
#[derive(Clone)]
struct Levels {
    /// Where those begin.
    first: u32,
    /// What is left, without so many of its lowest bits, is a place in `level`.
    shift: u32,
    level: Vec<u32>,
    /// The most that can be paid, by level.
    tops: Vec<u32>,
}

/// The price lists of a puzzle.
#[derive(Default)]
pub(in crate::cover) struct Purses {
    /// How many lists there are: none, one or [`SEVERAL`].
    pub lists: usize,
    /// Whether nothing can be bought: there is no solution.
    overspent: bool,
    /// What an embedding costs in each list, embedding after embedding.
    costs: Vec<u32>,
    /// What is in the purses at the start.
    full: Vec<u32>,
    levels: Vec<Levels>,
    rows: u32,
}

impl Purses {
    /// Of a puzzle whose other rows number so many.
    pub(in crate::cover) fn of(puzzle: &AbstractPuzzle, first: usize) -> Self {
        let mut purses = Purses::default();
        let usable = |purse: i64| purse <= i64::from(u32::MAX);
        let given: Vec<_> = puzzle.prices().iter().filter(|list| usable(list.purse())).collect();
        purses.overspent = given.iter().any(|list| list.purse() < 0);
        if purses.overspent || given.is_empty() {
            return purses;
        }
        let lists = if given.len() == 1 { 1 } else { SEVERAL };
        let kept = || given.iter().cycle().take(lists);
        purses.lists = lists;
        for e in puzzle.embedding_ids() {
            purses.costs.extend(kept().map(|list| list.cost(puzzle, e)));
        }
        purses.full.extend(kept().map(|list| list.purse() as u32));
        for list in 0..lists {
            if list >= given.len() {
                purses.levels.push(purses.levels[list - given.len()].clone());
                continue;
            }
            let purse = purses.full[list];
            let mut costs: Vec<u32> =
                purses.costs.iter().skip(list).step_by(lists).copied().collect();
            costs.sort_unstable();
            let most = if lists == 1 { LEVELS } else { FEW_LEVELS };
            let mut tops: Vec<u32> = (1..most)
                .map(|level| costs[costs.len() * level / most])
                .filter(|&cost| cost > 0 && cost <= purse)
                .map(|cost| cost - 1)
                .collect();
            tops.push(purse);
            tops.dedup();
            let shift = (0..32).find(|shift| purse >> shift < PLACES).unwrap_or(31);
            let level = |place: u32| {
                let highest = (place << shift | ((1 << shift) - 1)).min(purse);
                tops.partition_point(|&top| top < highest) as u32
            };
            let level = (0..=purse >> shift).map(level).collect();
            let first = first as u32 + purses.rows;
            purses.rows += tops.len() as u32;
            purses.levels.push(Levels { first, shift, level, tops });
        }
        purses
    }

    /// How many rows they have.
    pub(in crate::cover) fn rows(&self) -> usize {
        self.rows as usize
    }

    /// What is left when these are chosen; `None` if that is too dear, or if anything is.
    pub(in crate::cover) fn left<const LISTS: usize>(
        &self,
        chosen: &[EmbeddingId],
    ) -> Option<[u32; LISTS]> {
        if self.overspent {
            return None;
        }
        let full = std::array::from_fn(|list| self.full[list]);
        chosen.iter().try_fold(full, |left, e| self.spend(left, e.0))
    }

    /// What is left when this is chosen as well, if it can be paid.
    #[inline(always)]
    pub(in crate::cover) fn spend<const LISTS: usize>(
        &self,
        mut left: [u32; LISTS],
        e: u32,
    ) -> Option<[u32; LISTS]> {
        let costs = &self.costs[e as usize * LISTS..][..LISTS];
        for (left, &cost) in left.iter_mut().zip(costs) {
            *left = left.checked_sub(cost)?;
        }
        Some(left)
    }

    /// What part is left of the purse that is emptiest; 0 if there are no purses.
    pub(in crate::cover) fn emptiest<const LISTS: usize>(&self, left: &[u32; LISTS]) -> f64 {
        let part = |(&left, &full): (&u32, &u32)| f64::from(left) / f64::from(full.max(1));
        left.iter().zip(&self.full).map(part).reduce(f64::min).unwrap_or(0.0)
    }

    /// The rows that say what can no longer be paid.
    #[inline(always)]
    pub(in crate::cover) fn rows_of<const LISTS: usize>(
        &self,
        left: &[u32; LISTS],
    ) -> [u32; LISTS] {
        std::array::from_fn(|list| {
            let levels = &self.levels[list];
            levels.first + levels.level[(left[list] >> levels.shift) as usize]
        })
    }

    /// The embeddings that a row says are too dear; nothing of a row of another kind.
    pub(in crate::cover) fn too_dear(&self, of: u32) -> impl Iterator<Item = usize> {
        let here =
            |levels: &Levels| of >= levels.first && of - levels.first < levels.tops.len() as u32;
        let list = self.levels.iter().position(here);
        let top = list.map_or(u32::MAX, |list| {
            let levels = &self.levels[list];
            levels.tops[(of - levels.first) as usize]
        });
        let costs = self.costs.iter().skip(list.unwrap_or(0)).step_by(self.lists.max(1));
        costs.enumerate().filter(move |(_, cost)| **cost > top).map(|(e, _)| e)
    }
}

/// Calls what is generic in the number of lists with the number that there is.
macro_rules! with_lists {
    ($lists:expr, $LISTS:ident => $deed:expr) => {
        match $lists {
            8 => {
                const $LISTS: usize = 8;
                $deed
            }
            1 => {
                const $LISTS: usize = 1;
                $deed
            }
            _ => {
                const $LISTS: usize = 0;
                $deed
            }
        }
    };
}
pub(in crate::cover) use with_lists;
