//! A diagram in the making, saved and taken up again.
//!
//! Only what is finished is kept: covered sets with what was found below them, and the nodes of the
//! diagram (`diagram WORDS SETS NODES`, then the sets, what is below each, and the nodes, all in
//! little-endian words). The path needs not be kept: a search that begins anew recalls everything
//! that was finished and is soon where it was.

use std::time::{Duration, Instant};

use puzzle_core::EmbeddingId;

use super::build::Memory;
use super::diagram::{NONE, Node};

/// Where a diagram in the making is saved, and what an earlier run left of it.
pub struct Keeping<'a> {
    pub(super) start: Option<(String, Vec<u8>)>,
    interval: Duration,
    last: Instant,
    save: &'a mut dyn FnMut(u64, String, Vec<u8>),
}

impl std::fmt::Debug for Keeping<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keeping").finish_non_exhaustive()
    }
}

impl<'a> Keeping<'a> {
    /// Calls `save` as often as that, with the states looked at and what is known then.
    pub fn new(
        start: Option<(String, Vec<u8>)>,
        interval: Duration,
        save: &'a mut dyn FnMut(u64, String, Vec<u8>),
    ) -> Self {
        Keeping { start, interval, last: Instant::now(), save }
    }

    /// Saves if it is time, or if the run ends.
    pub(super) fn keep(&mut self, memory: &Memory, nodes: u64, ends: bool) {
        if ends || self.last.elapsed() >= self.interval {
            let (head, bytes) = memory.write();
            (self.save)(nodes, head, bytes);
            self.last = Instant::now();
        }
    }
}

impl Memory {
    fn write(&self) -> (String, Vec<u8>) {
        let Memory { width, keys, values, nodes, .. } = self;
        let head = format!("diagram {width} {} {}", values.len(), nodes.len());
        let mut bytes = Vec::with_capacity(keys.len() * 8 + values.len() * 4 + nodes.len() * 12);
        keys.iter().for_each(|key| bytes.extend(key.to_le_bytes()));
        let words = nodes.iter().flat_map(|node| [node.embedding.0, node.lo, node.hi]);
        values.iter().copied().chain(words).for_each(|word| bytes.extend(word.to_le_bytes()));
        (head, bytes)
    }

    /// Learns what [`Memory::write`] wrote of a puzzle with so many embeddings; false if it does not
    /// fit together, or not into the room there is.
    pub(super) fn learn(&mut self, head: &str, bytes: &[u8], embeddings: usize) -> bool {
        self.try_learn(head, bytes, embeddings).is_some()
    }

    fn try_learn(&mut self, head: &str, bytes: &[u8], embeddings: usize) -> Option<()> {
        let numbers = head.strip_prefix("diagram ")?.split(' ').map(str::parse);
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().ok()?;
        let &[width, sets, nodes] = numbers.as_slice() else { return None };
        let keys = sets.checked_mul(width)?.checked_mul(8)?;
        let rest = sets.checked_mul(4)?.checked_add(nodes.checked_mul(12)?)?;
        if width != self.width || keys.checked_add(rest) != Some(bytes.len()) {
            return None;
        }
        let (keys, rest) = bytes.split_at(keys);
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let mut words = rest.chunks_exact(4).map(|bytes| word(bytes) as u32);
        let values: Vec<u32> = words.by_ref().take(sets).collect();
        for i in 0..nodes as u32 {
            let [embedding, lo, hi] = [words.next()?, words.next()?, words.next()?];
            let older = |branch: u32| branch < i + 2;
            let sound = (embedding as usize) < embeddings && older(lo) && older(hi) && hi != NONE;
            let node = Node { embedding: EmbeddingId(embedding), lo, hi };
            // Every node is there once, so it gets the number it had.
            (sound && self.node(node)? == i + 2).then_some(())?;
        }
        let keys: Vec<u64> = keys.chunks_exact(8).map(word).collect();
        for (key, value) in keys.chunks_exact(width.max(1)).zip(values) {
            let fresh = (value as usize) < nodes + 2 && self.recall(key).is_none();
            (fresh && self.remember(key, value)).then_some(())?;
        }
        Some(())
    }
}
