//! A node on the current path: which lane is covered there, and what of it is still to be tried.

use crate::cover::tables::{Counts, Group, Instance, Layout, Origin, Owing, Table, join_row, ways};

/// A node on the current path. The state of the i-th is the i-th of `states`.
#[derive(Clone, Copy, Default)]
pub(super) struct Level {
    /// Where its open groups begin.
    pub groups: usize,
    pub counts: Counts,
    /// The lane being covered: where its list begins, its words not yet looked at, and what is not
    /// yet tried of the current one.
    pub list: u32,
    pub word: u32,
    pub end: u32,
    pub untried: u64,
    /// `nodes` when it was entered.
    pub nodes: u64,
    /// What more is tried of a lane whose members do not exclude each other.
    pub more: More,
}

/// A lane from which several may be chosen is tried member by member; those that were are out for the others.
#[derive(Clone, Copy)]
pub(super) struct More {
    /// How many may be tried; `u32::MAX` for a lane that is covered by one.
    ways: u32,
    /// The one that was tried last.
    pub last: u32,
}

impl Default for More {
    fn default() -> Self {
        More { ways: u32::MAX, last: u32::MAX }
    }
}

impl More {
    /// All members of a lane, which do not exclude each other.
    pub(super) const ALL: More = More { ways: u32::MAX - 1, last: u32::MAX };

    /// What is tried of a lane.
    #[inline(always)]
    pub(super) fn of<const GENERAL: bool>(
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
    pub(super) fn next(
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
    pub(super) fn take(&mut self, state: &[Group]) -> Option<u32> {
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

/// The level that covers this lane.
#[inline(always)]
pub(super) fn open(
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
