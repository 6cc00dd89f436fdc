//! Positions of up to 64 moves: a row of the matrix is a word.
//!
//! Before a move's position is entered it is glanced at: if one of its replies leaves at most seven
//! moves, and loses by the table of [`Endgames`], the move is refuted without its matrix being made. On
//! parts of the proof for L 00000000001e1000 that enters a third of the nodes that a search without it
//! enters (1.45 instead of 4.0 million; a position that is settled at a glance is no node).
//!
//! Tried without gain, on the same parts (nodes, in thousands, against 1345 to 1371): glancing at all
//! moves before any is entered (1286, and 15 % slower); preferring moves that leave few pairs of
//! compatible replies (1291 to 1307, slower); putting off moves that leave a known refutation possible
//! (1435 to 1450).
//!
//! Splitting into independent parts with nimbers is not done: of 1.33 million of these nodes the conflict
//! graph fell apart in 2 %, nearly all of them with fewer than 16 moves (23 % of those with 8 or 9 moves,
//! 4 % with 12 to 15, 0.4 % with 24 to 31).

use puzzle_core::bits::compact::{Compact, Kernel};
use puzzle_core::bits::members::indices;
use puzzle_core::game::Resources;

use super::endgames::{self, Endgames};
use super::level::Level;
use super::search::{LOST, NONE, STOPPED, Searcher, TABLED, WON};

/// A node of up to 64 moves.
pub(super) struct Small<'n, 's> {
    pub(super) search: &'n mut Searcher<'s>,
    pub(super) levels: &'n mut [Level],
    pub(super) moves: usize,
    pub(super) killer: u32,
}

/// What the table of endgames says of the moves of a position.
enum Glance {
    /// This move wins.
    Won(u32),
    /// None wins.
    Lost,
    /// Some leave too much to be looked up.
    Open,
}

/// The upper triangle of the matrix of the moves under `mask`, of which there are at most seven.
#[inline(always)]
fn triangle<C: Compact>(way: C, rows: &[u64], mask: u64) -> u64 {
    let (mut left, mut bits, mut shift) = (mask, 0, 0);
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        left &= left - 1;
        bits |= way.compact(rows[first], left) << shift;
        shift += left.count_ones();
    }
    bits
}

/// Whether a position is lost, if it is small enough to be looked up.
#[inline(always)]
fn look_up<C: Compact>(way: C, endgames: &Endgames, rows: &[u64], mask: u64) -> Option<bool> {
    let moves = mask.count_ones();
    (moves <= endgames::MOST).then(|| endgames.is_lost(moves, triangle(way, rows, mask)))
}

/// Looks up what the moves under `mask` leave of each other.
#[inline(always)]
fn glance<C: Compact>(way: C, endgames: &Endgames, rows: &[u64], mask: u64, killer: u32) -> Glance {
    let left = |j: u32| rows[j as usize] & mask;
    if killer != NONE
        && mask >> killer & 1 == 1
        && look_up(way, endgames, rows, left(killer)) == Some(true)
    {
        return Glance::Won(killer);
    }
    let mut open = false;
    for j in indices(mask) {
        match look_up(way, endgames, rows, left(j)) {
            Some(true) => return Glance::Won(j),
            Some(false) => {}
            None => open = true,
        }
    }
    if open { Glance::Open } else { Glance::Lost }
}

impl Kernel for Small<'_, '_> {
    type Answer = u32;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> u32 {
        let Small { search, levels, moves, killer } = self;
        let (own, rest) = levels.split_at_mut(1);
        let (rows, ids) = (&own[0].rows[..moves], &own[0].ids[..moves]);
        if search.count() {
            return STOPPED;
        }
        let endgames = search.endgames;
        if moves as u32 <= endgames::MOST {
            let lost = look_up(way, endgames, rows, (1 << moves) - 1) == Some(true);
            return if lost { LOST } else { WON };
        }
        // What is still to be tried: nothing that can be looked up.
        let mut open = 0_u64;
        for (i, &row) in (0..).zip(rows) {
            match look_up(way, endgames, rows, row) {
                Some(true) => return i,
                Some(false) => {}
                None => open |= 1 << i,
            }
        }
        let mut follower = NONE;
        let mut first = killer != NONE && open >> killer & 1 == 1;
        while open != 0 {
            let fewest = |&i: &u32| rows[i as usize].count_ones() << 6 | i;
            let i = if std::mem::take(&mut first) {
                killer
            } else {
                indices(open).min_by_key(fewest).unwrap_or(0)
            };
            let row = rows[i as usize];
            // Neither it nor one that leads to the same position.
            for same in indices(open).filter(|&j| rows[j as usize] == row) {
                open &= !(1 << same);
            }
            match glance(way, endgames, rows, row, follower) {
                Glance::Won(by) => {
                    follower = by;
                    open &= !(1 << by);
                    continue;
                }
                Glance::Lost => return i,
                Glance::Open => {}
            }
            let replies = row.count_ones();
            let mut place = None;
            if replies >= TABLED {
                let uses = |j: u32| search.shared.moves[usize::from(ids[j as usize])];
                let key = indices(row).fold(0, |key: Resources, j| key | uses(j));
                let found = search.shared.table.place(key);
                match search.shared.table.get(found) {
                    Some(true) => return i,
                    Some(false) => continue,
                    None => place = Some(found),
                }
            }
            let child = &mut rest[0];
            let to = child.rows[..64].iter_mut().zip(&mut child.ids[..64]);
            for ((to, id), j) in to.zip(indices(row)) {
                *to = way.compact(rows[j as usize], row);
                *id = ids[j as usize];
            }
            let passed = match follower {
                k if k != NONE && row >> k & 1 == 1 => (row & ((1 << k) - 1)).count_ones(),
                _ => NONE,
            };
            let before = search.nodes;
            let levels = &mut *rest;
            let value = way.run(Small { search, levels, moves: replies as usize, killer: passed });
            if value == STOPPED {
                return STOPPED;
            }
            search.remember(place, value, before);
            if value == LOST {
                return i;
            }
            if value < WON {
                follower = way.spread(1 << value, row).trailing_zeros();
                open &= !(1 << follower);
            }
        }
        LOST
    }
}
