//! Any text as Knuth's exact-cover text: what is read is written and read again as the same.

use puzzle::Puzzle;

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Puzzle::read("fuzz.dlx", text, Some("exact-cover")) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.warnings().for_each(drop);
            let written = puzzle.covering().expect("a cover").export("dlx").expect("it is one");
            let again =
                Puzzle::read("again.dlx", &written, Some("exact-cover")).expect("as written");
            let text = |puzzle: &Puzzle| puzzle.cover().map(|cover| cover.puzzle.to_string());
            assert_eq!(text(&puzzle), text(&again));
        }
        Err(error) => drop(error.to_string()),
    }
}
