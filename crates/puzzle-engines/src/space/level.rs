//! One level of a state space: keys with the number of ways to reach each.
//!
//! The keys live in hash tables with open addressing, many small ones (shards) chosen by the top
//! bits of the hash: threads lock one shard at a time, and a batch for one shard touches few pages
//! of memory. The loads of a batch are issued before the first one is used, so that their cache
//! misses overlap. A value of 0 marks an empty slot, because a state in a level was reached.
//!
//! Values are exact to 128 bits, kept as two words so that an entry with a 64-bit key takes 24
//! bytes rather than 32; a sum that would not fit is reported, never wrapped.

use std::hint::black_box;

use puzzle_core::Key;

/// A key with its number of ways; a number of 0 is an empty slot.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K> {
    key: K,
    low: u64,
    high: u64,
}

impl<K: Key> Entry<K> {
    /// A key that was reached `ways` times.
    #[inline]
    pub fn new(key: K, ways: u128) -> Self {
        Entry { key, low: ways as u64, high: (ways >> 64) as u64 }
    }

    /// The key.
    #[inline]
    pub fn key(&self) -> K {
        self.key
    }

    /// How many ways lead to it.
    #[inline]
    pub fn ways(&self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.low == 0 && self.high == 0
    }
}

/// The sum does not fit 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// One hash table.
#[derive(Clone, Debug)]
pub(super) struct Shard<K> {
    slots: Vec<Entry<K>>,
    len: usize,
}

/// Entries whose slots are fetched together.
const BATCH: usize = 32;

impl<K: Key> Shard<K> {
    const SMALLEST: usize = 16;

    fn new(nothing: K) -> Self {
        Shard { slots: vec![Entry::new(nothing, 0); Self::SMALLEST], len: 0 }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Entry<K>>()
    }

    /// The slots, empty ones included.
    pub(super) fn slots(&self) -> &[Entry<K>] {
        &self.slots
    }

    /// Adds entries; all of them belong to this shard.
    pub(super) fn add(&mut self, entries: &[Entry<K>]) -> Result<(), Overflow> {
        for batch in entries.chunks(BATCH) {
            while (self.len + batch.len()) * 4 > self.slots.len() * 3 {
                self.grow();
            }
            let mut homes = [0; BATCH];
            let mut fetched = 0;
            for (home, entry) in homes.iter_mut().zip(batch) {
                *home = place(hash(entry.key), self.slots.len());
                fetched |= self.slots[*home].low;
            }
            black_box(fetched);
            for (home, entry) in homes.iter().zip(batch) {
                self.add_at(*home, entry)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn add_at(&mut self, home: usize, entry: &Entry<K>) -> Result<(), Overflow> {
        let last = self.slots.len() - 1;
        let mut at = home;
        loop {
            let slot = &mut self.slots[at & last];
            if slot.is_empty() {
                *slot = *entry;
                self.len += 1;
                return Ok(());
            }
            if slot.key == entry.key {
                let (low, carry) = slot.low.overflowing_add(entry.low);
                let high = slot.high.checked_add(entry.high);
                let high = high.and_then(|high| high.checked_add(u64::from(carry)));
                (slot.low, slot.high) = (low, high.ok_or(Overflow)?);
                return Ok(());
            }
            at += 1;
        }
    }

    fn grow(&mut self) {
        let double = self.slots.len() * 2;
        let empty = Entry { low: 0, high: 0, ..self.slots[0] };
        let old = std::mem::replace(&mut self.slots, vec![empty; double]);
        self.len = 0;
        for entry in old.iter().filter(|entry| !entry.is_empty()) {
            let home = place(hash(entry.key), double);
            // Keys are distinct, so nothing is added up.
            let _ = self.add_at(home, entry);
        }
    }

    #[inline]
    fn ways(&self, key: K, home: usize) -> u128 {
        let last = self.slots.len() - 1;
        let mut at = home;
        loop {
            let slot = &self.slots[at & last];
            if slot.is_empty() || slot.key == key {
                return slot.ways();
            }
            at += 1;
        }
    }
}

/// The hash of a key: every bit depends on every bit of the key.
#[inline]
fn hash<K: Key>(key: K) -> u64 {
    let mixed = key.fold().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The slot of a hash: by its low half, because the top bits choose the shard.
#[inline]
fn place(hash: u64, slots: usize) -> usize {
    (hash as u32 as usize) & (slots - 1)
}

/// All states of one level.
#[derive(Clone, Debug)]
pub struct Level<K> {
    pub(super) shards: Vec<Shard<K>>,
    /// 64 minus the number of top bits that choose the shard.
    shift: u32,
}

impl<K: Key> Level<K> {
    /// The most shards; also how finely threads divide a level.
    pub(super) const MOST_SHARDS: usize = 256;

    /// A level with these entries; equal keys are added up.
    pub fn new(entries: impl IntoIterator<Item = Entry<K>>) -> Result<Self, Overflow> {
        let entries: Vec<Entry<K>> = entries.into_iter().collect();
        let Some(first) = entries.first() else {
            return Ok(Level { shards: Vec::new(), shift: 64 });
        };
        let mut level = Self::empty(entries.len(), first.key);
        level.add(entries)?;
        Ok(level)
    }

    /// Adds entries; equal keys are added up.
    pub fn add(&mut self, entries: impl IntoIterator<Item = Entry<K>>) -> Result<(), Overflow> {
        let mut buffers = vec![Vec::with_capacity(BATCH); self.shards.len()];
        for entry in entries {
            if self.shards.is_empty() {
                *self = Self::empty(1, entry.key);
                buffers.push(Vec::new());
            }
            let shard = self.shard_of(entry.key);
            buffers[shard].push(entry);
            if buffers[shard].len() == BATCH {
                self.shards[shard].add(&buffers[shard])?;
                buffers[shard].clear();
            }
        }
        for (shard, buffer) in self.shards.iter_mut().zip(&buffers) {
            shard.add(buffer)?;
        }
        Ok(())
    }

    /// No states yet, but shards for about `expected` of them. `nothing` fills empty slots.
    pub(super) fn empty(expected: usize, nothing: K) -> Self {
        let shards = (expected / 1024).next_power_of_two().clamp(1, Self::MOST_SHARDS);
        let shift = 64 - shards.trailing_zeros();
        Level { shards: (0..shards).map(|_| Shard::new(nothing)).collect(), shift }
    }

    /// Which shard a key belongs to.
    #[inline]
    pub(super) fn shard_of(&self, key: K) -> usize {
        hash(key).checked_shr(self.shift).unwrap_or(0) as usize
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// In how many ways a state is reached; 0 if it is not.
    #[inline]
    pub fn ways(&self, key: K) -> u128 {
        match self.shards.get(self.shard_of(key)) {
            Some(shard) => shard.ways(key, place(hash(key), shard.slots.len())),
            None => 0,
        }
    }

    /// The same for many states at once, whose cache misses then overlap.
    pub fn ways_of(&self, keys: &[K], ways: &mut Vec<u128>) {
        ways.clear();
        if self.shards.is_empty() {
            ways.resize(keys.len(), 0);
            return;
        }
        for batch in keys.chunks(BATCH) {
            let mut homes = [(0, 0); BATCH];
            let mut fetched = 0;
            for (home, &key) in homes.iter_mut().zip(batch) {
                let shard = self.shard_of(key);
                let slots = &self.shards[shard].slots;
                *home = (shard, place(hash(key), slots.len()));
                fetched |= slots[home.1].low;
            }
            black_box(fetched);
            let found = homes.iter().zip(batch);
            ways.extend(found.map(|(&(shard, home), &key)| self.shards[shard].ways(key, home)));
        }
    }

    /// All states with their ways, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<K>> {
        self.shards.iter().flat_map(|shard| &shard.slots).filter(|entry| !entry.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_are_added_up_and_absent_ones_have_no_ways() {
        let entries = (0..100_000_u64).map(|i| Entry::new(i % 30_000, u128::from(i) << 60));
        let level = Level::new(entries).unwrap();
        assert_eq!(level.len(), 30_000);
        assert!(level.shards.len() > 1);
        let expected: u128 = [7, 30_007, 60_007, 90_007].iter().map(|i| i << 60).sum();
        assert_eq!(level.ways(7), expected);
        assert_eq!(level.ways(30_000), 0);
        assert_eq!(level.entries().count(), 30_000);
        let mut ways = Vec::new();
        level.ways_of(&(0..40_000).collect::<Vec<u64>>(), &mut ways);
        assert!((0..).zip(&ways).all(|(key, &found)| found == level.ways(key)));
        assert_eq!(Level::<u32>::new([]).unwrap().ways(0), 0);
    }

    #[test]
    fn a_sum_over_128_bits_is_reported() {
        let twice = [Entry::new(5_u32, u128::MAX), Entry::new(5, 1)];
        assert_eq!(Level::new(twice).unwrap_err(), Overflow);
    }
}
