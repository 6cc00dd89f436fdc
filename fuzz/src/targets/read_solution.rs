//! Any JSON as a saved solution of a small puzzle of each form: it is refused, or checked by the rules
//! and drawn if they hold.

use std::sync::OnceLock;

use puzzle::{Ask, Json, Puzzle, Question};

use super::resume::SMALL;

pub(crate) fn run(bytes: &[u8]) {
    static PUZZLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    let named = |(name, _): &(&str, Question)| Puzzle::named(name).expect("it is in the catalogue");
    let puzzles = PUZZLES.get_or_init(|| SMALL.iter().map(named).collect());
    let Some((&first, rest)) = bytes.split_first() else { return };
    let puzzle = &puzzles[usize::from(first) % puzzles.len()];
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(value) = text.parse::<Json>() else { return };
    if let Ok(Some(solution)) = puzzle.description().read_solution(&value)
        && puzzle.description().check(&solution).is_ok()
    {
        puzzle.description().frames(&Ask::new(Question::All), &solution);
    }
}
