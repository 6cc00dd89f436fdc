//! Bounds on work and memory, so that no description can make a grid run away.
//!
//! A list that would pass its bound is refused whole with [`TooMany`]; it is never cut short,
//! because a shortened list of placements would be a wrong count later.

use std::fmt;

/// Most shapes that [`Grid::all_shapes`](crate::Grid::all_shapes) lists.
pub(crate) const SHAPES: usize = 20_000;
/// Most cells handled while growing shapes.
pub(crate) const GROWTH: usize = 20_000_000;
/// Most placements of one piece.
pub(crate) const PLACEMENTS: usize = 1_000_000;
/// Most cells in the placements of one piece together.
pub(crate) const PLACED_CELLS: usize = 1 << 25;
/// Most cells looked up while placing one piece.
pub(crate) const LOOKUPS: usize = 1 << 28;
/// Most steps of a search for isometries, subgraphs or automorphisms.
pub(crate) const STEPS: usize = 50_000_000;
/// Most automorphisms of a graph that are listed.
pub(crate) const AUTOMORPHISMS: usize = 10_000;
/// Most cell images in a listed group of automorphisms.
pub(crate) const AUTOMORPHISM_CELLS: usize = 20_000_000;
/// Most vertices and edges of a graph.
pub(crate) const GRAPH: usize = 100_000;

/// The answer would be longer, or dearer to find, than this crate is willing to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany {
    /// What there are too many of, in the plural.
    pub what: &'static str,
    /// How many are allowed.
    pub limit: usize,
}

impl TooMany {
    /// `Err` if `count` passes the limit.
    pub(crate) fn check(what: &'static str, count: usize, limit: usize) -> Result<(), TooMany> {
        if count > limit { Err(TooMany { what, limit }) } else { Ok(()) }
    }
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}", self.limit, self.what)
    }
}

impl std::error::Error for TooMany {}
