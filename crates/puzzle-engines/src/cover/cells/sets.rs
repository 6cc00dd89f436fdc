//! The state of a search: sparse sets, and how an embedding is chosen and taken back.

use puzzle_core::{AbstractPuzzle, Demand};

/// The most bytes of sizes that are kept along a path, if nobody says otherwise.
pub(in crate::cover) const SIZES: u64 = 32 << 20;

/// One aspect's entry for one embedding.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    aspect: u32,
    pub(super) embedding: u32,
    /// Where `set` holds this entry.
    place: u32,
}

/// An aspect's stretch of `set`, and its place in the list of active aspects. Sixteen bytes: it is
/// what the inner loop reads and writes.
#[derive(Clone, Copy)]
pub(super) struct Fits {
    pub(super) start: u32,
    pub(super) size: u32,
    position: u32,
    /// The step in which the size was last put on the trail.
    step: u32,
}

/// The state of a search.
#[derive(Clone)]
pub(in crate::cover) struct SparseSets {
    pub(super) entries: Vec<Entry>,
    /// Embedding `e` has the entries `starts[e]..starts[e + 1]`.
    starts: Vec<u32>,
    pub(super) set: Vec<u32>,
    pub(super) fits: Vec<Fits>,
    must_be_covered: Vec<bool>,
    /// Aspects; the first `active` are not yet covered.
    aspects: Vec<u32>,
    pub(super) active: usize,
    /// (aspect, size before): of all active aspects at each level, or as a trail.
    pub(super) trail: Vec<(u32, u32)>,
    pub(super) keeps_trail: bool,
    /// Counts steps; a step covers an aspect or chooses an embedding.
    step: u32,
}

impl SparseSets {
    /// Keeps so many bytes of sizes along a path, or else a trail.
    pub(in crate::cover) fn new(puzzle: &AbstractPuzzle, room: u64) -> Self {
        let count = puzzle.aspects().len();
        let mut fits: Vec<Fits> =
            (0..count).map(|a| Fits { start: 0, size: 0, position: a as u32, step: 0 }).collect();
        for e in puzzle.embedding_ids() {
            for a in puzzle.embedding(e) {
                fits[a.index()].size += 1;
            }
        }
        let mut start = 0;
        for f in &mut fits {
            f.start = start;
            start += std::mem::take(&mut f.size);
        }
        let mut entries = Vec::with_capacity(puzzle.total_size());
        let mut starts = vec![0];
        let mut set = vec![0; puzzle.total_size()];
        for e in puzzle.embedding_ids() {
            for a in puzzle.embedding(e) {
                let f = &mut fits[a.index()];
                let place = f.start + f.size;
                f.size += 1;
                set[place as usize] = entries.len() as u32;
                entries.push(Entry { aspect: a.0, embedding: e.0, place });
            }
            starts.push(entries.len() as u32);
        }
        let aspects = (0..count as u32).collect();
        SparseSets {
            entries,
            starts,
            set,
            fits,
            must_be_covered: must(puzzle),
            aspects,
            active: count,
            trail: Vec::new(),
            keeps_trail: bytes_of_sizes(puzzle) > room,
            step: 0,
        }
    }

    /// The active aspect with the fewest embeddings left; `None` when all are covered.
    #[inline]
    pub(super) fn least_fit(&self) -> Option<u32> {
        let mut least = None;
        let mut fewest = u32::MAX;
        for &a in &self.aspects[..self.active] {
            let f = &self.fits[a as usize];
            if f.size < fewest && self.must_be_covered[a as usize] {
                (least, fewest) = (Some(a), f.size);
                if fewest <= 1 {
                    break;
                }
            }
        }
        least
    }

    /// Takes an aspect off the active list.
    fn deactivate(&mut self, aspect: u32) {
        self.active -= 1;
        let position = self.fits[aspect as usize].position;
        let last = self.aspects[self.active];
        self.aspects[position as usize] = last;
        self.fits[last as usize].position = position;
        self.aspects[self.active] = aspect;
        self.fits[aspect as usize].position = self.active as u32;
    }

    /// Takes an aspect off the list and hides its embeddings from all other active aspects.
    #[inline]
    pub(super) fn cover(&mut self, aspect: u32) {
        self.deactivate(aspect);
        self.next_step();
        let bound = self.active as u32;
        match self.keeps_trail {
            true => self.hide::<false, true>(aspect, bound),
            false => self.hide::<false, false>(aspect, bound),
        };
    }

    /// Hides the embeddings of a covered aspect from the aspects at positions below `bound`. With
    /// `CUT`, false as soon as an active aspect has none left.
    fn hide<const CUT: bool, const TRAIL: bool>(&mut self, aspect: u32, bound: u32) -> bool {
        let f = self.fits[aspect as usize];
        let active = self.active as u32;
        for slot in f.start..f.start + f.size {
            let embedding = self.entries[self.set[slot as usize] as usize].embedding as usize;
            for entry in self.starts[embedding]..self.starts[embedding + 1] {
                let Entry { aspect: other, place, .. } = self.entries[entry as usize];
                let fits = &mut self.fits[other as usize];
                if fits.position >= bound || other == aspect {
                    continue;
                }
                if TRAIL && fits.step != self.step {
                    fits.step = self.step;
                    self.trail.push((other, fits.size));
                }
                fits.size -= 1;
                let empty = CUT && fits.size == 0 && fits.position < active;
                if empty && self.must_be_covered[other as usize] {
                    return false;
                }
                let last = fits.start + fits.size;
                let moved = self.set[last as usize];
                self.set[last as usize] = entry;
                self.set[place as usize] = moved;
                self.entries[moved as usize].place = place;
                self.entries[entry as usize].place = last;
            }
        }
        true
    }

    /// Chooses an embedding, given by its entry at the aspect being covered. False if some
    /// aspect can no longer be covered.
    #[inline]
    pub(super) fn choose(&mut self, entry: u32) -> bool {
        let embedding = self.entries[entry as usize].embedding as usize;
        let range = self.starts[embedding]..self.starts[embedding + 1];
        let before = self.active as u32;
        self.next_step();
        for other in range.clone() {
            let aspect = self.entries[other as usize].aspect;
            if self.fits[aspect as usize].position < before {
                self.deactivate(aspect);
            }
        }
        // The aspects just covered stand at active..before. Their sets must shrink too, or an
        // embedding that touches two of them would be hidden twice from a third aspect.
        for other in range {
            let aspect = self.entries[other as usize].aspect;
            if self.fits[aspect as usize].position >= before {
                continue;
            }
            let alive = match self.keeps_trail {
                true => self.hide::<true, true>(aspect, before),
                false => self.hide::<true, false>(aspect, before),
            };
            if !alive {
                return false;
            }
        }
        true
    }

    /// Begins a step: sizes changed from now on go on the trail again.
    fn next_step(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            // After 2^32 steps old marks could be taken for new ones.
            self.fits.iter_mut().for_each(|fits| fits.step = 0);
            self.step = 1;
        }
    }

    /// Makes it possible to come back to this state; returns what [`SparseSets::restore`] needs.
    #[inline]
    pub(super) fn mark(&mut self) -> usize {
        let mark = self.trail.len();
        if !self.keeps_trail {
            let fits = &self.fits;
            let sizes = self.aspects[..self.active].iter().map(|&a| (a, fits[a as usize].size));
            self.trail.extend(sizes);
        }
        mark
    }

    /// Undoes everything since the mark, when so many aspects were active.
    #[inline]
    pub(super) fn restore(&mut self, mark: usize, active: usize) {
        self.active = active;
        if !self.keeps_trail {
            for &(aspect, size) in &self.trail[mark..mark + active] {
                self.fits[aspect as usize].size = size;
            }
            return;
        }
        while self.trail.len() > mark {
            let (aspect, size) = self.trail.pop().expect("longer than its old length");
            self.fits[aspect as usize].size = size;
        }
    }
}

/// How many bytes the sizes of all aspects at every level take.
fn bytes_of_sizes(puzzle: &AbstractPuzzle) -> u64 {
    let smallest = puzzle.embedding_ids().map(|e| puzzle.embedding(e).len()).min().unwrap_or(1);
    let aspects = puzzle.aspects().len();
    (aspects / smallest.max(1)).saturating_mul(8 * aspects) as u64
}

/// Which aspects must be covered.
fn must(puzzle: &AbstractPuzzle) -> Vec<bool> {
    puzzle.aspects().iter().map(|aspect| aspect.demand == Demand::One).collect()
}
