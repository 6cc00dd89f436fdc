//! `.puzzle` files: the starting board as a picture, kinds, gates, goals.

use puzzle_core::{Diagnostic, Span};

use super::board::{Block, Board, Freedom, Kind, shape};
use super::goal::Goal;
use super::picture::Picture;
use super::{Distances, Sliding, condition};
use crate::Source;
use crate::document::{self, Node, Table};

/// A block of the picture on its way to a kind.
struct Drawn {
    name: char,
    cells: Vec<usize>,
    shape: Vec<(i32, i32)>,
    moves: Freedom,
    /// The `[[kind]]` that lists it.
    listed: Option<usize>,
    /// Whether it is a kind of its own.
    own: bool,
    /// Which gates let it through.
    gates: Vec<bool>,
}

/// Reads a text.
pub(super) fn read(source: &Source) -> Result<Sliding, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = table.text("name")?;
    let node = table.need("drawing", "draw the starting board:  drawing = \"\"\"…\"\"\"")?;
    let picture = Picture::read(source, &node)?;
    let distinct = table.flag("distinct")?;
    let lengthwise = match table.get("moves") {
        None => false,
        Some(node) => match node.text()? {
            "lengthwise" => true,
            "both" => false,
            word => {
                return Err(node
                    .error(format!("`{word}` is no way to move"))
                    .hint("\"both\" or \"lengthwise\""));
            }
        },
    };
    let kind_nodes = sections(&table, "kind")?;
    let gate_nodes = sections(&table, "gate")?;
    let goal_nodes = sections(&table, "goal")?;
    let known = table.get("known").map(|node| read_known(&node.table()?)).transpose()?;
    table.finish()?;

    let mut drawn = read_blocks(&picture, &node, distinct, lengthwise)?;
    for (number, section) in kind_nodes.iter().enumerate() {
        read_kind(section, number, &mut drawn)?;
    }
    let mut gates = Vec::new();
    for section in &gate_nodes {
        gates.push(read_gate(source, section, &picture, &mut drawn)?);
    }
    let goals = goal_nodes.iter().map(|section| Wanted::read(source, section, &picture));
    let goals: Vec<Wanted> = goals.collect::<Result<_, _>>()?;
    for name in goals.iter().flat_map(|goal| &goal.names) {
        drawn.iter_mut().filter(|block| block.name == *name).for_each(|block| block.own = true);
    }
    let (board, start, names) = assemble(&picture, &drawn, &gates);
    for (block, &placed) in drawn.iter().zip(&start) {
        if board.cells(placed).is_none() {
            let span = picture.spans[block.cells[0]].clone();
            let message = format!("block {} stands where a gate does not let it", block.name);
            return Err(Diagnostic::error(message).at(span));
        }
    }
    let goals = goals.iter().map(|goal| goal.finish(&board, &names));
    let goals = goals.collect::<Result<Vec<_>, _>>()?;
    let labels = drawn.iter().map(|block| block.name.to_string()).collect();
    let puzzle = Sliding::new(name, board, start, goals).with_labels(labels);
    Ok(puzzle.with_known(known.unwrap_or_default()))
}

/// The tables of a list `[[key]]`.
fn sections<'a>(table: &Table<'a>, key: &'static str) -> Result<Vec<Table<'a>>, Diagnostic> {
    match table.get(key) {
        None => Ok(Vec::new()),
        Some(node) => node.list()?.iter().map(Node::table).collect(),
    }
}

fn read_blocks(
    picture: &Picture,
    node: &Node<'_>,
    distinct: bool,
    lengthwise: bool,
) -> Result<Vec<Drawn>, Diagnostic> {
    if let Some(cell) = picture.cells.iter().position(|c| matches!(c, '?' | '_')) {
        return Err(Diagnostic::error("this mark is for goals")
            .at(picture.spans[cell].clone())
            .hint("`.` is an empty cell"));
    }
    let blocks = picture.blocks()?;
    if blocks.is_empty() {
        return Err(node.error("the puzzle has no pieces"));
    }
    let make = |(name, cells): (char, Vec<usize>)| {
        let shape = shape(&picture.offsets(&cells));
        let moves = if lengthwise { lengthwise_of(&shape) } else { Freedom::Both };
        Drawn { name, cells, shape, moves, listed: None, own: distinct, gates: Vec::new() }
    };
    Ok(blocks.into_iter().map(make).collect())
}

/// Along its length; a block as high as it is wide moves both ways.
fn lengthwise_of(shape: &[(i32, i32)]) -> Freedom {
    let spread = |pick: fn(&(i32, i32)) -> i32| {
        let values = shape.iter().map(pick);
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    match spread(|cell| cell.1).cmp(&spread(|cell| cell.0)) {
        std::cmp::Ordering::Greater => Freedom::Horizontal,
        std::cmp::Ordering::Less => Freedom::Vertical,
        std::cmp::Ordering::Equal => Freedom::Both,
    }
}

/// The blocks that a text lists, as their numbers.
fn listed(node: &Node<'_>, drawn: &[Drawn]) -> Result<Vec<usize>, Diagnostic> {
    let text = node.text()?;
    let find = |c: char| {
        drawn
            .iter()
            .position(|block| block.name == c)
            .ok_or_else(|| node.error(format!("there is no block {c} in the drawing")))
    };
    text.chars().filter(|c| !c.is_whitespace() && *c != ',').map(find).collect()
}

/// `[[kind]]`: blocks that are interchangeable, and how they move.
fn read_kind(section: &Table<'_>, number: usize, drawn: &mut [Drawn]) -> Result<(), Diagnostic> {
    let node = section.need("blocks", "write  blocks = \"ABC\"")?;
    let moves = section.get("moves").map(|node| read_moves(&node)).transpose()?;
    section.finish()?;
    let blocks = listed(&node, drawn)?;
    for &block in &blocks {
        if drawn[block].shape != drawn[blocks[0]].shape {
            let (a, b) = (drawn[blocks[0]].name, drawn[block].name);
            return Err(node
                .error(format!("blocks {a} and {b} differ in shape"))
                .hint("only blocks of one shape can be of one kind"));
        }
        if drawn[block].listed.replace(number).is_some_and(|other| other != number) {
            let name = drawn[block].name;
            return Err(node.error(format!("block {name} is in two kinds")));
        }
        drawn[block].moves = moves.unwrap_or(drawn[block].moves);
    }
    Ok(())
}

fn read_moves(node: &Node<'_>) -> Result<Freedom, Diagnostic> {
    let known = [
        ("both", Freedom::Both),
        ("horizontal", Freedom::Horizontal),
        ("vertical", Freedom::Vertical),
        ("none", Freedom::Fixed),
    ];
    node.word(&known, |word| format!("`{word}` is no way to move"))
}

/// `[[gate]]`: cells marked `*` that only the listed blocks may enter; the answer is the cells.
fn read_gate(
    source: &Source,
    section: &Table<'_>,
    picture: &Picture,
    drawn: &mut [Drawn],
) -> Result<Vec<usize>, Diagnostic> {
    let hint = "draw the board with * on the cells of the gate";
    let node = section.need("drawing", hint)?;
    let marks = Picture::read(source, &node)?;
    same_size(&node, picture, &marks)?;
    if let Some(cell) = marks.cells.iter().position(|c| !matches!(c, '*' | '.' | '#' | 'x')) {
        return Err(
            Diagnostic::error("a gate is drawn with * and . only").at(marks.spans[cell].clone())
        );
    }
    let blocks = listed(&section.need("blocks", "write  blocks = \"A\"")?, drawn)?;
    section.finish()?;
    for (number, block) in drawn.iter_mut().enumerate() {
        block.gates.push(blocks.contains(&number));
    }
    Ok((0..marks.cells.len()).filter(|&cell| marks.cells[cell] == '*').collect())
}

fn same_size(node: &Node<'_>, board: &Picture, other: &Picture) -> Result<(), Diagnostic> {
    if (board.rows, board.columns) == (other.rows, other.columns) {
        return Ok(());
    }
    let (rows, columns) = (other.rows, other.columns);
    Err(node
        .error(format!("this drawing has {rows} x {columns} cells"))
        .hint(format!("the starting board has {} x {}", board.rows, board.columns)))
}

/// Kinds: listed blocks together, blocks that a goal names by themselves, else by shape.
fn assemble(
    picture: &Picture,
    drawn: &[Drawn],
    gates: &[Vec<usize>],
) -> (Board, Vec<Block>, Vec<(char, usize)>) {
    let mut kinds: Vec<(Kind, &Drawn)> = Vec::new();
    let mut start = Vec::new();
    let mut names = Vec::new();
    for block in drawn {
        let same = |(kind, other): &(Kind, &Drawn)| {
            let alike = match (block.listed, other.listed) {
                (None, None) => !block.own && !other.own,
                (mine, others) => mine == others,
            };
            alike
                && kind.cells == block.shape
                && kind.moves == block.moves
                && other.gates == block.gates
        };
        let kind = kinds.iter().position(same).unwrap_or_else(|| {
            let cells = block.shape.clone();
            kinds.push((Kind { name: block.name, cells, moves: block.moves }, block));
            kinds.len() - 1
        });
        start.push(Block { kind, place: block.cells[0] });
        names.push((block.name, kind));
    }
    let size = picture.cells.len();
    let closed = |(_, block): &(Kind, &Drawn)| {
        let mut closed = vec![false; size];
        for (gate, _) in gates.iter().zip(&block.gates).filter(|(_, passes)| !**passes) {
            gate.iter().for_each(|&cell| closed[cell] = true);
        }
        closed
    };
    let closed = if gates.is_empty() { Vec::new() } else { kinds.iter().map(closed).collect() };
    let board = Board {
        rows: picture.rows,
        columns: picture.columns,
        walls: picture.cells.iter().map(|c| matches!(c, '#' | 'x')).collect(),
        kinds: kinds.into_iter().map(|(kind, _)| kind).collect(),
        closed,
    };
    (board, start, names)
}

/// A goal as written.
struct Wanted<'a> {
    span: Span,
    drawing: Option<Picture>,
    conditions: Vec<(&'a str, Span)>,
    names: Vec<char>,
}

impl<'a> Wanted<'a> {
    fn read(source: &Source, section: &Table<'a>, board: &Picture) -> Result<Self, Diagnostic> {
        let mut wanted = Wanted {
            span: section.span(),
            drawing: None,
            conditions: Vec::new(),
            names: Vec::new(),
        };
        if let Some(node) = section.get("drawing") {
            let picture = Picture::read(source, &node)?;
            same_size(&node, board, &picture)?;
            for (cell, &c) in picture.cells.iter().enumerate() {
                let wall = matches!(board.cells[cell], '#' | 'x');
                let fits = matches!(c, '.' | '?' | '0') || wall == matches!(c, '#' | 'x');
                if !fits {
                    let message = "the walls are in different places in the two drawings";
                    return Err(Diagnostic::error(message).at(picture.spans[cell].clone()));
                }
            }
            wanted.names.extend(picture.blocks()?.iter().map(|(name, _)| *name));
            wanted.drawing = Some(picture);
        }
        if let Some(node) = section.get("where") {
            for node in if node.is_text() { vec![node] } else { node.list()? } {
                let text = node.text()?;
                wanted.names.extend(condition::names(text));
                wanted.conditions.push((text, node.span()));
            }
        }
        section.finish()?;
        Ok(wanted)
    }

    /// `names` says which kind a letter belongs to.
    fn finish(&self, board: &Board, names: &[(char, usize)]) -> Result<Goal, Diagnostic> {
        let mut goal = Goal::default();
        let kind_of = |name: char| names.iter().find(|(known, _)| *known == name);
        if let Some(picture) = &self.drawing {
            goal.empty = (0..board.size()).filter(|&cell| picture.cells[cell] == '_').collect();
            for (name, cells) in picture.blocks()? {
                let at = || picture.spans[cells[0]].clone();
                let Some(&(_, kind)) = kind_of(name) else {
                    let message = format!("there is no block {name} in the starting drawing");
                    return Err(Diagnostic::error(message).at(at()));
                };
                if shape(&picture.offsets(&cells)) != board.kinds[kind].cells {
                    let message = format!("block {name} has another shape here");
                    return Err(Diagnostic::error(message)
                        .at(at())
                        .hint("blocks slide, they do not turn"));
                }
                let block = Block { kind, place: cells[0] };
                if board.cells(block).is_none() {
                    let message = format!("block {name} cannot be there");
                    return Err(Diagnostic::error(message).at(at()));
                }
                goal.places.push(block);
            }
        }
        for (text, span) in &self.conditions {
            let kind = |name: &str| {
                let mut chars = name.chars();
                let single = chars.next().filter(|_| chars.next().is_none());
                let found = single.and_then(kind_of).map(|(_, kind)| *kind);
                found.ok_or_else(|| format!("there is no block {name}"))
            };
            let condition = condition::read(text, board, &kind).map_err(|message| {
                Diagnostic::error(message).at(span.clone()).hint(condition::FORMS)
            })?;
            match condition.as_place(board) {
                Some(block) => {
                    if board.cells(block).is_none() {
                        let name = board.kinds[block.kind].name;
                        let message = format!("block {name} cannot be there");
                        return Err(Diagnostic::error(message)
                            .at(span.clone())
                            .hint("a wall is in its way, or a gate that does not let it through"));
                    }
                    goal.places.push(block);
                }
                None => goal.conditions.push(condition),
            }
        }
        // A drawing and a condition may say the same.
        goal.places.sort_unstable();
        goal.places.dedup();
        if board.fill(&goal.places).is_none() {
            return Err(Diagnostic::error("blocks of this goal are in each other's way")
                .at(self.span.clone())
                .hint("no cell can be taken by two blocks"));
        }
        if goal == Goal::default() {
            return Err(Diagnostic::error("this goal demands nothing")
                .at(self.span.clone())
                .hint("give it a drawing, or  where = \"A in row 5\""));
        }
        Ok(goal)
    }
}

/// `[known]`.
fn read_known(table: &Table<'_>) -> Result<Distances, Diagnostic> {
    let mut known = Distances::default();
    if let Some(node) = table.get("distances") {
        let numbers = node.numbers(-1..=1_000_000)?;
        let six: [i64; 6] = numbers.try_into().map_err(|_| {
            node.error("there are six styles").hint("one distance for each, -1 if there is none")
        })?;
        known.distances = Some(six.map(|n| u32::try_from(n).ok()));
    }
    if let Some(node) = table.get("configurations") {
        known.configurations = Some(node.number(1..=i64::MAX)? as u64);
    }
    known.source = table.text("source")?;
    table.finish()?;
    Ok(known)
}
