//! One puzzle of every family, for tests that say something of all of them.

use std::path::Path;
use std::process::{Command, Output};

/// A family, one of its puzzles that is answered at once, and one without a solution where there is one.
pub(crate) struct Example {
    pub(crate) family: &'static str,
    pub(crate) puzzle: &'static str,
    pub(crate) hopeless: Option<&'static str>,
}

const fn of(family: &'static str, puzzle: &'static str, hopeless: &'static str) -> Example {
    let hopeless = if hopeless.is_empty() { None } else { Some(hopeless) };
    Example { family, puzzle, hopeless }
}

/// All families.
pub(crate) const EVERY: &[Example] = &[
    of("packing", "soma", "tests/every/hopeless-packing.puzzle"),
    of("burrtools", "tests/cover/bricks.xmpuzzle", "tests/every/hopeless.xmpuzzle"),
    of("pegs", "pegs-triangle-15", "tests/every/hopeless-pegs.puzzle"),
    of("sudoku", "sudoku-example", "tests/every/hopeless.sdm"),
    of("nonogram", "nonogram-cup", "tests/every/hopeless.non"),
    of("sliding", "knuth-example", "tests/bad/hopeless.sliding"),
    of("word-search", "word-search-example", "tests/every/hopeless-words.puzzle"),
    of("queens", "queens-8", "queens-3"),
    of("monotone", "dedekind-4", ""),
    of("cnf", "cnf-richards", "tests/bad/unsatisfiable.cnf"),
    of("game", "cram-4x5", ""),
    of("null", "tests/every/lamps.puzzle", ""),
    of("exact-cover", "langford-7", "tests/every/hopeless.dlx"),
];

/// Runs the command where the test files are.
pub(crate) fn puzzle(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).args(arguments);
    command.output().unwrap()
}

/// What it printed.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
