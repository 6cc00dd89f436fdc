//! Any text as a puzzle of the family that the first byte chooses: it can be drawn and told of, or is
//! refused with a diagnostic that can be rendered.

use puzzle::{FAMILIES, Puzzle};

pub(crate) fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let family = FAMILIES[usize::from(first) % FAMILIES.len()];
    match Puzzle::read_bytes("fuzz", rest.to_vec(), Some(family.name)) {
        Ok(puzzle) => {
            puzzle.description().draw();
            puzzle.description().figures();
            puzzle.warnings().for_each(drop);
        }
        Err(error) => drop(error.to_string()),
    }
}
