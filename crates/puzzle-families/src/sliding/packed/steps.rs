//! Moves of one block: styles 0, 1 and 2.

use puzzle_core::{Key, Successors};

use super::{Bits, NOWHERE, Packed, SpotId, Unpacked};

impl<K: Bits + Key, W: Bits> Packed<K, W> {
    /// Expands a batch with the moves of one block that `moves` finds.
    #[inline]
    pub(super) fn expand_by(
        &self,
        states: &[K],
        out: &mut Successors<K>,
        unpacked: &mut Unpacked<W>,
        moves: impl Fn(&Self, K, SpotId, W, &mut Successors<K>),
    ) {
        for &key in states {
            self.spread(key, unpacked);
            self.sift(unpacked);
            for &id in unpacked.movable() {
                moves(self, key, id, unpacked.occupied, out);
                if out.is_full() {
                    return out.overflow();
                }
            }
            out.close();
        }
    }

    /// Style 0: one step.
    #[inline]
    pub(super) fn single_steps(&self, key: K, id: SpotId, occupied: W, out: &mut Successors<K>) {
        let spot = &self.spots[id as usize];
        for way in 0..4 {
            out.push_if(key.xor(spot.change[way]), !spot.takes[way].meets(occupied));
        }
    }

    /// Style 1: steps in one direction. The block itself is not in its own way.
    #[inline]
    pub(super) fn straight_slides(&self, key: K, id: SpotId, occupied: W, out: &mut Successors<K>) {
        let others = occupied.minus(self.spots[id as usize].cells);
        for way in 0..4 {
            let (mut spot, mut key) = (&self.spots[id as usize], key);
            while !spot.takes[way].meets(others) && spot.next[way] != NOWHERE {
                key = key.xor(spot.change[way]);
                out.push(key);
                spot = &self.spots[spot.next[way] as usize];
            }
        }
    }

    /// Style 2: steps anywhere, by depth-first search.
    #[inline]
    pub(super) fn wanderings(&self, key: K, id: SpotId, occupied: W, out: &mut Successors<K>) {
        let spot = &self.spots[id as usize];
        let others = occupied.minus(spot.cells);
        let without = key.xor(spot.own);
        let mut seen = W::single(spot.block.place);
        let mut waiting = Waiting::new(id);
        while let Some(id) = waiting.pop() {
            let spot = &self.spots[id as usize];
            for way in 0..4 {
                let next = spot.next[way];
                if spot.takes[way].meets(others) || next == NOWHERE {
                    continue;
                }
                let there = &self.spots[next as usize];
                if !seen.has(there.block.place) {
                    seen = seen.or(W::single(there.block.place));
                    out.push(without.xor(there.own));
                    waiting.push(next);
                }
            }
        }
    }
}

/// A stack that seldom needs the heap.
struct Waiting {
    near: [SpotId; 16],
    count: usize,
    more: Vec<SpotId>,
}

impl Waiting {
    #[inline]
    fn new(first: SpotId) -> Self {
        let mut near = [0; 16];
        near[0] = first;
        Waiting { near, count: 1, more: Vec::new() }
    }

    #[inline]
    fn push(&mut self, id: SpotId) {
        match self.near.get_mut(self.count) {
            Some(slot) => {
                *slot = id;
                self.count += 1;
            }
            None => self.more.push(id),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<SpotId> {
        if let Some(id) = self.more.pop() {
            return Some(id);
        }
        self.count = self.count.checked_sub(1)?;
        Some(self.near[self.count])
    }
}
