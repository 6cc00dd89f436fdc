//! Breadth-first search with its levels on disk: delayed duplicate detection.
//!
//! Successors are collected in memory without asking whether they are known; when the memory is
//! full they are sorted and written as a run. At the end of a level the runs are merged, and while
//! they are merged the repetitions and the members of older levels fall out, which are sorted
//! too. Every file is read and written from beginning to end, never in between.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::Arc;

use puzzle_core::{Control, Key, StateSpace, StopReason};

use super::Halt;
use super::files::{FileReader, FileWriter, Folder, SortedFile};
use super::keyset::KeySet;
use super::shard::{Room, batch};

/// Runs that are merged at once at most; each has a buffer and a file handle.
const MOST_RUNS: usize = 200;

/// A level on disk and its goals.
pub(super) struct Made<K> {
    pub(super) level: SortedFile<K>,
    pub(super) goals: Vec<K>,
}

/// How much memory may be used, and where files go.
pub(super) struct Disk {
    pub(super) folder: Arc<Folder>,
    /// Bytes for the successors that are collected.
    pub(super) memory: u64,
}

impl Disk {
    /// A level that was in memory as a file. Each table is sorted in its place and freed when
    /// it is written.
    pub(super) fn write<K: Key>(&self, sets: Vec<KeySet<K>>) -> io::Result<SortedFile<K>> {
        let write = |set: KeySet<K>| SortedFile::write(&self.folder, &set.into_sorted());
        let parts = sets.into_iter().map(write).collect::<io::Result<Vec<_>>>()?;
        self.merge(&parts, Vec::new(), |_| {})
    }

    /// The level after `current`, without members of the levels in `known`.
    pub(super) fn advance<S: StateSpace>(
        &self,
        space: &S,
        current: &SortedFile<S::Key>,
        known: &[Arc<SortedFile<S::Key>>],
        nodes: &mut u64,
        control: &Control,
    ) -> Result<Made<S::Key>, Halt> {
        let capacity = (self.memory as usize / size_of::<S::Key>()).max(1024);
        let mut collected: Vec<S::Key> = Vec::with_capacity(capacity);
        let mut runs = Vec::new();
        let mut room = Room::default();
        let mut states = current.read()?;
        loop {
            room.batch.clear();
            while let Some(state) = states.next.filter(|_| room.batch.len() < batch::<S::Key>()) {
                room.batch.push(state);
                states.advance()?;
            }
            if room.batch.is_empty() {
                break;
            }
            room.out.clear();
            space.expand(&room.batch, &mut room.out);
            if room.out.is_overflown() {
                return Err(Halt::Stopped(StopReason::MemoryLimit));
            }
            for &key in room.out.keys() {
                if collected.len() == capacity {
                    self.make_room(&mut collected, &mut runs)?;
                }
                collected.push(key);
            }
            *nodes += room.batch.len() as u64;
            control.progress.publish(*nodes, 0);
            if let Some(reason) = control.budget.check(*nodes) {
                return Err(Halt::Stopped(reason));
            }
        }
        sort(&mut collected);
        self.flush(&mut collected, &mut runs)?;
        drop(collected);
        let known = known.iter().map(|file| file.read()).collect::<io::Result<Vec<_>>>()?;
        let mut goals = Vec::new();
        let is_goal = |key| {
            if space.is_goal(key) {
                goals.push(key);
            }
        };
        Ok(Made { level: self.merge(&runs, known, is_goal)?, goals })
    }

    /// Removes repetitions; if that does not help much, writes a run.
    fn make_room<K: Key>(
        &self,
        collected: &mut Vec<K>,
        runs: &mut Vec<SortedFile<K>>,
    ) -> io::Result<()> {
        sort(collected);
        match collected.len() < collected.capacity() / 2 {
            true => Ok(()),
            false => self.flush(collected, runs),
        }
    }

    /// Writes sorted keys as a run.
    fn flush<K: Key>(&self, sorted: &mut Vec<K>, runs: &mut Vec<SortedFile<K>>) -> io::Result<()> {
        runs.push(SortedFile::write(&self.folder, sorted)?);
        sorted.clear();
        if runs.len() >= MOST_RUNS {
            let merged = self.merge(runs, Vec::new(), |_| {})?;
            runs.clear();
            runs.push(merged);
        }
        Ok(())
    }

    /// One file of all keys that are in some run and not known.
    fn merge<K: Key>(
        &self,
        runs: &[SortedFile<K>],
        mut known: Vec<FileReader<K>>,
        mut written: impl FnMut(K),
    ) -> io::Result<SortedFile<K>> {
        let mut readers = runs.iter().map(SortedFile::read).collect::<io::Result<Vec<_>>>()?;
        let heads = readers.iter().enumerate();
        let mut heap: BinaryHeap<Reverse<(K, usize)>> =
            heads.filter_map(|(run, reader)| Some(Reverse((reader.next?, run)))).collect();
        let mut writer = FileWriter::new(&self.folder)?;
        let mut last = None;
        while let Some(mut head) = heap.peek_mut() {
            let Reverse((key, run)) = *head;
            readers[run].advance()?;
            match readers[run].next {
                Some(next) => *head = Reverse((next, run)),
                None => {
                    std::collections::binary_heap::PeekMut::pop(head);
                }
            }
            if last == Some(key) {
                continue;
            }
            last = Some(key);
            let mut old = false;
            for file in &mut known {
                old |= file.has(key)?;
            }
            if !old {
                written(key);
                writer.push(key)?;
            }
        }
        writer.finish()
    }
}

fn sort<K: Key>(keys: &mut Vec<K>) {
    keys.sort_unstable();
    keys.dedup();
}
