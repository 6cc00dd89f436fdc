//! Prices: linear programs that prune exact covers.
//!
//! Every aspect has a price, a whole number, such that no embedding *costs* less than nothing; an
//! embedding costs what its aspects cost together. A solution gives every aspect what it demands, so
//! all its embeddings together cost at most the *purse*, whatever the solution: the sum over all
//! aspects of the price times how often the aspect is covered, as often as allowed where the price is
//! above zero and as seldom as allowed where it is below. So no solution has an embedding that costs
//! more than the purse; a search that has spent more than that is in a dead end; and where the purse is
//! below zero there is no solution at all. Resource counts of peg solitaire are the same thought.
//!
//! Invariant: prices come into a puzzle by [`AbstractPuzzle::priced`] alone, which checks them in whole
//! numbers. They stay right when embeddings are removed.

use std::sync::Arc;

use crate::shown::shown;
use crate::{AbstractPuzzle, AspectId, EmbeddingId};

/// A price for every aspect, and what a solution costs at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceList {
    prices: Arc<[i64]>,
    purse: i64,
}

/// Why prices are not a price list of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PriceError {
    /// There are more or fewer prices than aspects.
    Length(usize, usize),
    /// The price of this aspect is too large to be added up.
    TooLarge(String),
    /// The embedding with this number costs less than nothing.
    BelowZero(u32, i64),
    /// The embedding with this number costs more than can be counted.
    TooDear(u32),
}

shown! { PriceError {
    PriceError::Length(prices, aspects) => "{prices} prices for {aspects} aspects";
    PriceError::TooLarge(a) => "the price of aspect {a} is over {}", PriceList::HIGHEST;
    PriceError::BelowZero(e, cost) => "embedding {e} costs {cost}, less than nothing";
    PriceError::TooDear(e) => "embedding {e} costs over {}", u32::MAX;
} }

impl std::error::Error for PriceError {}

impl PriceList {
    /// The highest price, and with a minus the lowest: sums of them fit an `i64`.
    pub const HIGHEST: i64 = 1 << 28;

    /// Checks prices, by aspect: no embedding may cost less than nothing.
    pub fn new(puzzle: &AbstractPuzzle, prices: Vec<i64>) -> Result<Self, PriceError> {
        let aspects = puzzle.aspects().len();
        if prices.len() != aspects {
            return Err(PriceError::Length(prices.len(), aspects));
        }
        let high = |price: &i64| price.abs() > Self::HIGHEST;
        if let Some(a) = prices.iter().position(high) {
            return Err(PriceError::TooLarge(puzzle.aspects()[a].name.clone()));
        }
        let mut often = vec![0_u32; aspects];
        for e in puzzle.embedding_ids() {
            let cost = sum(puzzle.embedding(e), &prices);
            if cost < 0 {
                return Err(PriceError::BelowZero(puzzle.number(e), cost));
            }
            u32::try_from(cost).map_err(|_| PriceError::TooDear(puzzle.number(e)))?;
            puzzle.embedding(e).iter().for_each(|a| often[a.index()] += 1);
        }
        let mut purse = 0_i64;
        for ((aspect, &price), &often) in puzzle.aspects().iter().zip(&prices).zip(&often) {
            // It is not covered more often than there are embeddings over it.
            let times = match price > 0 {
                true => aspect.demand.max().min(often),
                false => aspect.demand.min(),
            };
            let share = price.checked_mul(i64::from(times));
            let added = share.and_then(|share| purse.checked_add(share));
            purse = added.ok_or_else(|| PriceError::TooLarge(aspect.name.clone()))?;
        }
        Ok(PriceList { prices: prices.into(), purse })
    }

    /// The prices, by aspect.
    pub fn prices(&self) -> &[i64] {
        &self.prices
    }

    /// What a solution costs at most; below zero if there is none.
    pub fn purse(&self) -> i64 {
        self.purse
    }

    /// What an embedding of the puzzle costs.
    pub fn cost(&self, puzzle: &AbstractPuzzle, e: EmbeddingId) -> u32 {
        sum(puzzle.embedding(e), &self.prices) as u32
    }
}

/// The price lists of a search as plain numbers, by aspect: what files have of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PriceRecord {
    /// Lists that removed what was too dear before the search, in their order.
    pub removing: Vec<Vec<i64>>,
    /// Lists that are kept up in the search.
    pub kept: Vec<Vec<i64>>,
}

impl PriceRecord {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.removing.is_empty() && self.kept.is_empty()
    }

    /// What is left of a puzzle, with the lists that are kept up, all of them checked; `None` if nothing
    /// is.
    pub fn apply(&self, puzzle: &AbstractPuzzle) -> Result<Option<AbstractPuzzle>, PriceError> {
        let mut kept = puzzle.clone();
        for prices in &self.removing {
            let list = PriceList::new(&kept, prices.clone())?;
            let paid = |e| i64::from(list.cost(&kept, e)) <= list.purse();
            let Ok(fewer) = kept.keep(paid) else { return Ok(None) };
            kept = fewer;
        }
        let lists: Result<Vec<_>, _> =
            self.kept.iter().map(|prices| PriceList::new(&kept, prices.clone())).collect();
        kept.priced(lists?).map(Some)
    }
}

fn sum(aspects: &[AspectId], prices: &[i64]) -> i64 {
    aspects.iter().map(|a| prices[a.index()]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Demand, PuzzleBuilder};

    /// Three cells in a row, a domino and a single one, and a bag of two or three things.
    fn puzzle() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.aspect(name, Demand::One));
        let maybe = builder.aspect("maybe", Demand::AtMostOne);
        let bag = builder.aspect("bag", Demand::between(2, 3));
        for touched in [vec![a, b], vec![b, c], vec![a, bag], vec![c, bag, maybe], vec![bag]] {
            builder.embedding(touched);
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_purse_is_what_a_solution_costs_at_most() {
        let list = PriceList::new(&puzzle(), vec![1, -1, 1, 2, 5]).unwrap();
        assert_eq!(list.purse(), 1 + 2 + 3 * 5, "the first three come to 1");
        let costs: Vec<u32> = puzzle().embedding_ids().map(|e| list.cost(&puzzle(), e)).collect();
        assert_eq!(costs, [0, 0, 6, 8, 5]);
        let low = PriceList::new(&puzzle(), vec![2, 0, 3, 0, -2]);
        assert_eq!(low, Err(PriceError::BelowZero(4, -2)));
        let mut fewer = puzzle().keep(|e| e.0 != 4).unwrap();
        let low = PriceList::new(&fewer, vec![2, 0, 3, 0, -2]).unwrap();
        assert_eq!(low.purse(), 2 + 3 - 2 * 2, "a bag below zero is filled as little as it may be");
        // It is right for fewer embeddings as well, and goes with them.
        fewer = fewer.priced(vec![low]).unwrap().keep(|e| e.0 != 0).unwrap();
        assert_eq!(fewer.prices().len(), 1);
    }

    #[test]
    fn prices_of_another_puzzle_are_refused() {
        let list = |prices| PriceList::new(&puzzle(), prices);
        assert_eq!(list(vec![0; 4]), Err(PriceError::Length(4, 5)));
        assert_eq!(list(vec![1 << 40, 0, 0, 0, 0]), Err(PriceError::TooLarge("a".into())));
        let strange = PriceList { prices: vec![-1, 0, 0, 0, 0].into(), purse: 100 };
        assert_eq!(puzzle().priced(vec![strange]), Err(PriceError::BelowZero(0, -1)));
        let rich = PriceList { prices: vec![0; 5].into(), purse: -7 };
        assert_eq!(puzzle().priced(vec![rich]).unwrap().prices()[0].purse(), 0, "added up anew");
    }
}
