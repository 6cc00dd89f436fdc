//! `puzzle solve --export-layers` and `--export-graph`.
//!
//! Layers are lines `distance configuration`. A graph is lines `configuration configuration`, each
//! move once in both directions, or for Graphviz an undirected graph.

use puzzle::sliding::{Exported, Sliding, export};

use super::{refuse, run as search, style};
use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::output;

pub(super) fn run(solve: &Solve, sliding: &Sliding) -> Result<Exit, Error> {
    let own = &solve.sliding;
    refuse(&[
        ("an export with --json", solve.json || solve.ndjson),
        ("an export with --checkpoint", solve.search.checkpoint.is_some()),
        ("an export with --resume", solve.search.resume.is_some()),
    ])?;
    let style = style(&own.common);
    for (file, graph) in [(&own.export_layers, false), (&own.export_graph, true)] {
        let Some(file) = file else { continue };
        let dot = graph && file.extension().is_some_and(|ending| ending == "dot");
        let mut out = output::writer(Some(file))?;
        let mut count = 0_u64;
        if dot {
            writeln!(out, "graph configurations {{")?;
        }
        let mut write = |exported: &Exported| -> std::io::Result<()> {
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
        search(&solve.search, |options| export(sliding, style, graph, options, &mut write))?;
        if dot {
            writeln!(out, "}}")?;
        }
        out.flush()?;
        if !solve.search.quiet {
            remark!("{count} configurations written to {}", file.display());
        }
    }
    Ok(Exit::Answered)
}
