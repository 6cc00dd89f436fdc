//! Every state, and every move between them, as files of text.
//!
//! Layers are lines `distance state`. A graph is lines `state state`, each move once in both
//! directions, or for Graphviz (`.dot`) an undirected graph.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use puzzle_core::{Answer, Answered, Ask, Explored, Failure, Key, Run, StateSpace, Successors};

use super::asked::{Wanted, plan};
use super::{Halt, Levels, Search, neighbours};

/// Writes the files that the choices `export-layers` and `export-graph` name.
pub(super) fn write<K: Key>(
    space: &dyn StateSpace<Key = K>,
    wanted: &Wanted,
    ask: &Ask,
    run: &Run,
) -> Answered {
    let [layers, graph] = ["export-layers", "export-graph"].map(|name| ask.choices.text(name));
    if layers.is_none() && graph.is_none() {
        let message = "say where to write: `export-layers` or `export-graph`";
        return Err(Failure::Usage(message.into()));
    }
    let mut search = Search::new(space, plan(run, true), &run.control);
    while search.advance()? {}
    let levels = search.finish();
    for (file, is_graph) in [(layers, false), (graph, true)] {
        let Some(file) = file.map(Path::new) else { continue };
        let broken =
            |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", file.display()));
        let mut out = BufWriter::new(File::create(file).map_err(broken)?);
        match is_graph {
            false => write_layers(space, &levels, &mut out)?,
            true => {
                let dot = file.extension().is_some_and(|ending| ending == "dot");
                write_graph(space, &levels, dot, &mut out)?;
            }
        }
        out.flush().map_err(broken)?;
    }
    let explored = Explored { levels: levels.sizes, ..Explored::default() };
    Ok(Answer { nodes: levels.nodes, ..wanted.answer(explored, None, None) })
}

/// Visits every state with its distance, in order.
fn each<K: Key>(
    levels: &Levels<K>,
    mut visit: impl FnMut(usize, K) -> io::Result<()>,
) -> Result<(), Halt> {
    for (distance, stored) in levels.stored.iter().enumerate() {
        for key in stored.as_ref().ok_or(Halt::Forgotten)?.sorted()? {
            visit(distance, key)?;
        }
    }
    Ok(())
}

fn write_layers<K: Key>(
    space: &dyn StateSpace<Key = K>,
    levels: &Levels<K>,
    out: &mut dyn Write,
) -> Result<(), Halt> {
    each(levels, |distance, key| writeln!(out, "{distance} {}", space.name(key)))
}

fn write_graph<K: Key>(
    space: &dyn StateSpace<Key = K>,
    levels: &Levels<K>,
    dot: bool,
    out: &mut dyn Write,
) -> Result<(), Halt> {
    if dot {
        writeln!(out, "graph configurations {{")?;
    }
    let mut moves = Successors::default();
    each(levels, |distance, key| {
        let name = space.name(key);
        if dot {
            writeln!(out, "  \"{name}\" [level={distance}];")?;
        }
        let others = neighbours(space, key, &mut moves);
        for other in others.into_iter().map(|other| space.name(other)) {
            if !dot {
                writeln!(out, "{name} {other}")?;
            } else if name < other {
                writeln!(out, "  \"{name}\" -- \"{other}\";")?;
            }
        }
        Ok(())
    })?;
    if dot {
        writeln!(out, "}}")?;
    }
    Ok(())
}
