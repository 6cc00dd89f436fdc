//! Which embeddings to try at the least free aspect, by the occupancy nearby.
//!
//! A list holds those that fit as far as the near aspects are concerned, but for those after which
//! some near aspect could never be covered (`ahead`). That costs the search nothing, and on 6x10 it
//! halves the nodes.
//!
//! A list is made when it is first asked for: of all that there might be, few are.

use puzzle_core::bits::compact::Compact;
use puzzle_core::{AbstractPuzzle, AspectId, Budget, EmbeddingId};

use super::ahead::Ahead;
use super::table::{List, Table};
use crate::cover::plan::Part;
use crate::cover::static_tree::ranks;

/// How many near aspects are looked at, at most. With more of them there are fewer nodes, and more
/// lists to make.
pub(super) const NEAR: usize = 8;
/// The most bytes of all lists together, beside what is as large as the puzzle: all embeddings, those
/// over each aspect, and the stack of the search.
const LARGEST: u64 = 8 << 20;
/// Tests that lists may cost: so many at first, and more with every node. A list that is too dear for
/// now is made later, if it is asked for again.
const AT_FIRST: u64 = 100_000;
const BY_NODE: u64 = 16;

/// The near aspects of a rank, as bits of the window of 64 ranks that begins there, and the first
/// of its lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub mask: u64,
    pub first: u32,
}

/// The lists of all ranks.
pub(super) struct Lists<const W: usize> {
    /// Ranks below this must be covered.
    pub must: usize,
    pub ranks: Vec<u32>,
    pub table: Table<W>,
    /// By rank: all embeddings whose least it is.
    pub all: Vec<List>,
    pub near: Vec<Near>,
    /// Those made so far; others begin at block 0.
    made: Vec<List>,
    ahead: Ahead<W>,
    /// No list is made when there are so many blocks.
    most: usize,
}

impl<const W: usize> Lists<W> {
    /// The lists for this part of a search.
    pub(super) fn new(puzzle: &AbstractPuzzle, part: &Part, budget: &Budget) -> Self {
        let (ranks, must) = ranks(puzzle, &part.order);
        let rank = |a: &AspectId| ranks[a.index()] as usize;
        let mut by_least: Vec<Vec<EmbeddingId>> = vec![Vec::new(); must];
        for e in puzzle.embedding_ids().filter(|&e| part.keeps(e)) {
            let least = puzzle.embedding(e).iter().map(rank).min();
            if let Some(same) = least.and_then(|least| by_least.get_mut(least)) {
                same.push(e);
            }
        }
        let mut table = Table::new();
        let mut over = vec![Vec::new(); must];
        let mut all = Vec::with_capacity(must);
        for same in &by_least {
            let mut list = table.begin();
            for &e in same {
                let mut aspects = [0; W];
                for rank in puzzle.embedding(e).iter().map(rank) {
                    aspects[rank / 64] |= 1 << (rank % 64);
                    if let Some(over) = over.get_mut(rank) {
                        over.push(list.places().end);
                    }
                }
                table.push(&mut list, &aspects, e);
            }
            all.push(list);
        }
        over.iter_mut().for_each(|over| over.reverse());
        let room = budget.room(LARGEST).min(LARGEST) as usize;
        // At most half of the room is for finding the lists.
        let fewer = |&near: &usize| (must << near) * size_of::<List>() <= room / 2;
        let most_near = (0..=NEAR).rev().find(fewer).unwrap_or(0);
        let mut near = Vec::with_capacity(must);
        let mut first = 0;
        for (rank, &list) in all.iter().enumerate() {
            let mask = most_touched(&table, rank, list, most_near);
            near.push(Near { mask, first });
            first += 1 << mask.count_ones();
        }
        let most = table.len() + room / 2 / Table::<W>::bytes(4);
        let made = vec![List::default(); first as usize];
        Lists { must, ranks, table, all, near, made, ahead: Ahead::new(over), most }
    }

    /// The list at a rank, where these are covered, after so many nodes.
    #[inline(always)]
    pub(super) fn list<C: Compact>(
        &mut self,
        way: C,
        rank: usize,
        covered: &[u64; W],
        nodes: u64,
    ) -> List {
        let near = self.near[rank];
        let list = near.first as usize + way.compact(window(covered, rank), near.mask) as usize;
        match self.made[list] {
            List { first: 0, .. } => self.make(list, rank, covered, nodes),
            made => made,
        }
    }

    /// Makes a list, if that may be; otherwise all embeddings serve.
    #[cold]
    #[inline(never)]
    fn make(&mut self, list: usize, rank: usize, covered: &[u64; W], nodes: u64) -> List {
        let Lists { table, ahead, .. } = self;
        let all = self.all[rank];
        let too_dear = ahead.tests() > AT_FIRST + BY_NODE * nodes;
        if too_dear || table.len() + all.count.div_ceil(4) as usize > self.most {
            return all;
        }
        ahead.look(rank, all.places().start, self.near[rank].mask, covered);
        let mut made = table.begin();
        for place in all.places() {
            let aspects = table.aspects(place);
            if ahead.is_promising(table, &aspects) {
                table.push(&mut made, &aspects, table.id(place));
            }
        }
        self.made[list] = made;
        made
    }
}

/// The ranks that the embeddings of a list touch most often beside this one, at most so many, in the
/// window that begins there.
fn most_touched<const W: usize>(table: &Table<W>, rank: usize, list: List, most: usize) -> u64 {
    let mut touched = [0; 64];
    for place in list.places() {
        let mut window = window(&table.aspects(place), rank) & !1;
        while window != 0 {
            touched[window.trailing_zeros() as usize] += 1;
            window &= window - 1;
        }
    }
    let mut bits: Vec<usize> = (0..64).filter(|&bit| touched[bit] > 0).collect();
    bits.sort_by_key(|&bit| std::cmp::Reverse(touched[bit]));
    bits.iter().take(most).fold(0, |mask, bit| mask | 1 << bit)
}

/// The 64 bits from `rank` on.
#[inline(always)]
pub(super) fn window<const W: usize>(set: &[u64; W], rank: usize) -> u64 {
    let (word, shift) = (rank / 64, rank % 64);
    let low = set[word.min(W - 1)] >> shift;
    match word + 1 < W && shift > 0 {
        true => low | set[word + 1] << (64 - shift),
        false => low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::bits::compact::Portable;
    use puzzle_core::{Demand, Order, PuzzleBuilder};

    fn lists(puzzle: &AbstractPuzzle, memory: Option<u64>) -> Lists<1> {
        let part = Part::whole(Order::reading(puzzle));
        Lists::new(puzzle, &part, &Budget { memory, ..Budget::default() })
    }

    fn members(lists: &Lists<1>, list: List) -> Vec<u32> {
        list.places().map(|place| lists.table.id(place).0).collect()
    }

    #[test]
    fn a_list_has_what_fits_and_leaves_the_near_aspects_a_chance() {
        let mut builder = PuzzleBuilder::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| builder.aspect(name, Demand::One));
        builder.embedding([a]);
        builder.embedding([a, b]);
        // It leaves b to number 3, which touches c.
        builder.embedding([a, c]);
        builder.embedding([b, c]);
        builder.embedding([c]);
        builder.embedding([d]);
        let puzzle = builder.build().unwrap();
        let mut lists = lists(&puzzle, None);
        let list = lists.list(Portable, 0, &[0], 1);
        assert_eq!(members(&lists, list), [0, 1]);
        // With c covered nothing covers b but number 1.
        let list = lists.list(Portable, 0, &[0b100], 1);
        assert_eq!(members(&lists, list), [1]);
        // d is not near: nobody sees there that it is covered.
        let same = lists.list(Portable, 0, &[0b1100], 1);
        assert_eq!(same.first, list.first);
    }

    /// One aspect with many embeddings that differ nearby.
    fn hub() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let hub = builder.aspect("hub", Demand::One);
        let others: Vec<_> =
            (0..60).map(|i| builder.aspect(format!("{i}"), Demand::AtMostOne)).collect();
        for i in 0..2000 {
            builder.embedding([hub, others[i % 60], others[(i / 60 + 1 + i) % 60]]);
        }
        builder.build().unwrap()
    }

    #[test]
    fn little_memory_makes_few_lists() {
        let blocks = |memory| {
            let puzzle = hub();
            let mut lists = lists(&puzzle, memory);
            for covered in (0..1 << 20).step_by(2) {
                let list = lists.list(Portable, 0, &[covered], u64::MAX / 32);
                let fit = lists.table.fitting(Portable, list, &[covered]);
                assert_eq!(fit != 0, lists.table.fitting(Portable, lists.all[0], &[covered]) != 0);
            }
            lists.table.len() - 500
        };
        assert!(blocks(None) > 20_000, "{}", blocks(None));
        assert!(blocks(Some(100_000)) < 2_000, "{}", blocks(Some(100_000)));
    }

    #[test]
    fn a_list_that_is_too_dear_is_made_later() {
        let mut lists = lists(&hub(), None);
        let mut covered = 0;
        while lists.ahead.tests() <= AT_FIRST {
            covered += 2;
            assert!(lists.list(Portable, 0, &[covered], 0).count < 2000);
        }
        // Every one of these sets rules something out.
        let patterns = (2..1 << 20).step_by(2).filter(|set| set & 0b10 != 0);
        let unmade = |lists: &mut Lists<1>, nodes| {
            patterns.clone().find(|&set| lists.list(Portable, 0, &[set], nodes).count == 2000)
        };
        let dear = unmade(&mut lists, 0).unwrap();
        assert!(lists.list(Portable, 0, &[dear], 1_000_000).count < 2000);
    }

    #[test]
    fn a_very_long_list_is_not_looked_at_to_its_end() {
        let mut builder = PuzzleBuilder::new();
        let [hub, near] = ["hub", "near"].map(|name| builder.aspect(name, Demand::One));
        let shared = builder.aspect("shared", Demand::AtMostOne);
        builder.embedding([hub, near]);
        (0..3000).for_each(|_| {
            builder.embedding([hub, shared]);
        });
        (0..100).for_each(|_| {
            builder.embedding([near, shared]);
        });
        let puzzle = builder.build().unwrap();
        let mut lists = lists(&puzzle, None);
        // None of the 3000 is any good, and each takes a hundred tests to see that.
        let count = lists.list(Portable, 0, &[0], 1).count;
        assert!((2000..2500).contains(&count), "{count}");
    }
}
