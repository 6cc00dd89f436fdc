//! What every engine is tested with: random puzzles, the definition as an oracle, one corpus and
//! one suite.

mod bliss;
mod brute;
mod corpus;
mod forms;
mod random;
mod suite;

pub use bliss::order_by_bliss;
pub use brute::all_solutions;
pub use corpus::{Case, Feature, bijection, corpus, simple, simple_restricted, strip};
pub use forms::{
    Check, agrees_with_the_reference, agrees_without_each, obeys_the_budget, stops_with_a_full_sink,
};
pub use random::{random_puzzle, twice};
pub use suite::{
    accepts_what_it_should, agrees_on_random_puzzles, obeys_limits, solves_the_corpus,
    stops_when_the_sink_has_enough,
};
