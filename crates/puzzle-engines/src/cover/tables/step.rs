//! The inner loop: a child state and its least lane.

use puzzle_core::bits::compact::Compact;
use puzzle_core::bits::quad::Quad;

use super::layout::{Counted, Counts, Group, Lane, Layout, WIDE};

/// What a child state comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Child {
    /// An aspect is left without embeddings.
    Dead,
    /// All aspects are covered.
    Solved,
    /// So many embeddings are left for the aspect that has fewest, in the lane that owns this half
    /// word.
    Open { left: u32, half: u32 },
}

/// What lanes owe that must be covered several times: the name of each lane, and by name what is owed.
#[derive(Clone, Copy)]
pub(in crate::cover) struct Owing<'a> {
    pub names: &'a [u32],
    pub owed: &'a [u32],
}

impl Owing<'_> {
    /// What a lane owes.
    #[inline(always)]
    pub(in crate::cover) fn of(&self, lane: usize) -> u32 {
        self.owed[self.names[lane] as usize]
    }
}

/// What a child state is joined from: its parent, the row of what is chosen, and what can no longer be
/// paid.
#[derive(Clone, Copy)]
pub(in crate::cover) struct Joined<'a, const LISTS: usize> {
    pub state: &'a [Group],
    pub row: &'a [Group],
    pub dear: [&'a [Group]; LISTS],
}

impl<const LISTS: usize> Joined<'_, LISTS> {
    /// One group of it. No closure: eight lists would make that so long that it is not inlined, and
    /// then every vector instruction is a call.
    #[inline(always)]
    fn group<C: Compact>(&self, way: C, g: usize) -> C::Quad {
        let mut joined = way.quad(&self.state[g]).or(way.quad(&self.row[g]));
        for row in &self.dear {
            joined = joined.or(way.quad(&row[g]));
        }
        joined
    }
}

/// Makes a child state in these groups. If it is `Dead`, `out` may be unfinished. Only a `GENERAL` search has
/// lanes that owe something or do not count.
#[inline(always)]
pub(in crate::cover) fn step<C: Compact, const LISTS: usize, const GENERAL: bool>(
    way: C,
    layout: &Layout,
    (groups, counts): (&[u16], &Counts),
    (Joined { state, row, dear }, owing): (Joined<'_, LISTS>, Owing<'_>),
    out: &mut [Group],
) -> Child {
    let [halves, ones, twos, fours, _] = counts.map(|count| count as usize);
    let length = out.len();
    let (state, row, keys) = (&state[..length], &row[..length], &layout.keys[..length]);
    let from = Joined { state, row, dear: dear.map(|row| &row[..length]) };
    let mut best = way.quad(&[u64::MAX; 4]);
    let (groups_of_halves, rest) = groups.split_at(halves);
    let (groups_of_one, rest) = rest.split_at(ones);
    let (groups_of_two, rest) = rest.split_at(twos);
    let (groups_of_four, wide) = rest.split_at(fours);
    macro_rules! section {
        ($groups:expr, $gone:expr) => {
            // Whether it is a dead end is looked at after every fourth group.
            for some in $groups.chunks(4) {
                for &group in some {
                    let g = group as usize;
                    let joined = from.group(way, g);
                    out[g] = joined.words();
                    let gone: fn(C::Quad) -> C::Quad = $gone;
                    best = best.min_halves(way.quad(&keys[g]).sub_halves(gone(joined)));
                }
                if best.has_small_half() {
                    return Child::Dead;
                }
            }
        };
    }
    section!(groups_of_halves, |joined| joined.population_of_halves());
    section!(groups_of_one, |joined| joined.population().shift_16());
    section!(groups_of_two, |joined| {
        let counts = joined.population();
        counts.add(counts.swap_neighbours()).shift_16()
    });
    section!(groups_of_four, |joined| {
        let counts = joined.population();
        let pairs = counts.add(counts.swap_neighbours());
        pairs.add(pairs.swap_halves()).shift_16()
    });
    for &group in wide {
        let g = group as usize;
        let number = layout.owner[8 * g] as usize;
        let Lane { halves, counted, .. } = layout.lanes[number];
        let mut sum = way.quad(&[0; 4]);
        for (g, out) in out.iter_mut().enumerate().skip(g).take(halves as usize / 8) {
            let joined = from.group(way, g);
            *out = joined.words();
            sum = sum.add(joined.population());
        }
        let population: u64 = sum.words().into_iter().sum();
        let mut left = u64::from(32 * halves - 1).wrapping_sub(population) as u32;
        if GENERAL && counted != Counted::Once {
            if counted == Counted::Never || left == u32::MAX {
                continue;
            }
            left = left.saturating_sub(owing.of(number));
        }
        let rank = keys[g][0] as u16;
        let key = u64::from(u32::MAX) << 32 | u64::from(left << 16 | u32::from(rank));
        best = best.min_halves(way.quad(&[key; 4]));
        if left == 0 {
            return Child::Dead;
        }
    }
    let (key, place) = best.least_half();
    match key >> 16 {
        0xffff => Child::Solved,
        left => {
            let group = layout.ranked[(key & 0xffff) as usize];
            Child::Open { left, half: 8 * u32::from(group) + place }
        }
    }
}

/// The groups of a state in which something is not covered, and how many of each kind.
#[inline(always)]
pub(in crate::cover) fn open_groups<C: Compact>(
    way: C,
    layout: &Layout,
    (groups, counts): (&[u16], &Counts),
    state: &[Group],
    open: &mut [u16],
) -> Counts {
    let mut kept = 0;
    let mut before = 0;
    let mut open_counts = Counts::default();
    for (kind, &count) in counts.iter().enumerate() {
        let begun = kept;
        for &group in &groups[before..before + count as usize] {
            let mut last = group as usize;
            if kind == WIDE {
                last += layout.lanes[layout.owner[8 * last] as usize].halves as usize / 8 - 1;
            }
            // A covered lane is all ones; of a long one the last group tells.
            open[kept] = group;
            kept += usize::from(!way.quad(&state[last]).is_full());
        }
        before += count as usize;
        open_counts[kind] = (kept - begun) as u32;
    }
    open_counts
}

#[cfg(test)]
mod tests {
    use puzzle_core::bits::compact::{Kernel, Portable, dispatch};

    use super::*;
    use crate::cover::tables::COVERED;

    struct Steps<'a>(&'a Layout, &'a [Group], &'a [Group]);

    impl Kernel for Steps<'_> {
        type Answer = (Child, Vec<Group>, Counts);

        #[inline(always)]
        fn run<C: Compact>(self, way: C) -> Self::Answer {
            let Steps(layout, state, row) = self;
            let mut out = vec![COVERED; state.len()];
            let list = (&layout.first[..], &layout.counts);
            let joined = (Joined { state, row, dear: [] }, Owing { names: &[], owed: &[] });
            let child = step::<_, 0, false>(way, layout, list, joined, &mut out);
            let mut open = vec![0; layout.first.len()];
            let counts = open_groups(way, layout, list, &out, &mut open);
            (child, if child == Child::Dead { Vec::new() } else { out }, counts)
        }
    }

    /// Random lanes, of which some are covered and some lose all their embeddings.
    #[test]
    fn all_ways_agree_with_counting_lane_by_lane() {
        let mut random = puzzle_core::Random::new(5);
        let mut seen = [0; 3];
        for _ in 0..2000 {
            let lanes = 1 + random.index(9);
            let sizes: Vec<usize> = (0..lanes)
                .map(|_| [3, 30, 31, 60, 64, 100, 140, 300, 600][random.index(9)])
                .collect();
            let mut layout = Layout::default();
            layout.reset(sizes.iter().map(|&size| (size, Counted::Once)));
            let mut state = vec![COVERED; layout.groups];
            layout.write_first(&mut state);
            let mut row = vec![[0; 4]; layout.groups];
            let kinds = [1, 2, 8, 40][random.index(4)];
            let mut left = Vec::new();
            for (lane, &size) in sizes.iter().enumerate() {
                let place = layout.lanes[lane];
                match random.index(kinds + 1) {
                    0 => place.cover(&mut row),
                    _ => {
                        let mut gone = 0;
                        let all = random.index(30) == 0;
                        for member in 0..size {
                            if all || random.index(3) > 0 {
                                let bit = 32 * place.start as usize + member;
                                row.as_flattened_mut()[bit / 64] |= 1 << (bit % 64);
                                gone += 1;
                            }
                        }
                        left.push((size - gone, lane));
                    }
                }
            }
            let (child, out, counts) = dispatch(Steps(&layout, &state, &row));
            let plain = Steps(&layout, &state, &row).run(Portable);
            assert_eq!((child, &out), (plain.0, &plain.1));
            match (child, left.iter().min()) {
                (Child::Solved, None) => seen[0] += 1,
                (Child::Dead, Some((0, _))) => seen[1] += 1,
                (Child::Open { left: fewest, half }, Some(&(least, _))) => {
                    let lane = layout.owner[half as usize] as usize;
                    assert_eq!(fewest as usize, least);
                    assert!(left.contains(&(least, lane)));
                    assert_eq!(counts, plain.2);
                    seen[2] += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
    }
}
