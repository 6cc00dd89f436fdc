//! What demands need beside sets: bags, colours, and embeddings that nobody asks for.
//!
//! An aspect that may be covered several times is a *bag*. Choosing an embedding over it takes nothing
//! from the others until it is full; then its row does, which is joined to the state as one more. A lane
//! that must still be covered `need` times leaves `living - need + 1` ways to begin (Knuth's Algorithm M),
//! so the lane *owes* `need - 1`. How often each bag was covered is one [`Tally`] along the path.
//!
//! A coloured aspect has a row for each colour: what gives it another one is gone.
//!
//! An embedding without an aspect that is covered a fixed number of times is *loose*: a solution may have
//! it or not. The loose ones have a lane of their own, which counts for nothing until all is covered.
//!
//! Where members of a lane do not exclude each other, those that were tried are out for the branches
//! that follow: then {e, f} and {f, e} are met once. So every embedding has a row with nothing but itself.
//!
//! Invariant: an embedding that lives is a member of some lane that is not covered.

use puzzle_core::{AbstractPuzzle, Colour, Demand, EmbeddingId};
use rustc_hash::FxHashMap;

/// The place in `walls` of an aspect that may be covered again.
const NONE: u32 = u32::MAX;

/// The demands of a puzzle.
pub(in crate::cover) struct Bags {
    /// By aspect: how often it must be covered, and how often it may be. The last are for the loose lane.
    bounds: Vec<(u32, u32)>,
    /// Beside each aspect that an embedding touches: the set that is gone once it is chosen, of those of
    /// the aspects followed by those of colours.
    walls: Vec<u32>,
    /// The aspect and the colour of each set of the second kind.
    pub colours: Vec<(u32, Option<Colour>)>,
    /// Ascending.
    pub loose: Vec<u32>,
    /// Aspects that may not be covered at all.
    pub closed: Vec<u32>,
}

/// How often each bag was covered.
#[derive(Clone, Default)]
pub(in crate::cover) struct Tally {
    used: Vec<u32>,
    /// By aspect that is not covered: what it must still get, less one.
    pub owed: Vec<u32>,
}

/// A row that is joined when an aspect has had its last embedding, or its last but optional ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Event {
    Full(u32),
    Content(u32),
}

impl Bags {
    /// Of a puzzle whose aspects have these numbers, where `must` of them have lanes.
    pub(in crate::cover) fn of(puzzle: &AbstractPuzzle, number: &[u32]) -> Self {
        let aspects = number.len();
        let mut bounds = vec![(0, u32::MAX); aspects + 1];
        for (aspect, &number) in puzzle.aspects().iter().zip(number) {
            bounds[number as usize] = (aspect.demand.min(), aspect.demand.max());
        }
        let mut colours = Vec::new();
        let mut sets = FxHashMap::default();
        let mut walls = Vec::with_capacity(puzzle.total_size());
        for e in puzzle.embedding_ids() {
            let start = walls.len();
            for (a, colour) in puzzle.touches(e) {
                let n = number[a.index()];
                let wall = match (puzzle.aspect(a).demand, colour) {
                    (Demand::Coloured, Some(_)) => *sets.entry((n, colour)).or_insert_with(|| {
                        colours.push((n, colour));
                        (aspects + colours.len() - 1) as u32
                    }),
                    (Demand::Coloured, None) => n,
                    (demand, _) if demand.max() == 1 => n,
                    _ => NONE,
                };
                walls.push((n, wall));
            }
            walls[start..].sort_unstable();
        }
        let fixed = |n: u32| {
            let (min, max) = bounds[n as usize];
            min == max
        };
        let loose =
            |e: &EmbeddingId| puzzle.embedding(*e).iter().all(|a| !fixed(number[a.index()]));
        let loose = puzzle.embedding_ids().filter(loose).map(|e| e.0).collect();
        let walls = walls.into_iter().map(|(_, wall)| wall).collect();
        let closed = (0..aspects as u32).filter(|&a| bounds[a as usize].1 == 0).collect();
        Bags { bounds, walls, colours, loose, closed }
    }

    /// The sets beside these touches, the place of an aspect that may be covered again left out.
    pub(in crate::cover) fn walls(
        &self,
        touches: std::ops::Range<usize>,
    ) -> impl Iterator<Item = u32> {
        self.walls[touches].iter().copied().filter(|&wall| wall != NONE)
    }

    /// The set at one place.
    pub(in crate::cover) fn wall(&self, touch: usize) -> Option<u32> {
        Some(self.walls[touch]).filter(|&wall| wall != NONE)
    }

    /// Whether several members of a lane may be chosen.
    #[inline(always)]
    pub(in crate::cover) fn takes_several(&self, aspect: u32) -> bool {
        self.bounds[aspect as usize].1 > 1
    }

    /// How often an aspect must be covered, and how often it may be.
    pub(in crate::cover) fn bounds(&self, aspect: u32) -> (u32, u32) {
        self.bounds[aspect as usize]
    }

    /// Nothing is covered.
    pub(in crate::cover) fn nothing(&self) -> Tally {
        let owed = self.bounds.iter().map(|(min, _)| min.saturating_sub(1)).collect();
        Tally { used: vec![0; self.bounds.len()], owed }
    }
}

impl Tally {
    /// Counts what is chosen, and tells which rows are to be joined for that.
    #[inline(always)]
    pub(in crate::cover) fn add(
        &mut self,
        bags: &Bags,
        (touched, walls): (&[u32], std::ops::Range<usize>),
        events: &mut Vec<Event>,
    ) {
        events.clear();
        for (&a, &wall) in touched.iter().zip(&bags.walls[walls]) {
            if wall != NONE {
                continue;
            }
            let (used, (min, max)) = (&mut self.used[a as usize], bags.bounds[a as usize]);
            *used += 1;
            self.owed[a as usize] = self.owed[a as usize].wrapping_sub(1);
            if *used >= max {
                events.push(Event::Full(a));
            } else if *used == min {
                events.push(Event::Content(a));
            }
        }
    }

    /// Takes that back.
    #[inline(always)]
    pub(in crate::cover) fn remove(
        &mut self,
        bags: &Bags,
        (touched, walls): (&[u32], std::ops::Range<usize>),
    ) {
        for (&a, &wall) in touched.iter().zip(&bags.walls[walls]) {
            if wall == NONE {
                self.used[a as usize] -= 1;
                self.owed[a as usize] = self.owed[a as usize].wrapping_add(1);
            }
        }
    }

    /// Whether an aspect was covered more often than it may be.
    pub(in crate::cover) fn is_over(&self, bags: &Bags, a: u32) -> bool {
        self.used[a as usize] > bags.bounds[a as usize].1
    }
}
