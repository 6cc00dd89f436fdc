//! Any bytes as a file with several puzzles, perhaps packed: by what they look like, and under the names that lists and
//! collections have. Each puzzle can be drawn or is refused at a place within the file; the one with a number is
//! the same as the one of that number among all.

use puzzle::{Puzzle, Source};

/// How files with several puzzles are called.
const NAMES: &[&str] =
    &["fuzz", "fuzz.sdm", "fuzz.dlx", "fuzz.non", "fuzz.xmpuzzle", "fuzz.txt.gz"];

/// Of a long list only the first are read.
const MOST: usize = 20;

pub(crate) fn run(bytes: &[u8]) {
    for name in NAMES {
        let Ok(parts) = puzzle::several(Source::bytes(*name, bytes.to_vec()), None) else {
            continue;
        };
        for part in parts.iter().take(MOST) {
            let told = match Puzzle::of_part(part) {
                Ok(puzzle) => {
                    puzzle.description().draw();
                    puzzle.warnings().collect::<Vec<_>>().join("\n")
                }
                Err(error) => error.to_string(),
            };
            if part.name() != *name {
                let again = Puzzle::read_bytes(part.name(), bytes.to_vec(), None);
                let again = match again {
                    Ok(puzzle) => puzzle.warnings().collect::<Vec<_>>().join("\n"),
                    Err(error) => error.to_string(),
                };
                assert_eq!(again, told, "{}", part.name());
            }
        }
    }
}
