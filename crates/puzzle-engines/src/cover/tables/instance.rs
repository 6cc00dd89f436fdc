//! A puzzle as this engine sees it: aspects that must be covered come first, each with a lane; the
//! others matter as conflicts between embeddings.
//!
//! What has a row is numbered: the embeddings; the aspects, then the colours of aspects, which are *sets*
//! of embeddings; and, where there are demands beyond those (`bags`), the aspects that must be covered, for
//! when they have got that, and the embeddings, for when they are out; last what price lists forbid.

use std::ops::Range;

use puzzle_core::{AbstractPuzzle, EmbeddingId};

use super::bags::{Bags, Event, Tally};
use super::layout::Counted;
use super::purses::Purses;

/// Aspects `0..aspects` must be covered; `aspects..aspects + optional` may be.
pub(in crate::cover) struct Instance {
    pub aspects: usize,
    pub optional: usize,
    /// Embedding `e` touches `touched[starts[e]..starts[e + 1]]`, ascending.
    pub starts: Vec<u32>,
    pub touched: Vec<u32>,
    pub purses: Purses,
    /// Nothing of it where every aspect is covered exactly or at most once, and every embedding covers one
    /// that must be.
    pub bags: Option<Bags>,
}

impl Instance {
    /// The whole puzzle.
    pub(in crate::cover) fn of(puzzle: &AbstractPuzzle) -> Self {
        let must = |demand: puzzle_core::Demand| demand.min() > 0;
        let mut number = vec![0; puzzle.aspects().len()];
        let mut next = 0;
        // Of several aspects with equally few embeddings left the first is covered: let it be the
        // one that began with most, because more is lost with it.
        let mut order: Vec<usize> = (0..number.len()).collect();
        let sizes: Vec<usize> = puzzle.covering().iter().map(Vec::len).collect();
        order.sort_by_key(|&a| std::cmp::Reverse(sizes[a]));
        for wanted in [true, false] {
            for &a in &order {
                if must(puzzle.aspects()[a].demand) == wanted {
                    number[a] = next;
                    next += 1;
                }
            }
        }
        let aspects = puzzle.aspects().iter().filter(|aspect| must(aspect.demand)).count();
        let optional = puzzle.aspects().len() - aspects;
        let (starts, touched) = (vec![0], Vec::new());
        let bags = (!puzzle.is_simple()).then(|| Bags::of(puzzle, &number));
        let purses = Purses::default();
        let mut instance = Instance { aspects, optional, starts, touched, purses, bags };
        for e in puzzle.embedding_ids() {
            instance.push(puzzle.embedding(e).iter().map(|a| number[a.index()]));
        }
        instance.purses = Purses::of(puzzle, instance.purses_from());
        instance
    }

    fn push(&mut self, aspects: impl Iterator<Item = u32>) {
        let start = self.touched.len();
        self.touched.extend(aspects);
        self.touched[start..].sort_unstable();
        self.starts.push(self.touched.len() as u32);
    }

    /// How many embeddings there are.
    pub(in crate::cover) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The aspects an embedding touches.
    pub(in crate::cover) fn embedding(&self, e: usize) -> &[u32] {
        &self.touched[self.starts[e] as usize..self.starts[e + 1] as usize]
    }

    /// How many rows there may be.
    pub(in crate::cover) fn rows(&self) -> usize {
        self.purses_from() + self.purses.rows()
    }

    /// How many sets there are: one for each aspect, one for each colour of an aspect.
    pub(in crate::cover) fn sets(&self) -> usize {
        self.aspects + self.optional + self.bags.as_ref().map_or(0, |bags| bags.colours.len())
    }

    /// Where the rows begin of aspects that have got what they must.
    fn content_from(&self) -> usize {
        self.len() + self.sets()
    }

    /// Where the rows of purses begin.
    pub(in crate::cover) fn purses_from(&self) -> usize {
        let more = if self.bags.is_some() { self.aspects + self.len() } else { 0 };
        self.content_from() + more
    }

    /// The row of an embedding that is out.
    pub(in crate::cover) fn alone(&self, e: u32) -> u32 {
        (self.content_from() + self.aspects) as u32 + e
    }

    /// The row of what happens to a bag.
    pub(in crate::cover) fn row_of(&self, event: Event) -> u32 {
        match event {
            Event::Full(a) => self.len() as u32 + a,
            Event::Content(a) => self.content_from() as u32 + a,
        }
    }

    /// The places of an embedding's aspects.
    #[inline(always)]
    fn places(&self, e: usize) -> Range<usize> {
        self.starts[e] as usize..self.starts[e + 1] as usize
    }

    /// Its aspects, and their places: what a tally counts.
    #[inline(always)]
    pub(in crate::cover) fn counted(&self, e: u32) -> (&[u32], Range<usize>) {
        let places = self.places(e as usize);
        (&self.touched[places.clone()], places)
    }

    /// The sets that are gone with a row.
    pub(in crate::cover) fn sets_of(&self, of: u32) -> impl Iterator<Item = u32> {
        let embedding = (of as usize) < self.len();
        let places = if embedding { self.places(of as usize) } else { 0..0 };
        let walls = self.bags.iter().flat_map({
            let places = places.clone();
            move |bags| bags.walls(places.clone())
        });
        let touched = if self.bags.is_some() { &[] } else { &self.touched[places] };
        let set = !embedding && (of as usize) < self.content_from();
        let alone = set.then(|| of - self.len() as u32);
        touched.iter().copied().chain(walls).chain(alone)
    }

    /// The embedding that is gone with a row, whatever its sets are.
    pub(in crate::cover) fn self_of(&self, of: u32) -> Option<u32> {
        self.bags.as_ref()?;
        let outs = (self.content_from() + self.aspects)..self.purses_from();
        match of as usize {
            e if e < self.len() => Some(of),
            row if outs.contains(&row) => Some((row - outs.start) as u32),
            _ => None,
        }
    }

    /// The aspects that are covered with a row where every aspect is covered once: many small tables are
    /// made in such searches.
    #[inline]
    pub(in crate::cover) fn covered_once_by(&self, of: u32) -> (&[u32], Option<u32>) {
        match of as usize {
            e if e < self.len() => (self.embedding(e), None),
            row if row < self.content_from() => (&[], Some(of - self.len() as u32)),
            _ => (&[], None),
        }
    }

    /// The aspects that are covered with a row.
    pub(in crate::cover) fn covered_by(&self, of: u32) -> impl Iterator<Item = u32> {
        let contents = self.content_from()..self.content_from() + self.aspects;
        let there = self.bags.is_some() && contents.contains(&(of as usize));
        let content = there.then(|| of - contents.start as u32);
        let aspects = (self.aspects + self.optional) as u32;
        self.sets_of(of).filter(move |&set| set < aspects).chain(content)
    }

    /// The row of the `i`-th set of an embedding, if its row is the union of theirs; none of a set.
    pub(in crate::cover) fn part(&self, of: u32, i: usize) -> Option<u32> {
        if of as usize >= self.len() {
            return None;
        }
        let Some(bags) = &self.bags else {
            return self.embedding(of as usize).get(i).map(|a| self.len() as u32 + a);
        };
        // It is a member of the sets of aspects, not of those of its colours.
        let aspects = (self.aspects + self.optional) as u32;
        let mut walls = bags.walls(self.places(of as usize));
        bags.walls(self.places(of as usize)).find(|&wall| wall < aspects)?;
        walls.nth(i).map(|wall| self.len() as u32 + wall)
    }

    /// Whether several members of the lane of this name may be chosen.
    #[inline(always)]
    pub(in crate::cover) fn takes_several(&self, name: u32) -> bool {
        self.bags.as_ref().is_some_and(|bags| bags.takes_several(name))
    }

    /// Nothing is covered.
    pub(in crate::cover) fn nothing(&self) -> Tally {
        self.bags.as_ref().map_or_else(Tally::default, Bags::nothing)
    }

    /// These are chosen.
    pub(in crate::cover) fn after(&self, chosen: &[EmbeddingId]) -> Tally {
        let mut tally = self.nothing();
        chosen.iter().for_each(|e| self.count(&mut tally, e.0, &mut Vec::new()));
        tally
    }

    /// Counts what is to be chosen, and tells which bags are full or content with it.
    #[inline(always)]
    pub(in crate::cover) fn count(&self, tally: &mut Tally, e: u32, events: &mut Vec<Event>) {
        if let Some(bags) = &self.bags {
            tally.add(bags, self.counted(e), events);
        }
    }

    /// Counts it no longer.
    #[inline(always)]
    pub(in crate::cover) fn take_back(&self, tally: &mut Tally, e: u32) {
        if let Some(bags) = &self.bags {
            tally.remove(bags, self.counted(e));
        }
    }

    /// The lanes of the whole puzzle: how many members each has, and how they count.
    pub(in crate::cover) fn lanes(&self) -> Vec<(usize, Counted)> {
        let counted = |a: usize| match &self.bags {
            Some(bags) if bags.bounds(a as u32).0 > 1 => Counted::Several,
            _ => Counted::Once,
        };
        let sizes = self.sizes();
        let lanes = (0..self.aspects).map(|a| (sizes[a], counted(a)));
        let loose = self.bags.iter().map(|bags| bags.loose.len()).filter(|&loose| loose > 0);
        lanes.chain(loose.map(|loose| (loose, Counted::Never))).collect()
    }

    /// What the lanes of the whole puzzle are called: aspects, and after the last of all aspects the loose
    /// lane.
    pub(in crate::cover) fn names(&self) -> impl Iterator<Item = u32> {
        let loose = self.bags.iter().filter(|bags| !bags.loose.is_empty());
        let last = (self.aspects + self.optional) as u32;
        (0..self.aspects as u32).chain(loose.map(move |_| last))
    }

    /// Names are less than this.
    pub(in crate::cover) fn most_names(&self) -> usize {
        if self.bags.is_some() { self.aspects + self.optional + 1 } else { self.aspects }
    }

    /// How many embeddings each aspect has.
    pub(in crate::cover) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.aspects + self.optional];
        self.touched.iter().for_each(|&a| sizes[a as usize] += 1);
        sizes
    }
}
