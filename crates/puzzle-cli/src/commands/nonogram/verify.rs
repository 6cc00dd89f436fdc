//! `puzzle verify` for nonograms: saved pictures against the clues.

use std::path::Path;

use puzzle::core::lines::Picture;
use puzzle::families::nonogram::Nonogram;

use crate::args::Verify;
use crate::exit::{Error, Exit};
use crate::{input, output};

/// The pictures that `solve --json` or `--ndjson` saved.
pub(super) fn saved(file: &Path, puzzle: &Nonogram) -> Result<Vec<Picture>, Error> {
    let refuse = |what: &str| input::refuse(file, what);
    let text = input::text(file)?;
    let mut pictures = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>() {
        let value = value.map_err(|error| refuse(&format!("this is not JSON: {error}")))?;
        let listed = value.get("solutions").and_then(|list| list.as_array());
        let single = std::slice::from_ref(&value);
        for solution in listed.map_or(single, Vec::as_slice) {
            let Some(rows) = solution.get("rows").and_then(|rows| rows.as_array()) else {
                continue;
            };
            let rows: Option<Vec<&str>> = rows.iter().map(|row| row.as_str()).collect();
            let rows = rows.ok_or_else(|| refuse("a row is not a text"))?;
            let picture = puzzle.read_picture(&rows).map_err(|why| {
                refuse(&format!("solution {} is no picture: {why}", pictures.len() + 1))
            })?;
            pictures.push(picture);
        }
    }
    match pictures.len() {
        0 => Err(refuse("there are no solutions in it")),
        _ => Ok(pictures),
    }
}

pub(crate) fn verify(verify: &Verify, puzzle: &Nonogram) -> Result<Exit, Error> {
    let pictures = saved(&verify.solutions, puzzle)?;
    for (number, picture) in pictures.iter().enumerate() {
        if let Err(wrong) = puzzle.lines.check(picture) {
            let message = format!("solution {} is wrong: {wrong}", number + 1);
            return Err(input::refuse(&verify.solutions, &message));
        }
    }
    let mut out = output::writer(None)?;
    match pictures.len() {
        1 => writeln!(out, "1 solution, right")?,
        n => writeln!(out, "{n} solutions, all right")?,
    }
    out.flush()?;
    let different: std::collections::HashSet<&Picture> = pictures.iter().collect();
    let repeated = pictures.len() - different.len();
    if repeated > 0 {
        let s = if repeated == 1 { "s" } else { "" };
        remark!("warning: {repeated} of them repeat{s} an earlier one");
    }
    Ok(Exit::Answered)
}
