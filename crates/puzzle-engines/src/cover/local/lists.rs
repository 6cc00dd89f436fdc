//! Which embeddings may fit at the least free aspect, by the occupancy nearby.

use puzzle_core::bits::compact::{Compact, compact};
use puzzle_core::{AbstractPuzzle, AspectId, Budget, Demand, EmbeddingId};

use crate::cover::plan::Part;

/// How many near aspects are looked at, at most. From 6 to 10 the time on pentominoes hardly
/// changes; beyond, the table outgrows the cache.
const NEAR: u32 = 8;
/// The most bytes of all lists together; never fewer than one list for each aspect, which is as large
/// as the puzzle.
const LARGEST: u64 = 4 << 20;

/// An embedding as a set of ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<const W: usize> {
    pub aspects: [u64; W],
    pub id: EmbeddingId,
}

/// The near aspects of a rank, as bits of the window of 64 ranks that begins there, and the first
/// of its lists.
#[derive(Clone, Copy, Debug)]
struct Near {
    mask: u64,
    first: u32,
}

/// The lists of all ranks.
pub(super) struct Lists<const W: usize> {
    /// Ranks below this must be covered.
    pub must: usize,
    pub ranks: Vec<u32>,
    near: Vec<Near>,
    /// List i is `candidates[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    pub candidates: Vec<Candidate<W>>,
}

impl<const W: usize> Lists<W> {
    /// The lists for this part of a search.
    pub(super) fn new(puzzle: &AbstractPuzzle, part: &Part, budget: &Budget) -> Self {
        let must_be = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
        let (first, last): (Vec<AspectId>, Vec<AspectId>) =
            part.order.sequence().iter().partition(|a| must_be(a));
        let mut ranks = vec![0; puzzle.aspects().len()];
        for (rank, a) in first.iter().chain(&last).enumerate() {
            ranks[a.index()] = rank as u32;
        }
        let mut parts: Vec<Vec<Candidate<W>>> = vec![Vec::new(); first.len()];
        for id in puzzle.embedding_ids().filter(|&id| part.keeps(id)) {
            let mut aspects = [0; W];
            let mut least = u32::MAX;
            for a in puzzle.embedding(id) {
                let rank = ranks[a.index()];
                aspects[rank as usize / 64] |= 1 << (rank % 64);
                least = least.min(rank);
            }
            parts[least as usize].push(Candidate { aspects, id });
        }
        let mut lists = Lists {
            must: first.len(),
            ranks,
            near: Vec::new(),
            starts: vec![0],
            candidates: Vec::new(),
        };
        let room = budget.room(LARGEST).min(LARGEST) as usize / size_of::<Candidate<W>>();
        for (rank, part) in parts.iter().enumerate() {
            lists.add(rank, part, room);
        }
        lists
    }

    /// Adds the lists of a rank, by as many near aspects as there is room for.
    fn add(&mut self, rank: usize, part: &[Candidate<W>], room: usize) {
        let windows: Vec<u64> = part.iter().map(|c| window(&c.aspects, rank)).collect();
        let mut uses: Vec<(usize, u32)> = (1..64)
            .map(|bit| (windows.iter().filter(|&&window| window >> bit & 1 == 1).count(), bit))
            .filter(|&(uses, _)| uses > 0)
            .collect();
        uses.sort_unstable_by_key(|&(uses, bit)| (std::cmp::Reverse(uses), bit));
        uses.truncate(NEAR as usize);
        let begun = (self.starts.len(), self.candidates.len());
        loop {
            let mask = uses.iter().fold(0, |mask, &(_, bit)| mask | 1 << bit);
            let near: Vec<u64> = windows.iter().map(|&window| compact(window, mask)).collect();
            for occupied in 0..1_u64 << uses.len() {
                if self.candidates.len() > room && !uses.is_empty() {
                    break;
                }
                let fits = near.iter().map(|near| near & occupied == 0);
                let fitting = part.iter().zip(fits).filter(|(_, fits)| *fits);
                self.candidates.extend(fitting.map(|(candidate, _)| *candidate));
                self.starts.push(self.candidates.len() as u32);
            }
            if self.candidates.len() <= room || uses.is_empty() {
                self.near.push(Near { mask, first: begun.0 as u32 - 1 });
                return;
            }
            uses.pop();
            self.starts.truncate(begun.0);
            self.candidates.truncate(begun.1);
        }
    }

    /// The candidates at a rank, where these ranks are covered.
    #[inline(always)]
    pub(super) fn fitting<C: Compact>(
        &self,
        way: C,
        rank: usize,
        covered: &[u64; W],
    ) -> &[Candidate<W>] {
        let near = self.near[rank];
        let list = near.first as usize + way.compact(window(covered, rank), near.mask) as usize;
        &self.candidates[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// The 64 bits from `rank` on.
#[inline(always)]
fn window<const W: usize>(set: &[u64; W], rank: usize) -> u64 {
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
    use puzzle_core::{Order, PuzzleBuilder};

    /// One aspect with many embeddings that differ nearby: all lists together would take 256 times as
    /// much as the puzzle.
    #[test]
    fn little_memory_makes_few_lists() {
        let mut builder = PuzzleBuilder::new();
        let hub = builder.aspect("hub", Demand::One);
        let others: Vec<_> =
            (0..60).map(|i| builder.aspect(format!("{i}"), Demand::AtMostOne)).collect();
        for i in 0..2000 {
            builder.embedding([hub, others[i % 60], others[(i / 60 + 1 + i) % 60]]);
        }
        let puzzle = builder.build().unwrap();
        let part = Part::whole(Order::reading(&puzzle));
        let size = |memory| {
            let budget = Budget { memory, ..Budget::default() };
            Lists::<1>::new(&puzzle, &part, &budget).candidates.capacity()
        };
        assert!(size(None) > 50_000, "{}", size(None));
        assert!(size(Some(100_000)) < 20_000, "{}", size(Some(100_000)));
    }
}
