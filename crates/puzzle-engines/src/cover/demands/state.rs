//! A partial solution and what it leaves open, for every kind of demand.
//!
//! Each embedding has a counter of reasons why it can no longer be chosen; each aspect counts the
//! embeddings over it that still can. Choosing an embedding adds reasons, taking it back subtracts
//! the same ones, so nothing need be remembered in between.
//!
//! What can no longer be paid from the purse of a price list has one more reason. The embeddings of a list
//! are in descending order of cost, so those are the first of them.
//!
//! Invariant: `live[a]` is the number of embeddings over `a` whose counter is 0, `free` the number
//! of all such embeddings.

use puzzle_core::{AbstractPuzzle, AspectId, Colour, Demand, EmbeddingId, PriceList};

type Touch = (AspectId, Option<Colour>);

/// A price list, and what is left in its purse.
struct Purse {
    /// What each embedding costs.
    costs: Vec<u32>,
    /// The embeddings, the dearest first.
    dearest: Vec<u32>,
    /// How many of those are too dear.
    gone: usize,
    left: i64,
}

impl Purse {
    fn new(puzzle: &AbstractPuzzle, list: &PriceList) -> Self {
        let costs: Vec<u32> = puzzle.embedding_ids().map(|e| list.cost(puzzle, e)).collect();
        let mut dearest: Vec<u32> = (0..costs.len() as u32).collect();
        dearest.sort_by_key(|&e| std::cmp::Reverse(costs[e as usize]));
        Purse { costs, dearest, gone: 0, left: list.purse() }
    }

    /// The first of the embeddings that can be paid, or of those that cannot.
    fn boundary(&self) -> usize {
        self.dearest.partition_point(|&e| i64::from(self.costs[e as usize]) > self.left)
    }
}

pub(in crate::cover) struct State<'a> {
    pub(in crate::cover) puzzle: &'a AbstractPuzzle,
    /// For each aspect the embeddings over it, with the colours they give it.
    pub(super) covering: Vec<Vec<(u32, Option<Colour>)>>,
    pub(super) chosen: Vec<EmbeddingId>,
    /// How many chosen embeddings touch each aspect.
    used: Vec<u32>,
    /// Why each embedding is out: how many reasons.
    reasons: Vec<u32>,
    live: Vec<u32>,
    free: usize,
    purses: Vec<Purse>,
}

impl<'a> State<'a> {
    /// Nothing chosen; the embeddings over each aspect in ascending order of `rank`.
    pub(in crate::cover) fn new(puzzle: &'a AbstractPuzzle, rank: impl Fn(u32) -> u64) -> Self {
        let mut covering = vec![Vec::new(); puzzle.aspects().len()];
        for e in puzzle.embedding_ids() {
            for (a, colour) in puzzle.touches(e) {
                covering[a.index()].push((e.0, colour));
            }
        }
        for list in &mut covering {
            list.sort_by_key(|&(e, _)| rank(e));
        }
        let purses = puzzle.prices().iter().map(|list| Purse::new(puzzle, list)).collect();
        let mut state = State {
            puzzle,
            live: covering.iter().map(|list| list.len() as u32).collect(),
            covering,
            chosen: Vec::new(),
            used: vec![0; puzzle.aspects().len()],
            reasons: vec![0; puzzle.embedding_count()],
            free: puzzle.embedding_count(),
            purses,
        };
        state.settle();
        for (aspect, a) in puzzle.aspects().iter().zip(0..) {
            if aspect.demand.max() == 0 {
                (0..state.covering[a].len()).for_each(|i| state.forbid(state.covering[a][i].0));
            }
        }
        state
    }

    /// Gives what cannot be paid its reason, and takes it from what can.
    fn settle(&mut self) {
        let mut purses = std::mem::take(&mut self.purses);
        for purse in &mut purses {
            let boundary = purse.boundary();
            purse.dearest[purse.gone.min(boundary)..boundary].iter().for_each(|&e| self.forbid(e));
            purse.dearest[boundary.min(purse.gone)..purse.gone].iter().for_each(|&e| self.allow(e));
            purse.gone = boundary;
        }
        self.purses = purses;
    }

    /// How many more embeddings an aspect must get.
    pub(super) fn need(&self, a: AspectId) -> u32 {
        self.puzzle.aspect(a).demand.min().saturating_sub(self.used[a.index()])
    }

    pub(super) fn live(&self, a: AspectId) -> u32 {
        self.live[a.index()]
    }

    pub(super) fn is_live(&self, e: u32) -> bool {
        self.reasons[e as usize] == 0
    }

    /// How many embeddings could still be chosen.
    pub(super) fn free(&self) -> usize {
        self.free
    }

    /// Adds a reason against an embedding.
    pub(super) fn forbid(&mut self, e: u32) {
        self.reasons[e as usize] += 1;
        if self.reasons[e as usize] == 1 {
            self.free -= 1;
            for &a in self.puzzle.embedding(EmbeddingId(e)) {
                self.live[a.index()] -= 1;
            }
        }
    }

    /// Takes a reason away.
    pub(super) fn allow(&mut self, e: u32) {
        self.reasons[e as usize] -= 1;
        if self.reasons[e as usize] == 0 {
            self.free += 1;
            for &a in self.puzzle.embedding(EmbeddingId(e)) {
                self.live[a.index()] += 1;
            }
        }
    }

    /// Adds a live embedding to the partial solution.
    pub(super) fn choose(&mut self, e: u32) {
        let puzzle = self.puzzle;
        self.chosen.push(EmbeddingId(e));
        self.forbid(e);
        for touch in puzzle.touches(EmbeddingId(e)) {
            self.used[touch.0.index()] += 1;
            self.each_loser(e, touch, Self::forbid);
        }
        for purse in &mut self.purses {
            purse.left -= i64::from(purse.costs[e as usize]);
        }
        self.settle();
    }

    /// Takes back what was chosen last.
    pub(super) fn take_back(&mut self) -> u32 {
        let puzzle = self.puzzle;
        let EmbeddingId(e) = self.chosen.pop().expect("something was chosen");
        for purse in &mut self.purses {
            purse.left += i64::from(purse.costs[e as usize]);
        }
        self.settle();
        for touch in puzzle.touches(EmbeddingId(e)) {
            self.each_loser(e, touch, Self::allow);
            self.used[touch.0.index()] -= 1;
        }
        self.allow(e);
        e
    }

    /// The embeddings that lose because the aspect, `used` counting this touch, is now full or has
    /// got its colour.
    fn each_loser(&mut self, e: u32, (a, colour): Touch, act: fn(&mut Self, u32)) {
        let (used, demand) = (self.used[a.index()], self.puzzle.aspect(a).demand);
        let decides = match demand {
            // Later touches in the same colour rule out nothing new.
            Demand::Coloured => used == 1,
            _ => used == demand.max(),
        };
        if !decides {
            return;
        }
        for i in 0..self.covering[a.index()].len() {
            let (other, its) = self.covering[a.index()][i];
            let agrees = demand == Demand::Coloured && colour.is_some() && its == colour;
            if other != e && !agrees {
                act(self, other);
            }
        }
    }
}
