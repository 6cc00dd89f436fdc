//! Which pieces push which, as sets in words, and which sets can move.
//!
//! If a piece moves by some distance and meets another on the way, it pushes that one. So what moves by a
//! distance is a set that is closed under pushing, and to find the least such set around a piece is to
//! follow the pushes. On an axis on which everything pushes everything, whichever way it goes, no proper
//! subset moves: that is seen from one piece alone (the pushes backwards are those forwards reversed), and
//! then no larger distance need be tried.

use rustc_hash::FxHashSet;

/// The most pieces of a set.
pub(super) const PIECES: usize = 64;

/// By piece: which pieces it pushes.
pub(super) type Pushes = [u64; PIECES];

/// The least set around `from` that is closed under pushing, if it has at most `most` pieces.
#[inline]
pub(super) fn closed(pushes: &Pushes, from: usize, most: u32) -> Option<u64> {
    let mut set = 1_u64 << from;
    let mut open = set;
    while open != 0 {
        let piece = open.trailing_zeros() as usize;
        open &= open - 1;
        let new = pushes[piece] & !set;
        set |= new;
        open |= new;
        if set.count_ones() > most {
            return None;
        }
    }
    Some(set)
}

/// Whether no proper subset of `all` moves along an axis, given the pushes both ways.
#[inline]
pub(super) fn is_locked([forwards, backwards]: [&Pushes; 2], all: u64) -> bool {
    reaches_all(forwards, all) && reaches_all(backwards, all)
}

#[inline]
fn reaches_all(pushes: &Pushes, all: u64) -> bool {
    let mut set = 1_u64;
    let mut open = set;
    while open != 0 {
        let piece = open.trailing_zeros() as usize;
        open &= open - 1;
        let new = pushes[piece] & !set;
        set |= new;
        open |= new;
        if set == all {
            return true;
        }
    }
    set == all
}

/// Different sets, in the order in which they came: few are looked through, many are hashed.
#[derive(Default)]
pub(super) struct Sets {
    list: Vec<u64>,
    hashed: FxHashSet<u64>,
}

impl Sets {
    const FEW: usize = 24;

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.hashed.clear();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.list.iter().copied()
    }

    /// Whether it is new.
    fn add(&mut self, set: u64) -> bool {
        if self.list.len() < Self::FEW {
            if self.list.contains(&set) {
                return false;
            }
        } else {
            if self.hashed.is_empty() {
                self.hashed.extend(&self.list);
            }
            if !self.hashed.insert(set) {
                return false;
            }
        }
        self.list.push(set);
        true
    }

    /// Adds a set and its unions with those before it, the newest first, unless they have too many pieces.
    /// Each that is new is taken, until there are as many as are allowed: what is loose has unions without
    /// end.
    pub(super) fn merge(
        &mut self,
        set: u64,
        pieces: u32,
        allowed: usize,
        take: &mut dyn FnMut(u64),
    ) {
        let before = self.list.len();
        if !self.add(set) {
            return;
        }
        take(set);
        for at in (0..before).rev() {
            let union = self.list[at] | set;
            if union.count_ones() <= pieces && self.list.len() < allowed && self.add(union) {
                take(union);
            }
        }
    }
}

/// The pieces of a set.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let piece = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            piece
        })
    })
}

/// All of so many pieces.
pub(super) fn all(pieces: usize) -> u64 {
    u64::MAX >> (PIECES - pieces)
}
