//! `puzzle solve --export-layers` and `--export-graph`.
//!
//! Layers are lines `distance configuration`. A graph is lines `configuration configuration`, each
//! move once in both directions, or for Graphviz an undirected graph.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use puzzle::sliding::{Exported, Sliding, Style, export};
use puzzle::{Failure, Options};

use super::{refuse, run as search, style};
use crate::args::Solve;
use crate::exit::{Error, Exit};

pub(super) fn run(solve: &Solve, sliding: &Sliding) -> Result<Exit, Error> {
    let own = &solve.sliding;
    refuse(&[
        ("an export with --json", solve.json || solve.ndjson),
        ("an export with --checkpoint", solve.search.checkpoint.is_some()),
        ("an export with --resume", solve.search.resume.is_some()),
    ])?;
    let style = style(&own.common);
    let mut written = Vec::new();
    search(&solve.search, |options| {
        for (file, graph) in [(&own.export_layers, false), (&own.export_graph, true)] {
            if let Some(file) = file {
                written.push((file, write(file, graph, sliding, style, options)?));
            }
        }
        Ok(())
    })?;
    for (file, count) in written.into_iter().filter(|_| !solve.search.quiet) {
        remark!("{count} configurations written to {}", file.display());
    }
    Ok(Exit::Answered)
}

/// Writes one file; how many configurations are in it.
fn write(
    file: &Path,
    graph: bool,
    sliding: &Sliding,
    style: Style,
    options: &Options,
) -> Result<u64, Failure> {
    let broken =
        |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", file.display()));
    let dot = graph && file.extension().is_some_and(|ending| ending == "dot");
    let mut out = BufWriter::new(File::create(file).map_err(broken)?);
    let mut count = 0_u64;
    if dot {
        writeln!(out, "graph configurations {{").map_err(broken)?;
    }
    let mut each = |exported: &Exported| -> io::Result<()> {
        count += 1;
        let name = sliding.shorthand(&exported.blocks);
        if !graph {
            return writeln!(out, "{} {name}", exported.level);
        }
        if dot {
            writeln!(out, "  \"{name}\" [level={}];", exported.level)?;
        }
        for other in &exported.moves {
            let other = sliding.shorthand(other);
            if !dot {
                writeln!(out, "{name} {other}")?;
            } else if name < other {
                writeln!(out, "  \"{name}\" -- \"{other}\";")?;
            }
        }
        Ok(())
    };
    export(sliding, style, graph, options, &mut each)?;
    if dot {
        writeln!(out, "}}").map_err(broken)?;
    }
    out.flush().map_err(broken)?;
    Ok(count)
}
