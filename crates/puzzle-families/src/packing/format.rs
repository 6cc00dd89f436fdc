//! How a packing puzzle is written: the top level of a `.puzzle` file.
//!
//! ```toml
//! family = "packing"
//! name = "6 x 10 pentominoes"
//! grid = "square"
//! [box]
//! rectangle = [6, 10]
//! [[piece]]
//! all = 5
//! ```

use puzzle_core::{Diagnostic, is_unprintable};
use puzzle_lattice::{Graph, Grid};
use rustc_hash::{FxHashMap, FxHashSet};

use super::colours::Colours;
use super::{Written, boxes, pieces};
use crate::document::{self, Node, Table};
use crate::known::{self, numbers};
use crate::{Known, Restrict, Source, nearest};

/// Reads a description; the second part are warnings.
pub(super) fn read(source: &Source) -> Result<(Written, Vec<Diagnostic>), Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let (mut written, warnings) = board(&table, source)?;
    written.known = known::read(&table)?;
    let names = written.pieces.iter().map(|piece| &piece.name).chain(&written.cell_names);
    let names: FxHashSet<&str> = names.map(String::as_str).collect();
    let restrict = table.get("restrict").map(|node| restrict(&node, &names)).transpose()?;
    written.restrict = restrict;
    table.finish()?;
    Ok((written, warnings))
}

/// Reads name, grid, box and pieces, which games share; the second part are warnings.
pub(crate) fn board(
    table: &Table<'_>,
    source: &Source,
) -> Result<(Written, Vec<Diagnostic>), Diagnostic> {
    let name = document::name(table)?;
    let (grid, cell_names) = grid(table)?;
    let boxes::Read { region, optional, max_holes, coloured } =
        boxes::read(table, grid.as_ref(), &source.text)?;
    let mut colours = Colours::default();
    let mut paints = vec![0; if coloured.is_empty() { 0 } else { region.len() }];
    for (cell, name) in coloured {
        paints[cell as usize] = colours.number(name);
    }
    let cell_names =
        cell_names.unwrap_or_else(|| (0..region.len()).map(|i| i.to_string()).collect());
    let touching = table.flag("pieces-touch-boundary")?;
    let context = pieces::Context::new(grid.as_ref(), &region, &cell_names, &source.text, touching);
    let (pieces, warnings) = pieces::read(table, &context, &mut colours)?;
    let around = puzzle_lattice::Wrapped::named(grid.name()).is_some();
    if let Some(piece) = pieces.iter().find(|piece| around && !piece.paints.is_empty()) {
        let error = Diagnostic::error("pieces with colours are not placed on tubes and tori");
        return Err(error.at(piece.span.clone()));
    }
    let pairs = colours.pairs(table.get("colour-pairs").as_ref())?;
    let written = Written {
        name,
        grid,
        region,
        cell_names,
        optional,
        max_holes,
        paints,
        colour_names: colours.names(),
        pairs,
        pieces,
        known: Known::default(),
        stored: Vec::new(),
        restrict: None,
        family: super::FAMILY.name,
        convention: None,
    };
    Ok((written, warnings))
}

type NamedGrid = (Box<dyn Grid>, Option<Vec<String>>);

/// The grid, and for a graph the names of its vertices.
fn grid(table: &Table<'_>) -> Result<NamedGrid, Diagnostic> {
    let more = || puzzle_lattice::MORE_NAMES.into_iter().chain(["graph"]);
    let known = || puzzle_lattice::NAMES.into_iter().chain(more());
    let all: Vec<&str> = known().collect();
    let node = table.need("grid", &format!("grid = \"square\", or one of {}", all.join(", ")))?;
    let name = node.text()?;
    let graph = table.get("graph");
    if name == "graph" {
        let graph = graph.ok_or_else(|| {
            node.error("the graph itself is missing").hint(
                "add a section  [graph]  with  vertices = [\"a\", \"b\"]  and  edges = [\"a b\"]",
            )
        })?;
        let (graph, names) = self::graph(&graph)?;
        return Ok((Box::new(graph), Some(names)));
    }
    if let Some(graph) = graph {
        return Err(graph.error(format!("a {name} grid takes no [graph]")));
    }
    match puzzle_lattice::by_name(name) {
        Some(grid) => Ok((grid, None)),
        None => {
            Err(node.error(format!("unknown grid `{name}`")).hint(nearest::hint(name, known())))
        }
    }
}

fn graph(node: &Node<'_>) -> Result<(Graph, Vec<String>), Diagnostic> {
    let table = node.table()?;
    let listed = table.need("vertices", "vertices = [\"a\", \"b\", \"c\"]")?;
    let mut names: Vec<String> = Vec::new();
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    for vertex in listed.list()? {
        let name = vertex.text()?;
        if name.is_empty() || name.contains([',', ' ']) || name.contains(is_unprintable) {
            return Err(vertex.error("a vertex needs a name without blanks and commas"));
        }
        if numbers.insert(name, names.len() as u32).is_some() {
            return Err(vertex.error(format!("there are two vertices `{name}`")));
        }
        if names.len() >= super::LARGEST_BOX {
            return Err(listed.error(format!("over {} vertices", super::LARGEST_BOX)));
        }
        names.push(name.to_owned());
    }
    let mut edges = Vec::new();
    for edge in table.need("edges", "edges = [\"a b\", \"b c\"]")?.list()? {
        let ends: Vec<&str> = edge.text()?.split_whitespace().collect();
        let [a, b] = ends[..] else {
            return Err(edge.error("an edge joins two vertices").hint("write it as \"a b\""));
        };
        let find = |name: &str| {
            numbers.get(name).copied().ok_or_else(|| {
                let hint = nearest::hint(name, names.iter().map(String::as_str));
                edge.error(format!("there is no vertex `{name}`")).hint(hint)
            })
        };
        let (a, b) = (find(a)?, find(b)?);
        if a == b {
            return Err(edge.error("an edge joins two different vertices"));
        }
        edges.push((a, b));
    }
    let positions = table.get("positions").map(|node| node.positions()).transpose()?;
    table.finish()?;
    let graph = Graph::new(names.clone(), edges, positions).map_err(|error| node.error(error))?;
    Ok((graph, names))
}

fn restrict(node: &Node<'_>, names: &FxHashSet<&str>) -> Result<Restrict, Diagnostic> {
    let table = node.table()?;
    let piece = table.need("piece", "piece = \"P\", or the name of a cell")?;
    let what = piece.text()?.to_owned();
    if !names.contains(what.as_str()) {
        return Err(piece.error(format!("there is no piece and no cell `{what}`")));
    }
    let numbers = table.get("keep").map(|node| numbers(&node)).transpose()?;
    let rotations_only = table.get("symmetries").map_or(Ok(false), |node| {
        let unknown = |word: &str| format!("unknown symmetries `{word}`");
        node.word(&[("all", false), ("rotations", true)], unknown)
    })?;
    table.finish()?;
    Ok(Restrict { what, numbers, rotations_only })
}
