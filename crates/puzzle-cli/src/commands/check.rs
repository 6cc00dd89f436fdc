//! `puzzle check`: reads and validates.

use std::io::Write;

use puzzle::{Cover, Puzzle};
use serde_json::json;

use super::many::{self, Many};
use crate::args::{Check, Limits};
use crate::csv;
use crate::desk::Desk;
use crate::exit::{Error, Exit};
use crate::writer::Form;

pub(crate) fn run(check: &Check) -> Result<Exit, Error> {
    let form = check.form.form();
    let many = Many {
        those: &check.those,
        limits: &Limits::default(),
        threads: None,
        single: true,
        quiet: form != Form::Text,
        form,
        output: None,
        levels: false,
        unfit: None,
    };
    many::each(&many, |puzzle, desk| one(check, puzzle, desk))
}

fn one(check: &Check, puzzle: &Puzzle, desk: &Desk) -> Result<Exit, Error> {
    if check.preprocess && puzzle.cover().is_none() {
        let message = "error: --preprocess is for puzzles that are exact covers";
        return Err(Error::Input(message.into()));
    }
    let mut results = desk.results(None, false)?;
    let out = results.writer();
    if check.form.form() == Form::Csv && desk.is_alone() {
        let rows = csv::rows(&as_json(check, puzzle), false);
        out.write_all(csv::text(&rows).as_bytes())?;
        out.flush()?;
        return Ok(Exit::Answered);
    }
    if check.form.form() != Form::Text {
        writeln!(out, "{}", as_json(check, puzzle))?;
        out.flush()?;
        return Ok(Exit::Answered);
    }
    let description = puzzle.description();
    let family = description.family();
    let article = if family.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    if desk.is_alone() {
        write!(out, "{}: ", puzzle.source_name())?;
    }
    write!(out, "{article} {family} puzzle")?;
    if let Some(cover) = puzzle.cover() {
        let (aspects, embeddings) = (cover.puzzle.aspects().len(), cover.puzzle.embedding_count());
        write!(out, " with {aspects} aspects and {embeddings} embeddings")?;
    }
    writeln!(out)?;
    if let Some(reason) = description.impossible() {
        writeln!(out, "it has no solution: {reason}")?;
    }
    if let Some(cover) = puzzle.cover().filter(|_| check.preprocess) {
        preprocess(cover, out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// The same for programs.
fn as_json(check: &Check, puzzle: &Puzzle) -> serde_json::Value {
    let description = puzzle.description();
    let warnings: Vec<String> =
        puzzle.warnings().map(|warning| warning.trim_end().into()).collect();
    let mut json = json!({
        "schema": 1,
        "puzzle": puzzle.source_name(),
        "family": description.family(),
        "title": puzzle.title(),
        "impossible": description.impossible(),
        "warnings": warnings,
    });
    if let Some(cover) = puzzle.cover() {
        json["aspects"] = cover.puzzle.aspects().len().into();
        json["embeddings"] = cover.puzzle.embedding_count().into();
        if check.preprocess {
            let (removed, forced) = puzzle::preprocessing(&cover.puzzle);
            let forced: Vec<u32> = forced.iter().map(|&e| cover.puzzle.number(e)).collect();
            json["in_no_solution"] = removed.into_iter().map(|line| line.to_string()).collect();
            json["in_all_solutions"] = forced.into();
        }
    }
    json
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
