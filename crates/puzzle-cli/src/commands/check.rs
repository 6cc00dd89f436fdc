//! `puzzle check`: reads and validates.

use std::io::Write;

use puzzle::{Cover, Puzzle};

use crate::args::Check;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(check: &Check) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&check.which.puzzle, check.which.kind.as_deref())?;
    if check.preprocess && puzzle.cover().is_none() {
        let message = "error: --preprocess is for puzzles that are exact covers";
        return Err(Error::Input(message.into()));
    }
    output::warn(&puzzle, false);
    let mut out = output::writer(None)?;
    let description = puzzle.description();
    let family = description.family();
    let article = if family.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    write!(out, "{}: {article} {family} puzzle", puzzle.source_name())?;
    if let Some(cover) = puzzle.cover() {
        let (aspects, embeddings) = (cover.puzzle.aspects().len(), cover.puzzle.embedding_count());
        write!(out, " with {aspects} aspects and {embeddings} embeddings")?;
    }
    writeln!(out)?;
    if let Some(reason) = description.impossible() {
        writeln!(out, "it has no solution: {reason}")?;
    }
    if let Some(cover) = puzzle.cover().filter(|_| check.preprocess) {
        preprocess(cover, &mut *out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// What can be said of embeddings before any search.
fn preprocess(cover: &Cover, out: &mut dyn Write) -> Result<(), Error> {
    let (removed, forced) = puzzle::preprocessing(&cover.puzzle);
    writeln!(out, "{} embeddings are in no solution", removed.len())?;
    for line in removed {
        writeln!(out, "  {line}")?;
    }
    let forced: Vec<String> = forced.iter().map(|&e| cover.puzzle.number(e).to_string()).collect();
    writeln!(out, "{} embeddings are in all: {}", forced.len(), forced.join(" "))?;
    Ok(())
}
