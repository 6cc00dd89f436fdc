//! The pieces: drawings, lists of cells, walks, or all shapes with so many cells; how often each
//! is used, how it may be moved, where it must not go, how it is coloured and what it costs.

use puzzle_core::{Diagnostic, is_unprintable};
use puzzle_lattice::{Cell, Grid, Motions, Region, Shape};
use rustc_hash::FxHashMap;

use super::colours::Colours;
use super::{Count, MOST_PIECES, Paint, Piece, boxes, drawing, names};
use crate::document::{Node, Table};

const FORMS: &str = "drawing, cells = [[0, 0], [0, 1]], walk = \"E E SE\" or all = 5";

/// What all pieces need to know of the puzzle.
pub(super) struct Context<'a> {
    grid: &'a dyn Grid,
    region: &'a Region,
    numbers: FxHashMap<&'a str, u32>,
    source: &'a str,
    touching: bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        grid: &'a dyn Grid,
        region: &'a Region,
        cell_names: &'a [String],
        source: &'a str,
        touching: bool,
    ) -> Self {
        let numbers = cell_names.iter().map(String::as_str).zip(0..).collect();
        Context { grid, region, numbers, source, touching }
    }
}

/// Reads all `[[piece]]` sections; the second part are warnings.
pub(super) fn read(
    table: &Table<'_>,
    context: &Context<'_>,
    colours: &mut Colours,
) -> Result<(Vec<Piece>, Vec<Diagnostic>), Diagnostic> {
    let Some(node) = table.get("piece") else {
        return Err(Diagnostic::error("there are no pieces")
            .at(table.span())
            .hint(format!("add a section  [[piece]]  with one of {FORMS}")));
    };
    if !node.is_list() {
        return Err(node.error("write [[piece]] with two brackets: there may be several"));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for node in node.list()? {
        for piece in section(&node, context, colours, &pieces)? {
            if let Some(other) = pieces.iter().find(|other| other.name == piece.name) {
                let line = Diagnostic::error("").at(other.span.clone()).position(context.source);
                let line = line.map_or(0, |(line, _)| line);
                return Err(Diagnostic::error(format!("there are two pieces `{}`", piece.name))
                    .at(piece.span)
                    .hint(format!(
                        "the other one is on line {line}; rename one, or use  count = 2"
                    )));
            }
            pieces.push(piece);
        }
        if pieces.len() > MOST_PIECES {
            return Err(node.error(format!("over {MOST_PIECES} pieces")));
        }
    }
    let warnings = look_alikes(&pieces, context.grid);
    Ok((pieces, warnings))
}

/// Two pieces of one shape are allowed, but seldom meant: solutions differ by swapping them.
fn look_alikes(pieces: &[Piece], grid: &dyn Grid) -> Vec<Diagnostic> {
    let mut seen: FxHashMap<(Shape, usize), &str> = FxHashMap::default();
    let mut warnings = Vec::new();
    // A single cell is the usual way to write a puzzle about positions.
    for piece in pieces.iter().filter(|piece| piece.shape.len() > 1) {
        // Pieces that differ in colour or weight are told apart.
        let marked = !piece.paints.is_empty() || piece.weight > 0;
        let mark = if marked { piece.span.start } else { usize::MAX };
        let class = (grid.canonical(&piece.shape, piece.motions), mark);
        if let Some(other) = seen.insert(class, &piece.name) {
            let message = format!("pieces `{other}` and `{}` have the same shape", piece.name);
            let hint =
                "solutions that differ by swapping them count twice; use  count = 2  instead";
            warnings.push(Diagnostic::warning(message).at(piece.span.clone()).hint(hint));
        }
    }
    warnings
}

/// One section: one piece, or all shapes of a size.
fn section(
    node: &Node<'_>,
    context: &Context<'_>,
    colours: &mut Colours,
    before: &[Piece],
) -> Result<Vec<Piece>, Diagnostic> {
    let (table, grid) = (node.table()?, context.grid);
    let motions = match table.get("moves") {
        None => grid.default_motions(),
        Some(node) => node.text()?.parse::<Motions>().map_err(|_| {
            node.error("unknown moves").hint("\"translate\", \"rotate\" or \"rotate+reflect\"")
        })?,
    };
    let given: Vec<_> = ["drawing", "cells", "walk", "all"]
        .into_iter()
        .filter_map(|form| Some((form, table.get(form)?)))
        .collect();
    let [(form, value)] = &given[..] else {
        let error = match given.get(1) {
            None => node.error("the piece has no shape"),
            Some((form, second)) => second.error(format!("a second shape of the piece: `{form}`")),
        };
        return Err(error.hint(format!("give exactly one of {FORMS}")));
    };
    let name = table.get("name");
    let shapes: Vec<(String, Shape)> = match *form {
        "all" => {
            if let Some(name) = name {
                return Err(name
                    .error("all shapes of a size get their names by themselves")
                    .hint("leave the name out, or draw the one piece you mean"));
            }
            all(value, &table, grid, motions, before)?
        }
        form => {
            let cells = match form {
                "drawing" => letters(solid(value, grid, context.source)?),
                "cells" => boxes::list(value, grid)?,
                _ => walk(value, grid)?,
            };
            let name = match name {
                Some(name) => piece_name(&name)?,
                None => names::by_number(before.len()),
            };
            vec![(name, Shape::new(grid, cells))]
        }
    };
    let count = table.get("count").map(|node| count(&node)).transpose()?;
    let count = count.unwrap_or(Count { min: 1, max: Some(1) });
    let touching = table.get("touch-boundary").map(|node| node.truth()).transpose()?;
    let orientations = table.get("orientations");
    let orientations = orientations
        .map(|node| self::orientations(&node, context, motions, &shapes))
        .transpose()?;
    let only = table.get("only").map(|node| placements(&node, context)).transpose()?;
    let forbidden = table.get("forbid").map(|node| placements(&node, context)).transpose()?;
    let paints = match table.get("colours") {
        Some(node) => {
            if orientations.is_some() {
                return Err(node.error("a coloured piece cannot be kept to orientations"));
            }
            paints(&node, context, colours, given.first(), &shapes)?
        }
        None => Vec::new(),
    };
    let weight = table.get("weight").map(|node| node.number(0..=u32::MAX.into())).transpose()?;
    let heft = table.get("heft").map(|node| node.number(-1_000_000..=1_000_000)).transpose()?;
    let groups = table.get("groups").map(|node| groups(&node)).transpose()?.unwrap_or_default();
    table.finish()?;
    let piece = |(name, shape)| Piece {
        heft: heft.unwrap_or(1) as i32,
        groups: groups.clone(),
        paints: paints.clone(),
        count,
        must_touch_boundary: touching.unwrap_or(context.touching),
        orientations: orientations.clone(),
        only: only.clone(),
        forbidden: forbidden.clone().unwrap_or_default(),
        weight: weight.unwrap_or(0) as u64,
        span: node.span(),
        ..Piece::plain(name, shape, motions)
    };
    Ok(shapes.into_iter().map(piece).collect())
}

/// The cells of a drawing of a piece.
fn solid(node: &Node<'_>, grid: &dyn Grid, source: &str) -> Result<Vec<(Cell, char)>, Diagnostic> {
    let drawn = drawing::read(node, grid, source)?;
    match drawn.iter().any(|(_, sign)| *sign == '+') {
        true => Err(node.error("a piece has all its cells").hint("+ is for cells of the box")),
        false => Ok(drawn),
    }
}

/// The colours of a drawn piece: the same drawing with a character for each colour, `#` for none.
fn paints(
    node: &Node<'_>,
    context: &Context<'_>,
    colours: &mut Colours,
    form: Option<&(&str, Node<'_>)>,
    shapes: &[(String, Shape)],
) -> Result<Vec<Paint>, Diagnostic> {
    let (Some(("drawing", drawn)), [(_, shape)]) = (form, shapes) else {
        return Err(node.error("only a piece with a drawing can be coloured"));
    };
    let places = |node: &Node<'_>| -> Result<Vec<(Cell, char)>, Diagnostic> {
        let mut cells = solid(node, context.grid, context.source)?;
        cells.sort_unstable();
        Ok(cells)
    };
    let (cells, coloured) = (places(drawn)?, places(node)?);
    if letters(cells) != letters(coloured.clone()) {
        return Err(node
            .error("the colours do not fit the drawing")
            .hint("the same drawing, with a letter or digit for each colour and # for none"));
    }
    // A shape has its cells sorted, and moving it home keeps their order.
    debug_assert_eq!(coloured.len(), shape.len());
    Ok(coloured.into_iter().map(|(_, name)| colours.number(name)).collect())
}

fn letters(drawn: Vec<(Cell, char)>) -> Vec<Cell> {
    drawn.into_iter().map(|(cell, _)| cell).collect()
}

fn piece_name(node: &Node<'_>) -> Result<String, Diagnostic> {
    let name = node.text()?;
    let bad = |c: char| c.is_whitespace() || is_unprintable(c) || c == ',' || c == '=';
    if name.is_empty() || name.chars().count() > 40 || name.contains(bad) {
        return Err(node.error("a piece needs a short name without blanks, commas and `=`"));
    }
    Ok(name.to_owned())
}

fn walk(node: &Node<'_>, grid: &dyn Grid) -> Result<Vec<Cell>, Diagnostic> {
    let start = grid.cell_at(0, 0, 0);
    let steps = node.text()?;
    if steps.split_whitespace().count() > 10_000 {
        return Err(node.error("the walk has over 10000 steps"));
    }
    puzzle_lattice::walk(grid, start, steps).map_err(|error| node.error(error))
}

/// All connected shapes with so many cells, named as is customary where there is a custom.
fn all(
    node: &Node<'_>,
    table: &Table<'_>,
    grid: &dyn Grid,
    motions: Motions,
    before: &[Piece],
) -> Result<Vec<(String, Shape)>, Diagnostic> {
    let cells = node.number(1..=20)? as usize;
    let flat = table.get("flat").map(|node| node.truth()).transpose()?.unwrap_or(false);
    let mut shapes = grid
        .all_shapes(cells, motions)
        .map_err(|error| node.error(error.to_string()).hint("fewer cells"))?;
    if flat {
        shapes.retain(|shape| is_flat(shape, grid));
    }
    if shapes.len() > MOST_PIECES {
        return Err(node.error(format!("over {MOST_PIECES} pieces")).hint("fewer cells"));
    }
    let mut named = names::name_all(shapes, grid, cells, motions, before);
    if let Some(except) = table.get("except") {
        for node in except.list()? {
            let name = node.text()?;
            let Some(at) = named.iter().position(|(known, _)| known == name) else {
                let known: Vec<&str> = named.iter().map(|(known, _)| known.as_str()).collect();
                let error = node.error(format!("there is no shape `{name}` among them"));
                return Err(error.hint(format!("they are {}", known.join(", "))));
            };
            named.remove(at);
        }
    }
    if named.is_empty() {
        return Err(node.error("no shape is left"));
    }
    Ok(named)
}

/// Whether the centres of the cells lie in one plane.
fn is_flat(shape: &Shape, grid: &dyn Grid) -> bool {
    let points: Vec<[f64; 3]> = shape.cells().iter().map(|&cell| grid.center(cell)).collect();
    let minus = |p: [f64; 3], q: [f64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let cross = |u: [f64; 3], v: [f64; 3]| {
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    };
    let dot = |u: [f64; 3], v: [f64; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let edges: Vec<_> = points.iter().map(|&p| minus(p, points[0])).collect();
    let normals = edges.iter().flat_map(|&u| edges.iter().map(move |&v| cross(u, v)));
    match normals.into_iter().find(|&n| dot(n, n) > 1e-6) {
        None => true,
        Some(normal) => edges.iter().all(|&edge| dot(normal, edge).abs() < 1e-6),
    }
}

/// `count = 3`, `count = "0..2"` or `count = "any"`.
fn count(node: &Node<'_>) -> Result<Count, Diagnostic> {
    let most = 1_000_000;
    if !node.is_text() {
        let count = node.number(1..=most)? as u32;
        return Ok(Count { min: count, max: Some(count) });
    }
    let text = node.text()?.trim();
    if text == "any" {
        return Ok(Count { min: 0, max: None });
    }
    let wrong = || node.error("this is not a count").hint("a number, \"0..2\" or \"any\"");
    let (min, max) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| i64::from(n) <= most);
    let (min, max) = (number(min).ok_or_else(wrong)?, number(max).ok_or_else(wrong)?);
    if min > max || max == 0 {
        return Err(node
            .error("the range is empty")
            .hint("the smaller number comes first: \"0..2\""));
    }
    Ok(Count { min, max: Some(max) })
}

/// Groups in which a piece may stay with others when an assembly is taken apart: `["a", "b:2"]`, where the
/// number is how many of the piece may be in it.
fn groups(node: &Node<'_>) -> Result<Vec<(String, u32)>, Diagnostic> {
    let group = |node: &Node<'_>| {
        let text = node.text()?;
        let (name, most) = match text.rsplit_once(':') {
            Some((name, most)) => (name, most.parse().ok()),
            None => (text, Some(u32::MAX)),
        };
        let bad = name.is_empty() || name.contains(is_unprintable);
        most.filter(|_| !bad)
            .map(|most| (name.to_owned(), most))
            .ok_or_else(|| node.error("this is no group").hint("a name, such as \"a\" or \"a:2\""))
    };
    node.list()?.iter().map(group).collect()
}

/// Drawings of the orientations a piece is kept to.
fn orientations(
    node: &Node<'_>,
    context: &Context<'_>,
    motions: Motions,
    shapes: &[(String, Shape)],
) -> Result<Vec<Shape>, Diagnostic> {
    let grid = context.grid;
    let [(name, piece)] = shapes else {
        return Err(node.error("only a single piece can be kept to orientations"));
    };
    let class = grid.canonical(piece, motions);
    let mut kept = Vec::new();
    for node in node.list()? {
        let shape = Shape::new(grid, letters(solid(&node, grid, context.source)?));
        if shape.len() != piece.len() || grid.canonical(&shape, motions) != class {
            return Err(node.error(format!("this is no orientation of piece `{name}`")));
        }
        kept.push(shape);
    }
    match kept.is_empty() {
        true => Err(node.error("a piece needs at least one orientation")),
        false => Ok(kept),
    }
}

/// Placements as lists of cell numbers (or vertex names), each sorted, the list sorted too.
fn placements(node: &Node<'_>, context: &Context<'_>) -> Result<Vec<Vec<u32>>, Diagnostic> {
    let cell = |node: &Node<'_>| -> Result<u32, Diagnostic> {
        if node.is_text() {
            let name = node.text()?;
            let found = context.numbers.get(name);
            let missing = || node.error(format!("there is no cell `{name}`"));
            return found.copied().ok_or_else(missing);
        }
        Ok(node.number(0..=context.region.len() as i64 - 1)? as u32)
    };
    let mut placements = Vec::new();
    for node in node.list()? {
        let mut cells = node.list()?.iter().map(cell).collect::<Result<Vec<u32>, _>>()?;
        cells.sort_unstable();
        placements.push(cells);
    }
    placements.sort();
    placements.dedup();
    Ok(placements)
}
