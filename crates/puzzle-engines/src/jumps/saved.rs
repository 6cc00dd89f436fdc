//! Levels of jump puzzles in a file: what the common envelope of saved runs carries for them.
//!
//! A run is saved between two levels. The head has the numbers that say where it is and how many
//! bytes a key and how many entries each level has (`numbers 0 12 11 keys 8 120 97`). The bytes are
//! the entries, each a key and its ways in 16 bytes, sorted by key.

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use puzzle_core::jumps::JumpProblem;
use puzzle_core::{Checkpoint, Failure, Payload, Question, Run};

use super::count::Total;
use super::space::{JumpSpace, Word};
use crate::saved::Store;
use crate::space::level::{Entry, Level};

/// Saves a run now and then, and takes it up again.
pub struct Keeper<'a> {
    store: Store<'a>,
    interval: Duration,
    last: Option<Instant>,
}

/// What a saved run left: the sums so far, where it is, and its levels.
pub(super) struct Left<K> {
    pub(super) total: Total,
    pub(super) numbers: Vec<BigUint>,
    pub(super) levels: Vec<Vec<Entry<K>>>,
}

impl<'a> Keeper<'a> {
    /// For a question about a problem. Keys are told apart by symmetries, so these are part of it.
    pub fn new(run: &'a Run, problem: &JumpProblem, question: Question) -> Self {
        let what = match question {
            Question::Count => "count",
            Question::Classes => "classes",
            _ => "census",
        };
        let question = format!("{what} under {} symmetries", problem.board().symmetries().len());
        let store = Store::new(run, problem.fingerprint(), &question);
        Keeper { store, interval: run.interval(), last: None }
    }

    /// What a saved run left, if there is one.
    pub(super) fn load<K: Word>(&self) -> Result<Option<Left<K>>, Failure> {
        let Some(saved) = self.store.load(usize::MAX)? else { return Ok(None) };
        let Payload::States(head, bytes) = &saved.payload else {
            return Err(self.store.refuse(saved.payload.about()));
        };
        // More nodes than a run can have would only overflow later.
        let left = read(head, bytes).filter(|_| saved.nodes < u64::MAX / 2);
        let (numbers, levels) = left.ok_or_else(|| self.damaged())?;
        let total = Total { games: saved.solutions, fixed: saved.fixed, nodes: saved.nodes };
        Ok(Some(Left { total, numbers, levels }))
    }

    /// The refusal of levels that are none of the problem.
    pub(super) fn damaged(&self) -> Failure {
        self.store.refuse("this puzzle, but its levels are not right")
    }

    /// Saves the run at its beginning, when it is time, and if it must be.
    pub(super) fn keep<K: Word>(
        &mut self,
        must: bool,
        total: &Total,
        numbers: &[BigUint],
        levels: &[&Level<K>],
    ) {
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if !self.store.is_wanted() || !(due || must) {
            return;
        }
        let (head, bytes) = write(numbers, levels);
        let empty = self.store.beginning(Payload::States(head, bytes));
        let Total { games, fixed, nodes } = total.clone();
        self.store.save(Ok(0), |_| Checkpoint { solutions: games, fixed, nodes, ..empty });
        self.last = Some(Instant::now());
    }

    /// Says if the run could not be saved.
    pub fn finish(self) -> Result<(), Failure> {
        self.store.finish()
    }
}

/// Head and entries.
fn write<K: Word>(numbers: &[BigUint], levels: &[&Level<K>]) -> (String, Vec<u8>) {
    let mut head = "numbers".to_owned();
    numbers.iter().for_each(|number| head += &format!(" {number}"));
    head += &format!(" keys {}", K::BYTES);
    let mut bytes = Vec::new();
    for level in levels {
        head += &format!(" {}", level.len());
        let mut entries: Vec<&Entry<K>> = level.entries().collect();
        entries.sort_unstable_by_key(|entry| entry.key());
        bytes.reserve_exact(entries.len() * (K::BYTES + 16));
        for entry in entries {
            entry.key().write(&mut bytes);
            bytes.extend_from_slice(&entry.ways().to_be_bytes());
        }
    }
    (head, bytes)
}

/// The longest number of games, in digits: reading takes time quadratic in the length.
const LONGEST: usize = 200;

/// What [`write`] wrote; `None` if it does not fit together.
fn read<K: Word>(head: &str, bytes: &[u8]) -> Option<(Vec<BigUint>, Vec<Vec<Entry<K>>>)> {
    let (numbers, keys) = head.strip_prefix("numbers")?.split_once(" keys ")?;
    let number = |text: &str| text.parse().ok().filter(|_| text.len() < LONGEST);
    let numbers = numbers.split(' ').skip(1).map(number).collect::<Option<_>>()?;
    let mut sizes = keys.split(' ').map(|size| size.parse::<usize>().ok());
    let width = K::BYTES + 16;
    if sizes.next()?? != K::BYTES {
        return None;
    }
    let (mut levels, mut rest) = (Vec::new(), bytes);
    for size in sizes {
        let (level, after) = rest.split_at_checked(size?.checked_mul(width)?)?;
        let entry = |bytes: &[u8]| {
            let ways = u128::from_be_bytes(bytes[K::BYTES..].try_into().ok()?);
            (ways > 0).then(|| Entry::new(K::read(&bytes[..K::BYTES]), ways))
        };
        let level: Vec<Entry<K>> = level.chunks_exact(width).map(entry).collect::<Option<_>>()?;
        if !level.is_sorted_by(|a, b| a.key() < b.key()) {
            return None;
        }
        levels.push(level);
        rest = after;
    }
    rest.is_empty().then_some((numbers, levels))
}

/// The level of entries from a file; `None` unless all are classes of positions with this many pegs, and
/// each is reached equally often in all its members.
pub(super) fn level<K: Word>(
    entries: Vec<Entry<K>>,
    space: &JumpSpace<K>,
    pegs: u32,
) -> Option<Level<K>> {
    let fits = |entry: &Entry<K>| {
        let key = entry.key();
        space.has_class(key)
            && key.widen().count_ones() == pegs
            && entry.ways().is_multiple_of(u128::from(space.class_size(key)))
    };
    entries.iter().all(fits).then_some(entries).and_then(|entries| Level::new(entries).ok())
}
