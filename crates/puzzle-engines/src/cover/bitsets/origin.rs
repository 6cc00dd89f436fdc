//! Where a table's rows come from: the whole puzzle, or the table it was compacted from.
//!
//! In both cases words of the source are packed together by PEXT, a list of [`Piece`]s says which
//! bits of which word go where.

use std::sync::Arc;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::bits::members::indices;

use super::instance::Instance;
use super::layout::{Group, Lane, Layout};
use super::table::{Origin, Table};

/// The bits of one word of the source that go to one word of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    from: u32,
    to: u32,
    mask: u64,
    shift: u32,
}

/// Sends the members under `mask` to the places from `place` on of a lane, in pieces that do not
/// straddle two words; returns the next place.
fn send(pieces: &mut Vec<Piece>, from: u32, mut mask: u64, lane: Lane, mut place: u32) -> u32 {
    while mask != 0 {
        let (to, shift) = (lane.words().start + place / 64, place % 64 + lane.shift());
        let room = 64 - shift;
        let mut taken = mask;
        if mask.count_ones() > room {
            // Keep the lowest `room` members.
            let mut rest = mask;
            (0..room).for_each(|_| rest &= rest - 1);
            taken = mask & !rest;
        }
        pieces.push(Piece { from, to, mask: taken, shift });
        place += taken.count_ones();
        mask &= !taken;
    }
    place
}

struct Gather<'a> {
    pieces: &'a [Piece],
    source: &'a [u64],
    row: &'a mut [u64],
}

impl Kernel for Gather<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<C: Compact>(self, way: C) {
        for piece in self.pieces {
            let bits = way.compact(self.source[piece.from as usize], piece.mask);
            self.row[piece.to as usize] |= bits << piece.shift;
        }
    }
}

/// Marks the lanes of the aspects that an embedding touches as covered.
fn cover(instance: &Instance, e: u32, lane_of: &[u32], layout: &Layout, row: &mut [Group]) {
    for &a in instance.embedding(e as usize) {
        if let Some(lane) =
            lane_of.get(a as usize).and_then(|&lane| layout.lanes.get(lane as usize))
        {
            lane.cover(row);
        }
    }
}

/// The puzzle itself. `covering` holds, for every aspect, its embeddings as a long bitset over all of
/// them. The union over e's aspects is everything that overlaps e, and the source of e's row.
pub(super) struct Whole {
    instance: Arc<Instance>,
    covering: Vec<u64>,
    words: usize,
    pieces: Vec<Piece>,
    lane_of: Vec<u32>,
    overlap: Vec<u64>,
}

impl Whole {
    /// For a table of this layout, whose lanes are the aspects that must be covered.
    pub(super) fn new(instance: Arc<Instance>, layout: &Layout) -> Self {
        let (count, aspects) = (instance.len(), instance.aspects);
        let words = count.div_ceil(64);
        let mut covering = vec![0_u64; (aspects + instance.optional) * words];
        for e in 0..count {
            for &a in instance.embedding(e) {
                covering[a as usize * words + e / 64] |= 1 << (e % 64);
            }
        }
        let mut pieces = Vec::new();
        for (a, &lane) in layout.lanes.iter().enumerate() {
            let mut place = 0;
            for (word, &mask) in covering[a * words..(a + 1) * words].iter().enumerate() {
                place = send(&mut pieces, word as u32, mask, lane, place);
            }
        }
        let lane_of = (0..aspects as u32).collect();
        Whole { instance, covering, words, pieces, lane_of, overlap: vec![0; words] }
    }
}

impl Origin for Whole {
    fn write_row(&mut self, e: u32, layout: &Layout, row: &mut [Group]) {
        self.overlap.fill(0);
        for &a in self.instance.embedding(e as usize) {
            let covering = &self.covering[a as usize * self.words..(a as usize + 1) * self.words];
            self.overlap.iter_mut().zip(covering).for_each(|(word, more)| *word |= more);
        }
        let (pieces, source) = (&self.pieces, &self.overlap);
        dispatch(Gather { pieces, source, row: row.as_flattened_mut() });
        cover(&self.instance, e, &self.lane_of, layout, row);
    }

    fn write_list(&mut self, lane: usize, list: &mut [u32]) {
        let covering = &self.covering[lane * self.words..(lane + 1) * self.words];
        let members = covering
            .iter()
            .enumerate()
            .flat_map(|(word, &mask)| indices(mask).map(move |bit| 64 * word as u32 + bit));
        list.iter_mut().zip(members).for_each(|(place, e)| *place = e);
    }
}

/// What a table compacted from another one needs to know; kept for the next use.
#[derive(Default)]
pub(super) struct Extract {
    /// The state that was compacted, and its lanes that are kept.
    pub state: Vec<Group>,
    pub kept: Vec<u32>,
    pieces: Vec<Piece>,
    /// By aspect.
    lane_of: Vec<u32>,
}

impl Extract {
    /// Works out the pieces for a table of layout `new` whose lanes are those kept of `old`.
    /// `above` tells the aspects of the old lanes.
    pub(super) fn prepare(&mut self, old: &Layout, new: &Layout, above: &[u32], aspects: usize) {
        self.pieces.clear();
        self.lane_of.clear();
        self.lane_of.resize(aspects, u32::MAX);
        for (number, (&from, &lane)) in self.kept.iter().zip(&new.lanes).enumerate() {
            self.lane_of[above[from as usize] as usize] = number as u32;
            let source = old.lanes[from as usize];
            let mut place = 0;
            for (w, word) in (0..).zip(source.words()) {
                let mask = source.living(&self.state, w) << source.shift();
                place = send(&mut self.pieces, word, mask, lane, place);
            }
        }
    }
}

/// A table above, of which some lanes are kept, and of them what is left in a state.
pub(super) struct Below<'a> {
    pub instance: &'a Instance,
    pub table: &'a mut Table,
    pub origin: &'a mut dyn Origin,
    pub extract: &'a Extract,
}

impl Origin for Below<'_> {
    fn write_row(&mut self, e: u32, layout: &Layout, row: &mut [Group]) {
        let (above, _) = self.table.row(e, self.origin);
        let (pieces, source) = (&self.extract.pieces, above.as_flattened());
        dispatch(Gather { pieces, source, row: row.as_flattened_mut() });
        cover(self.instance, e, &self.extract.lane_of, layout, row);
    }

    fn write_list(&mut self, lane: usize, list: &mut [u32]) {
        let from = self.extract.kept[lane] as usize;
        let above = self.table.list(from, self.origin);
        let places = self.table.layout.lanes[from].places(&self.extract.state);
        list.iter_mut().zip(places).for_each(|(e, place)| *e = self.table.listed(above + place));
    }
}
