//! Positions as the search holds them: moves by number, and their compatibility matrix.
//!
//! A row of bits a move says with which moves it goes together. After move i exactly the moves in row i
//! are left, and the matrix of the next position is that of this one with the rows and columns under
//! row i compacted (document 003 §4.9 compacts the placements; the matrix makes the next list of replies
//! a single row). Rows have a power of two of words, so that there are few versions of the search.

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::bits::members::indices;
use puzzle_core::game::Resources;

/// A position: its moves by number, and the rows of its matrix.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) ids: Vec<u16>,
    pub(super) rows: Vec<u64>,
}

/// How many words a row of so many moves takes.
#[inline(always)]
pub(super) fn width(moves: usize) -> usize {
    moves.div_ceil(64).next_power_of_two()
}

impl Level {
    /// Room for a small position.
    pub(super) fn new() -> Self {
        Level { ids: vec![0; 64], rows: vec![0; 64] }
    }

    /// Room for so many moves with so many words each.
    fn make_room(&mut self, moves: usize, words: usize) {
        if self.ids.len() < moves {
            self.ids.resize(moves, 0);
        }
        if self.rows.len() < moves * words {
            self.rows.resize(moves * words, 0);
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

    /// How many replies a move leaves, in a position of so many.
    pub(super) fn replies(&self, moves: usize, number: usize) -> u32 {
        let words = width(moves);
        let row = &self.rows[number * words..(number + 1) * words];
        row.iter().map(|word| word.count_ones()).sum()
    }
}

/// How many members a row has.
#[inline(always)]
pub(super) fn count_ones<const W: usize>(row: &[u64; W]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}

/// The members of a row.
#[inline(always)]
pub(super) fn members<const W: usize>(row: &[u64; W]) -> impl Iterator<Item = usize> + '_ {
    row.iter()
        .enumerate()
        .flat_map(|(word, &bits)| indices(bits).map(move |i| 64 * word + i as usize))
}

/// Whether a row has a member.
#[inline(always)]
pub(super) fn has<const W: usize>(row: &[u64; W], member: u32) -> bool {
    row[member as usize / 64] >> (member % 64) & 1 == 1
}

/// How many members come before this one.
#[inline(always)]
pub(super) fn rank<const W: usize>(row: &[u64; W], member: u32) -> u32 {
    let (word, bit) = (member as usize / 64, member % 64);
    row[..word].iter().map(|word| word.count_ones()).sum::<u32>()
        + (row[word] & ((1 << bit) - 1)).count_ones()
}

/// The member before which come this many.
#[inline(always)]
pub(super) fn select<C: Compact, const W: usize>(way: C, row: &[u64; W], mut before: u32) -> u32 {
    for (word, &bits) in row.iter().enumerate() {
        let count = bits.count_ones();
        if before < count {
            return 64 * word as u32 + way.spread(1 << before, bits).trailing_zeros();
        }
        before -= count;
    }
    u32::MAX
}

/// The position that is left if of `own` only the moves under `mask` stay.
#[inline(always)]
pub(super) fn restrict<C: Compact, const W: usize>(
    way: C,
    own: &Level,
    mask: &[u64; W],
    child: &mut Level,
) {
    let rows = own.rows.as_chunks::<W>().0;
    // The words with members, and how many they have.
    let mut parts = [(0_usize, 0_usize); W];
    let (mut used, mut moves) = (0, 0);
    for (w, word) in mask.iter().enumerate().filter(|(_, word)| **word != 0) {
        parts[used] = (w, word.count_ones() as usize);
        moves += parts[used].1;
        used += 1;
    }
    let (words, parts) = (width(moves), &parts[..used]);
    child.make_room(moves, words);
    let to = child.ids.iter_mut().zip(child.rows.chunks_exact_mut(words.max(1)));
    for ((id, out), j) in to.zip(members(mask)) {
        *id = own.ids[j];
        let row = &rows[j];
        let (mut partial, mut filled, mut at) = (0, 0, 0);
        for &(w, count) in parts {
            let bits = way.compact(row[w], mask[w]);
            partial |= bits << filled;
            filled += count;
            if filled >= 64 {
                out[at] = partial;
                at += 1;
                filled -= 64;
                partial = bits >> 1 >> (count - filled - 1);
            }
        }
        if filled > 0 {
            out[at] = partial;
            at += 1;
        }
        out[at..].fill(0);
    }
}

/// The position that is left in the second level after a move of the one in the first; how many moves
/// it has.
pub(super) fn descend(own: &Level, moves: usize, number: usize, child: &mut Level) -> usize {
    macro_rules! widths {
        ($($width:literal)*) => {
            match width(moves) {
                $($width => dispatch(Descend::<$width> { own, child, number }),)*
                _ => unreachable!("no game has more moves"),
            }
        };
    }
    widths!(1 2 4 8 16 32 64)
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
