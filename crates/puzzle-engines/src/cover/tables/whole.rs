//! The table of the whole puzzle, whose rows are made once, and the states that choices lead to.

use std::sync::Arc;

use puzzle_core::{AbstractPuzzle, Budget, Subtree};

use super::layout::COVERED;
use super::origin::Whole;
use super::purses::with_lists;
use super::{Instance, Stage, choices, join_purses, least_lane, room_for_rows};

/// A puzzle with its table.
pub(in crate::cover) struct WholeTable {
    pub instance: Arc<Instance>,
    pub origin: Whole,
    pub stage: Stage,
}

/// Where a choice leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Reached {
    Dead,
    Solved,
    /// To the state in `stage.extract`.
    Open,
}

impl WholeTable {
    /// Of a puzzle whose states fit into memory.
    pub(in crate::cover) fn new(puzzle: &AbstractPuzzle, budget: &Budget) -> Self {
        let instance = Arc::new(Instance::of(puzzle));
        let mut stage = Stage::default();
        let sizes = instance.sizes();
        stage.table.reset(sizes[..instance.aspects].iter().copied(), instance.rows());
        stage.table.keep_rows_of(instance.purses.lists);
        stage.table.limit(room_for_rows(budget));
        stage.table.reserve();
        stage.aspects = (0..instance.aspects as u32).collect();
        let origin = Whole::new(instance.clone(), &stage.table.layout);
        WholeTable { instance, origin, stage }
    }

    /// Makes the choice of a subtree.
    pub(in crate::cover) fn reach(&mut self, subtree: &Subtree) -> Reached {
        let WholeTable { instance, origin, stage } = self;
        let Stage { table, extract, .. } = stage;
        let state = &mut extract.state;
        state.clear();
        state.resize(table.layout.groups, COVERED);
        table.layout.write_first(state);
        let mut covered = vec![false; instance.aspects + instance.optional];
        for &e in &subtree.chosen {
            // Only a damaged file chooses what overlaps.
            for &a in instance.embedding(e.index()) {
                if std::mem::replace(&mut covered[a as usize], true) {
                    return Reached::Dead;
                }
            }
            let (row, _) = table.row(e.0, origin);
            let words = state.as_flattened_mut().iter_mut();
            words.zip(row.as_flattened()).for_each(|(word, gone)| *word |= gone);
        }
        for e in &subtree.excluded {
            if subtree.chosen.contains(e) {
                return Reached::Dead;
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
        for (number, lane) in (0..).zip(&table.layout.lanes) {
            if lane.is_covered(state) {
                continue;
            }
            if lane.left(state) == 0 {
                return Reached::Dead;
            }
            extract.kept.push(number);
        }
        if extract.kept.is_empty() { Reached::Solved } else { Reached::Open }
    }

    /// The embeddings over the least aspect, in the state that was reached.
    pub(in crate::cover) fn choices(&mut self) -> Vec<u32> {
        let Stage { table, extract, .. } = &mut self.stage;
        let lane = least_lane(&table.layout, &extract.state);
        choices(table, &mut self.origin, &extract.state, lane)
    }
}
