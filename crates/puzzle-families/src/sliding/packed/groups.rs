//! Moves of superpieces: styles 3, 4 and 5 (document 002 §46 to §56, with the error of style 5
//! mended).
//!
//! A set of blocks can step together in a direction if each block that one of them would bump into
//! is in the set too and none bumps into something that stays. So for each direction there is a
//! digraph of blocks that bump into blocks; the sets that can step are its *ideals* without
//! stuck blocks. They are enumerated by deciding the first undecided block both ways: left
//! out, with all blocks that lead to it, or taken in, with all that it leads to. Every leaf is an
//! ideal, and every ideal one leaf.
//!
//! In styles 4 and 5 the same set goes on moving while the other blocks stay. Document 002's
//! program stops a style-5 walk where it meets a configuration that another set has reached,
//! although the sets can go on differently; here every set walks by itself to the end. A set that
//! can begin in several directions walks once.

use puzzle_core::{Key, Successors};

use super::{Bits, NOWHERE, Packed, SpotId, Unpacked};

/// The blocks of one configuration and how they bump into each other in one direction. Sets of
/// blocks are words too: a board has no more blocks than cells.
struct Bumps<W> {
    /// For each block, those that must come along, itself included.
    leads: Vec<W>,
    /// For each block, those that it must come along with, itself included.
    led: Vec<W>,
    /// Blocks that can move at all.
    movable: W,
}

/// A search for ideals.
struct Ideals<'a, K, W> {
    space: &'a Packed<K, W>,
    unpacked: &'a Unpacked<W>,
    bumps: Bumps<W>,
    way: usize,
    key: K,
}

impl<K: Bits + Key, W: Bits> Packed<K, W> {
    pub(super) fn expand_groups(
        &self,
        states: &[K],
        out: &mut Successors<K>,
        unpacked: &mut Unpacked<W>,
    ) {
        for &key in states {
            self.spread(key, unpacked);
            for way in 0..4 {
                let bumps = self.bumps(unpacked, way);
                let ideals = Ideals { space: self, unpacked, bumps, way, key };
                ideals.decide(ideals.bumps.movable, W::ZERO, key, out);
            }
            out.close();
        }
    }

    fn bumps(&self, unpacked: &Unpacked<W>, way: usize) -> Bumps<W> {
        let ids = unpacked.spots();
        let count = ids.len();
        let mut leads = vec![W::ZERO; count];
        let mut movable = W::ZERO;
        for (number, &id) in ids.iter().enumerate() {
            let spot = &self.spots[id as usize];
            let own = W::single(number);
            leads[number] = own;
            if spot.next[way] == NOWHERE {
                continue;
            }
            movable = movable.or(own);
            if spot.takes[way].meets(unpacked.occupied) {
                for (other, &id) in ids.iter().enumerate() {
                    if spot.takes[way].meets(self.spots[id as usize].cells) {
                        leads[number] = leads[number].or(W::single(other));
                    }
                }
            }
        }
        // Warshall's closure.
        for middle in 0..count {
            let through = leads[middle];
            for leading in &mut leads {
                if leading.has(middle) {
                    *leading = leading.or(through);
                }
            }
        }
        let unstuck = movable;
        let mut led = vec![W::ZERO; count];
        for (number, leading) in leads.iter().enumerate() {
            if !leading.minus(unstuck).is_zero() {
                movable = movable.minus(W::single(number));
                continue;
            }
            for (other, led) in led.iter_mut().enumerate() {
                if leading.has(other) {
                    *led = led.or(W::single(number));
                }
            }
        }
        Bumps { leads, led, movable }
    }
}

impl<K: Bits + Key, W: Bits> Ideals<'_, K, W> {
    /// Decides the undecided blocks in all ways; `chosen` is taken in, and `key` is what its step
    /// makes of the configuration.
    fn decide(&self, undecided: W, chosen: W, key: K, out: &mut Successors<K>) {
        if undecided.is_zero() {
            if !chosen.is_zero() {
                self.step(chosen, key, out);
            }
            return;
        }
        if out.is_full() {
            out.overflow();
            return;
        }
        let block = undecided.lowest();
        self.decide(undecided.minus(self.bumps.led[block]), chosen, key, out);
        let mut added = self.bumps.leads[block].and(undecided);
        let left = undecided.minus(added);
        let with = chosen.or(added);
        let mut stepped = key;
        while !added.is_zero() {
            let id = self.unpacked.spots[added.lowest()];
            added = added.without_lowest();
            stepped = stepped.xor(self.space.spots[id as usize].change[self.way]);
        }
        self.decide(left, with, stepped, out);
    }

    /// A set that can step, and the configuration that the step makes.
    fn step(&self, chosen: W, stepped: K, out: &mut Successors<K>) {
        let style = self.space.style;
        if !style.moves_far() {
            out.push(stepped);
            return;
        }
        let mut set = Vec::with_capacity(16);
        let mut left = chosen;
        while !left.is_zero() {
            set.push(self.unpacked.spots[left.lowest()]);
            left = left.without_lowest();
        }
        let cells = |set: &[SpotId]| {
            set.iter().fold(W::ZERO, |cells, &id| cells.or(self.space.spots[id as usize].cells))
        };
        let others = self.unpacked.occupied.minus(cells(&set));
        if style.turns() {
            // The set walks when it begins in the first direction that it can.
            let earlier = (0..self.way).any(|way| self.space.shift(&set, way, others).is_some());
            if !earlier {
                self.walk(set, others, out);
            }
            return;
        }
        let mut key = self.key;
        while let Some(next) = self.space.shift(&set, self.way, others) {
            for &id in &set {
                key = key.xor(self.space.spots[id as usize].change[self.way]);
            }
            out.push(key);
            set = next;
        }
    }

    /// Style 5: everywhere a set can go, by depth-first search.
    fn walk(&self, set: Vec<SpotId>, others: W, out: &mut Successors<K>) {
        let spots = &self.space.spots;
        let own =
            |set: &[SpotId]| set.iter().fold(K::ZERO, |key, &id| key.xor(spots[id as usize].own));
        let without = self.key.xor(own(&set));
        let mut seen = W::single(spots[set[0] as usize].block.place);
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            for way in 0..4 {
                let Some(next) = self.space.shift(&set, way, others) else { continue };
                let place = spots[next[0] as usize].block.place;
                if !seen.has(place) {
                    seen = seen.or(W::single(place));
                    out.push(without.xor(own(&next)));
                    waiting.push(next);
                }
            }
        }
    }
}

impl<K: Bits + Key, W: Bits> Packed<K, W> {
    /// A set one step on, if no other block is in its way.
    fn shift(&self, set: &[SpotId], way: usize, others: W) -> Option<Vec<SpotId>> {
        let next = |&id: &SpotId| {
            let next = self.spots[id as usize].next[way];
            let free = next != NOWHERE && !self.spots[next as usize].cells.meets(others);
            free.then_some(next)
        };
        set.iter().map(next).collect()
    }
}
