//! `puzzle count` for sliding blocks: how many configurations can be reached.

use puzzle::Puzzle;
use puzzle::sliding::{Ends, Question, Sliding, ask};
use serde_json::json;

use super::{begin, explain, page, refuse, refuse_search, remark_stopped, run as search, style};
use crate::args::Count;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(count: &Count, puzzle: &Puzzle, sliding: &Sliding) -> Result<Exit, Error> {
    refuse_search(&count.search)?;
    refuse(&[("--up-to-symmetry", count.up_to_symmetry)])?;
    let begun = begin(sliding, &count.sliding)?;
    let style = style(&count.sliding);
    let (exhaust, ends) = (true, Ends::One);
    let question = Question { style, exhaust, ends, solution: false, count: false };
    let (answer, seconds) = search(&count.search, |options| ask(&begun, &question, options))?;
    explain(&count.search, &answer);
    let mut out = output::writer(None)?;
    if count.json {
        let mut json = json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": "sliding",
            "count": answer.configurations().to_string(),
            "style": style.number(),
            "configurations": answer.levels,
            "eccentricity": answer.levels.len() - 1,
            "distance": answer.distance,
            "complete": answer.stopped.is_none(),
            "engine": "breadth-first",
            "nodes": answer.nodes,
            "elapsed_s": seconds,
        });
        if let Some(reason) = answer.stopped {
            json["stopped"] = reason.to_string().into();
        }
        writeln!(out, "{json}")?;
    } else {
        if count.pegs.levels {
            page::levels(&answer, &mut out)?;
        }
        let least = if answer.stopped.is_some() { "at least " } else { "" };
        writeln!(out, "{least}{}", answer.configurations())?;
    }
    out.flush()?;
    remark_stopped(&count.search, &answer);
    Ok(if answer.stopped.is_some() { Exit::Stopped } else { Exit::Answered })
}
