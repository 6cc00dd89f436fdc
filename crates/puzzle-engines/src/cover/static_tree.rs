//! The tree of a search in a static order, and random sweeps over it.
//!
//! Nodes are taken by their least free rank, those of one rank together, as Chen (1992) takes nodes
//! by their kind.

use puzzle_core::{AbstractPuzzle, AspectId, Demand, EmbeddingId, Order, Random};

/// The rank of each aspect, and how many must be covered: those come first, the others are never
/// chosen to be covered.
pub(super) fn ranks(puzzle: &AbstractPuzzle, order: &Order) -> (Vec<u32>, usize) {
    let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
    let (first, last): (Vec<AspectId>, Vec<AspectId>) =
        order.sequence().iter().partition(|a| must(a));
    let mut ranks = vec![0; puzzle.aspects().len()];
    for (a, rank) in first.iter().chain(&last).zip(0..) {
        ranks[a.index()] = rank;
    }
    (ranks, first.len())
}

/// The tree of a search that covers the aspects in a fixed order, as far as they must be covered.
pub(super) struct StaticTree {
    words: usize,
    /// By rank of their least aspect, the embeddings, and as bitsets over ranks.
    by_least: Vec<(Vec<EmbeddingId>, Vec<u64>)>,
}

/// The most bytes for the nodes abreast; more go one sweep after the other.
const MEMORY: usize = 16 << 20;

/// What is covered at a node, as a bitset over ranks.
pub(super) type Covered = Vec<u64>;

/// Nodes with the same least free rank, that stand for others.
#[derive(Clone, Default)]
struct Abreast {
    /// What they have covered, end to end.
    covered: Vec<u64>,
    members: Vec<Member>,
}

#[derive(Clone, Copy)]
struct Member {
    /// How many nodes it stands for, itself included.
    weight: f64,
    /// Below which of the weighed nodes.
    root: u32,
}

impl Abreast {
    fn push(&mut self, covered: &[u64], weight: f64, root: u32) {
        self.covered.extend_from_slice(covered);
        self.members.push(Member { weight, root });
    }

    /// Keeps at most so many, evenly spaced by weight, each with an even share of the whole weight.
    /// They lie as they were found, so neighbours are much alike.
    fn thin(&mut self, most: usize, words: usize, random: &mut Random) {
        let Abreast { covered, members } = self;
        if members.len() <= most {
            return;
        }
        let total: f64 = members.iter().map(|member| member.weight).sum();
        let stride = total / most as f64;
        let mut at = stride * random.uniform();
        let mut before = 0.0;
        let mut kept = Abreast::default();
        for (member, covered) in members.iter().zip(covered.chunks_exact(words)) {
            before += member.weight;
            let mut times = 0.0;
            while at < before {
                times += 1.0;
                at += stride;
            }
            if times > 0.0 {
                kept.covered.extend_from_slice(covered);
                kept.members.push(Member { weight: times * stride, ..*member });
            }
        }
        *self = kept;
    }
}

impl StaticTree {
    /// The tree of this order with some embeddings only.
    pub(super) fn of(
        puzzle: &AbstractPuzzle,
        order: &Order,
        keep: impl Fn(EmbeddingId) -> bool,
    ) -> Self {
        let words = puzzle.aspects().len().div_ceil(64);
        let (ranks, must) = ranks(puzzle, order);
        let mut by_least = vec![(Vec::new(), Vec::new()); must];
        let mut mask = vec![0_u64; words];
        for e in puzzle.embedding_ids().filter(|&e| keep(e)) {
            mask.fill(0);
            let mut least = u32::MAX;
            for a in puzzle.embedding(e) {
                let rank = ranks[a.index()];
                mask[rank as usize / 64] |= 1 << (rank % 64);
                least = least.min(rank);
            }
            // What touches only aspects that may stay uncovered is never chosen.
            if let Some((ids, masks)) = by_least.get_mut(least as usize) {
                ids.push(e);
                masks.extend_from_slice(&mask);
            }
        }
        StaticTree { words, by_least }
    }

    /// Nothing is covered.
    pub(super) fn root(&self) -> Covered {
        vec![0; self.words]
    }

    /// The embeddings that are tried at a node, and what is covered then.
    pub(super) fn children(&self, covered: &Covered) -> Vec<(EmbeddingId, Covered)> {
        let Some(rank) = self.least(covered) else { return Vec::new() };
        let mut fitting = Vec::new();
        self.fitting(rank, covered, &mut fitting);
        let child = |&place: &usize| {
            let mut child = covered.clone();
            self.cover(rank, place, &mut child);
            (self.by_least[rank].0[place], child)
        };
        fitting.iter().map(child).collect()
    }

    /// About how many nodes lie below each of these nodes, by sweeps with so many abreast at every
    /// rank. The estimates are unbiased.
    pub(super) fn below(&self, roots: &[Covered], abreast: usize, random: &mut Random) -> Vec<f64> {
        let ranks = self.by_least.len();
        let member = 2 * (size_of::<Member>() + 8 * self.words);
        let most = (MEMORY / (member * ranks.max(1))).clamp(16, abreast.max(16));
        let sweeps = abreast.div_ceil(most);
        let mut totals = vec![0.0; roots.len()];
        let mut waiting = vec![Abreast::default(); ranks];
        let mut fitting = Vec::new();
        let mut child = vec![0; self.words];
        for _ in 0..sweeps {
            for (root, covered) in (0..).zip(roots) {
                if let Some(rank) = self.least(covered) {
                    waiting[rank].push(covered, 1.0 / sweeps as f64, root);
                }
            }
            // Children have a larger rank than their parents.
            for rank in 0..ranks {
                let mut here = std::mem::take(&mut waiting[rank]);
                here.thin(most, self.words, random);
                for (member, covered) in
                    here.members.iter().zip(here.covered.chunks_exact(self.words))
                {
                    self.fitting(rank, covered, &mut fitting);
                    totals[member.root as usize] += member.weight * fitting.len() as f64;
                    for &place in &fitting {
                        child.copy_from_slice(covered);
                        self.cover(rank, place, &mut child);
                        let Some(rank) = self.least(&child) else { continue };
                        waiting[rank].push(&child, member.weight, member.root);
                        if waiting[rank].members.len() >= 2 * most {
                            waiting[rank].thin(most, self.words, random);
                        }
                    }
                }
            }
        }
        totals
    }

    /// The least rank that must be covered and is not.
    fn least(&self, covered: &[u64]) -> Option<usize> {
        let word = covered.iter().position(|word| *word != u64::MAX)?;
        let rank = 64 * word + covered[word].trailing_ones() as usize;
        (rank < self.by_least.len()).then_some(rank)
    }

    /// Which of the embeddings of a rank fit, by their place.
    fn fitting(&self, rank: usize, covered: &[u64], fitting: &mut Vec<usize>) {
        fitting.clear();
        let masks = &self.by_least[rank].1;
        // Most puzzles have few aspects, and most of the time is spent here.
        match *covered {
            [c] => fitting.extend((0..masks.len()).filter(|&i| masks[i] & c == 0)),
            [c, d] => {
                let (masks, _) = masks.as_chunks::<2>();
                fitting
                    .extend((0..masks.len()).filter(|&i| masks[i][0] & c | masks[i][1] & d == 0));
            }
            _ => {
                let disjoint = |mask: &[u64]| mask.iter().zip(covered).all(|(m, c)| m & c == 0);
                let candidates = masks.chunks_exact(self.words).enumerate();
                fitting.extend(candidates.filter(|(_, mask)| disjoint(mask)).map(|(i, _)| i));
            }
        }
    }

    fn cover(&self, rank: usize, place: usize, covered: &mut [u64]) {
        let mask = &self.by_least[rank].1[place * self.words..(place + 1) * self.words];
        covered.iter_mut().zip(mask).for_each(|(c, m)| *c |= m);
    }
}
