//! Taking assemblies apart: burrs, levels, plans.
//!
//! One assembly is a search of a state space: positions of the pieces relative to each other, breadth first,
//! until some of them can leave; then both parts go on by themselves. BurrTools defines the level that way,
//! and its order of search decides the later levels; `position` keeps to it. What makes it fast: how far
//! pieces can go before they meet is worked out once for all assemblies (`pairs`), which sets can move is
//! found by following pushes in words of bits (`masks`), and most moves are recognised as leading nowhere
//! new before they are made (`states`).
//!
//! | file | does |
//! |---|---|
//! | `pairs`, `lines` | how far pieces can go before they meet |
//! | `distances`, `masks` | how far pieces are apart in a position, which push which |
//! | `states` | positions |
//! | `position` | all moves from one position, in BurrTools' order |
//! | `search` | one part, until something leaves |
//! | `dismantle` | an assembly to its end: parts, groups, weights |
//! | `shortest` | the fewest moves instead of the first plan |
//! | `graph`, `blocked` | one assembly looked at closely |
//! | `stream`, `queue` | assemblies as they are found, over threads, in order |
//! | `alone` | whether other assemblies of the same pieces come apart |
//! | `loose` | whether anything can move at all |
//! | `slots` | assemblies that are one option for every slot |
//! | `engine`, `saved` | what is asked and answered, and how a run is saved |
//! | `reference` | the definition: all subsets, cell by cell |

mod alone;
mod blocked;
mod dismantle;
mod distances;
mod engine;
mod graph;
mod lines;
mod loose;
mod masks;
mod pairs;
mod position;
mod queue;
mod reference;
mod saved;
mod search;
mod shortest;
mod slots;
mod states;
mod stream;

pub use engine::{Breadth, Definition};
