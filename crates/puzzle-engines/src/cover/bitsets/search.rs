//! The search loop.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{EmbeddingId, StopReason};

use super::context::Context;
use crate::cover::sweeps::{Weighed, probe};
use crate::cover::tables::{
    Below, COVERED, Child, Counts, Extract, Group, Instance, Joined, Layout, Origin, Owing, Stage,
    Table, WIDE, choices, groups_for, join_purses, join_row, least_lane, open_groups,
    room_for_rows, step, ways, with_lists,
};

/// What a search over one table writes down, kept for the next one.
#[derive(Default)]
pub(super) struct Buffers {
    states: Vec<Group>,
    /// The open groups of the states, one list after the other.
    groups: Vec<u16>,
    levels: Vec<Level>,
}

/// A node on the current path. The state of the i-th is the i-th of `states`.
#[derive(Clone, Copy, Default)]
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
    /// What more is tried of a lane whose members do not exclude each other.
    more: More,
}

/// A lane from which several may be chosen is tried member by member; those that were are out for the others.
#[derive(Clone, Copy)]
struct More {
    /// How many may be tried; `u32::MAX` for a lane that is covered by one.
    ways: u32,
    /// The one that was tried last.
    last: u32,
}

impl Default for More {
    fn default() -> Self {
        More { ways: u32::MAX, last: u32::MAX }
    }
}

impl More {
    /// All members of a lane, which do not exclude each other.
    const ALL: More = More { ways: u32::MAX - 1, last: u32::MAX };

    /// What is tried of a lane.
    #[inline(always)]
    fn of<const GENERAL: bool>(
        instance: &Instance,
        layout: &Layout,
        state: &[Group],
        lane: usize,
        owing: Owing<'_>,
    ) -> More {
        match GENERAL && instance.takes_several(owing.names[lane]) {
            true => More { ways: ways(layout, state, lane, owing) as u32, ..More::default() },
            false => More::default(),
        }
    }

    /// Whether there is a next one. What was tried before is out from now on.
    #[inline(always)]
    fn next(
        &mut self,
        table: &mut Table,
        origin: &mut dyn Origin,
        instance: &Instance,
        state: &mut [Group],
    ) -> bool {
        if self.ways == u32::MAX {
            return true;
        }
        if self.last != u32::MAX {
            join_row(table, origin, instance.alone(self.last), state);
        }
        let some = self.ways > 0;
        self.ways -= u32::from(some);
        some
    }
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

/// Searches all that a table has.
pub(super) fn search_all(
    instance: &Instance,
    (stage, buffers): (&mut Stage, &mut Buffers),
    origin: &mut dyn Origin,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    with_lists!(instance.purses.lists, LISTS => match instance.bags {
        None => dispatch(Loop::<'_, '_, LISTS, false> { instance, stage, buffers, origin, context }),
        Some(_) => dispatch(Loop::<'_, '_, LISTS, true> { instance, stage, buffers, origin, context }),
    })
}

/// Searches what is left of a table in the state `extract.state`, whose free lanes are
/// `extract.kept`, written down anew. Never part of the loop that calls it.
#[inline(never)]
pub(super) fn search_rest(
    instance: &Instance,
    (table, aspects, extract): (&mut Table, &[u32], &mut Extract),
    origin: &mut dyn Origin,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    let (mut below, mut buffers) = context.pool.pop().unwrap_or_default();
    let lanes = extract.kept.iter().map(|&lane| table.layout.lanes[lane as usize]);
    let sizes = lanes.map(|lane| (lane.left(&extract.state), lane.counted));
    below.table.reset(sizes, instance.rows());
    below.table.keep_rows_of(instance.purses.lists);
    below.table.limit(room_for_rows(&context.control.budget));
    extract.prepare(&table.layout, &below.table.layout, aspects, instance.most_names());
    below.aspects.clear();
    below.aspects.extend(extract.kept.iter().map(|&lane| aspects[lane as usize]));
    let mut rows = Below { instance, table, origin, extract };
    let flow = search_all(instance, (&mut below, &mut buffers), &mut rows, context);
    context.pool.push((below, buffers));
    flow
}

/// The loop, with so many price lists, for all demands or for those that sets fulfil by themselves.
struct Loop<'a, 'b, const LISTS: usize, const GENERAL: bool> {
    instance: &'a Instance,
    stage: &'a mut Stage,
    buffers: &'a mut Buffers,
    origin: &'a mut dyn Origin,
    context: &'a mut Context<'b>,
}

impl<const LISTS: usize, const GENERAL: bool> Kernel for Loop<'_, '_, LISTS, GENERAL> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> Self::Answer {
        let Loop { instance, stage, buffers, origin, context } = self;
        let Stage { table, aspects, extract } = stage;
        let Buffers { states, groups, levels } = buffers;
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
        let purses = &instance.purses;
        let Some(left) = purses.left::<LISTS>(&context.chosen) else {
            return ControlFlow::Continue(());
        };
        join_purses(table, origin, instance, &left, &mut states[..size]);
        // What is left in the purses, by level.
        let mut purses_left = vec![left];
        // What a child is joined from where a bag is full or content, and which are.
        let (mut filled, mut events) = (Vec::new(), Vec::new());
        let names = &aspects[..];
        let (counts, nodes) = (table.layout.counts, context.nodes);
        let level = Level { counts, nodes, ..Level::default() };
        let root = &states[..size];
        let owing = Owing { names, owed: &context.tally.owed };
        match least_lane(&table.layout, root, owing) {
            Some(lane) => {
                if context.shares.wants(base, context.nodes) {
                    weigh_children((table, names), origin, instance, root, lane, context);
                }
                let owing = Owing { names, owed: &context.tally.owed };
                let more = More::of::<GENERAL>(instance, &table.layout, root, lane, owing);
                levels.push(open(Level { more, ..level }, lane, table, origin, root));
            }
            None => {
                context.report()?;
                let Some(lane) = table.layout.loose(root) else {
                    return ControlFlow::Continue(());
                };
                levels.push(open(Level { more: More::ALL, ..level }, lane, table, origin, root));
            }
        }
        while let Some(level) = levels.last_mut() {
            let here = context.chosen.len() - base + 1;
            let (before, after) = states.split_at_mut(here * size);
            let state = &mut before[(here - 1) * size..];
            let more = !GENERAL || level.more.next(table, origin, instance, state);
            let Some(place) = level.take(state).filter(|_| more) else {
                let nodes = context.nodes - level.nodes;
                levels.pop();
                if LISTS > 0 {
                    purses_left.pop();
                }
                context.finish_subtree(base + here - 1, nodes);
                if here > 1 {
                    context.forget::<GENERAL>(instance);
                }
                continue;
            };
            context.nodes += 1;
            context.check()?;
            context.shares.advance(base + here - 1, context.nodes, &context.control.progress);
            let e = table.listed(place);
            if GENERAL {
                level.more.last = e;
            }
            // A search without prices does nothing for them.
            let left = match LISTS {
                0 => [0; LISTS],
                _ => match purses.spend(purses_left[here - 1], e) {
                    Some(left) => left,
                    None => continue,
                },
            };
            let open_here = level.groups + level.counts.iter().sum::<u32>() as usize;
            let (known, free) = groups.split_at_mut(open_here);
            let list = (&known[level.groups..], &level.counts);
            let child = &mut after[..size];
            let mut from = &state[..];
            if GENERAL {
                instance.count(&mut context.tally, e, &mut events);
                if !events.is_empty() {
                    filled.clear();
                    filled.extend_from_slice(from);
                    for &event in &events {
                        join_row(table, origin, instance.row_of(event), &mut filled);
                    }
                    from = &filled;
                }
            }
            let (row, dear, layout) = table.rows(e, purses.rows_of(&left), origin);
            let joined = Joined { state: from, row, dear };
            let owing = Owing { names, owed: &context.tally.owed };
            let half = match step::<C, LISTS, GENERAL>(way, layout, list, (joined, owing), child) {
                Child::Dead => {
                    if GENERAL {
                        instance.take_back(&mut context.tally, e);
                    }
                    continue;
                }
                Child::Solved => {
                    context.chosen.push(EmbeddingId(e));
                    context.report()?;
                    let loose = if GENERAL { layout.loose(child) } else { None };
                    let Some(lane) = loose else {
                        context.forget::<GENERAL>(instance);
                        continue;
                    };
                    // It is a solution, and so may be what it becomes by what nobody asks for.
                    let (start, counts, nodes) = (level.groups, level.counts, context.nodes);
                    let level = Level { groups: start, counts, nodes, ..Level::default() };
                    if LISTS > 0 {
                        purses_left.push(left);
                    }
                    levels.push(open(
                        Level { more: More::ALL, ..level },
                        lane,
                        table,
                        origin,
                        child,
                    ));
                    room_for_child(states, (here + 2) * size, groups, open_here + 2 * most);
                    continue;
                }
                Child::Open { half, .. } => half,
            };
            context.chosen.push(EmbeddingId(e));
            // Looking which groups are still open costs more than it saves at every level.
            let renew = here.is_multiple_of(RENEWED);
            let (start, counts) = match renew {
                true => (open_here, open_groups(way, layout, list, child, free)),
                false => (level.groups, level.counts),
            };
            let depth = base + here;
            let mean = context.worth_asking(depth);
            let lane = layout.owner[half as usize] as usize;
            let wanted = context.shares.wants(depth, context.nodes);
            if mean.is_some() || wanted {
                copy_open(layout, (&groups[start..], &counts), child, &mut extract.state);
            }
            if mean.is_some_and(|mean| pays(table, extract, &counts, mean)) {
                let nodes = context.nodes;
                search_rest(instance, (table, names, extract), origin, context)?;
                context.finish_subtree(depth, context.nodes - nodes);
                context.forget::<GENERAL>(instance);
                continue;
            }
            if mean.is_some() {
                context.not_worth_it(depth);
            }
            if wanted {
                let state = &extract.state;
                weigh_children((table, names), origin, instance, state, lane, context);
            }
            let nodes = context.nodes;
            let owing = Owing { names, owed: &context.tally.owed };
            let more = More::of::<GENERAL>(instance, &table.layout, child, lane, owing);
            let level = Level { groups: start, counts, nodes, more, ..Level::default() };
            if LISTS > 0 {
                purses_left.push(left);
            }
            levels.push(open(level, lane, table, origin, child));
            room_for_child(states, (here + 2) * size, groups, open_here + 2 * most);
        }
        ControlFlow::Continue(())
    }
}

/// Weighs the children of the node just reached, for the progress report.
#[inline(never)]
fn weigh_children(
    (table, names): (&mut Table, &[u32]),
    origin: &mut dyn Origin,
    instance: &Instance,
    state: &[Group],
    lane: usize,
    context: &mut Context<'_>,
) {
    let owing = Owing { names, owed: &context.tally.owed };
    let children = choices(table, origin, state, lane, owing);
    let several = instance.takes_several(names[lane]);
    let (chosen, children) = (&context.chosen[..], &children[..]);
    let of = Weighed { instance, names, state, chosen, children, several };
    let (expected, budget) = (context.shares.expected(), &context.control.budget);
    let weights = probe(table, origin, &of, expected, budget);
    context.shares.open(context.chosen.len(), &weights);
}

/// Makes room for one more state and its groups.
#[inline(always)]
fn room_for_child(states: &mut Vec<Group>, size: usize, groups: &mut Vec<u16>, most: usize) {
    if states.len() < size {
        states.resize(size, COVERED);
    }
    if groups.len() < most {
        groups.resize(most, 0);
    }
}

/// The level that covers this lane.
#[inline(always)]
fn open(
    level: Level,
    lane: usize,
    table: &mut Table,
    origin: &mut dyn Origin,
    state: &[Group],
) -> Level {
    let list = table.list(lane, origin);
    let place = table.layout.lanes[lane];
    let words = place.words();
    Level { list, word: words.start, end: words.end, untried: place.living(state, 0), ..level }
}

/// After so many levels it is looked which groups are still open.
const RENEWED: usize = 4;

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
    let wide = groups.len() - counts[WIDE] as usize;
    for (i, &group) in groups.iter().enumerate() {
        let g = group as usize;
        let halves = layout.lanes[layout.owner[8 * g] as usize].halves as usize;
        let span = if i < wide { 1 } else { halves / 8 };
        copy[g..g + span].copy_from_slice(&state[g..g + span]);
    }
}

/// Whether it pays to write the puzzle that is left down anew, for a subtree of so many nodes.
/// Packing a row costs as much as two or three steps over it, and about every second node needs a
/// row that was not yet made. The lanes that are left are noted down by the way.
fn pays(table: &Table, extract: &mut Extract, counts: &Counts, nodes: u64) -> bool {
    let Extract { state, kept, .. } = extract;
    let lanes = &table.layout.lanes;
    kept.clear();
    kept.extend((0..lanes.len() as u32).filter(|&lane| !lanes[lane as usize].is_covered(state)));
    let mut total = 0;
    let after = groups_for(kept.iter().map(|&lane| {
        let lane = lanes[lane as usize];
        let left = lane.left(state);
        total += left as u64;
        (left, lane.counted)
    })) as u64;
    let before = u64::from(counts.iter().sum::<u32>());
    let saved = before.saturating_sub(after);
    let rows = (nodes / 2).min(total / 6);
    nodes * saved * 2 >= rows * before * 5 + 3 * kept.len() as u64
}
