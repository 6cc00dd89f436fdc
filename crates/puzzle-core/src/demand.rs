//! How often an aspect wants to be covered.
//!
//! Document 000 asks for *exactly once* and names the other cases as future work (§2.2): bags,
//! cells that need not be covered, pieces that need not be used. Colours are Knuth's.

use crate::shown::shown;

/// What a solution owes to one aspect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Demand {
    /// Covered by exactly one embedding.
    #[default]
    One,
    /// Covered by at least `min` and at most `max` embeddings.
    Between {
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
    },
    /// Covered by one embedding or by none (a secondary aspect).
    AtMostOne,
    /// Touched by any number of embeddings that all give it the same colour, or by a single
    /// embedding that gives it no colour, or by none.
    Coloured,
}

impl Demand {
    /// The demand for `min..=max` embeddings in its simplest form.
    pub fn between(min: u32, max: u32) -> Self {
        match (min, max) {
            (1, 1) => Demand::One,
            (0, 1) => Demand::AtMostOne,
            _ => Demand::Between { min, max },
        }
    }

    /// The fewest embeddings that satisfy it.
    pub fn min(self) -> u32 {
        match self {
            Demand::One => 1,
            Demand::Between { min, .. } => min,
            Demand::AtMostOne | Demand::Coloured => 0,
        }
    }

    /// The most embeddings that satisfy it (not counting agreement in colour).
    pub fn max(self) -> u32 {
        match self {
            Demand::One | Demand::AtMostOne => 1,
            Demand::Between { max, .. } => max,
            Demand::Coloured => u32::MAX,
        }
    }
}

shown! { Demand {
    Demand::One => "exactly one";
    Demand::Between { min, max } if min == max => "exactly {min}";
    Demand::Between { min, max } => "between {min} and {max}";
    Demand::AtMostOne => "at most one";
    Demand::Coloured => "one colour";
} }
