//! The parts of a run: waiting, being searched, finished but not handed over.
//!
//! A part's key is its path in the tree of splits, so keys sort as the tree does. Invariant: every
//! part that is not handed over is in exactly one of the three maps, and every solution lies in
//! exactly one part.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use puzzle_core::{Control, Declined, Subtree};

use super::work::{Part, Sums};

type Key = Vec<u32>;

/// About how many bytes of solutions are handed over at a time: some milliseconds, so that the
/// progress moves meanwhile.
const BATCH: usize = 1 << 20;

/// How much of a part is left that has more nodes than expected: half of those it has. The sizes of
/// trees are spread so widely that who has gone far will go further.
const FURTHER: f64 = 0.5;

/// Parts are forgotten, two thirds of them while so many times as much as is done is done anew. (With
/// less the time left went up and down, with all alike it was over three times too short at the end.)
const LATELY: f64 = 1.0;

/// A part in the hands of a thread.
pub(super) struct Taken {
    key: Key,
    times: f64,
    pub subtree: Arc<Subtree>,
}

/// What the coordinator is told.
pub(super) struct Batch {
    /// Parts that can be handed over now.
    pub parts: Vec<Part>,
    /// Which fraction of all is done.
    pub done: f64,
    /// Nodes visited in parts that are not handed over yet.
    pub ahead: u64,
    /// Whether nothing is left.
    pub finished: bool,
    /// An engine's refusal.
    pub declined: Option<Declined>,
    /// Whether a part did not fit into memory.
    pub exhausted: bool,
    /// Whether the nodes that the run may visit are used up.
    pub spent: bool,
}

/// A part that nobody searches.
struct Waiting {
    subtree: Arc<Subtree>,
    /// How many times as heavy it is as was thought.
    times: f64,
}

/// A part that is being searched.
struct Running {
    subtree: Arc<Subtree>,
    times: f64,
    control: Arc<Control>,
}

#[derive(Default)]
struct Parts {
    waiting: BTreeMap<Key, Waiting>,
    /// The parts to begin with, the heaviest last, of those that weigh the same the first; not used
    /// where order matters or a part had to be split.
    heaviest: Vec<u32>,
    running: BTreeMap<Key, Running>,
    finished: BTreeMap<Key, (Arc<Subtree>, Part)>,
    buffered: usize,
    /// What was found in parts that were interrupted.
    interrupted: Sums,
    /// The weight of what was done by earlier runs; that of all that was finished by this one, and its
    /// nodes, also of what is not handed over.
    before: f64,
    done: f64,
    nodes: u64,
    /// The same of those finished lately.
    lately: (f64, f64),
    /// Whether a part had to be split.
    split: bool,
    closed: bool,
    declined: Option<Declined>,
    exhausted: bool,
    spent: bool,
}

pub(super) struct Pool {
    parts: Mutex<Parts>,
    changed: Condvar,
    ordered: bool,
    /// Whether finished parts are wanted as soon as they are there, or only now and then: to wake somebody
    /// for each takes its time from a thread that searches.
    soon: bool,
    /// Finished parts may hold so many bytes of solutions before threads wait for them to be handed over.
    most: usize,
}

impl Pool {
    pub(super) fn new(subtrees: Vec<Subtree>, ordered: bool, soon: bool, most: usize) -> Self {
        let total: f64 = subtrees.iter().map(|subtree| subtree.weight).sum();
        let mut heaviest: Vec<u32> = Vec::new();
        if !ordered {
            let weight = |i: &u32| subtrees[*i as usize].weight;
            heaviest.extend((0..subtrees.len() as u32).rev());
            heaviest.sort_by(|x, y| weight(x).total_cmp(&weight(y)));
        }
        let waiting = |(i, subtree)| (vec![i], Waiting { subtree: Arc::new(subtree), times: 1.0 });
        let waiting = (0..).zip(subtrees).map(waiting).collect();
        // A resumed run begins with what was done before.
        let before = (1.0 - total).max(0.0);
        let parts = Parts { waiting, heaviest, before, ..Parts::default() };
        Pool { parts: Mutex::new(parts), changed: Condvar::new(), ordered, soon, most }
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
            if room && let Some((key, Waiting { subtree, times })) = parts.next(self.ordered) {
                control.progress.publish(0, 0);
                let running = Running { subtree: subtree.clone(), times, control: control.clone() };
                parts.running.insert(key.clone(), running);
                return Some(Taken { key, times, subtree });
            }
            parts = self.wait(parts);
        }
    }

    /// A part was searched to its end.
    pub(super) fn finish(&self, taken: Taken, part: Part) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.learn(taken.times * taken.subtree.weight, part.nodes);
        parts.buffered += part.found.bytes();
        parts.finished.insert(taken.key, (taken.subtree, part));
        // Towards the end threads wait for what others may leave.
        if self.soon || parts.waiting.is_empty() {
            self.changed.notify_all();
        }
    }

    /// A part was too large, as so many nodes of it showed: others take its place.
    pub(super) fn replace(&self, taken: &Taken, by: Vec<Subtree>, nodes: u64) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.split = true;
        let known = (1.0 + FURTHER) * nodes as f64;
        let heavier = known / (taken.times * taken.subtree.weight * parts.nodes_by_weight());
        let times = taken.times * if heavier.is_finite() { heavier.max(1.0) } else { 1.0 };
        for (i, subtree) in by.into_iter().enumerate() {
            let mut key = taken.key.clone();
            key.push(i as u32);
            parts.waiting.insert(key, Waiting { subtree: Arc::new(subtree), times });
        }
        self.changed.notify_all();
    }

    /// A part was interrupted after this was found.
    pub(super) fn interrupt(&self, taken: Taken, part: &Part) {
        self.lock().interrupted.add(part);
        self.put_back(taken);
    }

    /// The nodes of the run were used up in this part, after this was found.
    pub(super) fn spend(&self, taken: Taken, part: &Part) {
        self.interrupt(taken, part);
        self.close_spent();
    }

    /// The nodes of the run are used up: no more parts are given out.
    pub(super) fn close_spent(&self) {
        self.end(|parts| parts.spent = true);
    }

    /// What was found in parts that were interrupted or not handed over.
    pub(super) fn ahead(&self) -> Sums {
        let parts = self.lock();
        let mut sums = parts.interrupted.clone();
        parts.finished.values().for_each(|(_, part)| sums.add(part));
        sums
    }

    /// A part is to be searched again.
    fn put_back(&self, taken: Taken) {
        let mut parts = self.lock();
        parts.running.remove(&taken.key);
        parts.waiting.insert(taken.key, Waiting { subtree: taken.subtree, times: taken.times });
        self.changed.notify_all();
    }

    /// The engine refused a part.
    pub(super) fn fail(&self, taken: Taken, declined: Declined) {
        self.put_back(taken);
        self.end(|parts| parts.declined = Some(declined));
    }

    /// A part does not fit into memory: no other attempt would.
    pub(super) fn exhaust(&self, taken: Taken) {
        self.put_back(taken);
        self.end(|parts| parts.exhausted = true);
    }

    /// A thread ends in a panic: the run must not wait for its part.
    pub(super) fn abandon(&self) {
        let panicked = Declined("a thread of the search panicked".into());
        self.end(|parts| parts.declined = Some(panicked));
    }

    /// No more parts are given out.
    pub(super) fn close(&self) {
        self.end(|_| {});
    }

    /// Notes why no more parts are given out.
    fn end(&self, note: impl FnOnce(&mut Parts)) {
        let mut parts = self.lock();
        note(&mut parts);
        parts.closed = true;
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
            let Some((_, (_, part))) = parts.finished.pop_first() else { break };
            nodes += part.nodes;
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
            spent: parts.spent,
        }
    }

    /// Everything that was not handed over, in order.
    pub(super) fn rest(&self) -> Vec<Subtree> {
        let parts = self.lock();
        let waiting = parts.waiting.iter().map(|(key, waiting)| (key, &waiting.subtree));
        let running = parts.running.iter().map(|(key, running)| (key, &running.subtree));
        let finished = parts.finished.iter().map(|(key, (subtree, _))| (key, subtree));
        let mut all: Vec<(&Key, &Arc<Subtree>)> = waiting.chain(running).chain(finished).collect();
        all.sort_by_key(|(key, _)| *key);
        all.into_iter().map(|(_, subtree)| (**subtree).clone()).collect()
    }
}

impl Parts {
    /// Takes a waiting part: the first, or if order does not matter the heaviest, so that the last ones
    /// are small and all threads end at about the same time. Where parts have to be split the first
    /// again: if the heaviest were split first, there would soon be very many.
    fn next(&mut self, ordered: bool) -> Option<(Key, Waiting)> {
        if !(ordered || self.split)
            && let Some(heaviest) = self.heaviest.pop()
        {
            return self.waiting.remove_entry(&vec![heaviest]);
        }
        self.waiting.pop_first()
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty() && self.finished.is_empty()
    }

    /// Notes how many nodes a finished part had.
    fn learn(&mut self, weight: f64, nodes: u64) {
        self.done += weight;
        self.nodes += nodes;
        let fades = (-weight / (LATELY * self.done)).exp();
        self.lately = (self.lately.0 * fades + weight, self.lately.1 * fades + nodes as f64);
    }

    /// How many nodes the finished parts had for their weight, above all the latest: what is left lies
    /// beside them in the tree.
    fn nodes_by_weight(&self) -> f64 {
        self.lately.1 / self.lately.0
    }

    /// Which fraction of all is done, and the nodes visited in parts that are not handed over. It is
    /// what is visited of that and what is left, by what the finished parts had for their weight.
    fn done(&self) -> (f64, u64) {
        let mut ahead = self.finished.values().map(|(_, part)| part.nodes).sum();
        let nodes_by_weight = self.nodes_by_weight();
        let waiting = self.waiting.values().map(|part| part.times * part.subtree.weight);
        let mut left = nodes_by_weight * waiting.sum::<f64>();
        let mut visited = self.nodes as f64 + nodes_by_weight * self.before;
        for Running { subtree, times, control } in self.running.values() {
            let nodes = control.progress.nodes();
            ahead += nodes;
            visited += nodes as f64;
            let expected = nodes_by_weight * times * subtree.weight;
            left += (expected - nodes as f64).max(FURTHER * nodes as f64);
        }
        let done = visited / (visited + left);
        (if done.is_finite() { done } else { self.before }, ahead)
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
        Pool::new(weights.iter().map(subtree).collect(), ordered, true, 1000)
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
        unordered.replace(&large, halves, 100);
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
        // It has more, and will have half as many again.
        near(told(&pool), 3600.0 / (3600.0 + 1500.0 + 100.0), 3000);
        pool.finish(second, part(3000));
        // A tenth of the weight is left, which has a little more for its weight than all before.
        let lately =
            (400.0 * (-3.0 / 7.0_f64).exp() + 3000.0) / (0.4 * (-3.0 / 7.0_f64).exp() + 0.3);
        near(told(&pool), (3400.0 + 0.2 * lately) / (3400.0 + 0.3 * lately), 0);
    }

    #[test]
    fn a_part_that_was_too_large_is_heavier_than_was_thought() {
        let control = Arc::new(Control::default());
        let pool = pool(&[0.5, 0.5], true);
        let next = || pool.take(&control).unwrap();
        pool.finish(next(), part(1000));
        let large = next();
        let halves = vec![Subtree { weight: 0.25, ..Subtree::default() }; 2];
        pool.replace(&large, halves, 4000);
        // 6000 nodes are to be expected instead of 1000.
        let done = || pool.collect(Duration::ZERO, u64::MAX).done;
        assert!((done() - 1000.0 / 7000.0).abs() < 1e-12);
        pool.finish(next(), part(3000));
        assert!((done() - 4000.0 / 7000.0).abs() < 1e-12);
        let weights: Vec<f64> = pool.rest().iter().map(|part| part.weight).collect();
        assert_eq!(weights, [0.25], "a saved run does not know of it");
    }
}
