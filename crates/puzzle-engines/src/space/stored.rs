//! Levels that are remembered, in memory or on disk.

use std::io;
use std::sync::Arc;

use puzzle_core::Key;

use super::files::SortedFile;
use super::keyset::{KeySet, hash};

/// A level that is complete.
#[derive(Clone, Debug)]
pub enum Stored<K> {
    /// In the tables of the search, one for each thread.
    Memory(Vec<KeySet<K>>),
    /// In a sorted file.
    Disk(Arc<SortedFile<K>>),
}

/// A look at a level, wherever it is.
pub(super) enum View<'a, K> {
    Memory(Vec<&'a KeySet<K>>),
    Disk(&'a SortedFile<K>),
}

impl<K: Key> View<'_, K> {
    pub(super) fn len(&self) -> u64 {
        match self {
            View::Memory(sets) => sets.iter().map(|set| set.len() as u64).sum(),
            View::Disk(file) => file.len(),
        }
    }

    pub(super) fn contains(&self, key: K) -> io::Result<bool> {
        match self {
            View::Memory(sets) => Ok(sets.iter().any(|set| set.contains(key, hash(key)))),
            View::Disk(file) => file.contains(key),
        }
    }

    pub(super) fn each_batch(&self, mut visit: impl FnMut(&[K])) -> io::Result<()> {
        const BATCH: usize = 256;
        let mut batch = Vec::with_capacity(BATCH);
        match self {
            View::Memory(sets) => {
                for set in sets {
                    let mut at = 0;
                    loop {
                        batch.clear();
                        at = set.read(at, BATCH, &mut batch, &mut Vec::new());
                        if batch.is_empty() {
                            break;
                        }
                        visit(&batch);
                    }
                }
            }
            View::Disk(file) => {
                let mut reader = file.read()?;
                while let Some(key) = reader.next {
                    batch.push(key);
                    reader.advance()?;
                    if batch.len() == BATCH || reader.next.is_none() {
                        visit(&batch);
                        batch.clear();
                    }
                }
            }
        }
        Ok(())
    }
}

impl<K: Key> Stored<K> {
    pub(super) fn view(&self) -> View<'_, K> {
        match self {
            Stored::Memory(sets) => View::Memory(sets.iter().collect()),
            Stored::Disk(file) => View::Disk(file),
        }
    }

    /// How many keys.
    pub fn len(&self) -> u64 {
        self.view().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        match self {
            Stored::Memory(sets) => sets.iter().map(KeySet::bytes).sum(),
            Stored::Disk(_) => 0,
        }
    }

    /// Whether a key is in it.
    pub fn contains(&self, key: K) -> io::Result<bool> {
        self.view().contains(key)
    }

    /// Hands out all keys in batches.
    pub fn each_batch(&self, visit: impl FnMut(&[K])) -> io::Result<()> {
        self.view().each_batch(visit)
    }

    /// All keys in order; they must fit into memory.
    pub fn sorted(&self) -> io::Result<Vec<K>> {
        let mut keys = Vec::with_capacity(self.len() as usize);
        self.each_batch(|batch| keys.extend_from_slice(batch))?;
        keys.sort_unstable();
        Ok(keys)
    }

    /// The least key.
    pub fn least(&self) -> io::Result<Option<K>> {
        let mut least = None;
        self.each_batch(|batch| least = batch.iter().copied().chain(least).min())?;
        Ok(least)
    }
}
