//! The rows: which embeddings of aspect b are compatible with embedding e.
//!
//! `cover` holds, for every aspect, the set of its embeddings as a long bitset over all of them.
//! The union over e's aspects is everything that overlaps e. What is left of b's own embeddings,
//! packed together by PEXT, is the row of e at b. Rows are built when first needed, and kept as
//! long as they fit in memory together.

use puzzle_core::bits::compact::Compact;

use super::instance::Instance;

/// The most memory for rows that are kept, in bytes.
const KEPT: usize = 40 << 20;

/// One word of an aspect's long bitset, and where its members go in the local one.
#[derive(Clone, Copy)]
struct Piece {
    word: u32,
    target: u32,
    mask: u64,
    shift: u32,
}

pub(super) struct Table<const W: usize> {
    pub instance: Instance,
    /// The embeddings of aspect `a` by local number: `lists[list_starts[a]..list_starts[a + 1]]`.
    lists: Vec<u32>,
    list_starts: Vec<u32>,
    cover: Vec<u64>,
    words: usize,
    pieces: Vec<Piece>,
    piece_starts: Vec<u32>,
    rows: Vec<[u64; W]>,
    built: Vec<bool>,
    keeps: bool,
    overlap: Vec<u64>,
}

impl<const W: usize> Table<W> {
    pub(super) fn new(instance: Instance) -> Self {
        let (count, aspects) = (instance.len(), instance.aspects);
        let all = aspects + instance.optional;
        let words = count.div_ceil(64);
        let mut cover = vec![0_u64; all * words];
        for e in 0..count {
            for &a in instance.embedding(e) {
                cover[a as usize * words + e / 64] |= 1 << (e % 64);
            }
        }
        let mut lists = Vec::with_capacity(instance.touched.len());
        let mut list_starts = vec![0];
        let mut pieces = Vec::new();
        let mut piece_starts = vec![0];
        for a in 0..aspects {
            let mut place = 0;
            for (word, &mask) in cover[a * words..(a + 1) * words].iter().enumerate() {
                let mut rest = mask;
                while rest != 0 {
                    lists.push((64 * word) as u32 + rest.trailing_zeros());
                    rest &= rest - 1;
                }
                place = split(&mut pieces, word as u32, mask, place);
            }
            list_starts.push(lists.len() as u32);
            piece_starts.push(pieces.len() as u32);
        }
        let keeps = count * aspects * W * 8 <= KEPT;
        let rows = vec![[0; W]; if keeps { count * aspects } else { aspects }];
        Table {
            lists,
            list_starts,
            cover,
            words,
            pieces,
            piece_starts,
            rows,
            built: vec![false; if keeps { count } else { 0 }],
            keeps,
            overlap: vec![0; words],
            instance,
        }
    }

    /// The embedding with local number `place` at aspect `a`.
    #[inline(always)]
    pub(super) fn embedding_at(&self, a: u32, place: usize) -> usize {
        self.lists[self.list_starts[a as usize] as usize + place] as usize
    }

    /// How many embeddings an aspect has.
    pub(super) fn list_len(&self, a: usize) -> usize {
        (self.list_starts[a + 1] - self.list_starts[a]) as usize
    }

    /// The row of an embedding: one local set per aspect.
    #[inline(always)]
    pub(super) fn row<C: Compact>(&mut self, way: C, e: usize) -> &[[u64; W]] {
        let aspects = self.instance.aspects;
        let start = if self.keeps { e * aspects } else { 0 };
        if !self.keeps || !self.built[e] {
            self.build(way, e, start);
        }
        &self.rows[start..start + aspects]
    }

    #[inline(always)]
    fn build<C: Compact>(&mut self, way: C, e: usize, start: usize) {
        let words = self.words;
        self.overlap.fill(0);
        for &a in self.instance.embedding(e) {
            let cover = &self.cover[a as usize * words..(a as usize + 1) * words];
            self.overlap.iter_mut().zip(cover).for_each(|(word, cover)| *word |= cover);
        }
        for a in 0..self.instance.aspects {
            let pieces = self.piece_starts[a] as usize..self.piece_starts[a + 1] as usize;
            let mut row = [0; W];
            for piece in &self.pieces[pieces] {
                let free = !self.overlap[piece.word as usize];
                row[piece.target as usize] |= way.compact(free, piece.mask) << piece.shift;
            }
            self.rows[start + a] = row;
        }
        if self.keeps {
            self.built[e] = true;
        }
    }
}

/// Sends the members under `mask` to the places from `place` on, in pieces that do not straddle two
/// target words; returns the next place.
fn split(pieces: &mut Vec<Piece>, word: u32, mut mask: u64, mut place: u32) -> u32 {
    while mask != 0 {
        let (target, shift) = (place / 64, place % 64);
        let room = 64 - shift;
        let mut taken = mask;
        if mask.count_ones() > room {
            // Keep the lowest `room` members.
            let mut rest = mask;
            (0..room).for_each(|_| rest &= rest - 1);
            taken = mask & !rest;
        }
        pieces.push(Piece { word, target, mask: taken, shift });
        place += taken.count_ones();
        mask &= !taken;
    }
    place
}
