//! Positions of more than 64 moves: a row of the matrix has `W` words.
//!
//! Order decides how much work there is: of what a won node takes, about three quarters go into moves
//! that do not win, before the one that does (0.72 to 0.84, by size; seven to nineteen moves are tried).
//! Tried without gain: to order by the number of compatible pairs of replies that a move leaves, or by
//! a guess at how likely one of those replies wins (0 to 190 % more nodes), and to put off moves after
//! which a known refutation is possible (6 to 67 % more).

use puzzle_core::bits::compact::{Compact, Kernel};

use super::level::{Level, count_ones, has, members, rank, restrict, select};
use super::search::{Any, LOST, NONE, STOPPED, Searcher, TABLED, WON};

/// From this many moves on the order of moves learns from what refuted elsewhere.
const LEARNING: usize = 257;
/// How many moves back those with the same row are looked for.
const NEAR: usize = 32;

/// A node whose rows have `W` words.
pub(super) struct Wide<'n, 's, const W: usize> {
    pub(super) search: &'n mut Searcher<'s>,
    pub(super) levels: &'n mut [Level],
    pub(super) moves: usize,
    pub(super) killer: u32,
}

impl<const W: usize> Kernel for Wide<'_, '_, W> {
    type Answer = u32;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> u32 {
        let Wide { search, levels, moves, killer } = self;
        if search.count() {
            return STOPPED;
        }
        let (own, rest) = levels.split_at_mut(1);
        let own = &own[0];
        let rows = &own.rows.as_chunks::<W>().0[..moves];
        let (mut refuted, mut follower) = ([0_u64; W], NONE);
        let mut order = Order { sorted: Vec::new(), at: 0 };
        // The killer comes before all others, which need no order if it wins.
        let mut first = killer != NONE;
        loop {
            let number = if std::mem::take(&mut first) {
                killer
            } else {
                if order.sorted.is_empty() {
                    order.sorted = sorted(search, &own.ids[..moves], rows);
                }
                match order.next(rows, |number| number != killer && !has(&refuted, number)) {
                    Some(number) => number,
                    None => return LOST,
                }
            };
            let row = &rows[number as usize];
            let replies = count_ones(row);
            let mut place = None;
            if replies >= TABLED {
                let found = search.shared.place(members(row).map(|j| own.ids[j]), moves);
                match search.shared.table.get(found) {
                    Some(true) => return number,
                    Some(false) => continue,
                    None => place = Some(found),
                }
            }
            restrict(way, own, row, &mut rest[0]);
            let passed = match follower {
                k if k != NONE && has(row, k) => rank(row, k),
                _ => NONE,
            };
            let before = search.nodes;
            let levels = &mut *rest;
            let value = way.run(Any { search, levels, moves: replies as usize, killer: passed });
            if value == STOPPED {
                return STOPPED;
            }
            search.remember(place, value, before);
            if value == LOST {
                return number;
            }
            if value < WON {
                follower = select(way, row, value);
                refuted[follower as usize / 64] |= 1 << (follower % 64);
                if replies as usize >= LEARNING {
                    search.history[usize::from(own.ids[follower as usize])] += 1;
                }
            }
        }
    }
}

/// The moves of a large node in the order in which they are tried.
struct Order {
    sorted: Vec<u64>,
    at: usize,
}

impl Order {
    /// The next one that is wanted and leads where none before it did: those with the same row have
    /// about the same score, so they stand close together.
    #[inline(always)]
    fn next<const W: usize>(
        &mut self,
        rows: &[[u64; W]],
        wanted: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        loop {
            let number = *self.sorted.get(self.at)? as u32;
            let before = &self.sorted[..self.at];
            self.at += 1;
            let same = |&other: &u64| rows[other as u32 as usize] == rows[number as usize];
            if wanted(number) && !before.iter().rev().take(NEAR).any(same) {
                return Some(number);
            }
        }
    }
}

/// Those that leave few replies come first; each entry is a score and, in its lower half, a move.
#[inline(always)]
fn sorted<const W: usize>(search: &Searcher<'_>, ids: &[u16], rows: &[[u64; W]]) -> Vec<u64> {
    let learning = ids.len() >= LEARNING;
    let score = |(i, (row, &id)): (u64, (&[u64; W], &u16))| {
        let often = if learning { search.history[usize::from(id)] } else { 0 };
        let score = u64::from(count_ones(row)).saturating_sub(bonus(often));
        score << 32 | i
    };
    let mut order: Vec<u64> = (0..).zip(rows.iter().zip(ids)).map(score).collect();
    order.sort_unstable();
    order
}

/// How many places a move advances that refuted so often.
#[inline(always)]
fn bonus(often: u32) -> u64 {
    if often == 0 { 0 } else { 8 * (1 + u64::from(often.ilog2())) }
}
