//! One binary for all targets, so that it is built once: the variable `PUZZLE_FUZZ` names the target.
#![no_main]

mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("PUZZLE_FUZZ").unwrap_or_default();
    let found = targets::TARGETS.iter().find(|(target, _)| *target == name);
    found.unwrap_or_else(|| panic!("PUZZLE_FUZZ is no target: `{name}`")).1
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
