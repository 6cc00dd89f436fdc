//! The table of the whole puzzle, whose rows are made once, and the states that choices lead to.

use std::sync::Arc;

use puzzle_core::{AbstractPuzzle, Budget, Subtree};

use super::layout::COVERED;
use super::origin::Whole;
use super::purses::with_lists;
use super::{
    Counted, Event, Instance, Owing, Stage, Tally, choices, join_purses, join_row, least_lane,
    room_for_rows, ways,
};

/// A puzzle with its table.
pub(in crate::cover) struct WholeTable {
    pub instance: Arc<Instance>,
    pub origin: Whole,
    pub stage: Stage,
    /// Of the choice that was reached.
    pub tally: Tally,
}

/// Where a choice leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Reached {
    Dead,
    Solved,
    /// To the state in `stage.extract`.
    Open,
    /// There too: all is covered, and what nobody asks for may be added.
    Extensible,
}

impl WholeTable {
    /// Of a puzzle whose states fit into memory.
    pub(in crate::cover) fn new(puzzle: &AbstractPuzzle, budget: &Budget) -> Self {
        let instance = Arc::new(Instance::of(puzzle));
        let mut stage = Stage::default();
        stage.table.reset(instance.lanes().into_iter(), instance.rows());
        stage.table.keep_rows_of(instance.purses.lists);
        stage.table.limit(room_for_rows(budget));
        stage.table.reserve();
        stage.aspects = instance.names().collect();
        let origin = Whole::new(instance.clone(), &stage.table.layout);
        WholeTable { instance, origin, stage, tally: Tally::default() }
    }

    /// Makes the choice of a subtree.
    pub(in crate::cover) fn reach(&mut self, subtree: &Subtree) -> Reached {
        let WholeTable { instance, origin, stage, tally } = self;
        let Stage { table, extract, aspects } = stage;
        let state = &mut extract.state;
        state.clear();
        state.resize(table.layout.groups, COVERED);
        table.layout.write_first(state);
        *tally = instance.nothing();
        for &a in instance.bags.iter().flat_map(|bags| &bags.closed) {
            join_row(table, origin, instance.row_of(Event::Full(a)), state);
        }
        // By aspect, what was chosen to cover it once and for all.
        let mut covered = vec![u32::MAX; instance.aspects + instance.optional];
        let mut events = Vec::new();
        for (i, &e) in subtree.chosen.iter().enumerate() {
            // Only a damaged file chooses what overlaps.
            if !fits(instance, &mut covered, e.0) || subtree.chosen[..i].contains(&e) {
                return Reached::Dead;
            }
            if let Some(bags) = &instance.bags {
                tally.add(bags, instance.counted(e.0), &mut events);
                let over = |&a: &u32| tally.is_over(bags, a);
                if instance.embedding(e.index()).iter().any(over) {
                    return Reached::Dead;
                }
            }
            join_row(table, origin, e.0, state);
            for &event in &events {
                join_row(table, origin, instance.row_of(event), state);
            }
        }
        for e in &subtree.excluded {
            if subtree.chosen.contains(e) {
                return Reached::Dead;
            }
            if instance.bags.is_some() {
                join_row(table, origin, instance.alone(e.0), state);
                continue;
            }
            for &a in instance.embedding(e.index()) {
                let Some(&lane) = table.layout.lanes.get(a as usize) else { continue };
                let list = table.list(a as usize, origin);
                let place = (0..lane.members).find(|place| table.listed(list + place) == e.0);
                let bit = 32 * lane.start + place.expect("it is listed where it belongs");
                state.as_flattened_mut()[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        let paid = with_lists!(instance.purses.lists, LISTS => {
            let left = instance.purses.left::<LISTS>(&subtree.chosen);
            left.map(|left| join_purses(table, origin, instance, &left, state))
        });
        if paid.is_none() {
            return Reached::Dead;
        }
        extract.kept.clear();
        let owing = Owing { names: aspects, owed: &tally.owed };
        let mut open = 0;
        for (number, lane) in (0..).zip(&table.layout.lanes) {
            if lane.is_covered(state) {
                continue;
            }
            let ways = ways(&table.layout, state, number as usize, owing);
            match (lane.counted, ways) {
                (Counted::Never, 0) => continue,
                (Counted::Never, _) => {}
                (_, 0) => return Reached::Dead,
                _ => open += 1,
            }
            extract.kept.push(number);
        }
        match (open, extract.kept.is_empty()) {
            (_, true) => Reached::Solved,
            (0, false) => Reached::Extensible,
            _ => Reached::Open,
        }
    }

    /// The embeddings over the least aspect, in the state that was reached, and whether several of them may
    /// be chosen.
    pub(in crate::cover) fn choices(&mut self) -> (Vec<u32>, bool) {
        let WholeTable { instance, origin, stage, tally } = self;
        let Stage { table, extract, aspects } = stage;
        let owing = Owing { names: aspects, owed: &tally.owed };
        let lane = least_lane(&table.layout, &extract.state, owing).expect("some lane is open");
        let several = instance.takes_several(aspects[lane]);
        (choices(table, origin, &extract.state, lane, owing), several)
    }
}

/// Whether an embedding fits what was chosen; `covered` notes what it covers once and for all, or with which
/// colour.
fn fits(instance: &Instance, covered: &mut [u32], e: u32) -> bool {
    let (touched, places) = instance.counted(e);
    touched.iter().zip(places).all(|(&a, place)| {
        let wall = match &instance.bags {
            Some(bags) => bags.wall(place),
            None => Some(a),
        };
        let Some(wall) = wall else { return true };
        let before = std::mem::replace(&mut covered[a as usize], wall);
        // A colour may be given again.
        before == u32::MAX || before == wall && wall as usize >= covered.len()
    })
}
