//! One level expanded by several threads.
//!
//! Each thread owns a shard of the keys, by hash. In rounds, it expands some of its own states and
//! posts the successors to their owners; when all have posted, each takes what came in and
//! adds what is new to its own tables. No table is ever shared, so there are no locks on them, and
//! the result does not depend on who was faster.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

use puzzle_core::{Control, Key, StateSpace, StopReason, Successors, Window};

use super::shard::{Pause, Room, Shard};

/// Batches that a thread expands in a round.
const ROUND: usize = 128;

/// What the threads share.
struct Shared<'a, K> {
    /// Letters, by addressee and then sender.
    mail: Vec<Mutex<Successors<K>>>,
    barrier: Barrier,
    /// Shards with states left to expand.
    unfinished: AtomicUsize,
    stop: Mutex<Option<StopReason>>,
    stopping: AtomicBool,
    overflown: AtomicBool,
    nodes: AtomicU64,
    /// The most bytes that the tables of a shard may take.
    limit: u64,
    control: &'a Control,
}

/// Expands the rest of the current level. `nodes` counts expanded states.
pub(super) fn expand<K: Key>(
    space: &dyn StateSpace<Key = K>,
    window: Window,
    shards: &mut [Shard<K>],
    nodes: &mut u64,
    limit: Option<u64>,
    control: &Control,
) -> Result<(), Pause> {
    let count = shards.len();
    let shared = Shared {
        mail: (0..count * count).map(|_| Mutex::default()).collect(),
        barrier: Barrier::new(count),
        unfinished: AtomicUsize::new(count),
        stop: Mutex::default(),
        stopping: AtomicBool::new(false),
        overflown: AtomicBool::new(false),
        nodes: AtomicU64::new(*nodes),
        limit: limit.map_or(u64::MAX, |limit| limit / count as u64),
        control,
    };
    std::thread::scope(|scope| {
        for (me, shard) in shards.iter_mut().enumerate() {
            let shared = &shared;
            scope.spawn(move || work(space, window, shard, me, count, shared));
        }
    });
    *nodes = shared.nodes.into_inner();
    if shared.overflown.into_inner() {
        return Err(Pause::Overflown);
    }
    match shared.stop.into_inner().unwrap_or_else(PoisonError::into_inner) {
        None => Ok(()),
        Some(StopReason::MemoryLimit) => Err(Pause::Memory),
        Some(reason) => Err(Pause::Stopped(reason)),
    }
}

fn work<K: Key>(
    space: &dyn StateSpace<Key = K>,
    window: Window,
    shard: &mut Shard<K>,
    me: usize,
    count: usize,
    shared: &Shared<'_, K>,
) {
    let mut room = Room::default();
    let mut letters: Vec<Successors<K>> = vec![Successors::default(); count];
    loop {
        if !shard.is_finished() {
            post(space, shard, &mut room, &mut letters, shared);
            if shard.is_finished() {
                shared.unfinished.fetch_sub(1, Ordering::SeqCst);
            }
        }
        for (to, letter) in letters.iter_mut().enumerate() {
            std::mem::swap(letter, &mut *lock(&shared.mail[to * count + me]));
        }
        shared.barrier.wait();
        // Between the two barriers nobody changes these, so all threads see the same.
        let last =
            shared.unfinished.load(Ordering::SeqCst) == 0 || shared.stopping.load(Ordering::SeqCst);
        for from in 0..count {
            let mut letter = lock(&shared.mail[me * count + from]);
            shard.absorb(space, window, &letter);
            letter.clear();
        }
        shared.barrier.wait();
        if last {
            return;
        }
        if shard.soon() > shared.limit {
            shared.stop(StopReason::MemoryLimit);
        }
    }
}

/// Expands some states and sorts their successors by owner.
fn post<K: Key>(
    space: &dyn StateSpace<Key = K>,
    shard: &mut Shard<K>,
    room: &mut Room<K>,
    letters: &mut [Successors<K>],
    shared: &Shared<'_, K>,
) {
    for _ in 0..ROUND {
        if shared.stopping.load(Ordering::Relaxed) {
            return;
        }
        shard.take(room);
        if room.batch.is_empty() {
            return;
        }
        room.expand(space);
        if room.out.is_overflown() {
            shared.overflown.store(true, Ordering::SeqCst);
            return shared.stop(StopReason::MemoryLimit);
        }
        room.sort_out(letters);
        let done = room.batch.len() as u64;
        let nodes = shared.nodes.fetch_add(done, Ordering::Relaxed) + done;
        shared.control.progress.publish(nodes, 0);
        if let Some(reason) = shared.control.budget.check(nodes) {
            return shared.stop(reason);
        }
    }
}

impl<K: Key> Shared<'_, K> {
    fn stop(&self, reason: StopReason) {
        lock(&self.stop).get_or_insert(reason);
        self.stopping.store(true, Ordering::SeqCst);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
