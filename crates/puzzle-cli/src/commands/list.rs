//! `puzzle list`: the catalogue.

use puzzle::Puzzle;
use puzzle::catalogue::{ENTRIES, PATTERNS};

use crate::args::List;
use crate::csv;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(list: &List) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    if list.json || list.csv {
        let entry = |name: &str| -> Result<serde_json::Value, Error> {
            let puzzle = Puzzle::named(name)?;
            let known = puzzle.description().known();
            Ok(serde_json::json!({
                "name": name,
                "family": puzzle.description().family(),
                "title": puzzle.description().name(),
                "known": known.summary(),
                "solutions": known.solutions.as_ref().map(ToString::to_string),
                "up_to_symmetry": known.classes.as_ref().map(ToString::to_string),
                "source": known.source,
            }))
        };
        let entries = ENTRIES.iter().map(|e| entry(e.name)).collect::<Result<Vec<_>, _>>()?;
        if list.csv {
            let rows: Vec<_> = entries.iter().filter_map(|row| row.as_object().cloned()).collect();
            out.write_all(csv::text(&rows).as_bytes())?;
            out.flush()?;
            return Ok(Exit::Answered);
        }
        let patterns: Vec<_> = PATTERNS
            .iter()
            .map(|pattern| serde_json::json!({ "form": pattern.form, "about": pattern.about }))
            .collect();
        let json = serde_json::json!({ "schema": 1, "entries": entries, "patterns": patterns });
        writeln!(out, "{json}")?;
        return Ok(Exit::Answered);
    }
    writeln!(out, "{:<28}{:<10} {:<22} title", "name", "family", "known (up to symmetry)")?;
    for entry in ENTRIES {
        let puzzle = Puzzle::named(entry.name)?;
        let (family, title) = (puzzle.description().family(), puzzle.description().name());
        let known = puzzle.description().known().summary();
        writeln!(out, "{:<28}{family:<10} {known:<22} {title}", entry.name)?;
    }
    for pattern in PATTERNS {
        writeln!(out, "{:<28}{:<10} {:<22} {}", pattern.form, "", "", pattern.about)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}
