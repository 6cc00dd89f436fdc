//! What is fuzzed, one file a target: any bytes go in, and nothing may panic.
//!
//! The fuzzer (`../main.rs`) feeds one of them; the tests of the workspace
//! (`crates/puzzle/tests/fuzzed.rs`) feed each what was kept from earlier runs.

mod filter_line;
mod read_certificate;
mod read_checkpoint;
mod read_cover;
mod read_diagram;
mod read_family;
mod read_formula;
mod read_listed;
mod read_nonogram;
mod read_pegs;
mod read_program;
mod read_puzzle;
mod read_several;
mod read_sliding;
mod read_solution;
mod read_state;
mod read_xmpuzzle;
mod resume;

/// A name, and what is done with any bytes.
type Target = (&'static str, fn(&[u8]));

/// All targets.
pub(crate) const TARGETS: &[Target] = &[
    ("filter_line", filter_line::run),
    ("read_certificate", read_certificate::run),
    ("read_checkpoint", read_checkpoint::run),
    ("read_cover", read_cover::run),
    ("read_diagram", read_diagram::run),
    ("read_family", read_family::run),
    ("read_formula", read_formula::run),
    ("read_listed", read_listed::run),
    ("read_nonogram", read_nonogram::run),
    ("read_pegs", read_pegs::run),
    ("read_program", read_program::run),
    ("read_puzzle", read_puzzle::run),
    ("read_several", read_several::run),
    ("read_sliding", read_sliding::run),
    ("read_solution", read_solution::run),
    ("read_state", read_state::run),
    ("read_xmpuzzle", read_xmpuzzle::run),
    ("resume", resume::run),
];
