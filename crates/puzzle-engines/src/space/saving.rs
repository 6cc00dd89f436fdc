//! Runs by levels in a file, in the common envelope of saved runs.
//!
//! The head has the numbers that say where a run is, how many bytes an entry has, and how many
//! entries each list has (`numbers 0 12 11 entries 24 120 97`). The bytes are the entries.

use std::time::{Duration, Instant};

use puzzle_core::{BigUint, Checkpoint, Failure, Payload, Run};

use crate::saved::Store;

/// Saves a run now and then, and takes it up again.
#[derive(Debug)]
pub struct Keeper<'a> {
    store: Store<'a>,
    interval: Duration,
    last: Option<Instant>,
}

impl<'a> Keeper<'a> {
    /// For a question about the problem with this fingerprint.
    pub fn new(run: &'a Run, fingerprint: u64, question: &str) -> Self {
        let store = Store::new(run, fingerprint, question);
        Keeper { store, interval: run.interval(), last: None }
    }

    /// What a saved run left, if there is one.
    pub(crate) fn load(&self) -> Result<Option<Saved>, Failure> {
        let Some(saved) = self.store.load_counting(usize::MAX)? else { return Ok(None) };
        let Payload::States(head, bytes) = saved.payload else {
            return Err(self.store.refuse(saved.payload.about()));
        };
        let Checkpoint { solutions, fixed, nodes, .. } = saved;
        let (numbers, width, sizes) = read(&head).ok_or_else(|| self.damaged())?;
        Ok(Some(Saved { solutions, fixed, nodes, numbers, width, sizes, bytes }))
    }

    /// The refusal of lists that are none of the problem.
    pub(crate) fn damaged(&self) -> Failure {
        self.store.refuse("this puzzle, but its lists of states are not right")
    }

    /// Whether to save: at the beginning, when it is time, and if it must be.
    pub(crate) fn is_due(&self, must: bool) -> bool {
        let due = || self.last.is_none_or(|last| last.elapsed() >= self.interval);
        self.store.is_wanted() && (must || due())
    }

    /// Saves if it is due.
    pub(crate) fn keep(&mut self, must: bool, make: impl FnOnce() -> Saved) {
        if self.is_due(must) {
            let Saved { solutions, fixed, nodes, numbers, width, sizes, bytes } = make();
            let words = numbers.iter().map(|number| format!(" {number}")).collect::<String>();
            let sizes = sizes.iter().map(|size| format!(" {size}")).collect::<String>();
            let head = format!("numbers{words} entries {width}{sizes}");
            self.store.put([solutions, fixed], nodes, Payload::States(head, bytes));
            self.last = Some(Instant::now());
        }
    }

    /// Says if the run could not be saved, see [`Store::finish`].
    pub fn finish(self, complete: bool) -> Result<(), Failure> {
        self.store.finish(complete)
    }
}

/// Where a run is between two levels.
pub(crate) struct Saved {
    /// Sums so far.
    pub(crate) solutions: BigUint,
    pub(crate) fixed: BigUint,
    pub(crate) nodes: u64,
    pub(crate) numbers: Vec<BigUint>,
    /// Bytes of an entry.
    width: usize,
    /// Entries of each list.
    sizes: Vec<usize>,
    bytes: Vec<u8>,
}

/// The longest number, in digits: reading takes time quadratic in the length.
const LONGEST: usize = 200;

impl Saved {
    /// Without lists yet; their entries take `width` bytes.
    pub(crate) fn new(nodes: u64, numbers: Vec<BigUint>, width: usize) -> Self {
        let [solutions, fixed] = [BigUint::ZERO; 2];
        Saved { solutions, fixed, nodes, numbers, width, sizes: vec![], bytes: vec![] }
    }

    /// Adds a list.
    pub(crate) fn push<T>(&mut self, entries: Vec<T>, write: impl Fn(T, &mut Vec<u8>)) {
        self.sizes.push(entries.len());
        self.bytes.reserve_exact(entries.len() * self.width);
        entries.into_iter().for_each(|entry| write(entry, &mut self.bytes));
    }

    /// The lists; `None` if they are not of this width or an entry is none.
    pub(crate) fn lists<T>(
        &self,
        width: usize,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Option<Vec<Vec<T>>> {
        let (mut lists, mut rest) = (Vec::new(), &self.bytes[..]);
        for size in &self.sizes {
            let list = rest.split_off(..size.checked_mul(width)?)?;
            lists.push(list.chunks_exact(width).map(&read).collect::<Option<_>>()?);
        }
        (self.width == width && rest.is_empty()).then_some(lists)
    }

    /// The numbers, if all are small.
    pub(crate) fn small(&self) -> Option<Vec<usize>> {
        self.numbers.iter().map(|number| number.try_into().ok()).collect()
    }
}

/// Numbers, width and sizes from a head.
fn read(head: &str) -> Option<(Vec<BigUint>, usize, Vec<usize>)> {
    let (numbers, entries) = head.strip_prefix("numbers")?.split_once(" entries ")?;
    let number = |text: &str| text.parse().ok().filter(|_| text.len() < LONGEST);
    let numbers = numbers.split(' ').skip(1).map(number).collect::<Option<_>>()?;
    let mut entries = entries.split(' ').map(|size| size.parse().ok());
    let width = entries.next()??;
    Some((numbers, width, entries.collect::<Option<_>>()?))
}
