//! Every engine against the shared corpus and the definition.

use puzzle_engines::cover::{Bitsets, Cells, Native, Reference, Vm};
use puzzle_testkit::engine_suite;

engine_suite!(reference, Reference, declines: []);
// Sparse sets know only "covered" and "free": bags and colours are for other engines.
// As `cells`.
engine_suite!(bitsets, Bitsets, declines: [Feature::Bags, Feature::Colours]);
engine_suite!(cells, Cells, declines: [Feature::Bags, Feature::Colours]);
// The processor covers every aspect a fixed number of times (document 000); "exactly b" is a bag it
// takes, ranges are not, so bags are declined as a whole here.
engine_suite!(vm, Vm, declines: [Feature::Secondary, Feature::Bags, Feature::Colours]);
// As `vm`, and one bit of a register per aspect: no bags at all, and no more than 256 aspects.
#[cfg(target_arch = "x86_64")]
engine_suite!(
    native,
    Native,
    declines: [Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Large]
);
