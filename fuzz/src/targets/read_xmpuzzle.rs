//! Any bytes as an `.xmpuzzle` file, compressed or not.

use puzzle::Puzzle;

pub(crate) fn run(bytes: &[u8]) {
    match Puzzle::read_bytes("fuzz.xmpuzzle", bytes.to_vec(), Some("burrtools")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
            let covering = puzzle.covering().expect("a cover");
            let written = covering.export("xmpuzzle").expect("it came as one");
            Puzzle::read("again.xmpuzzle", &written, None).expect("as written");
        }
        Err(error) => drop(error.to_string()),
    }
}
