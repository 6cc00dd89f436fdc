//! Looking ahead while a list is made: does an embedding leave every near aspect a chance?
//!
//! When an aspect is the least free one, all of lower rank are covered; of the near ones it is known
//! whether they are, of all others nothing. That is enough to tell that some near aspect could never
//! be covered once an embedding is chosen: the zero-fit test of the slides (004), as far as one sees
//! from here.

use super::lists::NEAR;
use super::table::Table;

/// The most tests for one list. Where it has very many embeddings, the last ones are not looked at.
const MOST: u64 = 1 << 16;

/// A near aspect that is free.
struct Free<const W: usize> {
    rank: usize,
    /// How many of the embeddings over it have been looked at, and those that fit.
    seen: usize,
    fit: Vec<[u64; W]>,
}

/// Looks from one aspect after the other.
pub(super) struct Ahead<const W: usize> {
    /// By rank: the places of the embeddings over it, the last first.
    over: Vec<Vec<u32>>,
    /// What is known to be covered.
    covered: [u64; W],
    /// The first embedding that touches nothing below the rank from which one looks.
    first: u32,
    /// The near aspects that are free, so many of these.
    free: Vec<Free<W>>,
    count: usize,
    /// How many tests have been made, and may be for this list.
    tests: u64,
    most: u64,
}

impl<const W: usize> Ahead<W> {
    /// With the places of the embeddings over each rank, in descending order.
    pub(super) fn new(over: Vec<Vec<u32>>) -> Self {
        let free = || Free { rank: 0, seen: 0, fit: Vec::new() };
        let free = std::iter::repeat_with(free).take(NEAR).collect();
        Ahead { over, covered: [0; W], first: 0, free, count: 0, tests: 0, most: 0 }
    }

    /// How many tests have been made.
    pub(super) fn tests(&self) -> u64 {
        self.tests
    }

    /// Looks from a rank, whose embeddings begin at place `first`, to these near ones, where these
    /// are covered.
    pub(super) fn look(&mut self, rank: usize, first: u32, near: u64, covered: &[u64; W]) {
        self.first = first;
        self.most = self.tests + MOST;
        self.covered = [0; W];
        self.covered[..rank / 64].fill(u64::MAX);
        self.covered[rank / 64] |= !(u64::MAX << (rank % 64));
        self.count = 0;
        let mut near = near;
        while near != 0 {
            let there = rank + near.trailing_zeros() as usize;
            near &= near - 1;
            if contains(covered, there) {
                self.covered[there / 64] |= 1 << (there % 64);
            } else if there < self.over.len() {
                let free = &mut self.free[self.count];
                (free.rank, free.seen) = (there, 0);
                free.fit.clear();
                self.count += 1;
            }
        }
    }

    /// Whether an embedding fits as far as that is known, and leaves every near aspect a chance.
    #[inline(always)]
    pub(super) fn is_promising(&mut self, table: &Table<W>, aspects: &[u64; W]) -> bool {
        self.tests += 1;
        disjoint(aspects, &self.covered)
            && (0..self.count).all(|i| {
                contains(aspects, self.free[i].rank)
                    || self.tests > self.most
                    || self.leaves_a_chance(i, table, aspects)
            })
    }

    /// Whether some embedding over a near aspect still fits. Those that fit without the new one are
    /// found once for the whole list, as far as they are needed.
    fn leaves_a_chance(&mut self, i: usize, table: &Table<W>, aspects: &[u64; W]) -> bool {
        let Free { rank, seen, fit } = &mut self.free[i];
        let found = fit.iter().position(|other| disjoint(other, aspects));
        self.tests += found.unwrap_or(fit.len()) as u64 + 1;
        if found.is_some() {
            return true;
        }
        for &place in &self.over[*rank][*seen..] {
            if place < self.first {
                break;
            }
            *seen += 1;
            self.tests += 1;
            let other = table.aspects(place);
            if disjoint(&other, &self.covered) {
                fit.push(other);
                if disjoint(&other, aspects) {
                    return true;
                }
            }
        }
        false
    }
}

fn contains<const W: usize>(set: &[u64; W], rank: usize) -> bool {
    set[rank / 64] >> (rank % 64) & 1 == 1
}

fn disjoint<const W: usize>(x: &[u64; W], y: &[u64; W]) -> bool {
    x.iter().zip(y).fold(0, |overlap, (x, y)| overlap | x & y) == 0
}
