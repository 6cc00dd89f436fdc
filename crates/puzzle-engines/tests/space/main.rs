//! State spaces: the search on toy spaces, and the engines on random graphs.

mod engines;
mod toys;
