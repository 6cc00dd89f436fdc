//! `puzzle engines`: all engines of all forms, one line each.

use puzzle::{ENGINES, Engine};
use serde_json::json;

use crate::args::Engines;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(engines: &Engines) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    if engines.json {
        let entry = |engine: &&dyn Engine| {
            json!({
                "form": engine.form().name(),
                "name": engine.name(),
                "order": engine.own_order(),
                "about": engine.about(),
            })
        };
        let entries: Vec<_> = ENGINES.iter().map(entry).collect();
        writeln!(out, "{}", json!({ "schema": 1, "engines": entries }))?;
    } else {
        for engine in ENGINES {
            let (form, name) = (engine.form().name(), engine.name());
            writeln!(out, "{form:<10}{name:<14}{}", engine.about())?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}
