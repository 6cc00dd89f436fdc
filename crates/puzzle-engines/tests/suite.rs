//! Every engine against the shared corpus and the definition.

use puzzle_engines::cover::{Bitsets, Cells, Reference};
use puzzle_testkit::engine_suite;

engine_suite!(reference, Reference, declines: []);
// Sparse sets know only "covered" and "free": bags and colours are for other engines.
// As `cells`.
engine_suite!(bitsets, Bitsets, declines: [Feature::Bags, Feature::Colours]);
engine_suite!(cells, Cells, declines: [Feature::Bags, Feature::Colours]);
