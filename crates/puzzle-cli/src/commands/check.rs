//! `puzzle check`: reads and validates.

use puzzle::Puzzle;

use crate::args::Check;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(check: &Check) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&check.which.puzzle, check.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let mut out = output::writer(None)?;
    let description = puzzle.description();
    write!(out, "{}: a {} puzzle", puzzle.source_name(), description.family())?;
    if let Some(cover) = puzzle.cover() {
        let (aspects, embeddings) = (cover.puzzle.aspects().len(), cover.puzzle.embedding_count());
        write!(out, " with {aspects} aspects and {embeddings} embeddings")?;
    }
    writeln!(out)?;
    if let Some(reason) = description.impossible() {
        writeln!(out, "it has no solution: {reason}")?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}
