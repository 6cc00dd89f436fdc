//! Dynamic least-fit-first on sparse sets ("dancing cells").
//!
//! The idea of sparse sets is Briggs and Torczon's; Knuth's SSXCC applies it to exact cover. Each
//! aspect keeps the set of embeddings that could still cover it, as the first `size` entries of
//! its stretch of `set`. An embedding is hidden from an aspect by swapping its entry with the last
//! active one and shrinking `size`. Nothing else is ever undone: restoring the old `size` brings
//! every hidden entry back, because entries past the end are never touched. The list of active
//! aspects works the same way.
//!
//! Where memory allows, each level keeps the sizes of all active aspects. A large puzzle keeps a
//! trail instead, one entry for each aspect that a step touches, so that memory grows with the path
//! and not with the puzzle times the path; the test for it makes the inner loop twice as slow.
//!
//! At each node the aspect with the fewest remaining embeddings is covered in all possible ways
//! (slides 004: least-fit first), and a branch is given up as soon as some aspect has none left
//! (zero-fit cut-off).
//!
//! Invariant: an aspect is active iff it is not yet covered; the active part of an active
//! aspect's set holds exactly the embeddings that cover it and overlap no chosen one.

use std::ops::ControlFlow;

use crate::cover::takes;
use puzzle_core::{
    AbstractPuzzle, BigUint, Control, CoverEngine, CoverTask, Declined, Demand, EmbeddingId, Kind,
    Report, StopReason, Visitor, Want,
};

use super::bitsets::Parts;
use super::share::Shares;

/// Subtrees with fewer nodes are not weighed for the progress report: some milliseconds.
const MOMENT: f64 = 5000.0;
/// Random descents that weigh the children of a node for the progress report where `bitsets` cannot
/// sweep, and the fewest for a child.
const DESCENTS: u32 = 2000;
const FEWEST: u32 = 2;

/// The most bytes of sizes that are kept along a path, if nobody says otherwise.
pub(super) const SIZES: u64 = 32 << 20;

/// Dancing cells.
#[derive(Clone, Copy, Debug)]
pub struct Cells;

impl CoverEngine for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn about(&self) -> &'static str {
        "least-fit-first on sparse sets; aspects covered exactly or at most once"
    }

    fn kind(&self) -> Kind {
        Kind::Dynamic
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)?;
        takes::simple(&task.cover.puzzle)
    }

    fn run(
        &self,
        task: &CoverTask<'_>,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let cover = task.cover;
        let mut chosen = Vec::new();
        let search = Search::new(&cover.puzzle, control.budget.room(SIZES));
        Ok(match task.want {
            Want::Count => search.run(&cover.puzzle, control, |_| ControlFlow::Continue(())),
            Want::First | Want::All => search.run(&cover.puzzle, control, |solution| {
                chosen.clear();
                chosen.extend(solution.iter().map(|&e| EmbeddingId(e)));
                let flow = sink.solution(&chosen);
                if task.want == Want::First { ControlFlow::Break(()) } else { flow }
            }),
        })
    }
}

/// One aspect's entry for one embedding.
#[derive(Clone, Copy)]
struct Entry {
    aspect: u32,
    embedding: u32,
    /// Where `set` holds this entry.
    place: u32,
}

/// An aspect's stretch of `set`, and its place in the list of active aspects. Sixteen bytes: it is
/// what the inner loop reads and writes.
#[derive(Clone, Copy)]
struct Fits {
    start: u32,
    size: u32,
    position: u32,
    /// The step in which the size was last put on the trail.
    step: u32,
}

/// A node on the current path: the aspect being covered and how far its embeddings are tried.
struct Level {
    aspect: u32,
    next: u32,
    /// The lengths of the trail and of the active list before any embedding was chosen.
    trail: usize,
    active: usize,
    /// The length of the trail before the aspect itself was covered.
    before: usize,
}

/// The state of a search.
#[derive(Clone)]
pub(super) struct Search {
    entries: Vec<Entry>,
    /// Embedding `e` has the entries `starts[e]..starts[e + 1]`.
    starts: Vec<u32>,
    set: Vec<u32>,
    fits: Vec<Fits>,
    must_be_covered: Vec<bool>,
    /// Aspects; the first `active` are not yet covered.
    aspects: Vec<u32>,
    active: usize,
    /// (aspect, size before): of all active aspects at each level, or as a trail.
    trail: Vec<(u32, u32)>,
    keeps_trail: bool,
    /// Counts steps; a step covers an aspect or chooses an embedding.
    step: u32,
}

impl Search {
    /// Keeps so many bytes of sizes along a path, or else a trail.
    pub(super) fn new(puzzle: &AbstractPuzzle, room: u64) -> Self {
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
        Search {
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

    /// The one search loop: calls `solution` for each solution until it breaks.
    fn run(
        mut self,
        puzzle: &AbstractPuzzle,
        control: &Control,
        mut solution: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Report {
        let (mut nodes, mut solutions) = (1_u64, 0_u64);
        let mut chosen: Vec<u32> = Vec::new();
        let mut levels: Vec<Level> = Vec::new();
        let watched = control.progress.is_watched();
        let mut shares = Shares::new(watched, MOMENT);
        let mut sweeps = if watched { Parts::of(puzzle, &control.budget) } else { None };
        let mut next_check = control.budget.slice(0);
        let mut descend = true;
        let stopped = loop {
            if descend {
                match self.least_fit() {
                    None => {
                        solutions += 1;
                        if solution(&chosen).is_break() {
                            break Some(StopReason::Satisfied);
                        }
                    }
                    Some(aspect) if self.fits[aspect as usize].size > 0 => {
                        let before = self.trail.len();
                        self.cover(aspect);
                        if shares.wants(levels.len(), nodes) {
                            let expected = shares.expected();
                            let weights = self.weigh(&mut sweeps, &chosen, aspect, expected);
                            shares.open(levels.len(), &weights);
                        }
                        let (trail, active) = (self.mark(), self.active);
                        levels.push(Level { aspect, next: 0, trail, active, before });
                    }
                    Some(_) => {}
                }
            }
            if nodes >= next_check {
                control.progress.publish(nodes, solutions);
                if let Some(reason) = control.budget.check(nodes) {
                    break Some(reason);
                }
                next_check = nodes + control.budget.slice(nodes);
            }
            let depth = levels.len();
            let Some(level) = levels.last_mut() else { break None };
            if level.next > 0 {
                chosen.pop();
                self.restore(level.trail, level.active);
            }
            let f = self.fits[level.aspect as usize];
            if level.next == f.size {
                if self.keeps_trail {
                    self.restore(level.before, level.active + 1);
                } else {
                    self.trail.truncate(level.trail);
                }
                levels.pop();
                descend = false;
                continue;
            }
            let entry = self.set[(f.start + level.next) as usize];
            level.next += 1;
            nodes += 1;
            shares.advance(depth - 1, nodes, &control.progress);
            chosen.push(self.entries[entry as usize].embedding);
            descend = self.choose(entry);
        };
        control.progress.publish(nodes, solutions);
        if stopped.is_none() {
            control.progress.publish_fraction(1.0);
        }
        Report { solutions: BigUint::from(solutions), nodes, stopped }
    }

    /// The active aspect with the fewest embeddings left; `None` when all are covered.
    fn least_fit(&self) -> Option<u32> {
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
    fn cover(&mut self, aspect: u32) {
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
    fn choose(&mut self, entry: u32) -> bool {
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

    /// Makes it possible to come back to this state; returns what [`Search::restore`] needs.
    fn mark(&mut self) -> usize {
        let mark = self.trail.len();
        if !self.keeps_trail {
            let fits = &self.fits;
            let sizes = self.aspects[..self.active].iter().map(|&a| (a, fits[a as usize].size));
            self.trail.extend(sizes);
        }
        mark
    }

    /// Undoes everything since the mark, when so many aspects were active.
    fn restore(&mut self, mark: usize, active: usize) {
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

    /// The estimated nodes below each way to cover an aspect, itself included; so many are expected
    /// in all, if anything is known.
    fn weigh(
        &self,
        sweeps: &mut Option<Parts>,
        chosen: &[u32],
        aspect: u32,
        expected: Option<f64>,
    ) -> Vec<f64> {
        let f = self.fits[aspect as usize];
        let entries = &self.set[f.start as usize..(f.start + f.size) as usize];
        let Some(sweeps) = sweeps else { return self.descend_from(entries) };
        let chosen = chosen.iter().map(|&e| EmbeddingId(e)).collect();
        let embedding = |&entry: &u32| self.entries[entry as usize].embedding;
        let children: Vec<u32> = entries.iter().map(embedding).collect();
        sweeps.weigh(chosen, &children, expected)
    }

    /// The same by random descents. Works on a copy, so that watching a search does not change its
    /// course.
    fn descend_from(&self, entries: &[u32]) -> Vec<f64> {
        let mut scratch = self.clone();
        let mark = scratch.mark();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let descents = (DESCENTS / entries.len() as u32).max(FEWEST);
        let mut mean = |&entry: &u32| {
            let mut size = 0.0;
            for _ in 0..descents {
                size += scratch.probe(entry, &mut random);
                scratch.restore(mark, self.active);
            }
            size / f64::from(descents)
        };
        entries.iter().map(&mut mean).collect()
    }

    /// One random descent from the root: an unbiased estimate of the nodes below it. Leaves the
    /// state as it was.
    pub(super) fn probe_root(&mut self, random: &mut u64) -> f64 {
        let (mark, active) = (self.mark(), self.active);
        let total = self.descend(random);
        self.restore(mark, active);
        self.trail.truncate(mark);
        total
    }

    /// One random descent: an unbiased estimate of the number of nodes below this choice.
    fn probe(&mut self, entry: u32, random: &mut u64) -> f64 {
        1.0 + if self.choose(entry) { self.descend(random) } else { 0.0 }
    }

    /// The nodes below the present state, by one random descent.
    fn descend(&mut self, random: &mut u64) -> f64 {
        let (mut total, mut weight) = (0.0, 1.0);
        let mut alive = true;
        while alive {
            let Some(aspect) = self.least_fit() else { break };
            let f = self.fits[aspect as usize];
            if f.size == 0 {
                break;
            }
            weight *= f64::from(f.size);
            total += weight;
            let place = (next_random(random) % u64::from(f.size)) as u32;
            let pick = self.set[(f.start + place) as usize];
            self.cover(aspect);
            alive = self.choose(pick);
        }
        total
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

/// The next number of a xorshift generator (Marsaglia), whose state is never 0.
pub(super) fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}
