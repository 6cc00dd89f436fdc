//! Symmetries as permutations, so that engines can use them without knowing any geometry.
//!
//! The groups that occur are those of boxes (at most a few hundred elements), or were found and are
//! small, so the elements are listed rather than generated. Invariant: the list is a group, the
//! identity comes first. Groups that are too large to list stay with [`Automorphisms`].

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{AbstractPuzzle, AspectId, Automorphisms, Budget, EmbeddingId};

/// A permutation of `0..n`: position `i` goes to `self.0[i]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Permutation(Vec<u32>);

impl Permutation {
    /// Leaves everything in its place.
    pub fn identity(n: usize) -> Self {
        Permutation((0..n as u32).collect())
    }

    /// The permutation with these images, if it is one.
    pub fn new(images: Vec<u32>) -> Option<Self> {
        let mut hit = vec![false; images.len()];
        for &image in &images {
            if std::mem::replace(hit.get_mut(image as usize)?, true) {
                return None;
            }
        }
        Some(Permutation(images))
    }

    /// Where `i` goes.
    pub fn apply(&self, i: u32) -> u32 {
        self.0[i as usize]
    }

    /// First this one, then `next`.
    pub fn then(&self, next: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|&i| next.apply(i)).collect())
    }

    /// The permutation that takes everything back.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0; self.0.len()];
        for (i, &image) in self.0.iter().enumerate() {
            images[image as usize] = i as u32;
        }
        Permutation(images)
    }

    /// How often it must be repeated until everything is back in its place; bounded by `u32`.
    pub fn order(&self) -> u32 {
        let mut seen = vec![false; self.0.len()];
        let mut order = 1_u64;
        for start in 0..self.0.len() {
            let (mut at, mut length) = (start, 0_u64);
            while !std::mem::replace(&mut seen[at], true) {
                at = self.0[at] as usize;
                length += 1;
            }
            if length > 1 {
                let (mut a, mut b) = (order, length);
                while b > 0 {
                    (a, b) = (b, a % b);
                }
                order = (order / a).saturating_mul(length).min(u64::from(u32::MAX));
            }
        }
        order as u32
    }

    /// How many things it permutes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to permute.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether nothing moves.
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(i, &image)| i as u32 == image)
    }
}

/// A permutation of aspects and embeddings that carries each embedding's aspects to its image's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Where aspects go.
    pub aspects: Permutation,
    /// Where embeddings go.
    pub embeddings: Permutation,
    /// Keeps handedness: a motion that can be carried out with the box in hand. Reflections
    /// are improper.
    pub proper: bool,
}

impl Symmetry {
    /// The image of an aspect.
    pub fn aspect(&self, a: AspectId) -> AspectId {
        AspectId(self.aspects.apply(a.0))
    }

    /// The image of an embedding.
    pub fn embedding(&self, e: EmbeddingId) -> EmbeddingId {
        EmbeddingId(self.embeddings.apply(e.0))
    }

    /// Whether a solution, given as a sorted list, is carried onto itself.
    pub fn fixes(&self, solution: &[EmbeddingId]) -> bool {
        solution.iter().all(|&e| solution.binary_search(&self.embedding(e)).is_ok())
    }
}

/// Where symmetries come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// Nobody looked for any.
    #[default]
    Unknown,
    /// The puzzle's geometry: turns and reflections of its box or board.
    Geometry,
    /// The graph on which it is played. A graph does not tell turns from reflections.
    Graph,
    /// They were found in the cover itself.
    Found,
}

impl Origin {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Unknown => "unknown",
            Origin::Geometry => "geometry",
            Origin::Graph => "graph",
            Origin::Found => "found",
        }
    }

    /// Whether a puzzle brought them along.
    pub fn is_own(self) -> bool {
        matches!(self, Origin::Geometry | Origin::Graph)
    }

    /// What one of them is called, by whether it keeps handedness.
    pub fn kind(self, proper: bool) -> SymmetryKind {
        match (self, proper) {
            (Origin::Geometry, true) => SymmetryKind::Turn,
            (Origin::Geometry, false) => SymmetryKind::Reflection,
            _ => SymmetryKind::Symmetry,
        }
    }
}

/// What a symmetry is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SymmetryKind {
    /// It keeps handedness: a hand can do it.
    Turn,
    /// It needs a mirror.
    Reflection,
    /// Where no geometry tells turns from reflections.
    Symmetry,
}

impl SymmetryKind {
    /// In words, for so many.
    pub fn word(self, many: usize) -> &'static str {
        match (self, many) {
            (SymmetryKind::Turn, 1) => "turn",
            (SymmetryKind::Turn, _) => "turns",
            (SymmetryKind::Reflection, 1) => "reflection",
            (SymmetryKind::Reflection, _) => "reflections",
            (SymmetryKind::Symmetry, 1) => "symmetry",
            (SymmetryKind::Symmetry, _) => "symmetries",
        }
    }
}

/// A group of symmetries.
#[derive(Clone, Debug)]
pub struct Symmetries {
    elements: Vec<Symmetry>,
    complete: bool,
    origin: Origin,
}

impl Symmetries {
    /// Only the identity, of a puzzle in which nobody looked for more.
    pub fn trivial(puzzle: &AbstractPuzzle) -> Self {
        Symmetries {
            elements: vec![Symmetry {
                aspects: Permutation::identity(puzzle.aspects().len()),
                embeddings: Permutation::identity(puzzle.embedding_count()),
                proper: true,
            }],
            complete: true,
            origin: Origin::Unknown,
        }
    }

    /// What was found in a puzzle; `None` if that is over `most` symmetries.
    pub fn found(puzzle: &AbstractPuzzle, found: &Automorphisms, most: usize) -> Option<Self> {
        let mut group = Self::from_elements(puzzle, found.list(most)?);
        group.complete = found.is_complete();
        group.origin = Origin::Found;
        Some(group)
    }

    /// Where they come from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Says that they are those of a graph.
    #[must_use]
    pub fn of_graph(self) -> Self {
        Symmetries { origin: Origin::Graph, ..self }
    }

    /// The turns alone.
    #[must_use]
    pub fn only_turns(&self) -> Self {
        let elements = self.elements.iter().filter(|symmetry| symmetry.proper).cloned().collect();
        Symmetries { elements, ..*self }
    }

    /// How many of them are turns: proper ones, which need no mirror.
    pub fn turns(&self) -> usize {
        self.elements.iter().filter(|symmetry| symmetry.proper).count()
    }

    /// Says that these are not all: counting up to symmetry would be wrong then.
    #[must_use]
    pub fn incomplete(self) -> Self {
        Symmetries { complete: false, ..self }
    }

    /// Whether these are all symmetries the puzzle is meant to have.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The group whose elements these are, with the identity moved to the front. Elements that
    /// move the embeddings alike are one element (proper if one of them is).
    ///
    /// Each must carry `puzzle` to itself; that is checked in debug builds.
    pub fn from_elements(puzzle: &AbstractPuzzle, mut elements: Vec<Symmetry>) -> Self {
        debug_assert!(elements.iter().all(|s| carries(puzzle, s)));
        elements.sort_by_key(|s| (!s.embeddings.is_identity(), !s.proper));
        let mut seen = FxHashSet::default();
        elements.retain(|s| seen.insert(s.embeddings.clone()));
        if elements.first().is_none_or(|s| !s.embeddings.is_identity()) {
            elements.insert(0, Self::trivial(puzzle).elements.remove(0));
        }
        Symmetries { elements, complete: true, origin: Origin::Geometry }
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> &[Symmetry] {
        &self.elements
    }

    /// A few elements that generate the others.
    pub fn generators(&self) -> Vec<&Symmetry> {
        let number: FxHashMap<&Permutation, usize> =
            self.elements.iter().map(|s| &s.embeddings).zip(0..).collect();
        let mut inside = vec![false; self.elements.len()];
        let mut generated = vec![0];
        let mut generators = Vec::new();
        for (place, element) in self.elements.iter().enumerate().skip(1) {
            if inside[place] {
                continue;
            }
            generators.push(element);
            let mut open = generated.clone();
            while let Some(i) = open.pop() {
                for generator in &generators {
                    let product = self.elements[i].embeddings.then(&generator.embeddings);
                    let Some(&product) = number.get(&product) else { continue };
                    if product > 0 && !std::mem::replace(&mut inside[product], true) {
                        generated.push(product);
                        open.push(product);
                    }
                }
            }
        }
        generators
    }

    /// How many elements the group has.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The subgroup that carries the kept embeddings, which are those of `puzzle`, to each other,
    /// renumbered for them; the identity alone if the budget ends before that is known.
    pub fn keep(
        &self,
        puzzle: &AbstractPuzzle,
        embeddings: usize,
        keep: impl Fn(EmbeddingId) -> bool,
        budget: &Budget,
    ) -> Self {
        let kept: Vec<bool> = (0..embeddings).map(|e| keep(EmbeddingId::new(e))).collect();
        let mut place = vec![0; embeddings];
        let mut next = 0;
        for (place, &kept) in place.iter_mut().zip(&kept) {
            *place = next;
            next += u32::from(kept);
        }
        let ids = || (0..embeddings as u32).filter(|&e| kept[e as usize]);
        let stays = |s: &&Symmetry| ids().all(|e| kept[s.embeddings.apply(e) as usize]);
        let renumber = |s: &Symmetry| Symmetry {
            aspects: s.aspects.clone(),
            embeddings: Permutation(ids().map(|e| place[s.embeddings.apply(e) as usize]).collect()),
            proper: s.proper,
        };
        let mut elements = Vec::new();
        for symmetry in &self.elements {
            if budget.check(0).is_some() {
                return Self::trivial(puzzle).incomplete();
            }
            elements.extend(Some(symmetry).filter(stays).map(renumber));
        }
        Symmetries { elements, complete: self.complete, origin: self.origin }
    }
}

/// Whether the symmetry carries the puzzle to itself.
fn carries(puzzle: &AbstractPuzzle, symmetry: &Symmetry) -> bool {
    let demands = puzzle
        .aspect_ids()
        .all(|a| puzzle.aspect(symmetry.aspect(a)).demand == puzzle.aspect(a).demand);
    demands
        && puzzle.embedding_ids().all(|e| {
            let mut image: Vec<_> =
                puzzle.embedding(e).iter().map(|&a| symmetry.aspect(a)).collect();
            image.sort_unstable();
            image == puzzle.embedding(symmetry.embedding(e))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_has_every_image_once() {
        assert!(Permutation::new(vec![1, 0, 2]).is_some());
        assert!(Permutation::new(vec![1, 1, 2]).is_none());
        assert!(Permutation::new(vec![3, 0, 1]).is_none());
    }

    #[test]
    fn composition_applies_the_first_permutation_first() {
        let turn = Permutation::new(vec![1, 2, 0]).unwrap();
        let swap = Permutation::new(vec![1, 0, 2]).unwrap();
        assert_eq!(turn.then(&swap).apply(0), 0);
        assert!(turn.then(&turn).then(&turn).is_identity());
    }
}
