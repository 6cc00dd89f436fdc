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
pub(in crate::cover) struct Piece {
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

/// Marks the lanes of the aspects that an embedding touches as covered, or that of an aspect.
fn cover(instance: &Instance, of: u32, lane_of: &[u32], layout: &Layout, row: &mut [Group]) {
    let mut cover = |a: u32| {
        let lane = lane_of.get(a as usize).and_then(|&lane| layout.lanes.get(lane as usize));
        if let Some(lane) = lane {
            lane.cover(row);
        }
    };
    if instance.bags.is_some() {
        return instance.covered_by(of).for_each(cover);
    }
    let (several, one) = instance.covered_once_by(of);
    several.iter().copied().chain(one).for_each(&mut cover);
}

/// The puzzle itself. `covering` holds, for every aspect, its embeddings as a long bitset over all of
/// them. The union over e's aspects is everything that overlaps e, and the source of e's row. Then follow
/// what colours rule out, and the loose embeddings.
pub(in crate::cover) struct Whole {
    instance: Arc<Instance>,
    covering: Vec<u64>,
    words: usize,
    pieces: Vec<Piece>,
    lane_of: Vec<u32>,
    overlap: Vec<u64>,
}

impl Whole {
    /// For a table of this layout, whose lanes are those of the whole puzzle.
    pub(in crate::cover) fn new(instance: Arc<Instance>, layout: &Layout) -> Self {
        let (count, aspects) = (instance.len(), instance.aspects);
        let words = count.div_ceil(64);
        let sets = instance.sets() + usize::from(instance.bags.is_some());
        let mut covering = vec![0_u64; sets * words];
        for e in 0..count {
            for &a in instance.embedding(e) {
                covering[a as usize * words + e / 64] |= 1 << (e % 64);
            }
        }
        if let Some(bags) = &instance.bags {
            for (set, &(a, _)) in (aspects + instance.optional..).zip(&bags.colours) {
                let all = a as usize * words;
                covering.copy_within(all..all + words, set * words);
            }
            for e in 0..count {
                let own = instance
                    .sets_of(e as u32)
                    .filter(|&set| set as usize >= aspects + instance.optional);
                own.for_each(|set| covering[set as usize * words + e / 64] &= !(1 << (e % 64)));
            }
            for &e in &bags.loose {
                covering[(sets - 1) * words + e as usize / 64] |= 1 << (e % 64);
            }
        }
        let mut lane_of = vec![u32::MAX; instance.most_names()];
        let mut pieces = Vec::new();
        for ((number, name), &lane) in (0..).zip(instance.names()).zip(&layout.lanes) {
            lane_of[name as usize] = number;
            let set =
                if name as usize == aspects + instance.optional { sets - 1 } else { name as usize };
            let mut place = 0;
            for (word, &mask) in covering[set * words..(set + 1) * words].iter().enumerate() {
                place = send(&mut pieces, word as u32, mask, lane, place);
            }
        }
        Whole { instance, covering, words, pieces, lane_of, overlap: vec![0; words] }
    }

    /// The members of a lane.
    fn members(&self, lane: usize) -> &[u64] {
        let set =
            if lane == self.instance.aspects { self.covering.len() / self.words - 1 } else { lane };
        &self.covering[set * self.words..(set + 1) * self.words]
    }
}

impl Origin for Whole {
    fn write_row(&mut self, of: u32, layout: &Layout, row: &mut [Group]) {
        self.overlap.fill(0);
        for set in self.instance.sets_of(of) {
            let set = set as usize * self.words;
            let covering = &self.covering[set..set + self.words];
            self.overlap.iter_mut().zip(covering).for_each(|(word, more)| *word |= more);
        }
        if let Some(e) = self.instance.self_of(of) {
            self.overlap[e as usize / 64] |= 1 << (e % 64);
        }
        if of as usize >= self.instance.purses_from() {
            let dear = self.instance.purses.too_dear(of);
            dear.for_each(|e| self.overlap[e / 64] |= 1 << (e % 64));
        }
        let (pieces, source) = (&self.pieces, &self.overlap);
        dispatch(Gather { pieces, source, row: row.as_flattened_mut() });
        cover(&self.instance, of, &self.lane_of, layout, row);
    }

    fn part(&self, of: u32, i: usize) -> Option<u32> {
        self.instance.part(of, i)
    }

    fn write_list(&mut self, lane: usize, list: &mut [u32]) {
        let members = self
            .members(lane)
            .iter()
            .enumerate()
            .flat_map(|(word, &mask)| indices(mask).map(move |bit| 64 * word as u32 + bit));
        list.iter_mut().zip(members).for_each(|(place, e)| *place = e);
    }
}

/// What a table compacted from another one needs to know; kept for the next use.
#[derive(Default)]
pub(in crate::cover) struct Extract {
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
    pub(in crate::cover) fn prepare(
        &mut self,
        old: &Layout,
        new: &Layout,
        above: &[u32],
        aspects: usize,
    ) {
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
pub(in crate::cover) struct Below<'a> {
    pub instance: &'a Instance,
    pub table: &'a mut Table,
    pub origin: &'a mut dyn Origin,
    pub extract: &'a Extract,
}

impl Origin for Below<'_> {
    fn write_row(&mut self, of: u32, layout: &Layout, row: &mut [Group]) {
        let (above, _) = self.table.row(of, self.origin);
        let (pieces, source) = (&self.extract.pieces, above.as_flattened());
        dispatch(Gather { pieces, source, row: row.as_flattened_mut() });
        cover(self.instance, of, &self.extract.lane_of, layout, row);
    }

    fn part(&self, of: u32, i: usize) -> Option<u32> {
        self.instance.part(of, i)
    }

    fn write_list(&mut self, lane: usize, list: &mut [u32]) {
        let from = self.extract.kept[lane] as usize;
        let above = self.table.list(from, self.origin);
        let places = self.table.layout.lanes[from].places(&self.extract.state);
        list.iter_mut().zip(places).for_each(|(e, place)| *e = self.table.listed(above + place));
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{
        AbstractPuzzle, AspectId, Colour, Demand, EmbeddingId, PuzzleBuilder, Random,
    };

    use super::*;

    /// Twelve aspects that must be covered, four that may be, three hundred embeddings.
    fn puzzle(random: &mut Random) -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        for a in 0..16 {
            builder.aspect(a.to_string(), if a < 12 { Demand::One } else { Demand::AtMostOne });
        }
        for _ in 0..300 {
            let mut touched: Vec<usize> = (0..random.index(5)).map(|_| random.index(16)).collect();
            touched.push(random.index(12));
            touched.sort_unstable();
            touched.dedup();
            builder.embedding(touched.into_iter().map(AspectId::new));
        }
        builder.build().unwrap()
    }

    /// The same with all demands: bags, some of which must be filled, and aspects with two colours.
    fn puzzle_of_all_demands(random: &mut Random) -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        for a in 0..16 {
            let demand = match a {
                0..9 => Demand::One,
                9..12 => Demand::between(a % 3, 3),
                12..14 => Demand::AtMostOne,
                _ => Demand::Coloured,
            };
            builder.aspect(a.to_string(), demand);
        }
        for _ in 0..300 {
            let mut touched: Vec<usize> = (0..=random.index(5)).map(|_| random.index(16)).collect();
            touched.sort_unstable();
            touched.dedup();
            let mut colour =
                |a| (a >= 14 && random.index(4) > 0).then(|| Colour(random.index(2) as u32));
            let touched: Vec<_> =
                touched.into_iter().map(|a| (AspectId::new(a), colour(a))).collect();
            builder.coloured_embedding(touched);
        }
        builder.build().unwrap()
    }

    #[test]
    fn rows_of_all_demands_have_what_does_not_go_along_and_the_embedding_itself() {
        let mut random = Random::new(4);
        for _ in 0..20 {
            let puzzle = puzzle_of_all_demands(&mut random);
            let instance = Arc::new(Instance::of(&puzzle));
            let mut table = Table::default();
            table.reset(instance.lanes().into_iter(), instance.rows());
            table.limit(1 << 22);
            let mut whole = Whole::new(instance.clone(), &table.layout);
            let all: Vec<u32> = (0..instance.purses_from() as u32).collect();
            all_rows_are_right(&mut table, &mut whole, &all);
            // What is gone with an embedding, lane by lane, by the definition.
            let lanes = table.layout.lanes.clone();
            for e in puzzle.embedding_ids() {
                let row = table.row(e.0, &mut whole).0.to_vec();
                for (number, lane) in lanes.iter().enumerate() {
                    let list = table.list(number, &mut whole);
                    for place in (0..lane.members).filter(|_| !lane.is_covered(&row)) {
                        let other = EmbeddingId(table.listed(list + place));
                        let bit = 32 * lane.start + place;
                        let gone = row.as_flattened()[bit as usize / 64] >> (bit % 64) & 1 == 1;
                        assert_eq!(
                            gone,
                            e == other || excludes(&puzzle, e, other),
                            "{e:?} {other:?}"
                        );
                    }
                }
            }
        }
    }

    /// Whether two embeddings cannot be chosen together.
    fn excludes(puzzle: &AbstractPuzzle, e: EmbeddingId, other: EmbeddingId) -> bool {
        puzzle.touches(e).any(|(a, colour)| {
            puzzle.touches(other).filter(|(b, _)| *b == a).any(|(_, its)| {
                match puzzle.aspect(a).demand {
                    Demand::Coloured => colour.is_none() || its != colour,
                    demand => demand.max() == 1,
                }
            })
        })
    }

    /// The row of each of these, as the table has it and as it would be without joining others.
    fn all_rows_are_right(table: &mut Table, origin: &mut dyn Origin, rows: &[u32]) {
        assert!(table.joins());
        for &of in rows {
            let kept = table.row(of, origin).0.to_vec();
            let mut written = vec![[0; 4]; kept.len()];
            origin.write_row(of, &table.layout, &mut written);
            assert_eq!(kept, written, "row {of}");
        }
    }

    #[test]
    fn a_row_joined_from_those_of_its_aspects_is_the_one_that_would_be_written() {
        let mut random = Random::new(3);
        for _ in 0..20 {
            let instance = Arc::new(Instance::of(&puzzle(&mut random)));
            let mut table = Table::default();
            table.reset(instance.lanes().into_iter(), instance.rows());
            table.limit(1 << 20);
            let mut whole = Whole::new(instance.clone(), &table.layout);
            let all: Vec<u32> = (0..instance.rows() as u32).collect();
            all_rows_are_right(&mut table, &mut whole, &all);
            // The same after a choice, with what is left of the lanes that are.
            let mut extract = Extract::default();
            let chosen = random.index(instance.len()) as u32;
            extract.state.resize(table.layout.groups, super::super::COVERED);
            table.layout.write_first(&mut extract.state);
            let row = table.row(chosen, &mut whole).0.to_vec();
            let words = extract.state.as_flattened_mut().iter_mut();
            words.zip(row.as_flattened()).for_each(|(word, gone)| *word |= gone);
            let lanes = table.layout.lanes.iter();
            let open = (0..).zip(lanes).filter(|(_, lane)| !lane.is_covered(&extract.state));
            extract.kept = open.map(|(number, _)| number).collect();
            let sizes = extract.kept.iter().map(|&lane| table.layout.lanes[lane as usize]);
            let sizes: Vec<_> =
                sizes.map(|lane| (lane.left(&extract.state), lane.counted)).collect();
            let mut below = Table::default();
            below.reset(sizes.into_iter(), instance.rows());
            below.limit(1 << 20);
            let aspects: Vec<u32> = (0..instance.aspects as u32).collect();
            extract.prepare(&table.layout, &below.layout, &aspects, instance.aspects);
            let touched = instance.embedding(chosen as usize);
            let fits = |&e: &u32| instance.covered_by(e).all(|a| !touched.contains(&a));
            let left: Vec<u32> = (0..instance.len() as u32).filter(fits).collect();
            assert!(left.len() > 20);
            let mut rest = Below {
                instance: &instance,
                table: &mut table,
                origin: &mut whole,
                extract: &extract,
            };
            all_rows_are_right(&mut below, &mut rest, &left);
        }
    }
}
