//! Texts with several puzzles: each of them by itself.

use std::sync::Arc;

use puzzle_families::{Part, Reading, Source, parts};

use crate::{OpenError, Puzzle};

/// Every puzzle of a text in its order, not yet read; one if it has one, or if its name says which
/// (`FILE#3`).
///
/// ```
/// # let board = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// # let list = format!("{board}\n{}\n", &board[..80]);
/// let parts = puzzle::several(puzzle::Source::text("two.sdm", list), None)?;
/// let answers: Vec<_> = parts.iter().map(|part| puzzle::Puzzle::of_part(part)).collect();
/// assert_eq!(parts[0].name(), "two.sdm#1");
/// assert_eq!(answers[0].as_ref().unwrap().count()?, 1_u32.into());
/// assert!(answers[1].is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn several(source: Source, kind: Option<&str>) -> Result<Vec<Part>, OpenError> {
    let refused = |(diagnostic, source)| OpenError::Refused {
        diagnostic: Box::new(diagnostic),
        source: Box::new(source),
    };
    let source = source.unpacked().map_err(|refusal| refused(*refusal))?;
    parts(source, kind).map_err(|refusal| refused(*refusal))
}

impl Puzzle {
    /// Reads one puzzle of a text. Places in what is said of it are places in the whole text.
    pub fn of_part(part: &Part) -> Result<Self, OpenError> {
        match part.read() {
            Ok(Reading { puzzle, warnings }) => {
                let whole = Arc::clone(part.whole());
                Ok(Self::new(part.name(), whole, part.family(), puzzle, warnings))
            }
            Err(diagnostic) => {
                let whole = &**part.whole();
                let source = Source { name: part.name().to_owned(), ..whole.clone() };
                Err(OpenError::Refused {
                    diagnostic: Box::new(diagnostic),
                    source: Box::new(source),
                })
            }
        }
    }
}
