//! Engines on state spaces.

pub mod counting;
pub mod level;
