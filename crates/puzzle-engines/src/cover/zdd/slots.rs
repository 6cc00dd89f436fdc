//! A hash table of indices, for things that are kept elsewhere: open addressing, at most three
//! quarters full, nothing is ever removed. Its size is known before it grows.

const EMPTY: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Slots {
    places: Vec<u32>,
    used: usize,
}

impl Slots {
    pub(super) fn new() -> Self {
        Slots { places: vec![EMPTY; 1024], used: 0 }
    }

    /// The index with this hash for which `same` holds.
    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.places[at] {
                EMPTY => return None,
                index if same(index) => return Some(index),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Adds an index that is not there. `hash_of` tells the hashes of the others when it grows.
    pub(super) fn insert(&mut self, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        if self.is_full() {
            let larger = vec![EMPTY; 2 * self.places.len()];
            for old in std::mem::replace(&mut self.places, larger) {
                if old != EMPTY {
                    self.put(hash_of(old), old);
                }
            }
        }
        self.put(hash, index);
        self.used += 1;
    }

    fn put(&mut self, hash: u64, index: u32) {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        while self.places[at] != EMPTY {
            at = (at + 1) & mask;
        }
        self.places[at] = index;
    }

    /// Whether the next index makes it grow.
    pub(super) fn is_full(&self) -> bool {
        4 * self.used >= 3 * self.places.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.places.len() as u64 * 4
    }
}

/// A hash of a few words: multiply and fold, so that the low bits depend on all.
pub(super) fn hash(words: &[u64]) -> u64 {
    let mix = |hash: u64, &word: &u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        (product as u64) ^ ((product >> 64) as u64)
    };
    words.iter().fold(0x2545_f491_4f6c_dd1d, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_and_nothing_else() {
        let things: Vec<u64> = (0..5000).map(|i| i * i * 64).collect();
        let mut slots = Slots::new();
        for (i, thing) in things.iter().enumerate() {
            assert!(
                slots.find(hash(&[*thing]), |index| things[index as usize] == *thing).is_none()
            );
            slots.insert(hash(&[*thing]), i as u32, |index| hash(&[things[index as usize]]));
        }
        for (i, thing) in things.iter().enumerate() {
            let found = slots.find(hash(&[*thing]), |index| things[index as usize] == *thing);
            assert_eq!(found, Some(i as u32));
        }
        assert!(slots.bytes() >= 4 * 5000 && slots.bytes() <= 16 * 5000);
    }
}
