//! A set of keys: open addressing with linear probing, nothing beside the keys themselves.
//!
//! The home slot of a key is the high part of its hash times the number of slots, so that the
//! table can have any size and keys stay in the order of their hashes when it grows. Up to three
//! quarters of the slots are taken; a large table grows by half, so that at least half of the slots
//! are always taken: 16 bytes for a key of 8 at the worst. (At 80 % and more, misses walk over two
//! cache lines on average.) Vacant slots hold [`Key::ONES`]; whether that key itself is a
//! member is a bit apart.

use puzzle_core::Key;

/// A set of keys.
#[derive(Clone, Debug)]
pub struct KeySet<K> {
    slots: Vec<K>,
    len: usize,
    /// How many keys there may be before it grows.
    limit: usize,
    has_ones: bool,
}

impl<K: Key> Default for KeySet<K> {
    fn default() -> Self {
        KeySet { slots: Vec::new(), len: 0, limit: 0, has_ones: false }
    }
}

/// The hash that the methods of a set ask for.
#[inline]
pub fn hash<K: Key>(key: K) -> u64 {
    let product = u128::from(key.fold() ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ (product >> 64) as u64
}

impl<K: Key> KeySet<K> {
    /// Up to so many slots the table grows twofold.
    const SMALL: usize = 1 << 8;

    /// Levels up to this size get a table as large as the level before had.
    const FORESEEN: usize = 1 << 15;

    /// A set for about as many keys as there are in another one: growing small tables takes longer
    /// than filling them.
    pub(super) fn similar(other: &Self) -> Self {
        let mut set = Self::default();
        if other.len() <= Self::FORESEEN {
            set.resize(other.len() + other.len() / 8 + 16);
        }
        set
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.len + usize::from(self.has_ones)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<K>()) as u64
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// Looks at the home slot, so that it is in the cache when it is asked for in earnest.
    #[inline]
    pub fn touch(&self, hash: u64) -> bool {
        self.slots.get(self.home(hash)).is_some_and(|slot| *slot == K::ONES)
    }

    /// Whether a key with this hash is in it.
    #[inline]
    pub fn contains(&self, key: K, hash: u64) -> bool {
        if key == K::ONES {
            return self.has_ones;
        }
        if self.len == 0 {
            return false;
        }
        // There is always a vacant slot, before the end or after the beginning.
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == key {
                return true;
            }
            if slot == K::ONES {
                return false;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Adds a key with this hash; whether it was new.
    #[inline]
    pub fn insert(&mut self, key: K, hash: u64) -> bool {
        if key == K::ONES {
            return !std::mem::replace(&mut self.has_ones, true);
        }
        if self.len >= self.limit {
            self.grow();
        }
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == K::ONES {
                self.slots[at] = key;
                self.len += 1;
                return true;
            }
            if slot == key {
                return false;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = match self.slots.len() {
            small if small < Self::SMALL => (small * 2).max(16),
            large => large / 2 * 3,
        };
        self.resize(size);
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![K::ONES; size]);
        self.limit = size / 4 * 3;
        self.len = 0;
        for key in old.into_iter().filter(|key| *key != K::ONES) {
            self.insert(key, hash(key));
        }
    }

    /// The keys from a position on, at most so many, appended to a list; the next position.
    /// Positions run from 0; the end is reached when nothing is appended.
    pub fn read(&self, mut position: usize, most: usize, into: &mut Vec<K>) -> usize {
        let full = into.len() + most;
        while into.len() < full && position < self.slots.len() {
            let key = self.slots[position];
            position += 1;
            if key != K::ONES {
                into.push(key);
            }
        }
        if into.len() < full && position == self.slots.len() {
            position += 1;
            into.extend(self.has_ones.then_some(K::ONES));
        }
        position
    }

    /// All keys, in no order of use.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        let ones = self.has_ones.then_some(K::ONES);
        self.slots.iter().copied().filter(|key| *key != K::ONES).chain(ones)
    }

    /// All keys in order, without taking more memory.
    pub fn into_sorted(mut self) -> Vec<K> {
        self.slots.retain(|key| *key != K::ONES);
        self.slots.extend(self.has_ones.then_some(K::ONES));
        self.slots.sort_unstable();
        self.slots
    }
}

impl<K: Key> FromIterator<K> for KeySet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = KeySet::default();
        for key in keys {
            set.insert(key, hash(key));
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_set_has_what_was_put_in_and_nothing_else() {
        let mut set = KeySet::default();
        let mut reference = HashSet::new();
        let mut key = 1_u64;
        for _ in 0..100_000 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let small = key >> 47;
            assert_eq!(set.insert(small, hash(small)), reference.insert(small));
        }
        for key in 0..1 << 17 {
            assert_eq!(set.contains(key, hash(key)), reference.contains(&key), "{key}");
        }
        assert_eq!(set.len(), reference.len());
        assert!(set.bytes() <= 16 * set.len() as u64);
        let mut sorted: Vec<u64> = reference.into_iter().collect();
        sorted.sort_unstable();
        assert_eq!(set.into_sorted(), sorted);
    }

    #[test]
    fn the_key_that_marks_vacant_slots_is_a_key_like_any_other() {
        let mut set: KeySet<u32> = [7, u32::MAX, 9].into_iter().collect();
        assert!(!set.insert(u32::MAX, hash(u32::MAX)));
        assert!(set.contains(u32::MAX, hash(u32::MAX)));
        assert_eq!(set.len(), 3);
        let mut keys = Vec::new();
        let mut at = 0;
        loop {
            let before = keys.len();
            at = set.read(at, 1, &mut keys);
            if keys.len() == before {
                break;
            }
        }
        keys.sort_unstable();
        assert_eq!(keys, [7, 9, u32::MAX]);
        assert_eq!(set.into_sorted(), [7, 9, u32::MAX]);
    }
}
