//! The part of a breadth-first search that one thread owns: the keys whose hashes fall to it, of
//! the level before, the level being expanded and the level being made.
//!
//! Moves from distance d lead to d - 1, d or d + 1 only, if they can be taken back, so three
//! sets tell new states from old ones and everything older may be forgotten (document 002 §19).
//! Three small tables beat one large one because narrow levels stay in the cache.

use puzzle_core::{Key, StateSpace, Successors, Window};

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
}

impl<K: Key> Default for Shard<K> {
    fn default() -> Self {
        Shard {
            before: KeySet::default(),
            current: KeySet::default(),
            next: KeySet::default(),
            position: 0,
            only: None,
            finished: false,
            goals: Vec::new(),
        }
    }
}

/// Which of `count` shards a key belongs to.
#[inline]
pub(super) fn owner(hash: u64, count: usize) -> usize {
    // The table uses the high bits, so the low ones are free for this.
    (((hash & 0xffff_ffff) * count as u64) >> 32) as usize
}

impl<K: Key> Shard<K> {
    /// Bytes of the tables; if the next level is about to grow, it takes more for a moment.
    pub(super) fn bytes(&self) -> u64 {
        self.before.bytes() + self.current.bytes() + self.next.bytes()
    }

    /// The bytes that the tables may take soon: while one grows it is there twice.
    pub(super) fn soon(&self) -> u64 {
        self.bytes() + self.next.bytes() / 2 * 3
    }

    /// The next states to be expanded; none if all are.
    pub(super) fn take(&mut self, into: &mut Vec<K>) {
        into.clear();
        match &mut self.only {
            Some(left) => into.extend(left.drain(left.len().saturating_sub(batch::<K>())..)),
            None => self.position = self.current.read(self.position, batch::<K>(), into),
        }
        self.finished |= into.is_empty();
    }

    /// Expands only these states of the current level: the others were expanded before.
    pub(super) fn expand_only(&mut self, states: Vec<K>) {
        self.only = Some(states);
    }

    /// Whether all states were taken.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// States of the current level that were not taken yet, for a saved run.
    pub(super) fn pending(&self) -> Vec<K> {
        let mut keys = Vec::new();
        if let Some(left) = &self.only {
            keys.clone_from(left);
        } else if !self.finished {
            self.current.read(self.position, usize::MAX / 2, &mut keys);
        }
        keys
    }

    /// Adds those of the keys to the next level that are new.
    pub(super) fn absorb<S: StateSpace<Key = K>>(&mut self, space: &S, window: Window, keys: &[K]) {
        match window {
            Window::Forward => self.absorb_if(space, keys, |_, _, _| true, |_, _| false),
            Window::Alternate => self.absorb_if(
                space,
                keys,
                |shard, key, hash| !shard.before.contains(key, hash),
                |shard, hash| shard.before.touch(hash),
            ),
            Window::Three | Window::All => self.absorb_if(
                space,
                keys,
                |shard, key, hash| {
                    !shard.current.contains(key, hash) && !shard.before.contains(key, hash)
                },
                |shard, hash| shard.before.touch(hash) ^ shard.current.touch(hash),
            ),
        }
    }

    #[inline]
    fn absorb_if<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        keys: &[K],
        is_new: impl Fn(&Self, K, u64) -> bool,
        touch: impl Fn(&Self, u64) -> bool,
    ) {
        let far = self.bytes() > CACHED;
        let mut hashes = [0; TOGETHER];
        for keys in keys.chunks(TOGETHER) {
            for (slot, &key) in hashes.iter_mut().zip(keys) {
                *slot = hash(key);
            }
            if far {
                let mut seen = false;
                for &hash in &hashes[..keys.len()] {
                    seen ^= self.next.touch(hash) ^ touch(self, hash);
                }
                std::hint::black_box(seen);
            }
            for (&key, &hash) in keys.iter().zip(&hashes) {
                if is_new(self, key, hash) && self.next.insert(key, hash) && space.is_goal(key) {
                    self.goals.push(key);
                }
            }
        }
    }

    /// Goes one level on; the level that is no longer needed.
    pub(super) fn rotate(&mut self, window: Window) -> KeySet<K> {
        self.position = 0;
        self.only = None;
        self.finished = false;
        let similar = KeySet::similar(&self.next);
        let next = std::mem::replace(&mut self.next, similar);
        let current = std::mem::replace(&mut self.current, next);
        if window == Window::All {
            // All that was ever seen stays in `before`.
            for key in current.iter() {
                self.before.insert(key, hash(key));
            }
            return current;
        }
        std::mem::replace(&mut self.before, current)
    }
}

/// Room for a batch and its successors.
pub(super) struct Room<K> {
    pub(super) batch: Vec<K>,
    pub(super) out: Successors<K>,
}

impl<K: Key> Default for Room<K> {
    fn default() -> Self {
        Room { batch: Vec::new(), out: Successors::default() }
    }
}
