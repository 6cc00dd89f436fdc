//! Partially ordered sets: elements with names, and which lie below which.
//!
//! The order is kept as a table of bits: row `x` holds the elements above `x`, itself included.
//! Invariants: the relation is reflexive, transitive and without cycles; elements are numbered so
//! that if `x < y` then `x` has the smaller number, so the numbers are a linear extension.

use crate::shown::shown;

mod automorphisms;
mod build;
mod measures;

/// A partially ordered set of at most [`Poset::LARGEST`] elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poset {
    names: Vec<String>,
    /// Words of a row.
    words: usize,
    /// Row `x` is `above[x * words..][..words]`.
    above: Vec<u64>,
    /// The elements directly above and directly below each.
    upper: Vec<Vec<u32>>,
    lower: Vec<Vec<u32>>,
}

/// Why relations are no partial order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PosetError {
    /// These elements lie below each other in a circle.
    Cycle(Vec<u32>),
    /// So many elements would be too many.
    TooLarge,
}

shown! { PosetError {
    PosetError::Cycle(elements) => "{} elements lie below each other in a circle", elements.len();
    PosetError::TooLarge => "a partial order has at most {} elements here", Poset::LARGEST;
} }

impl std::error::Error for PosetError {}

impl Poset {
    /// The most elements.
    pub const LARGEST: usize = 4096;

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the elements.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether `x` lies below `y` or is `y`.
    #[inline]
    pub fn leq(&self, x: u32, y: u32) -> bool {
        self.above(x)[y as usize / 64] >> (y % 64) & 1 == 1
    }

    /// The elements above `x`, itself included, as words of bits.
    #[inline]
    pub fn above(&self, x: u32) -> &[u64] {
        &self.above[x as usize * self.words..][..self.words]
    }

    /// How many words of bits a set of elements has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The elements directly above `x`.
    pub fn upper_covers(&self, x: u32) -> &[u32] {
        &self.upper[x as usize]
    }

    /// The elements directly below `x`.
    pub fn lower_covers(&self, x: u32) -> &[u32] {
        &self.lower[x as usize]
    }

    /// All elements, each after those below it.
    pub fn elements(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The element of that name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|other| other == name).map(|x| x as u32)
    }

    /// A number that tells orders apart (names do not matter): the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let covers = |x| self.upper_covers(x).iter().copied().chain([u32::MAX]);
        crate::fingerprint_of_numbers(self.elements().flat_map(covers))
    }
}

#[cfg(test)]
mod tests;
