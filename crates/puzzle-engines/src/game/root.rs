//! The top of the search: positions whose moves are shared out over threads.
//!
//! All threads use one table. A large position is decided move by move: each thread takes the next
//! one in order and searches what is left. The first that leaves a lost position ends the work of all;
//! if none does, the position is lost. What refuted a move is refuted by it (pairing), so the threads
//! strike that off for each other.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use puzzle_core::bits::members::indices;
use puzzle_core::game::Game;

use super::level::{Level, descend, width};
use super::search::{LOST, NONE, STOPPED, Searcher, WON};
use super::shared::Shared;

/// From this many moves on a position is worth several threads.
const SHARED_OUT: usize = 200;
/// No game is longer: every move uses a resource.
const DEEPEST: usize = Game::RESOURCES as usize + 3;

/// Who wins a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// The player to move loses.
    Lost,
    /// The player to move wins with this move.
    Won(u32),
    /// Not decided: this move took more nodes than one may.
    Hard(u32),
    /// A limit of the whole search came first.
    Stopped,
}

/// What a thread keeps from one position to the next.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    pub(super) levels: Vec<Level>,
    history: Vec<u32>,
    /// How many nodes the next position may take.
    pub(super) limit: u64,
    /// How many it took so far.
    pub(super) nodes: u64,
}

impl Worker {
    pub(super) fn new(shared: &Shared<'_>) -> Self {
        let levels = (0..DEEPEST).map(|_| Level::new()).collect();
        Worker { levels, history: vec![0; shared.moves.len()], limit: u64::MAX, nodes: 0 }
    }

    /// The value of the position in the level `at`, which has this many moves.
    pub(super) fn value(&mut self, shared: &Shared<'_>, at: usize, moves: usize) -> Value {
        let mut search = Searcher::new(shared, std::mem::take(&mut self.history), self.limit);
        let value = search.value(&mut self.levels[at..], moves, NONE);
        search.tell();
        self.nodes += search.nodes;
        self.history = search.history;
        match value {
            LOST => Value::Lost,
            STOPPED => Value::Stopped,
            WON => self.look_up(shared, at, moves),
            number => Value::Won(self.levels[at].ids[number as usize].into()),
        }
    }

    /// A move that wins a position, which is won.
    pub(super) fn winning_move_of(&mut self, shared: &Shared<'_>, game: &Game) -> Value {
        let ids = game.possible().iter().map(|&number| number as u16);
        let (level, moves) = Level::of(&shared.moves, ids);
        self.levels[0] = level;
        self.winning_move(shared, 0, moves)
    }

    /// A move that wins the position in the level `at`, which is won: one whose value the table knows,
    /// or else one that is searched for.
    pub(super) fn winning_move(&mut self, shared: &Shared<'_>, at: usize, moves: usize) -> Value {
        let level = &self.levels[at];
        let words = width(moves);
        for number in 0..moves {
            let row = &level.rows[number * words..(number + 1) * words];
            let left = row.iter().enumerate().flat_map(|(word, &bits)| {
                indices(bits).map(move |bit| level.ids[64 * word + bit as usize])
            });
            if shared.table.get(shared.place(left, moves)) == Some(true) {
                return Value::Won(level.ids[number].into());
            }
        }
        self.value(shared, at, moves)
    }

    /// The move that wins a position which is known to be won, and is so small that this was looked up.
    fn look_up(&mut self, shared: &Shared<'_>, at: usize, moves: usize) -> Value {
        for number in 0..moves {
            let (own, rest) = self.levels.split_at_mut(at + 1);
            let left = descend(&own[at], moves, number, &mut rest[0]);
            if self.value(shared, at + 1, left) == Value::Lost {
                return Value::Won(self.levels[at].ids[number].into());
            }
        }
        // A won position without a winning move: with no move left, where that wins.
        Value::Won(u32::MAX)
    }
}

/// The value of a position if no move of it takes over `limit` nodes. Those in `danger` come first.
pub(super) fn attempt(
    shared: &Shared<'_>,
    workers: &mut [Worker],
    game: &Game,
    limit: u64,
    danger: &[u32],
) -> Value {
    let ids = game.possible().iter().map(|&number| number as u16);
    let (level, moves) = Level::of(&shared.moves, ids);
    workers.iter_mut().for_each(|worker| worker.limit = limit);
    let Some((first, others)) = workers.split_first_mut() else { return Value::Stopped };
    if moves < SHARED_OUT {
        first.levels[0] = level;
        let value = first.value(shared, 0, moves);
        workers.iter_mut().for_each(|worker| worker.limit = u64::MAX);
        let hard = value == Value::Stopped && shared.stopped().is_none();
        return if hard { Value::Hard(NONE) } else { value };
    }
    let position = Position::new(&level, moves, danger, limit < u64::MAX);
    std::thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| position.work(shared, worker));
        }
        position.work(shared, first);
    });
    workers.iter_mut().for_each(|worker| worker.limit = u64::MAX);
    let [wins, hard] = [&position.wins, &position.hard].map(|at| at.load(Ordering::Relaxed));
    shared.enough.store(shared.stopped().is_some(), Ordering::Relaxed);
    match (wins, hard) {
        (NONE, _) if shared.stopped().is_some() => Value::Stopped,
        (NONE, NONE) => Value::Lost,
        (NONE, hard) => Value::Hard(hard),
        (wins, _) => Value::Won(wins),
    }
}

/// A large position while threads work on it.
struct Position<'p> {
    level: &'p Level,
    moves: usize,
    order: Vec<usize>,
    next: AtomicUsize,
    refuted: Vec<AtomicBool>,
    wins: AtomicU32,
    /// A move that took too many nodes.
    hard: AtomicU32,
}

impl<'p> Position<'p> {
    /// Moves that leave few replies come first, unless hard ones are to be met soon: these are among
    /// those that leave many.
    fn new(level: &'p Level, moves: usize, danger: &[u32], hard_first: bool) -> Self {
        let replies = |i| level.replies(moves, i);
        let rank = |&i: &usize| {
            let number = u32::from(level.ids[i]);
            let feared = danger.iter().position(|&other| other == number);
            let replies = if hard_first { u32::MAX - replies(i) } else { replies(i) };
            (feared.unwrap_or(danger.len()), replies)
        };
        let mut order: Vec<usize> = (0..moves).collect();
        order.sort_by_cached_key(rank);
        Position {
            level,
            moves,
            order,
            next: AtomicUsize::new(0),
            refuted: (0..moves).map(|_| AtomicBool::new(false)).collect(),
            wins: AtomicU32::new(NONE),
            hard: AtomicU32::new(NONE),
        }
    }

    /// Takes moves and searches what they leave until all are taken or one wins.
    fn work(&self, shared: &Shared<'_>, worker: &mut Worker) {
        while let Some(&i) = self.order.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if shared.enough.load(Ordering::Relaxed) {
                return;
            }
            if self.refuted[i].load(Ordering::Relaxed) {
                continue;
            }
            let left = descend(self.level, self.moves, i, &mut worker.levels[0]);
            let id = self.level.ids[i];
            match worker.value(shared, 0, left) {
                Value::Stopped | Value::Hard(_) => {
                    if !shared.enough.load(Ordering::Relaxed) {
                        self.hard.store(id.into(), Ordering::Relaxed);
                        shared.enough.store(true, Ordering::Relaxed);
                    }
                    return;
                }
                Value::Lost => {
                    self.wins.store(id.into(), Ordering::Relaxed);
                    shared.enough.store(true, Ordering::Relaxed);
                    return;
                }
                Value::Won(by) => {
                    let ids = &self.level.ids[..self.moves];
                    if let Ok(at) = ids.binary_search_by(|&other| u32::from(other).cmp(&by)) {
                        self.refuted[at].store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    }
}
