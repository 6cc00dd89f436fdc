//! `puzzle count queens-N --every-size`: the table of document 003 §2, to any size.

use puzzle::{Failure, Puzzle};
use serde_json::json;

use crate::args::Count;
use crate::exit::{Error, Exit};
use crate::{output, search};

pub(super) fn run(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    let Some(size) =
        puzzle.description().figures().iter().find_map(|(what, value)| {
            (what == "rows").then(|| value.parse::<u32>().ok()).flatten()
        })
    else {
        unreachable!("a board has rows")
    };
    if puzzle.description().figures().len() > 1 {
        return Err(Error::Input("error: --every-size is for empty boards".into()));
    }
    let mut out = output::writer(None)?;
    let mut rows = Vec::new();
    if !count.json {
        writeln!(out, "{:>2} {:>20} {:>20}", "n", "solutions", "up to symmetry")?;
    }
    for n in 1..=size {
        let board = Puzzle::named(&format!("queens-{n}"))?;
        let Some(queens) = board.queens() else { unreachable!("it is about queens") };
        let finished = search::run(&count.search, &board, |options| -> Result<_, Failure> {
            queens.count_up_to_symmetry(options)
        })?;
        let answer = &finished.answer;
        let classes = answer.classes.as_ref().map(ToString::to_string);
        if finished.exit() == Exit::Stopped {
            out.flush()?;
            remark!("stopped at {n} queens");
            return Ok(Exit::Stopped);
        }
        if count.json {
            rows.push(json!({
                "n": n,
                "count": answer.solutions.to_string(),
                "up_to_symmetry": classes,
                "nodes": answer.nodes,
                "elapsed_s": finished.seconds,
            }));
        } else {
            let classes = classes.unwrap_or_default();
            writeln!(out, "{n:>2} {:>20} {classes:>20}", answer.solutions.to_string())?;
            out.flush()?;
        }
    }
    if count.json {
        writeln!(out, "{}", json!({ "schema": 1, "family": "queens", "table": rows }))?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}
