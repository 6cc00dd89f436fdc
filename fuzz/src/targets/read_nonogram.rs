//! Any bytes as a nonogram, whichever of its forms recognises them: a puzzle that can be drawn and
//! written again, or a diagnostic that can be rendered.

use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Budget, Puzzle};

pub(crate) fn run(bytes: &[u8]) {
    match Puzzle::read_bytes("fuzz", bytes.to_vec(), Some("nonogram")) {
        Ok(puzzle) => {
            puzzle.warnings().for_each(drop);
            puzzle.description().print(TextOptions { colour: true, ..TextOptions::default() });
            let lines = |puzzle: &Puzzle| {
                let lowered = puzzle
                    .description()
                    .lower(&Ask::default(), &Budget::default())
                    .expect("it has a problem");
                format!("{:?}", lowered.problem)
            };
            for format in ["non", "xml"] {
                let text = puzzle.description().export(format).expect("it is one of its forms");
                let again = Puzzle::read("again", &text, None).expect("what we write we read");
                assert_eq!(lines(&again), lines(&puzzle));
            }
        }
        Err(error) => drop(error.to_string()),
    }
}
