//! The bit-pattern toolkit: what the fast engines stand on.
//!
//! A set of up to 64 things is a word, and a machine works on all its members at once. Document
//! 003 is built on that observation and closes (§8) with a list of the tricks it used. Here is
//! that list again, with the place where each trick lives:
//!
//! | document 003 | the trick | here |
//! |---|---|---|
//! | §8.1, §8.2 | one member of a set; the set without it | [`members`], [`subsets`] |
//! | §8.3 | a board reflected by two shifts | [`mirror`] |
//! | §8.4 | a move's legality by one AND | [`paired`] |
//! | §8.5 | from a single bit to a table index | [`members::lowest_index`], one instruction today; [`perfect_hash`] as it was |
//! | §8.6 | a bit map flipped about its diagonal | [`transpose`] |
//! | §8.7 | an 8 × 8 board reflected and rotated | [`board8`] |
//! | §8.8 | a sparse pattern packed tightly | [`mod@compact`] |
//! | §8.9 | many small counters side by side | [`longitudinal`] |
//!
//! Everywhere in this folder bit `i` of a word stands for member `i`, and word `w` of a longer
//! pattern holds the members from `64 * w`. Every trick is tested against an obvious slow twin.

pub mod board8;
pub mod compact;
pub mod longitudinal;
pub mod members;
pub mod mirror;
pub mod paired;
pub mod perfect_hash;
pub mod quad;
pub mod sixteen;
pub mod subsets;
pub mod transpose;
pub mod word;

pub use compact::{Compact, Compactor};
pub use longitudinal::Counters;
pub use word::Word;
