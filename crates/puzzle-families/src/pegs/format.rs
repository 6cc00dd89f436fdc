//! How a peg puzzle is written.
//!
//! ```toml
//! family = "pegs"
//! grid = "square"            # or triangle, or graph with a section [graph]
//! board = """
//! ..###..
//! ..###..
//! #######
//! ###o###
//! #######
//! ..###..
//! ..###..
//! """                        # '#' a peg, 'o' an empty hole, '.' or a blank: no hole
//! goal = "only d4"           # a drawing, "all but d4", "one peg anywhere", or a list of them
//! ```

use puzzle_core::jumps::{Jump, JumpError, JumpProblem, MOST_HOLES, Position};
use puzzle_core::{Diagnostic, is_unprintable};

use super::board::{self, Kind, Layout};
use super::{Pegs, positions};
use crate::document::{self, Node};
use crate::{Source, known, nearest};

/// Reads a description.
pub(super) fn read(source: &Source) -> Result<Pegs, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let grid = table.need("grid", "grid = \"square\", \"triangle\" or \"graph\"")?;
    let kinds = [("square", Kind::Square), ("triangle", Kind::Triangle), ("graph", Kind::Graph)];
    let kind = grid.word(&kinds, |word| format!("unknown grid `{word}`"))?;
    let (layout, board, drawn) = match kind {
        Kind::Graph => graph(&table.need("graph", "a section [graph] with holes and jumps")?)?,
        _ => {
            let node = table.need("board", "a drawing: # a peg, o an empty hole, . no hole")?;
            let drawing = drawing(&node, kind, &source.text)?;
            let places = drawing.iter().map(|&(place, _)| place).collect();
            let (layout, board) = board::on_grid(kind, places).map_err(|e| refuse(&node, &e))?;
            (layout, board, Some(pegs_of(&drawing)))
        }
    };
    let start = match (table.get("start"), drawn) {
        (Some(node), _) => position(&node, &layout, &source.text)?,
        (None, Some(drawn)) if drawn != board.full() => drawn,
        (None, _) => {
            return Err(Diagnostic::error("the start is missing: no hole is empty")
                .at(table.span())
                .hint("start = \"all but d4\", or draw an empty hole as o"));
        }
    };
    let goal = table.get("goal");
    let goals = match &goal {
        Some(node) => goals(node, &layout, &source.text)?,
        None => (0..board.holes()).map(|hole| 1 << hole).collect(),
    };
    let known = known::read_counts(&table)?;
    table.finish()?;
    let problem = JumpProblem::new(board, start, goals).map_err(|error| match &goal {
        Some(node) => refuse(node, &error),
        None => Diagnostic::error(error.to_string()),
    })?;
    Ok(Pegs { name, layout, problem, known })
}

fn refuse(node: &Node<'_>, error: &JumpError) -> Diagnostic {
    let hint = match error {
        JumpError::NoJumps => "a jump needs three holes in a row",
        JumpError::TooManyHoles(_) => "a board may have up to 128 holes",
        JumpError::MorePegs { .. } => "every jump takes a peg off the board",
        JumpError::BadJump(_) => "\"a b c\": from a over b to c",
        JumpError::OffBoard(_) | JumpError::NoGoal => positions::GOAL,
    };
    node.error(error.to_string()).hint(hint)
}

/// A hole's row and column, and whether it has a peg.
type Drawn = ((i32, i32), bool);

/// The holes of a drawing in reading order, moved so that the first row and column have number 0.
fn drawing(node: &Node<'_>, kind: Kind, source: &str) -> Result<Vec<Drawn>, Diagnostic> {
    let text = node.text()?;
    let mut holes: Vec<Drawn> = Vec::new();
    let mut offset = 0;
    for (row, line) in (0..).zip(text.split('\n')) {
        for (column, (at, character)) in (0..).zip(line.char_indices()) {
            let peg = match character {
                '#' => true,
                'o' => false,
                '.' | ' ' | '\r' => continue,
                _ => {
                    let message = format!("{character:?} has no meaning in a drawing");
                    return Err(Diagnostic::error(message)
                        .at(node.place(source, offset + at))
                        .hint("use # for a peg, o for an empty hole, . for no hole"));
                }
            };
            let parity = holes.first().map_or(0, |((r, c), _)| r + c);
            if kind == Kind::Triangle && (row + column - parity) % 2 != 0 && !holes.is_empty() {
                return Err(Diagnostic::error("this hole lies between the others")
                    .at(node.place(source, offset + at))
                    .hint("in a triangular drawing neighbours in a row are two characters apart, and the next row is shifted by one"));
            }
            holes.push(((row, column), peg));
            if holes.len() > MOST_HOLES {
                let message = format!("the board has over {MOST_HOLES} holes");
                return Err(node.error(message).hint("a board may have up to 128 holes"));
            }
        }
        offset += line.len() + 1;
    }
    let top = holes.iter().map(|((row, _), _)| *row).min().unwrap_or(0);
    let left = holes.iter().map(|((_, column), _)| *column).min().unwrap_or(0);
    for ((row, column), _) in &mut holes {
        (*row, *column) = (*row - top, *column - left);
    }
    match holes.is_empty() {
        true => Err(node
            .error("the drawing has no holes")
            .hint("use # for a peg and o for an empty hole")),
        false => Ok(holes),
    }
}

fn pegs_of(drawing: &[Drawn]) -> Position {
    let with_pegs = drawing.iter().enumerate().filter(|(_, (_, peg))| *peg);
    with_pegs.fold(0, |position, (hole, _)| position | 1 << hole)
}

/// A position as a drawing, which must have the board's holes.
fn drawn_position(node: &Node<'_>, layout: &Layout, source: &str) -> Result<Position, Diagnostic> {
    if layout.kind == Kind::Graph {
        return Err(node.error("a graph has no drawing").hint(positions::START));
    }
    let drawing = drawing(node, layout.kind, source)?;
    let places: Vec<(i32, i32)> = drawing.iter().map(|&(place, _)| place).collect();
    if places != layout.places {
        let (here, there) = (places.len(), layout.places.len());
        let what = match here == there {
            true => "the drawing has other holes than the board".to_owned(),
            false => format!("the drawing has {here} holes and the board {there}"),
        };
        return Err(node.error(what).hint("draw the same holes: # with a peg, o without"));
    }
    Ok(pegs_of(&drawing))
}

fn is_drawing(text: &str) -> bool {
    text.contains('\n') || text.chars().all(|c| matches!(c, '#' | 'o' | '.' | ' '))
}

fn position(node: &Node<'_>, layout: &Layout, source: &str) -> Result<Position, Diagnostic> {
    match is_drawing(node.text()?) {
        true => drawn_position(node, layout, source),
        false => positions::start(node.text()?, &layout.names).map_err(|error| node.error(error)),
    }
}

fn goals(node: &Node<'_>, layout: &Layout, source: &str) -> Result<Vec<Position>, Diagnostic> {
    let mut found = Vec::new();
    let nodes = if node.is_list() { node.list()? } else { vec![node.clone()] };
    for node in &nodes {
        match is_drawing(node.text()?) {
            true => found.push(drawn_position(node, layout, source)?),
            false => found.extend(
                positions::goals(node.text()?, &layout.names).map_err(|error| node.error(error))?,
            ),
        }
    }
    match found.is_empty() {
        true => Err(node.error("there is no goal").hint(positions::GOAL)),
        false => Ok(found),
    }
}

/// Jumps that are listed at most.
const MOST_JUMPS: usize = 4096;

type Parts = (Layout, puzzle_core::jumps::JumpBoard, Option<Position>);

/// `[graph]`: holes, jumps, and where to draw the holes.
fn graph(node: &Node<'_>) -> Result<Parts, Diagnostic> {
    let table = node.table()?;
    let listed = table.need("holes", "holes = [\"a\", \"b\", \"c\"]")?;
    let mut names: Vec<String> = Vec::new();
    for hole in listed.list()? {
        let name = hole.text()?;
        if name.is_empty() || name.contains([',', ' ', '-']) || name.contains(is_unprintable) {
            return Err(hole.error("a hole needs a name without blanks, commas and hyphens"));
        }
        if names.iter().any(|known| known == name) {
            return Err(hole.error(format!("there are two holes `{name}`")));
        }
        if names.len() == MOST_HOLES {
            return Err(listed.error(format!("the board has over {MOST_HOLES} holes")));
        }
        names.push(name.to_owned());
    }
    let one_way = table.flag("one-way")?;
    let listed = table.need("jumps", "jumps = [\"a b c\"]: from a over b to c, and back")?;
    let nodes = listed.list()?;
    if nodes.len() > MOST_JUMPS {
        return Err(listed.error(format!("over {MOST_JUMPS} jumps")));
    }
    let mut jumps = Vec::new();
    for node in nodes {
        let words: Vec<&str> = node.text()?.split_whitespace().collect();
        let [from, over, to] = words[..] else {
            return Err(node.error("a jump has three holes").hint("write it as \"a b c\""));
        };
        let find = |name: &str| {
            let hole = names.iter().position(|known| known == name);
            hole.map(|hole| hole as u8).ok_or_else(|| {
                let hint = nearest::hint(name, names.iter().map(String::as_str));
                node.error(format!("there is no hole `{name}`")).hint(hint)
            })
        };
        let (from, over, to) = (find(from)?, find(over)?, find(to)?);
        if from == over || over == to || from == to {
            return Err(node.error("a jump needs three different holes"));
        }
        jumps.push(Jump { from, over, to });
        if !one_way {
            jumps.push(Jump { from: to, over, to: from });
        }
    }
    let positions = match table.get("positions") {
        Some(node) => positions_of(&node, names.len())?,
        None => circle(names.len()),
    };
    table.finish()?;
    let (layout, board) =
        board::on_graph(names, jumps, positions).map_err(|error| refuse(node, &error))?;
    Ok((layout, board, None))
}

fn positions_of(node: &Node<'_>, holes: usize) -> Result<Vec<[f64; 2]>, Diagnostic> {
    let found = node.positions()?;
    match found.len() == holes {
        true => Ok(found),
        false => Err(node.error(format!("{} positions for {holes} holes", found.len()))),
    }
}

fn circle(holes: usize) -> Vec<[f64; 2]> {
    let radius = holes as f64 / 5.0 + 1.0;
    let angle = |hole: usize| std::f64::consts::TAU * hole as f64 / holes as f64;
    (0..holes).map(|h| [radius * angle(h).sin(), -radius * angle(h).cos()]).collect()
}
