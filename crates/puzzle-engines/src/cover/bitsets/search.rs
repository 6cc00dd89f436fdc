//! The search loop.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{EmbeddingId, StopReason};

use super::context::Context;
use super::instance::Instance;
use super::layout::{COVERED, Counts, Group, Layout, is_covered, living, words_for};
use super::origin::{Below, Extract, Whole};
use super::probe::probe;
use super::step::{Outcome, open_groups, step};
use super::table::{Origin, Table};

/// What a search over one table needs, kept for the next one.
#[derive(Default)]
pub(super) struct Buffers {
    pub table: Table,
    /// The aspect of each lane.
    aspects: Vec<u32>,
    states: Vec<Group>,
    /// The open groups of the states, one list after the other.
    groups: Vec<u16>,
    levels: Vec<Level>,
    extract: Extract,
}

/// A node on the current path. The state of the i-th is the i-th of `states`.
#[derive(Clone, Copy)]
struct Level {
    /// Where its open groups begin.
    groups: usize,
    counts: Counts,
    /// The lane being covered: where its list begins, its words not yet looked at, and what is not
    /// yet tried of the current one.
    list: u32,
    word: u32,
    end: u32,
    untried: u64,
    /// `nodes` when it was entered.
    nodes: u64,
}

impl Level {
    /// The next place of the list to be tried.
    #[inline(always)]
    fn take(&mut self, state: &[Group]) -> Option<u32> {
        while self.untried == 0 {
            self.word += 1;
            if self.word >= self.end {
                return None;
            }
            self.list += 64;
            let top = u32::from(self.word + 1 == self.end);
            self.untried = !state.as_flattened()[self.word as usize] & (u64::MAX >> top);
        }
        let bit = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
        Some(self.list + bit)
    }
}

/// Searches the whole puzzle.
pub(super) fn search_whole(
    instance: &Instance,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    let mut buffers = Buffers::default();
    let sizes = instance.sizes();
    buffers.table.reset(sizes[..instance.aspects].iter().copied(), instance.len());
    buffers.aspects = (0..instance.aspects as u32).collect();
    let mut whole = Whole::new(instance, &buffers.table.layout);
    dispatch(Loop { instance, buffers: &mut buffers, origin: &mut whole, context })
}

struct Loop<'a, 'b> {
    instance: &'a Instance,
    buffers: &'a mut Buffers,
    origin: &'a mut dyn Origin,
    context: &'a mut Context<'b>,
}

impl Kernel for Loop<'_, '_> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> Self::Answer {
        let Loop { instance, buffers, origin, context } = self;
        let Buffers { table, aspects, states, groups, levels, extract } = buffers;
        let size = table.layout.groups;
        let most = table.layout.first.len();
        if states.len() < 2 * size {
            states.resize(2 * size, COVERED);
        }
        if groups.len() < 2 * most {
            groups.resize(2 * most, 0);
        }
        table.layout.write_first(&mut states[..size]);
        groups[..most].copy_from_slice(&table.layout.first);
        levels.clear();
        let base = context.chosen.len();
        let word = least_word(&table.layout, &states[..size]);
        let level = Level {
            groups: 0,
            counts: table.layout.counts,
            list: 0,
            word,
            end: 0,
            untried: 0,
            nodes: context.nodes,
        };
        levels.push(open(level, table, origin, &states[..size]));
        if context.shares.wants(base) {
            let lane = table.layout.owner[word as usize] as usize;
            let weights = probe(way, table, origin, &states[..size], lane, base);
            context.shares.open(base, &weights);
        }
        while let Some(level) = levels.last_mut() {
            let here = context.chosen.len() - base + 1;
            let (before, after) = states.split_at_mut(here * size);
            let state = &before[(here - 1) * size..];
            let Some(place) = level.take(state) else {
                let nodes = context.nodes - level.nodes;
                levels.pop();
                context.finish_subtree(base + here - 1, nodes);
                if here > 1 {
                    context.chosen.pop();
                }
                continue;
            };
            context.nodes += 1;
            context.check()?;
            context.shares.advance(base + here - 1, &context.control.progress);
            let e = table.listed(place);
            let open_here = level.groups + level.counts.iter().sum::<u32>() as usize;
            let (known, free) = groups.split_at_mut(open_here);
            let list = (&known[level.groups..], &level.counts);
            let child = &mut after[..size];
            let (row, layout) = table.row(e, origin);
            let word = match step(way, layout, list, (state, row, child)) {
                Outcome::Dead => continue,
                Outcome::Solved => {
                    context.chosen.push(EmbeddingId(e));
                    context.report()?;
                    context.chosen.pop();
                    continue;
                }
                Outcome::Open { word, .. } => word,
            };
            context.chosen.push(EmbeddingId(e));
            // Looking which groups are still open costs more than it saves at every level.
            let renew = here.is_multiple_of(RENEWED);
            let (start, counts) = match renew {
                true => (open_here, open_groups(way, layout, list, child, free)),
                false => (level.groups, level.counts),
            };
            let depth = base + here;
            let mean = context.mean_size(depth);
            let lane = layout.owner[word as usize] as usize;
            if mean >= WORTHWHILE || context.shares.wants(depth) {
                copy_open(layout, (&groups[start..], &counts), child, &mut extract.state);
            }
            if mean >= WORTHWHILE && pays(table, extract, &counts, mean) {
                let nodes = context.nodes;
                let mut below = context.pool.pop().unwrap_or_default();
                let sizes = extract
                    .kept
                    .iter()
                    .map(|&lane| members(table.layout.words(lane as usize, child)));
                below.table.reset(sizes, instance.len());
                extract.prepare(&table.layout, &below.table.layout, aspects, instance.aspects);
                below.aspects.clear();
                below.aspects.extend(extract.kept.iter().map(|&lane| aspects[lane as usize]));
                let mut rows = Below { instance, table, origin, extract };
                let inner = Loop { instance, buffers: &mut below, origin: &mut rows, context };
                let flow = search_below(inner);
                context.pool.push(below);
                flow?;
                context.finish_subtree(depth, context.nodes - nodes);
                context.chosen.pop();
                continue;
            }
            if context.shares.wants(depth) {
                let weights = probe(way, table, origin, &extract.state, lane, depth);
                context.shares.open(depth, &weights);
            }
            let level = Level {
                groups: start,
                counts,
                list: 0,
                word,
                end: 0,
                untried: 0,
                nodes: context.nodes,
            };
            levels.push(open(level, table, origin, child));
            if states.len() < (here + 2) * size {
                states.resize((here + 2) * size, COVERED);
            }
            if groups.len() < open_here + 2 * most {
                groups.resize(open_here + 2 * most, 0);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Searches a puzzle that was written down anew; never part of the loop that calls it.
#[inline(never)]
fn search_below(inner: Loop<'_, '_>) -> ControlFlow<StopReason> {
    dispatch(inner)
}

/// The level that covers the lane to which `level.word` belongs.
#[inline(always)]
fn open(level: Level, table: &mut Table, origin: &mut dyn Origin, state: &[Group]) -> Level {
    let lane = table.layout.owner[level.word as usize] as usize;
    let list = table.list(lane, origin);
    let place = table.layout.lanes[lane];
    let words = table.layout.words(lane, state);
    let end = place.start + place.words;
    Level { list, word: place.start, end, untried: living(words, 0), ..level }
}

/// A word of the lane with the fewest embeddings.
fn least_word(layout: &Layout, state: &[Group]) -> u32 {
    let sizes = (0..layout.lanes.len()).map(|lane| members(layout.words(lane, state)));
    let (_, lane) = sizes.zip(0..).min().expect("there is an aspect");
    layout.lanes[lane as usize].start
}

/// How many embeddings are left.
fn members(words: &[u64]) -> usize {
    (0..words.len()).map(|w| living(words, w).count_ones() as usize).sum()
}

/// After so many levels it is looked which groups are still open.
const RENEWED: usize = 3;

/// Subtrees with fewer nodes than this are never worth a table of their own.
const WORTHWHILE: u64 = 64;

/// Copies the open groups of a state; all else is covered.
fn copy_open(
    layout: &Layout,
    (groups, counts): (&[u16], &Counts),
    state: &[Group],
    copy: &mut Vec<Group>,
) {
    copy.clear();
    copy.resize(state.len(), COVERED);
    let groups = &groups[..counts.iter().sum::<u32>() as usize];
    let wide = groups.len() - counts[3] as usize;
    for (i, &group) in groups.iter().enumerate() {
        let g = group as usize;
        let words = layout.lanes[layout.owner[4 * g] as usize].words as usize;
        let span = if i < wide { 1 } else { words / 4 };
        copy[g..g + span].copy_from_slice(&state[g..g + span]);
    }
}

/// Whether it pays to write the puzzle that is left down anew, for a subtree of so many nodes.
/// Packing a row costs as much as two or three steps over it, and about every second node needs a
/// row that was not yet made. The lanes that are left are noted down by the way.
fn pays(table: &Table, extract: &mut Extract, counts: &Counts, nodes: u64) -> bool {
    let mut needed = [0; 3];
    let mut total = 0;
    extract.kept.clear();
    for lane in 0..table.layout.lanes.len() {
        let words = table.layout.words(lane, &extract.state);
        if !is_covered(words) {
            let members = members(words);
            total += members as u64;
            extract.kept.push(lane as u32);
            match words_for(members) {
                1 => needed[0] += 1,
                2 => needed[1] += 1,
                words => needed[2] += words / 4,
            }
        }
    }
    let after = (needed[0].div_ceil(4) + needed[1].div_ceil(2) + needed[2]) as u64;
    let before = u64::from(counts.iter().sum::<u32>());
    let saved = before.saturating_sub(after);
    let rows = (nodes / 2).min(total / 6);
    nodes * saved * 2 >= rows * before * 5 + 3 * extract.kept.len() as u64
}
