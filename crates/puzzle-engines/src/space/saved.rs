//! What is saved of a search and of levels with ways.
//!
//! The numbers of a search are 0, or 1 more than the distance of the nearest goals if they were
//! passed, and then how many states have each distance. Its lists are the level before the last, the
//! states of the last level that are expanded and that are not, what there is of the next level, the
//! goals of the last and of the next level, and the nearest goals.
//!
//! Levels with ways are lists of keys, each with its ways in 16 bytes, sorted by key.

use puzzle_core::{BigUint, Key, StateSpace};

use super::level::{Entry, Level};
use super::saving::Saved;
use super::search::State;

impl<K: Key> State<K> {
    /// What is saved.
    pub(super) fn save(self) -> Saved {
        let State { before, done, pending, next, goals, next_goals, .. } = self;
        let (passed, nearest) = self.passed.map_or((0, vec![]), |(at, goals)| (at + 1, goals));
        let mut numbers = vec![BigUint::from(passed)];
        numbers.extend(self.levels.into_iter().map(BigUint::from));
        let mut saved = Saved::new(self.nodes, numbers, K::BYTES);
        for list in [before, done, pending, next, goals, next_goals, nearest] {
            saved.push(list, K::write);
        }
        saved
    }

    /// What [`State::save`] saved; `None` if it does not fit together or is not of this space.
    pub(super) fn read(saved: &Saved, space: &dyn StateSpace<Key = K>) -> Option<Self> {
        let numbers = saved.small()?;
        let (&passed, levels) = numbers.split_first()?;
        if levels.is_empty() || passed > levels.len() {
            return None;
        }
        let lists = saved.lists(K::BYTES, |bytes| Some(K::read(bytes)))?;
        if !lists.iter().all(|list| space.are_states(list)) {
            return None;
        }
        let [before, done, pending, next, goals, next_goals, nearest] = lists.try_into().ok()?;
        let levels = levels.iter().map(|&size| size as u64).collect();
        let passed = passed.checked_sub(1).map(|at| (at, nearest));
        let nodes = saved.nodes;
        Some(State { levels, nodes, before, done, pending, next, goals, next_goals, passed })
    }
}

impl Saved {
    /// A count between two levels.
    pub(crate) fn of_levels<K: Key>(
        nodes: u64,
        numbers: Vec<BigUint>,
        levels: &[Level<K>],
    ) -> Self {
        let mut saved = Saved::new(nodes, numbers, K::BYTES + 16);
        for level in levels {
            let mut entries: Vec<&Entry<K>> = level.entries().collect();
            entries.sort_unstable_by_key(|entry| entry.key());
            saved.push(entries, |entry, bytes| {
                entry.key().write(bytes);
                bytes.extend_from_slice(&entry.ways().to_be_bytes());
            });
        }
        saved
    }

    /// The levels; `None` unless each key is there once and was reached.
    pub(crate) fn levels<K: Key>(&self) -> Option<Vec<Vec<Entry<K>>>> {
        let entry = |bytes: &[u8]| {
            let ways = u128::from_be_bytes(bytes[K::BYTES..].try_into().ok()?);
            (ways > 0).then(|| Entry::new(K::read(&bytes[..K::BYTES]), ways))
        };
        let levels: Vec<Vec<Entry<K>>> = self.lists(K::BYTES + 16, entry)?;
        let is_sorted = |level: &Vec<Entry<K>>| level.is_sorted_by(|a, b| a.key() < b.key());
        levels.iter().all(is_sorted).then_some(levels)
    }
}
