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
use super::shard::Room;

/// Runs that are merged at once at most; each has a buffer and a file handle.
const MOST_RUNS: usize = 200;

/// Keys among which goals are looked for at once.
const GOALS: usize = 256;

/// A level on disk and its goals.
pub(super) struct Made<K> {
    pub(super) level: SortedFile<K>,
    pub(super) goals: Vec<K>,
}

/// A file read from beginning to end, as states to be expanded.
pub(super) fn take_from<K: Key>(file: &mut FileReader<K>, room: &mut Room<K>) -> io::Result<()> {
    room.batch.clear();
    while let Some(state) = file.next.filter(|_| !room.is_full()) {
        room.batch.push(state);
        file.advance()?;
    }
    Ok(())
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
        self.merge(&parts, |_| Ok(false), |_| {})
    }

    /// Expands the states that `take` hands out, batch by batch, and adds their successors to the
    /// runs.
    pub(super) fn collect<K: Key>(
        &self,
        space: &dyn StateSpace<Key = K>,
        mut take: impl FnMut(&mut Room<K>) -> io::Result<()>,
        runs: &mut Vec<SortedFile<K>>,
        nodes: &mut u64,
        control: &Control,
    ) -> Result<(), Halt> {
        let capacity = (self.memory as usize / size_of::<K>()).max(1024);
        let mut collected: Vec<K> = Vec::with_capacity(capacity);
        let mut room = Room::default();
        loop {
            room.bound(&control.budget, *nodes);
            take(&mut room)?;
            if room.batch.is_empty() {
                break;
            }
            room.expand(space);
            if room.out.is_overflown() {
                return Err(Halt::Stopped(StopReason::MemoryLimit));
            }
            for &key in room.out.keys() {
                if collected.len() == capacity {
                    self.make_room(&mut collected, runs)?;
                }
                collected.push(key);
            }
            *nodes += room.batch.len() as u64;
            control.look(*nodes, 0).map_err(Halt::Stopped)?;
        }
        sort(&mut collected);
        self.flush(&mut collected, runs)?;
        Ok(())
    }

    /// The level of all that is in some run and not known.
    pub(super) fn level<K: Key>(
        &self,
        space: &dyn StateSpace<Key = K>,
        runs: &[SortedFile<K>],
        is_known: impl FnMut(K) -> io::Result<bool>,
    ) -> io::Result<Made<K>> {
        let (mut goals, mut fresh) = (Vec::new(), Vec::with_capacity(GOALS));
        let written = |key| {
            fresh.push(key);
            if fresh.len() == GOALS {
                space.goals_among(&fresh, &mut goals);
                fresh.clear();
            }
        };
        let level = self.merge(runs, is_known, written)?;
        space.goals_among(&fresh, &mut goals);
        Ok(Made { level, goals })
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
            let merged = self.merge(runs, |_| Ok(false), |_| {})?;
            runs.clear();
            runs.push(merged);
        }
        Ok(())
    }

    /// One file of all keys that are in some run and not known.
    fn merge<K: Key>(
        &self,
        runs: &[SortedFile<K>],
        mut is_known: impl FnMut(K) -> io::Result<bool>,
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
            if !is_known(key)? {
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
