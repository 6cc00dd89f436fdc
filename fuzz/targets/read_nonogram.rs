//! Any bytes as a nonogram, whichever of its forms recognises them: a puzzle that can be drawn and
//! written again, or a diagnostic that can be rendered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::core::Problem;
use puzzle::core::lines::Lines;
use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Puzzle, Question};

fn clues(puzzle: &Puzzle) -> Lines {
    let lowered = puzzle.description().lower(&Ask::new(Question::Count)).expect("it has clues");
    match lowered.problem.into_owned() {
        Problem::Lines(lines) => lines,
        _ => unreachable!("read as a nonogram"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    match Puzzle::read_bytes("fuzz", bytes.to_vec(), Some("nonogram")) {
        Ok(puzzle) => {
            puzzle.warnings().for_each(drop);
            let nonogram = puzzle.description();
            nonogram.print(TextOptions { colour: true, ..TextOptions::default() });
            for form in ["non", "xml"] {
                let text = nonogram.export(form).expect("it has both forms");
                let again = Puzzle::read("again", &text, None).expect("what we write we read");
                assert_eq!(clues(&again), clues(&puzzle));
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
