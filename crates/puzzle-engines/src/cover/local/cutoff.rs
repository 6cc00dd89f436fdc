//! Zero-fit cut-off (slides 004): no further when some free aspect has no fitting embedding.
//!
//! Each aspect remembers the embedding that fitted last; as long as it still fits, one test does.

use puzzle_core::{AbstractPuzzle, Demand};

use super::lists::Lists;

/// The embeddings by aspect.
pub(super) struct Cutoff<const W: usize> {
    must: [u64; W],
    /// By rank: the embeddings that touch it, the one that fitted last in front.
    through: Vec<Vec<[u64; W]>>,
}

impl<const W: usize> Cutoff<W> {
    /// With the ranks of `lists`.
    pub(super) fn new(puzzle: &AbstractPuzzle, lists: &Lists<W>) -> Self {
        let rank = |a: &puzzle_core::AspectId| lists.ranks[a.index()] as usize;
        let mut must = [0; W];
        for a in puzzle.aspect_ids().filter(|&a| puzzle.aspect(a).demand == Demand::One) {
            must[rank(&a) / 64] |= 1 << (rank(&a) % 64);
        }
        let mut through = vec![Vec::new(); lists.must];
        for e in puzzle.embedding_ids() {
            let mut set = [0_u64; W];
            puzzle.embedding(e).iter().for_each(|a| set[rank(a) / 64] |= 1 << (rank(a) % 64));
            for r in puzzle.embedding(e).iter().map(rank).filter(|&r| r < lists.must) {
                through[r].push(set);
            }
        }
        Cutoff { must, through }
    }

    /// Whether some free aspect that must be covered has no fitting embedding.
    #[inline(always)]
    pub(super) fn cuts(&mut self, covered: &[u64; W]) -> bool {
        let fits =
            |set: &[u64; W]| set.iter().zip(covered).all(|(set, covered)| set & covered == 0);
        for (w, covered) in covered.iter().enumerate() {
            let mut free = self.must[w] & !covered;
            while free != 0 {
                let rank = 64 * w + free.trailing_zeros() as usize;
                free &= free - 1;
                let through = &mut self.through[rank];
                match through.iter().position(fits) {
                    Some(0) => {}
                    Some(found) => through.swap(0, found),
                    None => return true,
                }
            }
        }
        false
    }
}
