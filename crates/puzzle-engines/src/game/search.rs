//! Who wins a position: the search, one node a kernel.
//!
//! A node holds its possible moves and their **compatibility matrix**, a row of bits a move. After
//! move i exactly the moves in row i are left, and the matrix of the next node is that of this one with
//! the rows and columns under row i compacted (document 003 §4.9 compacts the placements; the matrix
//! makes the next list of replies a single row). Positions of up to 64 moves have rows of one word
//! ([`Small`]), larger ones of several ([`Wide`]).
//!
//! What is meant to make it fast (a prototype gained by each; here only the constants below were
//! measured, on parts of the proof that L 00000000001e1000 wins on the chessboard):
//! - positions of up to seven moves are looked up ([`Endgames`]);
//! - moves that leave few replies come first;
//! - a move that refuted the last sibling is tried first (killer), and at large nodes moves that
//!   refuted often (history);
//! - of moves with the same row only one is tried: they lead to the same position;
//! - if r refutes m then m refutes r, as both lead to the same position after two moves (pairing).

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::bits::members::indices;
use puzzle_core::game::Resources;

use super::endgames::{self, Endgames};
use super::shared::Shared;

/// The player to move loses, whatever they do. Other results are the number of a move that wins,
/// among those of the node.
pub(super) const LOST: u32 = u32::MAX;
/// The search was stopped.
pub(super) const STOPPED: u32 = u32::MAX - 1;
/// The player to move wins; with which move was not written down.
pub(super) const WON: u32 = u32::MAX - 2;
/// No move.
pub(super) const NONE: u32 = u32::MAX;

/// Positions with fewer moves are not worth a place in the table.
const TABLED: u32 = 20;
/// From this many moves on the order of moves learns from what refuted elsewhere.
const LEARNING: usize = 257;
/// How many moves back those with the same row are looked for, at large nodes.
const NEAR: usize = 32;

/// A position: its moves by number, and the rows of its matrix.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) ids: Vec<u16>,
    pub(super) rows: Vec<u64>,
}

impl Level {
    /// Room for a small position.
    pub(super) fn new() -> Self {
        Level { ids: vec![0; 64], rows: vec![0; 65] }
    }

    /// Room for so many moves with so many words each, and a word behind them.
    fn make_room(&mut self, moves: usize, words: usize) {
        if self.ids.len() < moves {
            self.ids.resize(moves, 0);
        }
        if self.rows.len() < moves * words + 1 {
            self.rows.resize(moves * words + 1, 0);
        }
    }

    /// The position of these moves.
    pub(super) fn of(moves: &[Resources], ids: impl Iterator<Item = u16>) -> (Self, usize) {
        let mut level = Level::new();
        let ids: Vec<u16> = ids.collect();
        let words = width(ids.len());
        level.make_room(ids.len(), words);
        for (i, &a) in ids.iter().enumerate() {
            level.ids[i] = a;
            for (j, &b) in ids.iter().enumerate() {
                let compatible = moves[usize::from(a)] & moves[usize::from(b)] == 0;
                level.rows[i * words + j / 64] |= u64::from(compatible) << (j % 64);
            }
        }
        (level, ids.len())
    }
}

/// One thread's search.
#[derive(Debug)]
pub(super) struct Searcher<'s> {
    pub(super) shared: &'s Shared<'s>,
    endgames: &'static Endgames,
    pub(super) nodes: u64,
    /// Nodes that were added to the sum of all threads.
    told: u64,
    /// How many nodes it may take.
    limit: u64,
    /// How often a move refuted at large nodes.
    pub(super) history: Vec<u32>,
}

impl<'s> Searcher<'s> {
    pub(super) fn new(shared: &'s Shared<'s>, history: Vec<u32>, limit: u64) -> Self {
        let endgames = Endgames::get(shared.misere);
        Searcher { shared, endgames, nodes: 0, told: 0, limit, history }
    }

    /// Counts a node; tells now and then how many there were, and whether to stop.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes - self.told >= 1024 && self.tell()
    }

    /// Adds the nodes to the sum of all threads; says whether to stop.
    #[inline(never)]
    pub(super) fn tell(&mut self) -> bool {
        let more = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.look(more) || self.nodes >= self.limit
    }

    /// The value of the position in the first level, which has this many moves; what is below is free
    /// to use.
    pub(super) fn value(&mut self, levels: &mut [Level], moves: usize, killer: u32) -> u32 {
        dispatch(Any { search: self, levels, moves, killer })
    }
}

/// The position that is left in the second level after a move of the one in the first; how many moves
/// it has.
pub(super) fn descend(own: &Level, moves: usize, number: usize, child: &mut Level) -> usize {
    macro_rules! widths {
        ($($width:literal)*) => {
            match width(moves) {
                $($width => dispatch(Descend::<$width> { own, child, number }),)*
                _ => unreachable!("widths are rounded up to one of these"),
            }
        };
    }
    widths!(1 2 3 4 6 8 12 16 24 32 40 64)
}

const WIDTHS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40, 64];

/// How many words a row of so many moves takes.
pub(super) fn width(moves: usize) -> usize {
    let needed = moves.div_ceil(64);
    WIDTHS.into_iter().find(|&width| width >= needed).unwrap_or(64)
}

/// A node of any width.
struct Any<'n, 's> {
    search: &'n mut Searcher<'s>,
    levels: &'n mut [Level],
    moves: usize,
    killer: u32,
}

impl Kernel for Any<'_, '_> {
    type Answer = u32;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> u32 {
        let Any { search, levels, moves, killer } = self;
        macro_rules! widths {
            ($($width:literal)*) => {
                match width(moves) {
                    1 => way.run(Small { search, levels, moves, killer }),
                    $($width => way.run(Wide::<$width> { search, levels, moves, killer }),)*
                    _ => unreachable!("widths are rounded up to one of these"),
                }
            };
        }
        widths!(2 3 4 6 8 12 16 24 32 40 64)
    }
}

/// Positions of up to 64 moves.
struct Small<'n, 's> {
    search: &'n mut Searcher<'s>,
    levels: &'n mut [Level],
    moves: usize,
    killer: u32,
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
        if moves as u32 <= endgames::MOST {
            let all = (1_u64 << moves) - 1;
            let lost = search.endgames.is_lost(moves as u32, triangle(way, rows, all));
            return if lost { LOST } else { WON };
        }
        // How many replies, then which move.
        let mut order = [0_u16; 64];
        let mut count = 0;
        for (i, &row) in rows.iter().enumerate() {
            let replies = row.count_ones();
            if replies > endgames::MOST {
                order[count] = (replies << 6) as u16 | i as u16;
                count += 1;
            } else if search.endgames.is_lost(replies, triangle(way, rows, row)) {
                return i as u32;
            }
        }
        order[..count].sort_unstable();
        if killer != NONE
            && let Some(at) = order[..count].iter().position(|&e| u32::from(e & 63) == killer)
        {
            order[..=at].rotate_right(1);
        }
        let (mut refuted, mut killer) = (0_u64, NONE);
        for at in 0..count {
            let i = usize::from(order[at] & 63);
            if refuted >> i & 1 == 1 {
                continue;
            }
            let (row, replies) = (rows[i], u32::from(order[at] >> 6));
            let seen = |&e: &u16| rows[usize::from(e & 63)] == row;
            if order[..at].iter().rev().take_while(|&&e| u32::from(e >> 6) == replies).any(seen) {
                continue;
            }
            let mut place = None;
            if replies >= TABLED {
                let mut key: Resources = 0;
                let mut left = row;
                while left != 0 {
                    let j = left.trailing_zeros() as usize;
                    left &= left - 1;
                    key |= search.shared.moves[usize::from(ids[j])];
                }
                let found = search.shared.table.place(key);
                match search.shared.table.get(found) {
                    Some(true) => return i as u32,
                    Some(false) => continue,
                    None => place = Some(found),
                }
            }
            let child = &mut rest[0];
            let (child_rows, child_ids) = (&mut child.rows[..64], &mut child.ids[..64]);
            let (mut left, mut to) = (row, 0);
            while left != 0 {
                let j = left.trailing_zeros() as usize;
                left &= left - 1;
                child_rows[to] = way.compact(rows[j], row);
                child_ids[to] = ids[j];
                to += 1;
            }
            let passed = match killer {
                NONE => NONE,
                k if row >> k & 1 == 1 => (row & ((1 << k) - 1)).count_ones(),
                _ => NONE,
            };
            let before = search.nodes;
            let levels = &mut *rest;
            let value = way.run(Small { search, levels, moves: replies as usize, killer: passed });
            if value == STOPPED {
                return STOPPED;
            }
            if let Some(place) = place {
                let work = (search.nodes - before).max(1).ilog2();
                search.shared.table.put(place, value == LOST, work);
            }
            if value == LOST {
                return i as u32;
            }
            if value < WON {
                killer = way.spread(1 << value, row).trailing_zeros();
                refuted |= 1 << killer;
            }
        }
        LOST
    }
}

/// Positions whose rows have `W` words.
struct Wide<'n, 's, const W: usize> {
    search: &'n mut Searcher<'s>,
    levels: &'n mut [Level],
    moves: usize,
    killer: u32,
}

#[inline(always)]
fn count_ones<const W: usize>(row: &[u64; W]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
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
        let rows = own.rows.as_chunks::<W>().0;
        let mut order = sorted(search, &own.ids[..moves], &rows[..moves]);
        if let Some(at) = order.iter().position(|&i| i == killer) {
            order[..=at].rotate_right(1);
        }
        let (mut refuted, mut killer) = ([0_u64; W], NONE);
        for (at, &number) in order.iter().enumerate() {
            let i = number as usize;
            if refuted[i / 64] >> (i % 64) & 1 == 1 {
                continue;
            }
            let row = &rows[i];
            // Those with the same row have as many replies, so they stand close together.
            if order[..at].iter().rev().take(NEAR).any(|&j| rows[j as usize] == *row) {
                continue;
            }
            let replies = count_ones(row) as usize;
            let place = search.shared.place(members(row).map(|j| own.ids[j]), moves);
            match search.shared.table.get(place) {
                Some(true) => return number,
                Some(false) => continue,
                None => {}
            }
            restrict(way, own, row, &mut rest[0]);
            let passed = match killer {
                NONE => NONE,
                k if row[k as usize / 64] >> (k % 64) & 1 == 1 => rank(row, k),
                _ => NONE,
            };
            let before = search.nodes;
            let levels = &mut *rest;
            let value = way.run(Any { search, levels, moves: replies, killer: passed });
            if value == STOPPED {
                return STOPPED;
            }
            search.shared.table.put(place, value == LOST, (search.nodes - before).max(1).ilog2());
            if value == LOST {
                return number;
            }
            if value < WON {
                killer = select(way, row, value);
                refuted[killer as usize / 64] |= 1 << (killer % 64);
                if replies >= LEARNING {
                    search.history[usize::from(own.ids[killer as usize])] += 1;
                }
            }
        }
        LOST
    }
}

/// The moves of a large node in the order in which they are tried.
fn sorted<const W: usize>(search: &Searcher<'_>, ids: &[u16], rows: &[[u64; W]]) -> Vec<u32> {
    let mut order: Vec<u64> = Vec::with_capacity(ids.len());
    for (i, (row, &id)) in rows.iter().zip(ids).enumerate() {
        let mut score = u64::from(count_ones(row));
        if ids.len() >= LEARNING {
            let often = search.history[usize::from(id)];
            score = score.saturating_sub(u64::from(bonus(often)));
        }
        order.push(score << 32 | i as u64);
    }
    order.sort_unstable();
    order.into_iter().map(|entry| entry as u32).collect()
}

/// How many places a move advances that refuted so often.
fn bonus(often: u32) -> u32 {
    if often == 0 { 0 } else { 8 * (1 + often.ilog2()) }
}

/// The members of a row.
#[inline(always)]
fn members<const W: usize>(row: &[u64; W]) -> impl Iterator<Item = usize> + '_ {
    row.iter()
        .enumerate()
        .flat_map(|(word, &bits)| indices(bits).map(move |i| 64 * word + i as usize))
}

/// How many members come before this one.
fn rank<const W: usize>(row: &[u64; W], member: u32) -> u32 {
    let (word, bit) = (member as usize / 64, member % 64);
    row[..word].iter().map(|word| word.count_ones()).sum::<u32>()
        + (row[word] & ((1 << bit) - 1)).count_ones()
}

/// The member before which come this many.
#[inline(always)]
fn select<C: Compact, const W: usize>(way: C, row: &[u64; W], mut before: u32) -> u32 {
    for (word, &bits) in row.iter().enumerate() {
        let count = bits.count_ones();
        if before < count {
            return 64 * word as u32 + way.spread(1 << before, bits).trailing_zeros();
        }
        before -= count;
    }
    NONE
}

/// The position that is left if of `own` only the moves under `mask` stay.
#[inline(always)]
fn restrict<C: Compact, const W: usize>(way: C, own: &Level, mask: &[u64; W], child: &mut Level) {
    let rows = own.rows.as_chunks::<W>().0;
    // The words with members, and where their bits go.
    let mut parts = [(0_usize, 0_usize, 0_usize); W];
    let (mut used, mut moves) = (0, 0);
    for (w, word) in mask.iter().enumerate().filter(|(_, word)| **word != 0) {
        parts[used] = (w, moves / 64, moves % 64);
        used += 1;
        moves += word.count_ones() as usize;
    }
    let words = width(moves);
    child.make_room(moves, words);
    // The last bits may spill over into one word more, which the next row overwrites.
    for (to, j) in members(mask).enumerate() {
        child.ids[to] = own.ids[j];
        let out = &mut child.rows[to * words..(to + 1) * words + 1];
        out.fill(0);
        let row = &rows[j];
        for &(w, at, shift) in &parts[..used] {
            let bits = way.compact(row[w], mask[w]);
            out[at] |= bits << shift;
            out[at + 1] |= bits >> 1 >> (63 - shift);
        }
    }
}

struct Descend<'n, const W: usize> {
    own: &'n Level,
    child: &'n mut Level,
    number: usize,
}

impl<const W: usize> Kernel for Descend<'_, W> {
    type Answer = usize;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> usize {
        let mask = self.own.rows.as_chunks::<W>().0[self.number];
        restrict(way, self.own, &mask, self.child);
        count_ones(&mask) as usize
    }
}
