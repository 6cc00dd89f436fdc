//! The positions that were met, each once, in the order in which they were met.
//!
//! A position is the places of all pieces, the first of which never moves: instead of it everything else
//! moves the other way. Positions are looked up by a linear hash, the sum of the places each times a
//! number of its own: that of the position after a move is that of the one before plus the way times the
//! sum of the numbers of the pieces that moved, so that most moves are recognised without being made.
//! Where the hashes agree the places are compared: nothing is left to chance.
//!
//! A slot has the number of a position and half of its hash, so that a slot of another position is seen to be one
//! without a look at that. All moves from a position are looked up in two passes: the first only fetches
//! their slots, which lie anywhere in memory, many at a time.

use super::masks::{PIECES, members};
use super::pairs::{REACH, pack, unpack};
use puzzle_core::apart::{Apart, Vector};

/// How far pieces may drift until their places are looked at.
const DRIFT: u16 = 200;

/// The positions of some pieces.
#[derive(Default)]
pub(super) struct States {
    pieces: usize,
    places: Vec<i32>,
    hashes: Vec<u64>,
    parents: Vec<u32>,
    /// At least how far pieces have moved against each other beyond what they had room for.
    drifts: Vec<u16>,
    /// Numbers of positions plus one, by hash, each above half of that hash.
    slots: Vec<u64>,
    /// The moves that are looked up.
    moves: Vec<Move>,
}

/// A move on its way into the table: everything but the first piece.
#[derive(Clone, Copy)]
struct Move {
    moved: u64,
    way: i32,
    hash: u64,
    /// What was in its slot.
    slot: u64,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// A position that was not met before.
    New,
    /// One that was, by its number.
    Known(u32),
    /// Pieces would be too far apart.
    TooFar,
}

/// The numbers by which the places of pieces are multiplied.
const FACTORS: [u64; PIECES] = {
    let mut factors = [0; PIECES];
    let mut seed = 0x853c_49e6_748f_ea9b_u64;
    let mut i = 0;
    while i < PIECES {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        factors[i] = (seed ^ (seed >> 29)) | 1;
        i += 1;
    }
    factors
};

/// The sums of the numbers of any four pieces side by side.
static SUMS: [[u64; 16]; PIECES / 4] = {
    let mut sums = [[0_u64; 16]; PIECES / 4];
    let mut at = 0;
    while at < 16 * sums.len() {
        let (four, set) = (at / 16, at % 16);
        let mut i = 0;
        while i < 4 {
            if set >> i & 1 == 1 {
                sums[four][set] = sums[four][set].wrapping_add(FACTORS[4 * four + i]);
            }
            i += 1;
        }
        at += 1;
    }
    sums
};

/// The sum of the numbers of some pieces.
fn sum(mut set: u64) -> u64 {
    let mut sum = 0_u64;
    for four in &SUMS {
        if set == 0 {
            break;
        }
        sum = sum.wrapping_add(four[(set & 15) as usize]);
        set >>= 4;
    }
    sum
}

impl States {
    /// Forgets everything and begins with a position.
    pub(super) fn begin(&mut self, places: &[i32]) {
        self.pieces = places.len();
        self.places.clear();
        self.places.extend_from_slice(places);
        let word = |&place: &i32| i64::from(place).cast_unsigned();
        let hash = places.iter().enumerate();
        let hash = hash.fold(0, |h: u64, (i, p)| h.wrapping_add(word(p).wrapping_mul(FACTORS[i])));
        self.hashes.clear();
        self.hashes.push(hash);
        self.parents.clear();
        self.parents.push(0);
        self.drifts.clear();
        self.drifts.push(0);
        if self.slots.len() > 1 << 16 {
            self.slots = Vec::new();
        }
        self.slots.clear();
        self.slots.resize(1 << 8, 0);
        self.enter(0);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.len() * (4 * self.pieces + 14) + 8 * self.slots.len()) as u64
    }

    /// The places of all pieces in a position.
    pub(super) fn places(&self, state: usize) -> &[i32] {
        &self.places[state * self.pieces..][..self.pieces]
    }

    /// The positions on the way to this one, the first and this one included.
    pub(super) fn path(&self, state: usize) -> Vec<usize> {
        let mut path = vec![state];
        let mut at = state;
        while at != 0 {
            at = self.parents[at] as usize;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Where the hash looks first, and the half of it that is kept there.
    #[inline]
    fn slot(&self, hash: u64) -> (usize, u64) {
        let scrambled = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (scrambled >> (64 - self.slots.len().trailing_zeros())) as usize;
        (at, scrambled & u64::from(u32::MAX))
    }

    fn enter(&mut self, state: usize) {
        let mask = self.slots.len() - 1;
        let (mut at, half) = self.slot(self.hashes[state]);
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (state as u64 + 1) << 32 | half;
    }

    /// A move of some pieces, all others staying, from a position.
    #[inline]
    fn begin_move(&self, state: usize, set: u64, all: u64, way: Vector) -> Move {
        // The first piece stays where it is.
        let (moved, way) = match set & 1 {
            0 => (set, pack(way)),
            _ => (all & !set, -pack(way)),
        };
        let word = i64::from(way).cast_unsigned();
        let hash = self.hashes[state].wrapping_add(word.wrapping_mul(sum(moved)));
        Move { moved, way, hash, slot: self.slots[self.slot(hash).0] }
    }

    /// Makes all moves from a position, in their order, until there are so many positions; says whether
    /// pieces would have been too far apart after one of them.
    pub(super) fn move_all(
        &mut self,
        state: usize,
        all: u64,
        sets: impl Iterator<Item = (u64, Vector)>,
        most: usize,
    ) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.extend(sets.map(|(set, way)| self.begin_move(state, set, all, way)));
        let mut too_far = false;
        for &made in &moves {
            if self.len() >= most {
                break;
            }
            // What was in the slot is there still, unless the table has grown.
            let found = made.slot;
            let known = (found >> 32) as usize;
            let is_known = known > 0
                && found as u32 == self.slot(made.hash).1 as u32
                && self.is_after(known - 1, state, made.moved, made.way);
            too_far |= !is_known && self.finish_move(state, made) == Met::TooFar;
        }
        self.moves = moves;
        too_far
    }

    /// Moves some pieces so far, all others staying, and notes the position if it is new.
    pub(super) fn move_from(&mut self, state: usize, set: u64, all: u64, way: Vector) -> Met {
        let made = self.begin_move(state, set, all, way);
        self.finish_move(state, made)
    }

    fn finish_move(&mut self, state: usize, Move { moved, way, hash, .. }: Move) -> Met {
        let mask = self.slots.len() - 1;
        let (mut at, half) = self.slot(hash);
        loop {
            let found = self.slots[at];
            if found == 0 {
                break;
            }
            let known = (found >> 32) as usize - 1;
            if found & u64::from(u32::MAX) == half && self.is_after(known, state, moved, way) {
                return Met::Known(known as u32);
            }
            at = (at + 1) & mask;
        }
        let far = unpack(way).into_iter().map(i32::unsigned_abs).max().unwrap_or(0);
        let mut drift = self.drifts[state].saturating_add(far as u16);
        if drift > DRIFT {
            match self.drift(state, moved, way) {
                Some(found) => drift = found,
                None => return Met::TooFar,
            }
        }
        let start = state * self.pieces;
        self.places.extend_from_within(start..start + self.pieces);
        let end = self.places.len() - self.pieces;
        members(moved).for_each(|piece| self.places[end + piece] += way);
        self.hashes.push(hash);
        self.parents.push(state as u32);
        self.drifts.push(drift);
        self.slots[at] = (self.len() as u64) << 32 | half;
        if 2 * self.len() > self.slots.len() {
            let larger = 4 * self.slots.len();
            self.slots.clear();
            self.slots.resize(larger, 0);
            (0..self.len()).for_each(|state| self.enter(state));
        }
        Met::New
    }

    /// Whether a position is another one after a move.
    #[inline]
    fn is_after(&self, known: usize, state: usize, moved: u64, way: i32) -> bool {
        let pairs = self.places(known).iter().zip(self.places(state)).enumerate();
        let other = pairs.fold(0, |other, (piece, (known, before))| {
            let gone = -((moved >> piece & 1) as i32) & way;
            other | (known ^ (before + gone))
        });
        other == 0
    }

    /// How far pieces drift by a move, if their places can still be told apart.
    #[cold]
    fn drift(&self, state: usize, moved: u64, way: i32) -> Option<u16> {
        let first = self.places(0)[0];
        let away = |(piece, &place): (usize, &i32)| {
            let moved = unpack(if moved >> piece & 1 == 0 { 0 } else { way });
            let place = unpack(place - first);
            std::array::from_fn(|i| place[i] + moved[i])
        };
        let places: Vec<Vector> = self.places(state).iter().enumerate().map(away).collect();
        let spread = |axis: usize| {
            let along = places.iter().map(|place| place[axis]);
            along.clone().max().unwrap_or(0) - along.min().unwrap_or(0)
        };
        let spread = (0..3).map(spread).max().unwrap_or(0);
        // A piece itself is within reach of another as well.
        (spread < REACH - 1).then(|| (spread - Apart::LONGEST).max(0) as u16)
    }
}
