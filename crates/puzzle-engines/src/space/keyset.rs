//! A set of keys: open addressing with linear probing, nothing beside the keys themselves and, if
//! the search works with them, their marks.
//!
//! The home slot of a key is the high part of its hash times the number of slots, so that the
//! table can have any size and keys stay in the order of their hashes when it grows. Up to three
//! quarters of the slots are taken, and a large table grows by a quarter, so that at least three
//! fifths are always taken: 13.4 bytes for a key of 8 at the worst. (At 80 % and more, misses walk over
//! two cache lines on average; only tables of long keys are filled so far, to save memory.) Vacant
//! slots hold [`Key::ONES`]; whether that key itself is a member is told apart.

use puzzle_core::{Key, Marks};

/// A set of keys.
#[derive(Clone, Debug)]
pub struct KeySet<K> {
    slots: Vec<K>,
    /// The marks of the key in each slot, or nothing.
    marks: Vec<Marks>,
    marked: bool,
    len: usize,
    /// How many keys there may be before it grows.
    limit: usize,
    /// The marks of the key that marks vacant slots, if it is a member.
    ones: Option<Marks>,
}

impl<K: Key> Default for KeySet<K> {
    fn default() -> Self {
        let (slots, marks) = (Vec::new(), Vec::new());
        KeySet { slots, marks, marked: false, len: 0, limit: 0, ones: None }
    }
}

/// The hash that the methods of a set ask for.
#[inline]
pub(super) fn hash<K: Key>(key: K) -> u64 {
    let product = u128::from(key.fold() ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ (product >> 64) as u64
}

impl<K: Key> KeySet<K> {
    /// Up to so many slots the table grows twofold.
    const SMALL: usize = 1 << 8;

    /// How many sixteenths of the slots may be taken, and by which part a large table grows.
    const LOAD: usize = if K::BYTES > 12 { 13 } else { 12 };
    const GROWTH: usize = if K::BYTES > 12 { 8 } else { 4 };

    /// Up to so many keys tables are in the cache: there slots cost nothing, and time is lost where
    /// keys are in the way of each other.
    const NEAR: usize = 1 << 15;

    /// Slots that are read together.
    const TOGETHER: usize = 1 << 8;

    /// A set without keys, with or without marks.
    pub(super) fn new(marked: bool) -> Self {
        KeySet { marked, ..Self::default() }
    }

    /// A set for about as many keys as there are in another one: growing small tables takes longer
    /// than filling them.
    pub(super) fn similar(other: &Self) -> Self {
        let mut set = Self::new(other.marked);
        let len = other.len();
        set.resize(match len <= Self::NEAR && K::BYTES <= 8 {
            true => len / 8 * 15 + 16,
            false => (len + len / 16) / Self::LOAD * 16 + 16,
        });
        set
    }

    /// Makes room for so many more keys. Keys that come in the order of their hashes (those of
    /// another table) would crowd at one end of a table that grows while it takes them in.
    pub(super) fn reserve(&mut self, more: usize) {
        let size = (self.len + more) / Self::LOAD * 16 + 32;
        let now = self.slots.len();
        if size > now {
            self.resize(size.max(now + now / Self::GROWTH));
        }
    }

    /// Forgets the marks.
    pub(super) fn unmark(&mut self) {
        (self.marks, self.marked) = (Vec::new(), false);
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.len + usize::from(self.ones.is_some())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> u64 {
        let marks = self.marks.capacity() * size_of::<Marks>();
        (self.slots.capacity() * size_of::<K>() + marks) as u64
    }

    /// How many bytes it may take soon: while it grows it is there twice.
    pub(super) fn bytes_soon(&self) -> u64 {
        let growing = self.len >= self.limit / 2;
        self.bytes() + if growing { self.bytes() / 4 * 5 } else { 0 }
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
            return self.ones.is_some();
        }
        self.len > 0 && self.slots[self.find(key, hash)] != K::ONES
    }

    /// Adds marks to a key with this hash, if it is in it; whether it is.
    #[inline]
    pub fn mark(&mut self, key: K, hash: u64, marks: Marks) -> bool {
        if key == K::ONES {
            self.ones = self.ones.map(|old| old | marks);
            return self.ones.is_some();
        }
        if self.len == 0 {
            return false;
        }
        let at = self.find(key, hash);
        let found = self.slots[at] != K::ONES;
        if found {
            self.add_marks(at, marks);
        }
        found
    }

    /// Adds a key with this hash; whether it was new.
    #[inline]
    pub fn insert(&mut self, key: K, hash: u64) -> bool {
        self.insert_marked(key, hash, 0)
    }

    /// Adds a key with this hash, and marks to it; whether it was new.
    #[inline]
    pub fn insert_marked(&mut self, key: K, hash: u64, marks: Marks) -> bool {
        self.insert_unless(key, hash, marks, || false)
    }

    /// The same, unless it is neither there nor wanted.
    #[inline]
    pub fn insert_unless(
        &mut self,
        key: K,
        hash: u64,
        marks: Marks,
        is_unwanted: impl FnOnce() -> bool,
    ) -> bool {
        if key == K::ONES {
            let new = self.ones.is_none();
            if new && is_unwanted() {
                return false;
            }
            self.ones = Some(self.ones.unwrap_or(0) | marks);
            return new;
        }
        if self.len >= self.limit {
            self.grow();
        }
        let at = self.find(key, hash);
        let new = self.slots[at] == K::ONES;
        if new {
            if is_unwanted() {
                return false;
            }
            self.slots[at] = key;
            self.len += 1;
        }
        self.add_marks(at, marks);
        new
    }

    #[inline]
    fn add_marks(&mut self, at: usize, marks: Marks) {
        if let Some(old) = self.marks.get_mut(at) {
            *old |= marks;
        }
    }

    /// The slot of a key, or the vacant one where it would be. There is always a vacant slot, before
    /// the end or after the beginning.
    #[inline]
    fn find(&self, key: K, hash: u64) -> usize {
        let mut at = self.home(hash);
        loop {
            #[cfg(test)]
            tests::PROBES.set(tests::PROBES.get() + 1);
            let slot = self.slots[at];
            if slot == key || slot == K::ONES {
                return at;
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
            large => large + large / Self::GROWTH,
        };
        self.resize(size);
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![K::ONES; size]);
        let new_marks = if self.marked { vec![0; size] } else { Vec::new() };
        let marks = std::mem::replace(&mut self.marks, new_marks);
        self.limit = size / 16 * Self::LOAD;
        self.len = 0;
        for (at, key) in old.into_iter().enumerate().filter(|(_, key)| *key != K::ONES) {
            self.insert_marked(key, hash(key), marks.get(at).copied().unwrap_or(0));
        }
    }

    /// The keys from a position on, at most so many, appended to a list with their marks, if there
    /// are any; the next position. Positions run from 0; the end is reached when nothing is
    /// appended.
    pub fn read(
        &self,
        mut position: usize,
        most: usize,
        into: &mut Vec<K>,
        marks: &mut Vec<Marks>,
    ) -> usize {
        let full = into.len().saturating_add(most);
        while into.len() < full && position < self.slots.len() {
            // As many slots as there may be keys, and no jumps that nobody can foresee.
            let end = self.slots.len().min(position + (full - into.len()).min(Self::TOGETHER));
            let mut count = into.len();
            into.resize(count + end - position, K::ONES);
            if self.marked {
                marks.resize(into.len(), 0);
            }
            for at in position..end {
                into[count] = self.slots[at];
                if self.marked {
                    marks[count] = self.marks[at];
                }
                count += usize::from(self.slots[at] != K::ONES);
            }
            into.truncate(count);
            marks.truncate(count);
            position = end;
        }
        if into.len() < full && position == self.slots.len() {
            position += 1;
            into.extend(self.ones.map(|_| K::ONES));
            marks.extend(self.ones.filter(|_| self.marked));
        }
        position
    }

    /// All keys, in no order of use.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        let ones = self.ones.map(|_| K::ONES);
        self.slots.iter().copied().filter(|key| *key != K::ONES).chain(ones)
    }

    /// All keys in order, without taking more memory.
    pub fn into_sorted(mut self) -> Vec<K> {
        self.slots.retain(|key| *key != K::ONES);
        self.slots.extend(self.ones.map(|_| K::ONES));
        self.slots.sort_unstable();
        self.slots
    }
}

impl<K: Key> FromIterator<K> for KeySet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = KeySet::default();
        let keys = keys.into_iter();
        set.reserve(keys.size_hint().0);
        for key in keys {
            set.insert(key, hash(key));
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashSet;

    use puzzle_core::{Control, StateSpace, Successors};

    use super::super::search::{Plan, Search, State};
    use super::*;

    thread_local! {
        /// Slots that were looked at.
        pub(super) static PROBES: Cell<u64> = const { Cell::new(0) };
    }

    /// How many slots are looked at meanwhile.
    fn probes(work: impl FnOnce()) -> u64 {
        let before = PROBES.get();
        work();
        PROBES.get() - before
    }

    /// Any number is a state, these are the first, and nothing moves.
    struct Numbers(Vec<u64>);

    impl StateSpace for Numbers {
        type Key = u64;

        fn starts(&self) -> Vec<u64> {
            self.0.clone()
        }

        fn expand(&self, states: &[u64], out: &mut Successors<u64>) {
            states.iter().for_each(|_| out.close());
        }

        fn is_reversible(&self) -> bool {
            true
        }
    }

    /// Keys came from one table in the order of its hashes, and crowded at the end of another that grew
    /// while it took them in: a saved search took half a minute instead of a second.
    #[test]
    fn a_search_takes_its_saved_states_in_with_few_probes() {
        let keys = |from: u64| (from..from + 50_000).map(|n| n.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let numbers = Numbers(vec![0]);
        let table = |from: u64| keys(from).collect::<KeySet<u64>>();
        let list = |from: u64| table(from).iter().collect::<Vec<u64>>();
        // What happens in a table that is not told how many will come.
        let crowded = probes(|| {
            let mut set = KeySet::default();
            list(0).into_iter().for_each(|key| {
                set.insert(key, hash(key));
            });
        });
        assert!(crowded > 20 * 50_000, "{crowded}");
        for threads in [1, 2, 3] {
            let state = State {
                levels: vec![1, 50_000, 100_000],
                before: list(0),
                done: list(100_000),
                pending: list(200_000),
                next: list(300_000),
                ..State::default()
            };
            let (plan, control) =
                (Plan { threads, resumable: true, ..Plan::default() }, Control::default());
            // Resumed, saved and resumed again, as a run does that is saved now and then.
            let taken = probes(|| {
                let search = Search::resume(&numbers, plan.clone(), &control, state);
                let state = search.state().unwrap();
                assert_eq!((state.done.len(), state.pending.len()), (50_000, 50_000));
                drop(Search::resume(&numbers, plan, &control, state));
            });
            assert!(taken < 12 * 4 * 50_000, "{taken}");
        }
    }

    /// States that were left in the middle of a level have hashes of one end only. A table of them took half a
    /// minute to be asked.
    #[test]
    fn a_search_is_saved_in_the_middle_of_a_level_with_few_probes() {
        let all: Vec<u64> =
            (0..100_000_u64).map(|n| n.wrapping_mul(0x2545_f491_4f6c_dd1d)).collect();
        for threads in [1, 2] {
            let mut control = Control::default();
            control.budget.nodes = Some(60_000);
            let plan = Plan { threads, resumable: true, ..Plan::default() };
            let many = Numbers(all.clone());
            let mut search = Search::new(&many, plan.clone(), &control);
            assert!(search.advance().is_err(), "it ends in the middle of the level");
            let mut saved = None;
            let asked = probes(|| saved = Some(search.state().unwrap()));
            assert!(asked < 12 * 100_000, "{asked}");
            let mut saved = saved.unwrap();
            assert!(saved.done.len() > 10_000 && saved.pending.len() > 10_000);
            // Once more from there: the same states are done, and none twice.
            let again = Search::resume(&many, plan, &control, saved.clone()).state().unwrap();
            assert_eq!(again.done.len(), saved.done.len());
            let mut both = [saved.done, std::mem::take(&mut saved.pending)].concat();
            both.sort_unstable();
            let mut sorted = all.clone();
            sorted.sort_unstable();
            assert_eq!(both, sorted);
        }
    }

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
            at = set.read(at, 1, &mut keys, &mut Vec::new());
            if keys.len() == before {
                break;
            }
        }
        keys.sort_unstable();
        assert_eq!(keys, [7, 9, u32::MAX]);
        assert_eq!(set.into_sorted(), [7, 9, u32::MAX]);
    }

    #[test]
    fn marks_are_put_together_and_survive_growing() {
        let mut set = KeySet::new(true);
        let keys = || (0..5000_u32).chain([u32::MAX]);
        for bit in 0..3 {
            for key in keys().filter(|key| key >> bit & 1 == 1) {
                set.insert_marked(key, hash(key), 1 << bit);
            }
        }
        assert!(set.mark(9, hash(9_u32), 1 << 15) && !set.mark(8, hash(8_u32), 1));
        assert!(!set.insert_unless(8, hash(8_u32), 1, || true) && !set.contains(8, hash(8_u32)));
        let (mut read, mut marks) = (Vec::new(), Vec::new());
        set.read(0, usize::MAX, &mut read, &mut marks);
        let mut found: Vec<(u32, Marks)> = read.into_iter().zip(marks).collect();
        found.sort_unstable();
        let expected = |key: u32| (key, (key & 7) as Marks | if key == 9 { 1 << 15 } else { 0 });
        assert_eq!(found, keys().filter(|key| key & 7 != 0).map(expected).collect::<Vec<_>>());
    }
}
