//! The part of a breadth-first search that one thread owns: the keys whose hashes fall to it, of
//! the level before, the level being expanded and the level being made.
//!
//! Moves from distance d lead to d - 1, d or d + 1 only, if they can be taken back, so three
//! sets tell new states from old ones and everything older may be forgotten (document 002 §19).
//! Three small tables beat one large one because narrow levels stay in the cache. With marks
//! ([`puzzle_core::Marks`]) no move leads back, and the level before may be forgotten too.

use puzzle_core::{Budget, Key, Marks, StateSpace, StopReason, Successors, Window};

use super::keyset::{KeySet, hash};

/// States expanded in one batch: fewer if keys are long, for so are the successors.
pub(super) const fn batch<K: Key>() -> usize {
    if K::BYTES <= 64 { 128 } else { 1 }
}

/// Keys that are looked up together: the home slots of all of them are touched first, so that the
/// memory answers while the others are on their way.
const TOGETHER: usize = 32;

/// Tables larger than this do not stay in the cache.
const CACHED: u64 = 1 << 19;

/// One thread's part of three levels.
#[derive(Clone, Debug)]
pub(super) struct Shard<K> {
    pub(super) before: KeySet<K>,
    pub(super) current: KeySet<K>,
    pub(super) next: KeySet<K>,
    /// How far the current level is expanded.
    position: usize,
    /// In a resumed search: the states of the current level that are left, instead.
    only: Option<Vec<K>>,
    finished: bool,
    /// Goals among the next level.
    pub(super) goals: Vec<K>,
    /// Room for what is new in a batch.
    fresh: Vec<K>,
}

/// Whether a search with this window looks states up in the level before.
pub(super) fn looks_back(window: Window) -> bool {
    matches!(window, Window::Alternate | Window::Three | Window::All)
}

/// Whether it also keeps the level before as a table of its own.
pub(super) fn keeps_before(window: Window) -> bool {
    matches!(window, Window::Alternate | Window::Three)
}

/// Which of `count` shards a key belongs to.
#[inline]
pub(super) fn owner(hash: u64, count: usize) -> usize {
    // The table uses the high bits, so the low ones are free for this.
    (((hash & 0xffff_ffff) * count as u64) >> 32) as usize
}

impl<K: Key> Shard<K> {
    /// No states yet.
    pub(super) fn new(marked: bool) -> Self {
        Shard {
            before: KeySet::default(),
            current: KeySet::new(marked),
            next: KeySet::new(marked),
            position: 0,
            only: None,
            finished: false,
            goals: Vec::new(),
            fresh: Vec::new(),
        }
    }

    /// Bytes of the tables; if the next level is about to grow, it takes more for a moment.
    pub(super) fn bytes(&self) -> u64 {
        self.before.bytes() + self.current.bytes() + self.next.bytes()
    }

    /// The bytes that the tables may take soon: while one grows it is there twice.
    pub(super) fn soon(&self) -> u64 {
        self.before.bytes() + self.current.bytes() + self.next.bytes_soon()
    }

    /// The next states to be expanded; none if all are.
    pub(super) fn take(&mut self, room: &mut Room<K>) {
        room.batch.clear();
        room.marks.clear();
        let Room { batch: into, marks, most, .. } = room;
        match &mut self.only {
            Some(left) => into.extend(left.drain(left.len().saturating_sub(*most)..)),
            None => self.position = self.current.read(self.position, *most, into, marks),
        }
        self.finished |= into.is_empty();
    }

    /// Begins the level again: what there is of the next one is forgotten. Not with marks, for what
    /// a state was spared it would never get.
    pub(super) fn restart(&mut self) {
        (self.position, self.only, self.finished) = (0, None, false);
        self.next = KeySet::default();
        self.goals.clear();
    }

    /// Expands only these states of the current level: the others were expanded before.
    pub(super) fn expand_only(&mut self, states: Vec<K>) {
        self.only = Some(states);
    }

    /// Whether all states were taken.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// States of the current level that were taken, and those that were not, for a saved run. A table is no
    /// help in telling them apart: states are taken in the order of their hashes, so those that are left
    /// would crowd at its end.
    pub(super) fn halves(&self) -> (Vec<K>, Vec<K>) {
        if let Some(left) = &self.only {
            let mut sorted = left.clone();
            sorted.sort_unstable();
            let is_done = |key: &K| sorted.binary_search(key).is_err();
            return (self.current.iter().filter(is_done).collect(), left.clone());
        }
        let mut left = Vec::new();
        if !self.finished {
            self.current.read(self.position, usize::MAX / 2, &mut left, &mut Vec::new());
        }
        let done = self.current.len() - left.len();
        (self.current.iter().take(done).collect(), left)
    }

    /// Whether a state is one of those that moves may lead back to.
    pub(super) fn knows(&self, window: Window, key: K) -> bool {
        let level = matches!(window, Window::Onward | Window::Three);
        (level && self.current.contains(key, hash(key)))
            || (looks_back(window) && self.before.contains(key, hash(key)))
    }

    /// Adds those of the successors to the next level that are new.
    pub(super) fn absorb(
        &mut self,
        space: &dyn StateSpace<Key = K>,
        window: Window,
        out: &Successors<K>,
    ) {
        match window {
            Window::Forward => self.absorb_if(space, out, |_, _, _, _| false, |_, _| false),
            // Another state of this level made the same moves: this one need not.
            Window::Onward => self.absorb_if(
                space,
                out,
                |old, key, hash, marks| old.current.mark(key, hash, marks),
                |old, hash| old.current.touch(hash),
            ),
            Window::Alternate => self.absorb_if(
                space,
                out,
                |old, key, hash, _| old.before.contains(key, hash),
                |old, hash| old.before.touch(hash),
            ),
            Window::Three | Window::All => self.absorb_if(
                space,
                out,
                |old, key, hash, _| {
                    old.current.contains(key, hash) || old.before.contains(key, hash)
                },
                |old, hash| old.before.touch(hash) ^ old.current.touch(hash),
            ),
        }
    }

    #[inline]
    fn absorb_if(
        &mut self,
        space: &dyn StateSpace<Key = K>,
        out: &Successors<K>,
        is_old: impl Fn(&mut Old<'_, K>, K, u64, Marks) -> bool,
        touch: impl Fn(&Old<'_, K>, u64) -> bool,
    ) {
        let far = self.bytes() > CACHED;
        let next = &mut self.next;
        let old = &mut Old { before: &self.before, current: &mut self.current };
        let mut hashes = [0; TOGETHER];
        let mut marks = out.marks().chunks(TOGETHER);
        for keys in out.keys().chunks(TOGETHER) {
            for (slot, &key) in hashes.iter_mut().zip(keys) {
                *slot = hash(key);
            }
            if far {
                let mut seen = false;
                for &hash in &hashes[..keys.len()] {
                    seen ^= next.touch(hash) ^ touch(old, hash);
                }
                std::hint::black_box(seen);
            }
            let marks = marks.next().unwrap_or(&[0; TOGETHER]);
            for ((&key, &hash), &marks) in keys.iter().zip(&hashes).zip(marks) {
                // Most that are not new are in the next level already: this is asked first.
                let is_old = || is_old(old, key, hash, marks);
                if next.insert_unless(key, hash, marks, is_old) {
                    self.fresh.push(key);
                }
            }
        }
        space.goals_among(&self.fresh, &mut self.goals);
        self.fresh.clear();
    }

    /// Goes one level on; the level that is no longer needed.
    pub(super) fn rotate(&mut self, window: Window) -> KeySet<K> {
        (self.position, self.only, self.finished) = (0, None, false);
        let similar = KeySet::similar(&self.next);
        let next = std::mem::replace(&mut self.next, similar);
        let mut current = std::mem::replace(&mut self.current, next);
        current.unmark();
        match window {
            Window::Alternate | Window::Three => std::mem::replace(&mut self.before, current),
            Window::Forward | Window::Onward => current,
            Window::All => {
                // All that was ever seen stays in `before`.
                self.before.reserve(current.len());
                for key in current.iter() {
                    self.before.insert(key, hash(key));
                }
                current
            }
        }
    }
}

/// The levels where a successor may be found to be old.
struct Old<'a, K> {
    before: &'a KeySet<K>,
    current: &'a mut KeySet<K>,
}

/// Why a level is not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// The tables are as large as they may be; all states that were taken are expanded.
    Memory,
    /// The successors of one batch are too many.
    Overflown,
    /// A limit or an interrupt.
    Stopped(StopReason),
}

/// Room for a batch and its successors.
pub(super) struct Room<K> {
    pub(super) batch: Vec<K>,
    /// The marks of the states, or nothing if the search does without.
    pub(super) marks: Vec<Marks>,
    pub(super) out: Successors<K>,
    /// The most states of a batch.
    most: usize,
}

impl<K: Key> Default for Room<K> {
    fn default() -> Self {
        let (batch, marks, out) = (Vec::new(), Vec::new(), Successors::default());
        Room { batch, marks, out, most: self::batch::<K>() }
    }
}

impl<K: Key> Room<K> {
    /// The next batch is no larger than a limit on nodes allows, after `nodes` of them.
    pub(super) fn bound(&mut self, budget: &Budget, nodes: u64) {
        self.most = batch::<K>().min(budget.slice(nodes) as usize);
    }

    /// Whether the batch has as many states as it may.
    pub(super) fn is_full(&self) -> bool {
        self.batch.len() >= self.most
    }

    /// Expands the batch.
    pub(super) fn expand(&mut self, space: &dyn StateSpace<Key = K>) {
        self.out.clear();
        match self.marks.is_empty() {
            true => space.expand(&self.batch, &mut self.out),
            false => space.expand_marked(&self.batch, &self.marks, &mut self.out),
        }
    }

    /// Sorts the successors by owner.
    pub(super) fn sort_out(&self, letters: &mut [Successors<K>]) {
        let count = letters.len();
        if self.marks.is_empty() {
            for &key in self.out.keys() {
                letters[owner(hash(key), count)].push(key);
            }
        } else {
            for (&key, &marks) in self.out.keys().iter().zip(self.out.marks()) {
                letters[owner(hash(key), count)].push_marked(key, marks);
            }
        }
    }
}
