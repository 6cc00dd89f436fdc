//! The specification of the grids, by topic.

mod bounds;
mod common;
mod drawing;
mod flat;
mod graph;
mod properties;
mod solid;
mod sphere;
