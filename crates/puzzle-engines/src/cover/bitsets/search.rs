//! The search loop.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{EmbeddingId, StopReason};

use super::context::Context;
use super::level::{Level, More, open};
use super::rest::{copy_open, pays, search_rest, weigh_children};
use crate::cover::tables::{
    COVERED, Child, Group, Instance, Joined, Origin, Owing, Stage, join_purses, join_row,
    least_lane, open_groups, step, with_lists,
};

/// What a search over one table writes down, kept for the next one.
#[derive(Default)]
pub(super) struct Buffers {
    states: Vec<Group>,
    /// The open groups of the states, one list after the other.
    groups: Vec<u16>,
    levels: Vec<Level>,
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

/// After so many levels it is looked which groups are still open.
const RENEWED: usize = 4;
