//! Every state, and every move between them, as files of text.
//!
//! Layers are lines `distance state`. A graph is lines `state state`, each move once in both
//! directions, or for Graphviz (`.dot`) an undirected graph. A file is there when it is whole: one that
//! a limit or a full disk cuts short does not take the place of an older one.

use std::io::{self, Write};
use std::path::Path;

use puzzle_core::{
    Answer, Answered, Ask, Control, Explored, Failure, Key, Run, StateSpace, Successors,
};

use super::asked::{Wanted, plan};
use super::{Halt, Levels, Search, neighbours};
use crate::files;

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
        let states = States { space, levels: &levels, control: &run.control };
        let dot = file.extension().is_some_and(|ending| ending == "dot");
        let mut stopped = None;
        let written = files::write(file, |out| {
            let done = if is_graph { states.graph(dot, out) } else { states.layers(out) };
            done.map_err(|halt| match halt {
                Halt::Io(error) => error,
                other => {
                    stopped = Some(other);
                    io::Error::other("stopped")
                }
            })
        });
        if let Some(halt) = stopped {
            return Err(halt.into());
        }
        let broken = |error| Failure::Usage(format!("cannot write {}: {error}", file.display()));
        written.map_err(broken)?;
    }
    let explored = Explored { levels: levels.sizes, ..Explored::default() };
    Ok(Answer { nodes: levels.nodes, ..wanted.answer(explored, None, None) })
}

/// States written between two looks at the limits.
const LOOK: u64 = 1 << 12;

/// What is written.
struct States<'a, K> {
    space: &'a dyn StateSpace<Key = K>,
    levels: &'a Levels<K>,
    control: &'a Control,
}

impl<K: Key> States<'_, K> {
    /// Visits every state with its distance, in order.
    fn each(&self, mut visit: impl FnMut(usize, K) -> io::Result<()>) -> Result<(), Halt> {
        let mut written = 0_u64;
        for (distance, stored) in self.levels.stored.iter().enumerate() {
            for key in stored.as_ref().ok_or(Halt::Forgotten)?.sorted()? {
                if written.is_multiple_of(LOOK)
                    && let Some(reason) = self.control.budget.check(0)
                {
                    return Err(Halt::Stopped(reason));
                }
                written += 1;
                visit(distance, key)?;
            }
        }
        Ok(())
    }

    fn layers(&self, out: &mut dyn Write) -> Result<(), Halt> {
        self.each(|distance, key| writeln!(out, "{distance} {}", self.space.name(key)))
    }

    fn graph(&self, dot: bool, out: &mut dyn Write) -> Result<(), Halt> {
        if dot {
            writeln!(out, "graph configurations {{")?;
        }
        let mut moves = Successors::default();
        self.each(|distance, key| {
            let name = self.space.name(key);
            if dot {
                writeln!(out, "  \"{name}\" [level={distance}];")?;
            }
            let others = neighbours(self.space, key, &mut moves);
            for other in others.into_iter().map(|other| self.space.name(other)) {
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
}
