//! The table of positions whose value is known, shared by all threads without locks.
//!
//! An entry is one word, so that no thread ever sees half of one, and yet the table is exact: the 64 to
//! 80 bits of a position ([`Game::RESOURCES`](puzzle_core::game::Game::RESOURCES)) are mixed without
//! losing any (a bijection), some bits of the result say in which line of the table the entry stands,
//! and the word holds all others beside the value. A line is a cache line, eight entries; a new one
//! takes the place of an empty or else of the cheapest one.

use std::sync::atomic::{AtomicU64, Ordering};

use puzzle_core::game::Resources;

const WAYS: usize = 8;
/// The fewest lines and the most, as powers of two.
const FEWEST: u32 = 10;
const MOST: u32 = 34;
/// What a word must have room for beside the position: the value (two bits) and the price.
const BESIDE: u32 = 3;
const LOST: u64 = 1;
const WON: u64 = 2;

/// Positions and their values.
#[derive(Debug)]
pub(super) struct Table {
    lines: Vec<[AtomicU64; WAYS]>,
    /// How many bits say which line, and how many a position has beyond 64.
    bits: u32,
    high: u32,
}

/// Where a position stands: its line, and the word without value and price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    line: usize,
    rest: u64,
}

impl Table {
    /// The smallest table for positions with `high` bits beyond 64, in bytes.
    pub(super) fn least(high: u32) -> u64 {
        64 << (high + BESIDE).max(FEWEST)
    }

    /// A table of at most this many bytes, unless that is less than [`Table::least`].
    pub(super) fn new(bytes: u64, high: u32) -> Self {
        let bits = (bytes.max(Self::least(high)) / 64).ilog2().min(MOST);
        let mut lines = Vec::new();
        lines.resize_with(1 << bits, Default::default);
        Table { lines, bits, high }
    }

    /// How many bits of a word are left for value and price.
    #[inline(always)]
    fn spare(&self) -> u32 {
        self.bits - self.high
    }

    /// Where a position stands.
    #[inline(always)]
    pub(super) fn place(&self, key: Resources) -> Place {
        let (low, high) = (key as u64, (key >> 64) as u64);
        // Each step can be undone, `high` is kept as it is: no two positions come out alike.
        let mut x = low ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^= x >> 32;
        let line = (x >> (64 - self.bits)) as usize;
        let rest = (x << self.bits) >> self.bits << self.high | high;
        Place { line, rest: rest << self.spare() }
    }

    /// Whether the player to move loses there, if that is known.
    #[inline(always)]
    pub(super) fn get(&self, place: Place) -> Option<bool> {
        let spare = self.spare();
        for entry in &self.lines[place.line] {
            let word = entry.load(Ordering::Relaxed);
            if word >> spare << spare == place.rest && word & 3 != 0 {
                return Some(word & 3 == LOST);
            }
        }
        None
    }

    /// Remembers that the player to move loses there, or wins; `price` grows with the work it took.
    #[inline(always)]
    pub(super) fn put(&self, place: Place, lost: bool, price: u32) {
        let most = (1 << (self.spare() - 2).min(5)) - 1;
        let price = u64::from(price).min(most);
        let word = place.rest | price << 2 | if lost { LOST } else { WON };
        let line = &self.lines[place.line];
        let (mut least, mut at) = (u64::MAX, 0);
        // Entries of one price take turns.
        let turn = place.rest as usize >> 8;
        for i in 0..WAYS {
            let i = (i + turn) % WAYS;
            let old = line[i].load(Ordering::Relaxed);
            let old = if old & 3 == 0 { 0 } else { 1 + (old >> 2 & most) };
            if old < least {
                (least, at) = (old, i);
            }
        }
        line[at].store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Random;

    #[test]
    fn what_is_found_was_put_there_whatever_else_was() {
        let table = Table::new(0, 16);
        let mut random = Random::new(21);
        let mut key = || u128::from(random.bits()) | u128::from(random.bits() & 0xffff) << 64;
        let keys: Vec<u128> = (0..200_000).map(|_| key()).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.put(table.place(key), i % 3 == 0, 5);
        }
        let mut found = 0;
        for (i, &key) in keys.iter().enumerate() {
            if let Some(lost) = table.get(table.place(key)) {
                assert_eq!(lost, i % 3 == 0);
                found += 1;
            }
            // Neighbours that differ in one bit are other positions.
            for bit in [0, 17, 63, 64, 79] {
                assert_eq!(table.get(table.place(key ^ 1 << bit)), None);
            }
        }
        assert_eq!(found, keys.len(), "so few never fill a line");
    }

    #[test]
    fn a_full_line_keeps_what_was_dear() {
        let table = Table::new(0, 12);
        let place = |n: u64| Place { line: 7, rest: n << 40 };
        table.put(place(1000), true, 3);
        for n in 1..100 {
            table.put(place(n), false, 0);
        }
        assert_eq!(table.get(place(1000)), Some(true));
        assert_eq!(table.get(place(99)), Some(false));
    }
}
