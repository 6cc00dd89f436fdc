//! The parts of a run: waiting, being searched, finished but not handed over.
//!
//! A part's key is its path in the tree of splits, so keys sort as the tree does. Invariant: every
//! part that is not handed over is in exactly one of the three maps, and every solution lies in
//! exactly one part.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use puzzle_core::{Control, Declined, Subtree};

use super::Part;

type Key = Vec<u32>;

/// About how many bytes of solutions are handed over at a time: some milliseconds, so that the
/// progress moves meanwhile.
const BATCH: usize = 1 << 20;

/// A part in the hands of a thread.
pub(super) struct Taken {
    key: Key,
    pub subtree: Subtree,
}

/// What the coordinator is told.
pub(super) struct Batch {
    /// Parts that can be handed over now.
    pub parts: Vec<Part>,
    /// The weight of all that is done.
    pub done: f64,
    /// Nodes visited in parts that are not handed over yet.
    pub ahead: u64,
    /// Whether nothing is left.
    pub finished: bool,
    /// An engine's refusal.
    pub declined: Option<Declined>,
    /// Whether a part did not fit into memory.
    pub exhausted: bool,
}

/// A part that is being searched.
struct Running {
    subtree: Subtree,
    control: Arc<Control>,
}

#[derive(Default)]
struct Parts {
    waiting: BTreeMap<Key, Subtree>,
    running: BTreeMap<Key, Running>,
    finished: BTreeMap<Key, (Subtree, Part)>,
    buffered: usize,
    /// What was done by earlier runs; the weight of all that was handed over by this one, and its
    /// nodes.
    before: f64,
    done: f64,
    nodes: u64,
    /// Whether a part had to be split.
    split: bool,
    closed: bool,
    declined: Option<Declined>,
    exhausted: bool,
}

pub(super) struct Pool {
    parts: Mutex<Parts>,
    changed: Condvar,
    ordered: bool,
    /// Finished parts may hold so many bytes of solutions before threads wait for them to be handed over.
    most: usize,
}

impl Pool {
    pub(super) fn new(subtrees: Vec<Subtree>, ordered: bool, most: usize) -> Self {
        let total: f64 = subtrees.iter().map(|subtree| subtree.weight).sum();
        let waiting = subtrees.into_iter().enumerate().map(|(i, s)| (vec![i as u32], s)).collect();
        // A resumed run begins with what was done before.
        let parts = Parts { waiting, before: (1.0 - total).max(0.0), ..Parts::default() };
        Pool { parts: Mutex::new(parts), changed: Condvar::new(), ordered, most }
    }

    /// A thread that panicked takes the whole run down through its scope; until then the maps are
    /// as good as ever.
    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, parts: MutexGuard<'a, Parts>) -> MutexGuard<'a, Parts> {
        self.changed.wait(parts).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next waiting part, which will be searched with this control; `None` when nothing is left
    /// or the pool is closed.
    pub(super) fn take(&self, control: &Arc<Control>) -> Option<Taken> {
        let mut parts = self.lock();
        loop {
            if parts.closed || (parts.waiting.is_empty() && parts.running.is_empty()) {
                return None;
            }
            // Where finished parts wait for an earlier one, somebody must go on with it, or nothing
            // is ever handed over.
            let stuck = parts.running.is_empty() && !parts.anything(self.ordered);
            let room = parts.buffered < self.most || stuck;
            if room && let Some((key, subtree)) = parts.next(self.ordered) {
                control.progress.publish(0, 0);
                let running = Running { subtree: subtree.clone(), control: control.clone() };
                parts.running.insert(key.clone(), running);
                return Some(Taken { key, subtree });
            }
            parts = self.wait(parts);
        }
    }

    /// A part was searched to its end.
    pub(super) fn finish(&self, taken: Taken, part: Part) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.buffered += part.found.bytes();
        parts.finished.insert(taken.key, (taken.subtree, part));
        self.changed.notify_all();
    }

    /// A part was too large: others take its place.
    pub(super) fn replace(&self, taken: &Taken, by: Vec<Subtree>) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.split = true;
        for (i, subtree) in by.into_iter().enumerate() {
            let mut key = taken.key.clone();
            key.push(i as u32);
            parts.waiting.insert(key, subtree);
        }
        self.changed.notify_all();
    }

    /// A part was interrupted.
    pub(super) fn put_back(&self, taken: Taken) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.waiting.insert(taken.key, taken.subtree);
        self.changed.notify_all();
    }

    /// The engine refused a part.
    pub(super) fn fail(&self, taken: Taken, declined: Declined) {
        self.put_back(taken);
        let mut parts = self.lock();
        parts.declined = Some(declined);
        parts.closed = true;
        self.changed.notify_all();
    }

    /// A part does not fit into memory: no other attempt would.
    pub(super) fn exhaust(&self, taken: Taken) {
        self.put_back(taken);
        let mut parts = self.lock();
        parts.exhausted = true;
        parts.closed = true;
        self.changed.notify_all();
    }

    /// A thread ends in a panic: the run must not wait for its part.
    pub(super) fn abandon(&self) {
        let mut parts = self.lock();
        parts.declined = Some(Declined("a thread of the search panicked".into()));
        parts.closed = true;
        self.changed.notify_all();
    }

    /// No more parts are given out.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// What can be handed over, until it has this many nodes; waits a while if there is nothing.
    pub(super) fn collect(&self, patience: Duration, most: u64) -> Batch {
        let mut parts = self.lock();
        if !parts.anything(self.ordered) {
            let waited = self.changed.wait_timeout(parts, patience);
            parts = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut ready = Vec::new();
        let (mut nodes, mut bytes) = (0, 0);
        while nodes < most && bytes < BATCH && parts.anything(self.ordered) {
            let Some((_, (subtree, part))) = parts.finished.pop_first() else { break };
            nodes += part.nodes;
            parts.nodes += part.nodes;
            parts.done += subtree.weight;
            bytes += part.found.bytes();
            parts.buffered -= part.found.bytes();
            ready.push(part);
        }
        self.changed.notify_all();
        let (done, ahead) = parts.done();
        Batch {
            parts: ready,
            done,
            ahead,
            finished: parts.is_empty(),
            declined: parts.declined.take(),
            exhausted: parts.exhausted,
        }
    }

    /// Everything that was not handed over, in order.
    pub(super) fn rest(&self) -> Vec<Subtree> {
        let parts = self.lock();
        let running = parts.running.iter().map(|(key, running)| (key, &running.subtree));
        let finished = parts.finished.iter().map(|(key, (subtree, _))| (key, subtree));
        let mut all: Vec<(&Key, &Subtree)> =
            parts.waiting.iter().chain(running).chain(finished).collect();
        all.sort_by_key(|(key, _)| *key);
        all.into_iter().map(|(_, subtree)| subtree.clone()).collect()
    }
}

impl Parts {
    /// Takes a waiting part: the first, or if order does not matter the heaviest, so that the last ones
    /// are small and all threads end at about the same time. Where parts have to be split the first
    /// again: if the heaviest were split first, there would soon be very many.
    fn next(&mut self, ordered: bool) -> Option<(Key, Subtree)> {
        if ordered || self.split {
            return self.waiting.pop_first();
        }
        let weight = |(_, x): &(&Key, &Subtree)| x.weight;
        // Of those that weigh the same the first.
        let waiting = self.waiting.iter().rev();
        let (key, _) = waiting.max_by(|x, y| weight(x).total_cmp(&weight(y)))?;
        let key = key.clone();
        self.waiting.remove_entry(&key)
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty() && self.finished.is_empty()
    }

    /// The weight of all that is done, and the nodes visited in parts that are not handed over. Of a
    /// part being searched as much is done as it has nodes, against what the others had for their
    /// weight; if it has more than that, as much as nearly nothing is left.
    fn done(&self) -> (f64, u64) {
        let (mut done, mut ahead) = (self.done, 0);
        for (subtree, part) in self.finished.values() {
            done += subtree.weight;
            ahead += part.nodes;
        }
        let nodes_by_weight = (self.nodes + ahead) as f64 / done;
        for Running { subtree, control } in self.running.values() {
            let nodes = control.progress.nodes();
            ahead += nodes;
            let share = nodes as f64 / (subtree.weight * nodes_by_weight);
            if share.is_finite() {
                done += subtree.weight * if share < 0.5 { share } else { 1.0 - 0.25 / share };
            }
        }
        (self.before + done, ahead)
    }

    /// Whether a finished part can be handed over: in order, if order matters.
    fn anything(&self, ordered: bool) -> bool {
        let Some((first, _)) = self.finished.first_key_value() else { return false };
        let waiting = self.waiting.keys().next();
        let running = self.running.keys().next();
        !ordered || waiting.into_iter().chain(running).all(|key| key > first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(weights: &[f64], ordered: bool) -> Pool {
        let subtree = |&weight: &f64| Subtree { weight, ..Subtree::default() };
        Pool::new(weights.iter().map(subtree).collect(), ordered, 1000)
    }

    fn part(nodes: u64) -> Part {
        Part { nodes, ..Part::default() }
    }

    #[test]
    fn the_heaviest_part_comes_first_where_order_does_not_matter_until_one_is_split() {
        let control = Arc::new(Control::default());
        let next = |pool: &Pool| pool.take(&control).unwrap();
        let weights = [0.2, 0.3, 0.1, 0.3, 0.1];
        let unordered = pool(&weights, false);
        assert_eq!(next(&unordered).key, [1]);
        let large = next(&unordered);
        assert_eq!(large.key, [3]);
        assert_eq!(next(&unordered).key, [0]);
        let halves = vec![Subtree { weight: 0.15, ..Subtree::default() }; 2];
        unordered.replace(&large, halves);
        let rest: Vec<Key> = (0..4).map(|_| next(&unordered).key).collect();
        assert_eq!(rest, [vec![2], vec![3, 0], vec![3, 1], vec![4]]);
        let ordered = pool(&weights, true);
        let keys: Vec<Key> = (0..5).map(|_| next(&ordered).key).collect();
        assert_eq!(keys, [[0], [1], [2], [3], [4]]);
    }

    #[test]
    fn parts_being_searched_count_by_their_nodes() {
        let control = Arc::new(Control::default());
        let pool = pool(&[0.4, 0.3, 0.1], true);
        let told = |pool: &Pool| {
            let batch = pool.collect(Duration::ZERO, u64::MAX);
            (batch.done, batch.ahead)
        };
        let near = |told: (f64, u64), done: f64, ahead| {
            assert!((told.0 - done).abs() < 1e-12 && told.1 == ahead, "{told:?}");
        };
        // An earlier run did a fifth. Of the first part nothing is known but that it is being
        // searched.
        let first = pool.take(&control).unwrap();
        control.progress.publish(10, 0);
        near(told(&pool), 0.2, 10);
        pool.finish(first, part(400));
        near(told(&pool), 0.6, 0);
        // 300 nodes are to be expected of the second.
        let second = pool.take(&control).unwrap();
        near(told(&pool), 0.6, 0);
        control.progress.publish(75, 0);
        near(told(&pool), 0.6 + 0.3 * 0.25, 75);
        control.progress.publish(3000, 0);
        near(told(&pool), 0.6 + 0.3 * 0.975, 3000);
        pool.finish(second, part(3000));
        near(told(&pool), 0.9, 0);
    }
}
