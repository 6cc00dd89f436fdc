//! Levels and the graph of configurations, handed out one by one.

use puzzle_core::{StateSpace, Successors};
use puzzle_engines::space::Search;
use puzzle_families::sliding::PackedSpace;
use puzzle_families::with_sliding_space;

use super::{Block, Sliding, Style, failure, lower, plan};
use crate::{Failure, Options};

/// A configuration and where it leads.
pub struct Exported {
    /// Its distance from the start.
    pub level: usize,
    /// Its blocks, by place.
    pub blocks: Vec<Block>,
    /// The configurations that one move leads to, each once, if they were asked for.
    pub moves: Vec<Vec<Block>>,
}

/// Hands out every configuration that can be reached, level by level; with the moves if `graph`.
pub fn export(
    puzzle: &Sliding,
    style: Style,
    graph: bool,
    options: &Options,
    visit: &mut dyn FnMut(&Exported) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let lowered = lower(puzzle, style).map_err(Failure::Declined)?;
    with_sliding_space!(&lowered, space => walk(space, graph, options, visit))
}

fn walk<S: PackedSpace>(
    space: &S,
    graph: bool,
    options: &Options,
    visit: &mut dyn FnMut(&Exported) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut search = Search::new(space, plan(options, true), &options.control);
    while search.advance().map_err(failure)? {}
    let levels = search.finish();
    let broken = |error: std::io::Error| Failure::Usage(format!("cannot write: {error}"));
    let mut out = Successors::default();
    for (level, stored) in levels.stored.iter().enumerate() {
        let stored = stored.as_ref().ok_or_else(|| failure(super::Halt::Forgotten))?;
        for key in stored.sorted().map_err(broken)? {
            let mut moves = Vec::new();
            if graph {
                out.clear();
                StateSpace::expand(space, &[key], &mut out);
                let mut keys = out.keys().to_vec();
                keys.sort_unstable();
                keys.dedup();
                moves = keys.into_iter().map(|key| space.unpack(key)).collect();
            }
            visit(&Exported { level, blocks: space.unpack(key), moves }).map_err(broken)?;
        }
    }
    Ok(())
}
