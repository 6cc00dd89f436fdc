//! Where there is little to choose from, as with dominoes: at most two embeddings for each aspect.
//!
//! All lists are made in advance and hold their embeddings themselves, and the search goes from
//! child to child.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::Compact;
use puzzle_core::{EmbeddingId, StopReason};

use super::Run;
use super::lists::{Lists, Near, window};
use super::search::{first_free, joined};

/// How many near aspects are looked at, at most.
const NEAR: u32 = 4;

/// A list.
#[derive(Clone, Copy)]
struct Pair<const W: usize> {
    aspects: [[u64; W]; 2],
    ids: [EmbeddingId; 2],
    count: usize,
}

/// The lists of all ranks.
pub(super) struct Few<const W: usize> {
    must: usize,
    near: Vec<Near>,
    pairs: Vec<Pair<W>>,
}

impl<const W: usize> Few<W> {
    /// The same as these lists, if there are never more than two embeddings and there is room.
    pub(super) fn of(lists: &Lists<W>) -> Option<Self> {
        let pairs = lists.near.iter().map(|near| 1 << near.mask.count_ones().min(NEAR));
        let bytes = pairs.sum::<usize>() * size_of::<Pair<W>>();
        if bytes > lists.room || lists.all.iter().any(|list| list.count > 2) {
            return None;
        }
        let mut few = Few { must: lists.must, near: Vec::new(), pairs: Vec::new() };
        for (rank, list) in lists.all.iter().enumerate() {
            let mut mask = lists.near[rank].mask;
            while mask.count_ones() > NEAR {
                // The farthest.
                mask ^= 1 << mask.ilog2();
            }
            few.near.push(Near { mask, first: few.pairs.len() as u32 });
            let mut occupied = 0_u64;
            loop {
                let none = EmbeddingId(0);
                let mut pair = Pair { aspects: [[0; W]; 2], ids: [none; 2], count: 0 };
                for place in list.places() {
                    let aspects = lists.table.aspects(place);
                    if window(&aspects, rank) & occupied == 0 {
                        pair.aspects[pair.count] = aspects;
                        pair.ids[pair.count] = lists.table.id(place);
                        pair.count += 1;
                    }
                }
                few.pairs.push(pair);
                // The next set of near ones, as compacted sets follow each other.
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
        }
        Some(few)
    }

    #[inline(always)]
    fn pair<C: Compact>(&self, way: C, rank: usize, covered: &[u64; W]) -> &Pair<W> {
        let near = self.near[rank];
        let list = near.first as usize + way.compact(window(covered, rank), near.mask) as usize;
        &self.pairs[list]
    }

    /// Searches, where something must be covered.
    #[inline(always)]
    pub(super) fn search<C: Compact>(&self, way: C, run: &mut Run<'_>) -> ControlFlow<StopReason> {
        let mut covered = [0; W];
        let mut pair = self.pair(way, 0, &covered);
        let mut next = 0;
        // Nodes above whose second candidate is not tried yet, and their depths.
        let mut path = vec![(covered, pair, 0); self.must];
        let mut chosen = vec![EmbeddingId(0); self.must];
        let (mut open, mut depth) = (0, 0);
        loop {
            if next >= pair.count {
                if open == 0 {
                    return ControlFlow::Continue(());
                }
                open -= 1;
                (covered, pair, depth) = path[open];
                next = 1;
            }
            let (aspects, id) = (&pair.aspects[next], pair.ids[next]);
            next += 1;
            if aspects.iter().zip(&covered).fold(0, |overlap, (x, y)| overlap | x & y) != 0 {
                continue;
            }
            run.nodes += 1;
            chosen[depth] = id;
            if run.nodes >= run.next_check {
                run.check(&chosen[..=depth])?;
            }
            let more = joined(&covered, aspects);
            let rank = first_free(&more);
            if rank >= self.must {
                run.report(&chosen[..=depth])?;
                continue;
            }
            if next < pair.count {
                path[open] = (covered, pair, depth);
                open += 1;
            }
            depth += 1;
            covered = more;
            pair = self.pair(way, rank, &covered);
            next = 0;
        }
    }
}
