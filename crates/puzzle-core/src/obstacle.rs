//! Short reasons why a puzzle has no solution, found without a search.
//!
//! Two kinds: an aspect that asks for more embeddings than there are, and two aspects that need the
//! same thing, so that every way to serve the one rules out every way to serve the other. The
//! second is looked for among aspects with few embeddings only, within a bounded number of steps:
//! for each of them, among those that its first embedding alone rules out.

use crate::{AbstractPuzzle, AspectId, Demand, EmbeddingId};

/// Aspects with more embeddings seldom exclude each other.
const FEW: usize = 24;
/// How many pairs of embeddings are compared at most: some milliseconds.
const STEPS: usize = 400_000;

impl AbstractPuzzle {
    /// Whether no solution has both of these embeddings because of an aspect they share.
    pub fn excludes(&self, e: EmbeddingId, f: EmbeddingId) -> bool {
        self.shared_by(e, f).is_some()
    }

    /// The aspect that keeps two embeddings apart. Both lists are sorted.
    fn shared_by(&self, e: EmbeddingId, f: EmbeddingId) -> Option<AspectId> {
        let mut others = self.touches(f).peekable();
        for (a, colour) in self.touches(e) {
            while others.next_if(|(b, _)| *b < a).is_some() {}
            let Some((_, other)) = others.next_if(|(b, _)| *b == a) else { continue };
            let apart = match self.aspect(a).demand {
                Demand::Coloured => colour.is_none() || colour != other,
                demand => demand.max() == 1,
            };
            if apart {
                return Some(a);
            }
        }
        None
    }

    /// A short reason why there is no solution, if one is at hand.
    pub fn obstacle(&self) -> Option<String> {
        let covering = self.covering();
        let needy = |a: &AspectId| self.aspect(*a).demand.min() > 0;
        for a in self.aspect_ids().filter(needy) {
            let (aspect, found) = (self.aspect(a), covering[a.index()].len());
            match found {
                0 => return Some(format!("nothing covers {}", aspect.name)),
                _ if (found as u64) < u64::from(aspect.demand.min()) => {
                    let least = aspect.demand.min();
                    let name = &aspect.name;
                    return Some(format!(
                        "{name} must be covered {least} times, but only {found} embeddings touch it"
                    ));
                }
                _ => {}
            }
        }
        let few = |a: AspectId| covering[a.index()].len() <= FEW && needy(&a);
        let mut steps = 0;
        let mut nearby = Nearby::new(self);
        for a in self.aspect_ids().filter(|&a| few(a)) {
            for b in nearby.of(self, a, &covering, &mut steps) {
                if few(b)
                    && let Some(reason) = self.rivals(a, b, &covering, &mut steps)
                {
                    return Some(reason);
                }
                if steps > STEPS {
                    return None;
                }
            }
        }
        None
    }

    /// Why two aspects cannot both be served, if they cannot.
    fn rivals(
        &self,
        a: AspectId,
        b: AspectId,
        covering: &[Vec<EmbeddingId>],
        steps: &mut usize,
    ) -> Option<String> {
        let mut needed: Option<AspectId> = None;
        let mut same = true;
        for &e in &covering[a.index()] {
            for &f in &covering[b.index()] {
                *steps += 1;
                // One embedding may serve both.
                if e == f || *steps > STEPS {
                    return None;
                }
                let shared = self.shared_by(e, f)?;
                same &= needed.is_none_or(|before| before == shared);
                needed = Some(shared);
            }
        }
        let name = |a: AspectId| &self.aspect(a).name;
        Some(match needed.filter(|_| same) {
            Some(thing) => format!("{} and {} both need {}", name(a), name(b), name(thing)),
            None => format!("every way to cover {} rules out {}", name(a), name(b)),
        })
    }
}

/// Finds the aspects that one embedding rules out, without comparing all pairs.
struct Nearby {
    /// By embedding: the last aspect for which it was met.
    met: Vec<Option<AspectId>>,
    /// By aspect: how many of its embeddings are ruled out.
    lost: Vec<u32>,
}

impl Nearby {
    fn new(puzzle: &AbstractPuzzle) -> Self {
        let (embeddings, aspects) = (puzzle.embedding_count(), puzzle.aspects().len());
        Nearby { met: vec![None; embeddings], lost: vec![0; aspects] }
    }

    /// The aspects after `a` all of whose embeddings are ruled out by the first embedding of `a`.
    fn of(
        &mut self,
        puzzle: &AbstractPuzzle,
        a: AspectId,
        covering: &[Vec<EmbeddingId>],
        steps: &mut usize,
    ) -> Vec<AspectId> {
        let Some(&first) = covering[a.index()].first() else { return Vec::new() };
        let mut touched: Vec<AspectId> = Vec::new();
        for &c in puzzle.embedding(first) {
            let demand = puzzle.aspect(c).demand;
            let apart = demand != Demand::Coloured && demand.max() == 1;
            for &f in &covering[c.index()] {
                *steps += 1;
                if *steps > STEPS {
                    break;
                }
                let met = self.met[f.index()].replace(a) == Some(a);
                if met || f == first || !(apart || puzzle.excludes(first, f)) {
                    continue;
                }
                for &b in puzzle.embedding(f).iter().filter(|&&b| b > a) {
                    if self.lost[b.index()] == 0 {
                        touched.push(b);
                    }
                    self.lost[b.index()] += 1;
                }
            }
        }
        let is_lost = |&b: &AspectId| self.lost[b.index()] as usize == covering[b.index()].len();
        let mut lost: Vec<AspectId> = touched.iter().copied().filter(is_lost).collect();
        lost.sort_unstable();
        touched.iter().for_each(|b| self.lost[b.index()] = 0);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, PuzzleBuilder};

    fn builder(names: &[&str]) -> (PuzzleBuilder, Vec<AspectId>) {
        let mut builder = PuzzleBuilder::new();
        let aspects = names.iter().map(|&name| builder.aspect(name, Demand::One)).collect();
        (builder, aspects)
    }

    #[test]
    fn an_aspect_that_nothing_covers_is_a_reason() {
        let (mut builder, a) = builder(&["x", "y"]);
        builder.embedding([a[0]]);
        assert_eq!(builder.build().unwrap().obstacle().unwrap(), "nothing covers y");
    }

    #[test]
    fn a_bag_that_wants_more_than_there_is_is_a_reason() {
        let (mut builder, a) = builder(&["x"]);
        let bag = builder.aspect("bag", Demand::between(3, 4));
        builder.embedding([a[0], bag]);
        builder.embedding([bag]);
        let reason = builder.build().unwrap().obstacle().unwrap();
        assert_eq!(reason, "bag must be covered 3 times, but only 2 embeddings touch it");
    }

    #[test]
    fn two_aspects_that_need_the_same_thing_are_a_reason() {
        let (mut builder, a) = builder(&["x", "y", "spare"]);
        let thing = builder.aspect("thing", Demand::AtMostOne);
        builder.embedding([a[0], thing]);
        builder.embedding([a[0], thing, a[2]]);
        builder.embedding([a[1], thing]);
        let both = builder.clone();
        assert_eq!(both.build().unwrap().obstacle().unwrap(), "x and y both need thing");
        builder.embedding([a[0], a[1], thing]);
        builder.embedding([a[2]]);
        assert_eq!(builder.build().unwrap().obstacle(), None);
    }

    #[test]
    fn colours_exclude_each_other_and_agreeing_ones_do_not() {
        let (mut builder, a) = builder(&["x", "y"]);
        let shared = builder.aspect("shared", Demand::Coloured);
        builder.coloured_embedding([(a[0], None), (shared, Some(Colour(1)))]);
        builder.coloured_embedding([(a[1], None), (shared, Some(Colour(2)))]);
        assert!(builder.clone().build().unwrap().obstacle().is_some());
        builder.coloured_embedding([(a[1], None), (shared, Some(Colour(1)))]);
        assert_eq!(builder.build().unwrap().obstacle(), None);
    }
}
