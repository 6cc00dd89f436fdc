//! How the sets of the aspects lie in memory.
//!
//! A *lane* is one aspect's local set, one bit an embedding, in as few words as it needs: one, two,
//! four, or several times four. Lanes lie in *groups* of four words, the size of a vector register,
//! so that one instruction joins and counts four small sets or one large one. Small sets come
//! first: they are the likeliest to run empty.
//!
//! Bits are set for embeddings that are *gone*, so that choosing an embedding joins its row to the
//! state. The top bit of a lane is set when the aspect is covered. So a lane counts its own dead
//! end: of p places, `p - 1 - population` embeddings are left, which is 0 in a dead end and -1 once
//! the aspect is covered. Read as unsigned, the least of these numbers over all lanes says
//! everything: a dead end, the aspect to cover next, or that all are covered.
//!
//! Invariants: places beyond an aspect's embeddings are gone from the start, and words between
//! lanes are all ones, as if covered.

/// Four words.
pub(super) type Group = [u64; 4];

/// A group in which all is covered.
pub(super) const COVERED: Group = [u64::MAX; 4];

/// Where a lane lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub start: u32,
    pub words: u32,
    pub members: u32,
}

/// How many words a set of so many members takes, with the bit for "covered".
pub(super) fn words_for(members: usize) -> usize {
    match (members + 1).div_ceil(64) {
        words @ 1..=2 => words,
        words => words.next_multiple_of(4),
    }
}

/// How many groups there are of lanes with one, two, four and more words.
pub(super) type Counts = [u32; 4];

/// Where all lanes lie.
#[derive(Default)]
pub(super) struct Layout {
    pub lanes: Vec<Lane>,
    /// The lane that a word belongs to.
    pub owner: Vec<u32>,
    /// How many groups there are in all.
    pub groups: usize,
    /// The groups of each kind, one after the other; of a lane of several groups only the first.
    pub first: Vec<u16>,
    pub counts: Counts,
    /// By group: what is left of each lane when none is gone, times 2^16, and the group's number.
    pub keys: Vec<Group>,
}

impl Layout {
    /// Lays out lanes of these sizes.
    pub(super) fn reset(&mut self, sizes: impl Iterator<Item = usize>) {
        self.lanes.clear();
        self.lanes.extend(sizes.map(|members| Lane {
            start: 0,
            words: words_for(members) as u32,
            members: members as u32,
        }));
        self.owner.clear();
        self.first.clear();
        self.counts = [0; 4];
        for (kind, count) in self.counts.iter_mut().enumerate() {
            let begun = self.first.len();
            for (number, lane) in self.lanes.iter_mut().enumerate() {
                let kind_here = match lane.words {
                    1 => 0,
                    2 => 1,
                    4 => 2,
                    _ => 3,
                };
                if kind_here == kind {
                    lane.start = self.owner.len() as u32;
                    if lane.start.is_multiple_of(4) {
                        self.first.push((lane.start / 4) as u16);
                    }
                    let end = self.owner.len() + lane.words as usize;
                    self.owner.resize(end, number as u32);
                }
            }
            self.owner.resize(self.owner.len().next_multiple_of(4), u32::MAX);
            *count = (self.first.len() - begun) as u32;
        }
        self.groups = self.owner.len() / 4;
        self.keys.clear();
        for (group, owners) in self.owner.chunks_exact(4).enumerate() {
            let places = 64 * u64::from(self.lanes[owners[0] as usize].words);
            self.keys.push([(places - 1) << 16 | group as u64; 4]);
        }
    }

    /// Writes the state in which nothing is chosen.
    pub(super) fn write_first(&self, state: &mut [Group]) {
        state.fill(COVERED);
        let words = state.as_flattened_mut();
        for lane in &self.lanes {
            let words = &mut words[lane.start as usize..(lane.start + lane.words) as usize];
            for (w, word) in words.iter_mut().enumerate() {
                let here = (lane.members as usize).saturating_sub(64 * w).min(64) as u32;
                *word = u64::MAX.checked_shl(here).unwrap_or(0);
            }
            words[lane.words as usize - 1] &= u64::MAX >> 1;
        }
    }

    /// The words of a lane.
    #[inline(always)]
    pub(super) fn words<'a>(&self, lane: usize, state: &'a [Group]) -> &'a [u64] {
        let Lane { start, words, .. } = self.lanes[lane];
        &state.as_flattened()[start as usize..(start + words) as usize]
    }
}

/// The embeddings left in word `w` of a lane.
#[inline(always)]
pub(super) fn living(words: &[u64], w: usize) -> u64 {
    !words[w] & (u64::MAX >> u32::from(w + 1 == words.len()))
}

/// Whether an aspect is covered.
#[inline(always)]
pub(super) fn is_covered(words: &[u64]) -> bool {
    words[words.len() - 1] >> 63 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_overlap_and_begin_with_all_their_members() {
        let sizes = [3, 63, 64, 200, 0, 700, 127, 128, 1];
        let mut layout = Layout::default();
        layout.reset(sizes.into_iter());
        let mut state = vec![[0; 4]; layout.groups];
        layout.write_first(&mut state);
        let mut used = vec![false; layout.groups * 4];
        for (lane, &size) in sizes.iter().enumerate() {
            let Lane { start, words, .. } = layout.lanes[lane];
            for word in start..start + words {
                assert!(!std::mem::replace(&mut used[word as usize], true));
                assert_eq!(layout.owner[word as usize], lane as u32);
            }
            let words = layout.words(lane, &state);
            let left: u32 = (0..words.len()).map(|w| living(words, w).count_ones()).sum();
            assert_eq!((left as usize, is_covered(words)), (size, false));
        }
        let flat = state.as_flattened();
        assert!(used.iter().zip(flat).all(|(&used, &word)| used || word == u64::MAX));
    }
}
