//! Level-synchronous breadth-first search (document 002 §19).
//!
//! If the space hands out marks, the search works with them: it never makes the moves back and
//! needs no level before the last one. Only a search that is to be saved does without, for the
//! file holds keys alone.
//!
//! [`Search::advance`] makes one level from the one before. The search begins in memory, on one
//! thread while levels are narrow and on several when they are wide, and remembers every level. When
//! the memory limit is reached it forgets all levels but the last two; when these alone are too
//! large, it goes on with sorted files. What was forgotten is searched again if a path is
//! wanted: see [`super::path`].

use std::sync::Arc;

use puzzle_core::{Control, Key, StateSpace, StopReason, Successors, Window};

use super::disk::{Disk, Made, take_from};
use super::files::{Folder, SortedFile};
use super::keyset::{KeySet, hash};
use super::shard::{Pause, Room, Shard, keeps_before, looks_back, owner};
use super::stored::{Stored, View};
use super::{Halt, team};

/// Levels narrower than this are expanded by one thread: starting others costs more.
const WIDE: usize = 20_000;

/// How a search is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many threads may expand a level.
    pub threads: usize,
    /// Whether levels are remembered while there is memory, for paths and exports.
    pub remember: bool,
    /// How many bytes the tables may take before levels are forgotten and go to disk.
    pub memory: Option<u64>,
    /// Whether [`Search::state`] will be asked for.
    pub resumable: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { threads: 1, remember: true, memory: None, resumable: false }
    }
}

/// Where the levels are that the search works on.
enum Place<K> {
    Memory(Vec<Shard<K>>),
    Disk { disk: Disk, before: Option<Arc<SortedFile<K>>>, current: Arc<SortedFile<K>> },
}

/// A search between two levels.
pub struct Search<'a, K: Key> {
    space: &'a dyn StateSpace<Key = K>,
    control: &'a Control,
    plan: Plan,
    marked: bool,
    window: Window,
    place: Place<K>,
    /// How many states have each distance.
    pub(super) levels: Vec<u64>,
    /// Levels that are remembered, but for the last two.
    stored: Vec<Option<Stored<K>>>,
    /// How many bytes these take.
    remembered: u64,
    /// The goals of the last level.
    goals: Vec<K>,
    pub(super) nodes: u64,
    peak: u64,
    peak_window: u64,
    room: Room<K>,
}

impl<K: Key> std::fmt::Debug for Search<'_, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

/// What is left of a search when it is over.
#[derive(Debug)]
pub struct Levels<K> {
    /// How many states have each distance, as far as levels are complete.
    pub sizes: Vec<u64>,
    /// The levels themselves, where they are remembered; the last one always is.
    pub stored: Vec<Option<Stored<K>>>,
    /// The goals of the last level, sorted.
    pub goals: Vec<K>,
    /// How many states were expanded.
    pub nodes: u64,
    /// The most bytes that the tables took.
    pub peak: u64,
    /// The most bytes that the tables of three levels took, without what is only remembered.
    pub peak_window: u64,
    /// Whether levels went to disk.
    pub spilled: bool,
}

impl<'a, K: Key> Search<'a, K> {
    /// A search at its start.
    pub fn new(space: &'a dyn StateSpace<Key = K>, plan: Plan, control: &'a Control) -> Self {
        let mut starts = space.starts();
        starts.sort_unstable();
        starts.dedup();
        let mut goals = Vec::new();
        space.goals_among(&starts, &mut goals);
        let count = starts.len() as u64;
        let state = State { levels: vec![count], pending: starts, goals, ..State::default() };
        let marked = space.has_marks() && !plan.resumable;
        Self::begin(space, plan, control, state, marked)
    }

    /// A search that goes on from a saved state.
    pub fn resume(
        space: &'a dyn StateSpace<Key = K>,
        plan: Plan,
        control: &'a Control,
        state: State<K>,
    ) -> Self {
        Self::begin(space, plan, control, state, false)
    }

    fn begin(
        space: &'a dyn StateSpace<Key = K>,
        plan: Plan,
        control: &'a Control,
        state: State<K>,
        marked: bool,
    ) -> Self {
        let threads = plan.threads.max(1);
        let mut shards = vec![Shard::new(marked); threads];
        let place = |key: K| (owner(hash(key), threads), hash(key));
        // A saved list is in the order of some table's hashes. A table that grew while it took them
        // in would have all of them at one end.
        for shard in &mut shards {
            let share = |count: usize| count / threads + count / threads / 8 + 16;
            shard.before.reserve(share(state.before.len()));
            shard.next.reserve(share(state.next.len()));
            shard.current.reserve(share(state.pending.len() + state.done.len()));
        }
        for &key in &state.before {
            let (shard, hash) = place(key);
            shards[shard].before.insert(key, hash);
        }
        for &key in &state.next {
            let (shard, hash) = place(key);
            shards[shard].next.insert(key, hash);
        }
        for &key in state.pending.iter().chain(&state.done) {
            let (shard, hash) = place(key);
            shards[shard].current.insert(key, hash);
        }
        // Those already expanded must not be expanded again.
        if !state.done.is_empty() {
            let mut pending: Vec<Vec<K>> = vec![Vec::new(); threads];
            state.pending.iter().for_each(|&key| pending[place(key).0].push(key));
            for (shard, pending) in shards.iter_mut().zip(pending) {
                shard.expand_only(pending);
            }
        }
        shards[0].goals = state.next_goals;
        Search {
            space,
            control,
            marked,
            window: match (marked, space.window()) {
                (true, Window::Alternate) => Window::Forward,
                (true, Window::Three) => Window::Onward,
                (_, window) => window,
            },
            place: Place::Memory(shards),
            stored: vec![None; state.levels.len().saturating_sub(1)],
            remembered: 0,
            levels: state.levels,
            goals: state.goals,
            nodes: state.nodes,
            peak: 0,
            peak_window: 0,
            room: Room::default(),
            plan,
        }
    }

    /// The number of the last complete level.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// How wide the last complete level is.
    pub fn width(&self) -> u64 {
        self.levels[self.depth()]
    }

    /// The goals in the last complete level.
    pub fn goals(&self) -> &[K] {
        &self.goals
    }

    /// Makes the next level. `Ok(false)` if there is none.
    pub fn advance(&mut self) -> Result<bool, Halt> {
        let Place::Memory(_) = self.place else { return self.advance_on_disk() };
        match self.advance_in_memory() {
            Ok(()) => Ok(self.rotate()),
            Err(Pause::Memory) => self.spill(),
            Err(Pause::Overflown) => {
                // The batch is lost, so a run that is saved now must make the level again.
                if let Place::Memory(shards) = &mut self.place {
                    shards.iter_mut().for_each(Shard::restart);
                }
                Err(Halt::Stopped(StopReason::MemoryLimit))
            }
            Err(Pause::Stopped(reason)) => Err(Halt::Stopped(reason)),
        }
    }

    fn advance_in_memory(&mut self) -> Result<(), Pause> {
        // The rest is for buffers, and for what the allocator keeps.
        let limit = self.plan.memory.map(|limit| limit / 10 * 7);
        let Place::Memory(shards) = &mut self.place else { return Ok(()) };
        let wide: usize = shards.iter().map(|shard| shard.current.len()).sum();
        loop {
            let remembered = self.remembered;
            let left = limit.map(|limit| limit.saturating_sub(remembered));
            let (space, nodes) = (self.space, &mut self.nodes);
            let paused = if shards.len() > 1 && wide >= WIDE {
                team::expand(space, self.window, shards, nodes, left, self.control)
            } else {
                expand_alone(space, self.window, shards, &mut self.room, nodes, left, self.control)
            };
            let window: u64 = shards.iter().map(Shard::bytes).sum();
            self.peak_window = self.peak_window.max(window);
            self.peak = self.peak.max(window + remembered);
            match paused {
                // First all that is only remembered goes.
                Err(Pause::Memory) if remembered > 0 => {
                    self.plan.remember = false;
                    self.stored.iter_mut().for_each(|level| *level = None);
                    self.remembered = 0;
                }
                paused => return paused,
            }
        }
    }

    /// Goes one level on; whether there is one.
    fn rotate(&mut self) -> bool {
        let Place::Memory(shards) = &mut self.place else { return false };
        let width: u64 = shards.iter().map(|shard| shard.next.len() as u64).sum();
        if width == 0 {
            return false;
        }
        let old: Vec<KeySet<K>> =
            shards.iter_mut().map(|shard| shard.rotate(self.window)).collect();
        self.goals = shards.iter_mut().flat_map(|shard| std::mem::take(&mut shard.goals)).collect();
        self.goals.sort_unstable();
        // What leaves the window is the level before the last, or the last one itself.
        let leaves = 1 + usize::from(keeps_before(self.window));
        if self.levels.len() >= leaves {
            let known = self.plan.remember.then_some(Stored::Memory(old));
            let at = self.levels.len() - leaves;
            self.stored.truncate(at);
            self.remembered += known.as_ref().map_or(0, Stored::bytes);
            self.stored.push(known);
        }
        self.levels.push(width);
        true
    }

    /// Goes over to disk in the middle of a level: what there is of the next one becomes the first
    /// run, and the states that are left are expanded from memory.
    fn spill(&mut self) -> Result<bool, Halt> {
        let Place::Memory(shards) = &mut self.place else { return Ok(false) };
        if self.window == Window::All {
            return Err(Halt::Stopped(StopReason::MemoryLimit));
        }
        let memory = self.plan.memory.unwrap_or(1 << 30);
        let next = shards.iter_mut().map(|shard| std::mem::take(&mut shard.next)).collect();
        let kept = shards.iter().map(Shard::bytes).sum();
        let left = memory.saturating_sub(kept) / 2;
        let mut disk = Disk { folder: Arc::new(Folder::new()?), memory: left };
        let mut runs = vec![disk.write(next)?];
        let mut number = 0;
        let take = |room: &mut Room<K>| {
            shards[number].take(room);
            while room.batch.is_empty() && number + 1 < shards.len() {
                number += 1;
                shards[number].take(room);
            }
            Ok(())
        };
        if let Err(halt) = disk.collect(self.space, take, &mut runs, &mut self.nodes, self.control)
        {
            shards.iter_mut().for_each(Shard::restart);
            return Err(halt);
        }
        let window = self.window;
        let known = |key: K| Ok(shards.iter().any(|shard| shard.knows(window, key)));
        let Made { level, goals } = disk.level(self.space, &runs, known)?;
        drop(runs);
        disk.memory = memory / 2;
        let current = shards.iter_mut().map(|shard| std::mem::take(&mut shard.current)).collect();
        let current = Arc::new(disk.write(current)?);
        self.window = self.space.window();
        self.place = Place::Disk { disk, before: None, current };
        Ok(self.rotate_on_disk(level, goals))
    }

    fn advance_on_disk(&mut self) -> Result<bool, Halt> {
        let Place::Disk { disk, before, current } = &mut self.place else { return Ok(false) };
        let mut known = Vec::new();
        if looks_back(self.window) {
            known.extend(before.as_ref().map(|file| file.read()).transpose()?);
        }
        if self.window == Window::Three {
            known.push(current.read()?);
        }
        let mut runs = Vec::new();
        let mut states = current.read()?;
        let take = |room: &mut Room<K>| take_from(&mut states, room);
        disk.collect(self.space, take, &mut runs, &mut self.nodes, self.control)?;
        let is_known = |key: K| known.iter_mut().try_fold(false, |old, f| Ok(f.has(key)? || old));
        let Made { level, goals } = disk.level(self.space, &runs, is_known)?;
        Ok(self.rotate_on_disk(level, goals))
    }

    /// Goes one level on; whether there is one.
    fn rotate_on_disk(&mut self, level: SortedFile<K>, goals: Vec<K>) -> bool {
        let Place::Disk { before, current, .. } = &mut self.place else { return false };
        if level.len() == 0 {
            return false;
        }
        self.levels.push(level.len());
        self.goals = goals;
        let old = std::mem::replace(current, Arc::new(level));
        let leaving = before.replace(old);
        if let Some(at) = self.levels.len().checked_sub(3) {
            self.stored.truncate(at);
            self.stored.resize_with(at, || None);
            self.stored.push(leaving.map(Stored::Disk));
        }
        true
    }

    /// The last complete level.
    pub(super) fn last(&self) -> View<'_, K> {
        match &self.place {
            Place::Memory(shards) => {
                View::Memory(shards.iter().map(|shard| &shard.current).collect())
            }
            Place::Disk { current, .. } => View::Disk(current),
        }
    }

    /// Ends the search.
    pub fn finish(self) -> Levels<K> {
        let Search {
            levels, mut stored, mut goals, nodes, peak, peak_window, place, window, ..
        } = self;
        let spilled = matches!(place, Place::Disk { .. });
        let last = levels.len() - 1;
        stored.resize_with(last, || None);
        match place {
            Place::Memory(shards) => {
                let (mut before, mut current) = (Vec::new(), Vec::new());
                for shard in shards {
                    before.push(shard.before);
                    current.push(shard.current);
                }
                if last > 0 && keeps_before(window) {
                    stored[last - 1] = Some(Stored::Memory(before));
                }
                stored.push(Some(Stored::Memory(current)));
            }
            Place::Disk { before, current, .. } => {
                if last > 0 {
                    stored[last - 1] = before.map(Stored::Disk);
                }
                stored.push(Some(Stored::Disk(current)));
            }
        }
        goals.sort_unstable();
        Levels { sizes: levels, stored, goals, nodes, peak, peak_window, spilled }
    }

    /// The state of the search, to be saved; the part of the next level that is made is kept.
    pub fn state(&self) -> Result<State<K>, Halt> {
        if self.marked {
            return Err(Halt::Forgotten);
        }
        let mut state = State {
            levels: self.levels.clone(),
            goals: self.goals.clone(),
            nodes: self.nodes,
            ..State::default()
        };
        match &self.place {
            Place::Memory(shards) => {
                for shard in shards {
                    state.before.extend(shard.before.iter());
                    state.next.extend(shard.next.iter());
                    state.next_goals.extend(&shard.goals);
                    let (done, pending) = shard.halves();
                    state.done.extend(done);
                    state.pending.extend(pending);
                }
            }
            Place::Disk { before, current, .. } => {
                if let Some(before) = before {
                    state.before = Stored::Disk(before.clone()).sorted()?;
                }
                state.pending = Stored::Disk(current.clone()).sorted()?;
            }
        }
        Ok(state)
    }
}

/// What a search needs to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State<K> {
    /// How many states have each distance.
    pub levels: Vec<u64>,
    /// How many states were expanded.
    pub nodes: u64,
    /// The level before the last.
    pub before: Vec<K>,
    /// States of the last level that were expanded.
    pub done: Vec<K>,
    /// States of the last level that are to be expanded.
    pub pending: Vec<K>,
    /// What there is of the next level.
    pub next: Vec<K>,
    /// Goals in the last level.
    pub goals: Vec<K>,
    /// Goals in what there is of the next level.
    pub next_goals: Vec<K>,
    /// The nearest goals, if they were passed, and their distance: for the asker to keep.
    pub passed: Option<(usize, Vec<K>)>,
}

impl<K> Default for State<K> {
    fn default() -> Self {
        let [before, done, pending, next, goals, next_goals] = [const { Vec::new() }; 6];
        let (levels, nodes, passed) = (Vec::new(), 0, None);
        State { levels, nodes, before, done, pending, next, goals, next_goals, passed }
    }
}

/// Expands the rest of the level on this thread.
fn expand_alone<K: Key>(
    space: &dyn StateSpace<Key = K>,
    window: Window,
    shards: &mut [Shard<K>],
    room: &mut Room<K>,
    nodes: &mut u64,
    limit: Option<u64>,
    control: &Control,
) -> Result<(), Pause> {
    let mut letters: Vec<Successors<K>> = vec![Successors::default(); shards.len()];
    for me in 0..shards.len() {
        loop {
            room.bound(&control.budget, *nodes);
            shards[me].take(room);
            if room.batch.is_empty() {
                break;
            }
            room.expand(space);
            if room.out.is_overflown() {
                return Err(Pause::Overflown);
            }
            if let [shard] = shards {
                shard.absorb(space, window, &room.out);
            } else {
                room.sort_out(&mut letters);
                for (shard, letter) in shards.iter_mut().zip(&mut letters) {
                    shard.absorb(space, window, letter);
                    letter.clear();
                }
            }
            *nodes += room.batch.len() as u64;
            control.look(*nodes, 0).map_err(Pause::Stopped)?;
            if limit.is_some_and(|limit| shards.iter().map(Shard::soon).sum::<u64>() > limit) {
                return Err(Pause::Memory);
            }
        }
    }
    Ok(())
}
