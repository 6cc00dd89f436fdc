//! Families: kinds of puzzles. Each knows how its puzzles are written, checked, drawn and lowered
//! to an abstract problem; none knows an engine.
//!
//! [`FAMILIES`] is the registry. A new family is a folder copied from `null/`, one line there,
//! and an entry in the catalogue.

pub mod burrtools;
pub mod catalogue;
pub mod cnf;
pub mod covers;
pub mod document;
pub mod exact_cover;
mod family;
pub mod game;
pub mod known;
mod limits;
mod listed;
pub mod monotone;
pub mod nonogram;
pub mod null;
mod packed;
pub mod packing;
pub mod pegs;
pub mod play;
pub mod queens;
mod shared;
pub mod sliding;
pub mod sudoku;
pub mod word_search;

pub use puzzle_core::nearest;

pub use listed::{Part, Several, parts};

pub use family::{
    Checker, Covering, Description, Family, Generated, Generator, Known, Lowered, Model, Placed,
    Print, Reading, Restrict, Showing, Source, Told,
};

/// All families, in the order in which they are asked whether a text is theirs.
pub static FAMILIES: &[&Family] = &[
    &packing::FAMILY,
    // Before the nonograms, whose XML looks much the same.
    &burrtools::FAMILY,
    &pegs::FAMILY,
    // Lines of digits and dots: before the nonograms, whose plain lists of clues look much the same.
    &sudoku::FAMILY,
    &nonogram::FAMILY,
    &sliding::FAMILY,
    &word_search::FAMILY,
    &queens::FAMILY,
    &monotone::FAMILY,
    &cnf::FAMILY,
    &game::FAMILY,
    &null::FAMILY,
    // Reads texts that no other family recognises.
    &exact_cover::FAMILY,
];

/// The largest text that any family takes, in bytes.
pub fn largest() -> usize {
    FAMILIES.iter().map(|family| family.largest).max().unwrap_or(0)
}

/// Any cover problem as a puzzle that can be asked, with the family it belongs to.
pub fn of_cover(
    title: &str,
    puzzle: &puzzle_core::AbstractPuzzle,
) -> Result<(&'static Family, Box<dyn Description>), puzzle_core::CoverError> {
    Ok((&exact_cover::FAMILY, exact_cover::of_puzzle(title, puzzle)?))
}

/// The family of that name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name == name)
}

/// Reads a text with the family that recognises it, or with the one called `kind`; of several puzzles
/// in it the one that the name asks for.
pub fn read(
    source: &Source,
    kind: Option<&str>,
) -> Result<(&'static Family, Reading), Box<puzzle_core::Diagnostic>> {
    let family = recognise(source, kind)?;
    Ok((family, listed::read(family, source).map_err(Box::new)?))
}

/// The family that recognises a text, or the one called `kind`, if the text is not too long for it.
pub fn recognise(
    source: &Source,
    kind: Option<&str>,
) -> Result<&'static Family, Box<puzzle_core::Diagnostic>> {
    let names = || FAMILIES.iter().map(|family| family.name);
    let family = match kind {
        Some(kind) => find(kind).ok_or_else(|| {
            let hint = nearest::hint(kind, names());
            puzzle_core::Diagnostic::error(format!("there is no family `{kind}`")).hint(hint)
        })?,
        None => {
            let named = document::family_of(source);
            limits::look(&source.budget)?;
            let fits = |family: &&&Family| source.size() <= family.largest;
            let mine =
                |family: &&&Family| fits(family) && family.recognises(source, named.as_deref());
            let by_name = FAMILIES.iter().filter(|_| named.is_none());
            let by_name = by_name.into_iter().find(|family| family.is_named(source));
            let found = by_name.or_else(|| FAMILIES.iter().find(mine));
            if found.is_none() {
                // Perhaps a limit came while it was looked at.
                limits::look(&source.budget)?;
            }
            match found {
                Some(family) => *family,
                None if source.size() > document::LARGEST => {
                    return Err(Box::new(document::too_long(document::LARGEST)));
                }
                // Let the TOML reader say what is wrong with a text that nobody recognises.
                None => return Err(Box::new(document::unrecognised(source, names()))),
            }
        }
    };
    if source.size() > family.largest {
        return Err(Box::new(document::too_long(family.largest)));
    }
    Ok(family)
}
