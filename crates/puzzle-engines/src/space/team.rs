//! One level expanded by several threads.
//!
//! Each thread owns a shard of the keys, by hash. In rounds, it expands some of its own states and
//! posts the successors to their owners; when all have posted, each takes what came in and
//! adds what is new to its own tables. No table is ever shared, so there are no locks on them, and
//! the result does not depend on who was faster.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use puzzle_core::{Control, Key, StateSpace, Successors, Window};

use super::shard::{Pause, Room, Shard};
use super::threads::{Team, lock};

/// Batches that a thread expands in a round.
const ROUND: usize = 128;

/// What the threads share.
struct Shared<'a, K> {
    /// Letters, by addressee and then sender.
    mail: Vec<Mutex<Successors<K>>>,
    /// Shards with states left to expand.
    unfinished: AtomicUsize,
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
        // Some may be finished if the level was paused before.
        unfinished: AtomicUsize::new(shards.iter().filter(|shard| !shard.is_finished()).count()),
        overflown: AtomicBool::new(false),
        nodes: AtomicU64::new(*nodes),
        limit: limit.map_or(u64::MAX, |limit| limit / count as u64),
        control,
    };
    let members = shards.iter_mut().enumerate().collect();
    let done = Team::run(members, |team, (me, shard)| {
        work(space, window, shard, me, count, &shared, team);
        Ok(())
    });
    *nodes = shared.nodes.into_inner();
    // The batch that was too large is lost, whatever else there was to stop for.
    if shared.overflown.into_inner() {
        return Err(Pause::Overflown);
    }
    done.map(|_| ())
}

fn work<K: Key>(
    space: &dyn StateSpace<Key = K>,
    window: Window,
    shard: &mut Shard<K>,
    me: usize,
    count: usize,
    shared: &Shared<'_, K>,
    team: &Team<Pause>,
) {
    let mut room = Room::default();
    let mut letters: Vec<Successors<K>> = vec![Successors::default(); count];
    loop {
        if !shard.is_finished() {
            post(space, shard, &mut room, &mut letters, shared, team);
            if shard.is_finished() {
                shared.unfinished.fetch_sub(1, Ordering::SeqCst);
            }
        }
        for (to, letter) in letters.iter_mut().enumerate() {
            std::mem::swap(letter, &mut *lock(&shared.mail[to * count + me]));
        }
        if !team.wait() {
            return;
        }
        // Between the two barriers no thread changes these, so all threads see the same.
        let last = shared.unfinished.load(Ordering::SeqCst) == 0 || team.is_stopping();
        for from in 0..count {
            let mut letter = lock(&shared.mail[me * count + from]);
            shard.absorb(space, window, &letter);
            letter.clear();
        }
        if !team.wait() || last {
            return;
        }
        if shard.soon() > shared.limit {
            team.stop(Pause::Memory);
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
    team: &Team<Pause>,
) {
    for _ in 0..ROUND {
        if team.is_stopping() {
            return;
        }
        shard.take(room);
        if room.batch.is_empty() {
            return;
        }
        room.expand(space);
        if room.out.is_overflown() {
            shared.overflown.store(true, Ordering::SeqCst);
            return team.stop(Pause::Overflown);
        }
        room.sort_out(letters);
        let done = room.batch.len() as u64;
        let nodes = shared.nodes.fetch_add(done, Ordering::Relaxed) + done;
        if let Err(reason) = shared.control.look(nodes, 0) {
            return team.stop(Pause::Stopped(reason));
        }
    }
}
