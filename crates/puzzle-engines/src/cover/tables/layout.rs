//! How the sets of the aspects lie in memory.
//!
//! A *lane* is one aspect's local set, one bit an embedding, in as few words as it needs: half of
//! one, one, two, four, or several times four. Lanes lie in *groups* of four words, the size of a
//! vector register, so that one instruction joins and counts eight small sets or one large one.
//! Small sets come first: they are the likeliest to run empty. Places of lanes are counted in
//! half words.
//!
//! Bits are set for embeddings that are *gone*, so that choosing an embedding joins its row to the
//! state. The top bit of a lane is set when the aspect is covered. So a lane counts its own dead
//! end: of p places, `p - 1 - population` embeddings are left, which is 0 in a dead end and -1 once
//! the aspect is covered. Read as unsigned, the least of these numbers over all lanes says
//! everything: a dead end, the aspect to cover next, or that all are covered.
//!
//! A lane that must be covered several times owes something (`bags`), and one that counts for nothing never
//! has the least number: both take whole groups of their own and are counted one by one.
//!
//! Invariants: places beyond an aspect's embeddings are gone from the start, and half words between
//! lanes are all ones, as if covered.

use puzzle_core::bits::members::indices;

/// Four words.
pub(in crate::cover) type Group = [u64; 4];

/// A group in which all is covered.
pub(in crate::cover) const COVERED: Group = [u64::MAX; 4];

/// Where a lane lies, in half words.
#[derive(Clone, Copy, Debug)]
pub(in crate::cover) struct Lane {
    pub start: u32,
    pub halves: u32,
    pub members: u32,
    pub counted: Counted,
}

/// How a lane counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::cover) enum Counted {
    /// By what is left, until one of it is chosen.
    #[default]
    Once,
    /// By what is left beyond what it owes.
    Several,
    /// Not at all.
    Never,
}

impl Lane {
    /// Its first word, and the one after its last.
    #[inline(always)]
    pub(in crate::cover) fn words(self) -> std::ops::Range<u32> {
        self.start / 2..(self.start + self.halves).div_ceil(2)
    }

    /// How far its places are from the low end of its first word.
    #[inline(always)]
    pub(in crate::cover) fn shift(self) -> u32 {
        self.start % 2 * 32
    }

    /// The embeddings left in its `w`-th word, by place.
    #[inline(always)]
    pub(in crate::cover) fn living(self, state: &[Group], w: u32) -> u64 {
        let words = self.words();
        let left = !state.as_flattened()[(words.start + w) as usize];
        match self.halves {
            1 => (left >> self.shift()) & u64::from(u32::MAX >> 1),
            _ => left & (u64::MAX >> u32::from(words.start + w + 1 == words.end)),
        }
    }

    /// How many embeddings are left.
    pub(in crate::cover) fn left(self, state: &[Group]) -> usize {
        (0..self.words().len() as u32).map(|w| self.living(state, w).count_ones() as usize).sum()
    }

    /// The places of the embeddings left.
    pub(in crate::cover) fn places(self, state: &[Group]) -> impl Iterator<Item = u32> {
        let words = 0..self.words().len() as u32;
        words.flat_map(move |w| indices(self.living(state, w)).map(move |bit| 64 * w + bit))
    }

    /// Whether the aspect is covered.
    #[inline(always)]
    pub(in crate::cover) fn is_covered(self, state: &[Group]) -> bool {
        let last = self.start + self.halves - 1;
        state.as_flattened()[last as usize / 2] >> (31 + last % 2 * 32) & 1 == 1
    }

    /// Marks the aspect as covered in a state or row.
    pub(in crate::cover) fn cover(self, state: &mut [Group]) {
        let words = state.as_flattened_mut();
        match self.halves {
            1 => words[self.start as usize / 2] |= u64::from(u32::MAX) << self.shift(),
            _ => words[self.start as usize / 2..][..self.halves as usize / 2].fill(u64::MAX),
        }
    }
}

/// How many half words a set of so many members takes, with the bit for "covered".
fn halves_for(members: usize) -> usize {
    match (members + 1).div_ceil(32) {
        halves @ 1..=2 => halves,
        3..=4 => 4,
        halves => halves.next_multiple_of(8),
    }
}

/// How many if it counts like this.
fn halves_of((members, counted): (usize, Counted)) -> usize {
    match counted {
        Counted::Once => halves_for(members),
        _ => halves_for(members).next_multiple_of(8),
    }
}

/// The kinds of groups: of lanes with half a word, one, two, four and more.
const KINDS: usize = 5;

/// The kind of group where a lane lies.
#[inline]
fn kind_of(lane: &Lane) -> usize {
    if lane.counted != Counted::Once {
        return WIDE;
    }
    match lane.halves {
        1 => 0,
        2 => 1,
        4 => 2,
        8 => 3,
        _ => WIDE,
    }
}

/// The kind of lanes that are counted one by one: they take several groups, or do not count by what is left.
pub(in crate::cover) const WIDE: usize = KINDS - 1;

/// How many groups there are of each kind; a lane of several groups counts once.
pub(in crate::cover) type Counts = [u32; KINDS];

/// Half words are used if that makes so many groups fewer: another kind has its price.
const SAVED: usize = 2;

/// Whether half words are worth it, with so many lanes of half a word and so many of one.
fn half_words_pay(halves: usize, ones: usize) -> bool {
    halves.div_ceil(8) + ones.div_ceil(4) + SAVED <= (halves + ones).div_ceil(4)
}

/// How many groups lanes of these sizes will take.
pub(in crate::cover) fn groups_for(lanes: impl Iterator<Item = (usize, Counted)>) -> usize {
    let (mut halves, mut ones, mut twos, mut more) = (0_usize, 0_usize, 0_usize, 0);
    for lane in lanes {
        match halves_of(lane) {
            1 => halves += 1,
            2 => ones += 1,
            4 => twos += 1,
            wide => more += wide / 8,
        }
    }
    if !half_words_pay(halves, ones) {
        ones += std::mem::take(&mut halves);
    }
    halves.div_ceil(8) + ones.div_ceil(4) + twos.div_ceil(2) + more
}

/// Where all lanes lie.
#[derive(Default)]
pub(in crate::cover) struct Layout {
    pub lanes: Vec<Lane>,
    /// The lane that a half word belongs to.
    pub owner: Vec<u32>,
    /// How many groups there are in all.
    pub groups: usize,
    /// The groups of each kind, one after the other; of a lane of several groups only the first.
    pub first: Vec<u16>,
    pub counts: Counts,
    /// By group: what is left of each lane when none is gone, times 2^16, and the group's rank. It
    /// stands in the lane's first half word; the others are never the least.
    pub keys: Vec<Group>,
    /// The groups in the order of their first lanes. Of lanes that are alike the one with the lower
    /// rank is taken: the search stays in one region, whatever the sizes of the sets.
    pub ranked: Vec<u16>,
}

impl Layout {
    /// Lays out lanes of these sizes.
    pub(in crate::cover) fn reset(&mut self, lanes: impl Iterator<Item = (usize, Counted)>) {
        self.lanes.clear();
        self.lanes.extend(lanes.map(|(members, counted)| Lane {
            start: 0,
            halves: halves_of((members, counted)) as u32,
            members: members as u32,
            counted,
        }));
        let lanes_of = |halves| self.lanes.iter().filter(|lane| lane.halves == halves).count();
        if !half_words_pay(lanes_of(1), lanes_of(2)) {
            self.lanes.iter_mut().for_each(|lane| lane.halves = lane.halves.max(2));
        }
        self.owner.clear();
        self.first.clear();
        self.counts = [0; KINDS];
        for (kind, count) in self.counts.iter_mut().enumerate() {
            let begun = self.first.len();
            for (number, lane) in self.lanes.iter_mut().enumerate() {
                if kind_of(lane) == kind {
                    lane.start = self.owner.len() as u32;
                    if lane.start.is_multiple_of(8) {
                        self.first.push((lane.start / 8) as u16);
                    }
                    let end = self.owner.len() + lane.halves as usize;
                    self.owner.resize(end, number as u32);
                }
            }
            self.owner.resize(self.owner.len().next_multiple_of(8), u32::MAX);
            *count = (self.first.len() - begun) as u32;
        }
        self.groups = self.owner.len() / 8;
        self.ranked.clear();
        self.ranked.extend(0..self.groups as u16);
        self.ranked.sort_unstable_by_key(|&group| (self.owner[8 * group as usize], group));
        self.keys.clear();
        self.keys.resize(self.groups, COVERED);
        for (rank, &group) in (0..).zip(&self.ranked) {
            let halves = self.lanes[self.owner[8 * group as usize] as usize].halves;
            let key = u64::from((32 * halves - 1) << 16 | rank);
            let other = if halves == 1 { key } else { u64::from(u32::MAX) };
            self.keys[group as usize] = [other << 32 | key; 4];
        }
    }

    /// The lane that counts for nothing, if anything lives there.
    #[inline(always)]
    pub(in crate::cover) fn loose(&self, state: &[Group]) -> Option<usize> {
        let (last, lane) = (self.lanes.len().wrapping_sub(1), self.lanes.last()?);
        (lane.counted == Counted::Never && lane.left(state) > 0).then_some(last)
    }

    /// Writes the state in which nothing is chosen.
    pub(in crate::cover) fn write_first(&self, state: &mut [Group]) {
        state.fill(COVERED);
        let words = state.as_flattened_mut();
        for lane in &self.lanes {
            // The members are there, and the aspect is not covered.
            let top = 32 * lane.halves - 1;
            for place in (0..lane.members).chain([top]) {
                let bit = 32 * lane.start + place;
                words[bit as usize / 64] &= !(1 << (bit % 64));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_overlap_and_begin_with_all_their_members() {
        let sizes = [3, 63, 64, 200, 0, 700, 127, 128, 1, 31, 32];
        let mut layout = Layout::default();
        let counted = |size| if size == 63 { Counted::Several } else { Counted::Once };
        layout.reset(sizes.into_iter().map(|size| (size, counted(size))));
        let mut state = vec![[0; 4]; layout.groups];
        layout.write_first(&mut state);
        let mut used = vec![false; layout.groups * 8];
        for (&lane, (number, &size)) in layout.lanes.iter().zip((0..).zip(&sizes)) {
            for half in lane.start..lane.start + lane.halves {
                assert!(!std::mem::replace(&mut used[half as usize], true));
                assert_eq!(layout.owner[half as usize], number);
            }
            assert_eq!((lane.left(&state), lane.is_covered(&state)), (size, false));
        }
        let half = |i: usize| (state.as_flattened()[i / 2] >> (i % 2 * 32)) as u32;
        assert!((0..used.len()).all(|i| used[i] || half(i) == u32::MAX));
        for lane in &layout.lanes {
            lane.cover(&mut state);
            assert!(lane.is_covered(&state) && lane.left(&state) == 0);
        }
        assert!(state.iter().all(|group| *group == COVERED));
    }
}
