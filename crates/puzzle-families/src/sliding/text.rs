//! The text of document 002 §2, read and written.
//!
//! The first line is `rows x columns` and any commentary, which becomes the puzzle's name. Then
//! come lines `piece = pattern`, the starting and the stopping configuration. Blank lines may
//! stand anywhere, lines may end with `\r\n`, and what follows the stopping configuration is never
//! looked at, as in the original program. Its complaints are all here, with their places; what
//! it let through (undefined pieces) is refused as well.

use puzzle_core::{Diagnostic, Span};

use super::board::{Block, Board, Freedom, Kind, shape};
use super::goal::Goal;
use super::{LARGEST_BOARD, Sliding};
use crate::Source;

/// Whether a text begins as one of document 002's does.
pub(super) fn looks_like(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let rest = first.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < first.trim_start().len() && rest.trim_start().starts_with('x')
}

/// A line with its place.
type Line<'a> = (&'a str, usize);

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        (line.strip_suffix('\r').unwrap_or(line), start)
    })
}

fn span((line, start): Line<'_>) -> Span {
    start..start + line.len()
}

/// Reads a text.
pub(super) fn read(source: &Source) -> Result<(Sliding, Vec<Diagnostic>), Diagnostic> {
    let text = &source.text;
    if text.len() > crate::document::LARGEST {
        return Err(Diagnostic::error("the text is over 4 megabytes long"));
    }
    let mut lines = lines(text);
    let (rows, columns, name) = read_size(lines.next().unwrap_or(("", 0)))?;
    let mut warnings = Vec::new();
    let mut kinds: Vec<Kind> = Vec::new();
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    let starting = loop {
        let Some(line) = lines.next() else { return Err(missing("starting", text)) };
        if line.0.get(1..4) != Some(" = ") {
            break line;
        }
        let kind = read_kind(line)?;
        if kinds.iter().any(|known| known.name == kind.name) {
            let message = format!("piece {} was defined before; this is ignored", kind.name);
            warnings.push(Diagnostic::warning(message).at(span(line)));
        } else {
            kinds.push(kind);
        }
    };
    let stopping = lines.next().ok_or_else(|| missing("stopping", text))?;
    let walls = vec![false; rows * columns];
    let mut board = Board { rows, columns, walls, kinds, closed: Vec::new() };
    let (start, walls) = read_configuration(&board, starting)?;
    if start.is_empty() {
        return Err(Diagnostic::error("the puzzle has no pieces").at(span(starting)));
    }
    let (stop, stop_walls) = read_configuration(&board, stopping)?;
    if let Some(cell) = (0..board.size()).find(|&cell| walls[cell] != stop_walls[cell]) {
        let (row, column) = (cell / columns + 1, cell % columns + 1);
        let message = "the dead cells (x) are in different places in the two configurations";
        return Err(Diagnostic::error(message)
            .at(span(stopping))
            .hint(format!("row {row}, column {column} is dead in one of them only")));
    }
    board.walls = walls;
    check_numbers(&board, &start, &stop, stopping)?;
    Ok((Sliding::new(name, board, start, vec![Goal::full(&stop)]), warnings))
}

fn missing(which: &str, text: &str) -> Diagnostic {
    Diagnostic::error(format!("the {which} configuration is missing"))
        .at(text.len()..text.len())
        .hint("after the pieces come two lines: the starting and the stopping configuration")
}

/// `rows x columns` and the commentary.
fn read_size(line: Line<'_>) -> Result<(usize, usize, String), Diagnostic> {
    let bad = || {
        Diagnostic::error("bad specification of rows x columns")
            .at(span(line))
            .hint("the first line begins with the size of the board, such as  5 x 4")
    };
    let text = line.0;
    let (rows, rest) = read_number(text).ok_or_else(bad)?;
    let rest = rest.trim_start().strip_prefix('x').ok_or_else(bad)?;
    let (columns, rest) = read_number(rest).ok_or_else(bad)?;
    if rows == 0 || columns == 0 {
        return Err(bad());
    }
    match rows.checked_mul(columns) {
        Some(size) if size <= LARGEST_BOARD => {}
        _ => {
            let message = format!("a board of {rows} x {columns} cells is too large");
            let hint = format!("at most {LARGEST_BOARD} cells");
            return Err(Diagnostic::error(message).at(span(line)).hint(hint));
        }
    }
    Ok((rows, columns, rest.trim().to_owned()))
}

fn read_number(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    // A number that does not fit is too large for any board: say so, not "bad specification".
    let digits = text.get(..end).filter(|digits| !digits.is_empty())?;
    Some((digits.parse().unwrap_or(usize::MAX), &text[end..]))
}

/// `piece = pattern`.
fn read_kind(line: Line<'_>) -> Result<Kind, Diagnostic> {
    let (text, start) = line;
    let name = text.chars().next().unwrap_or_default();
    if !matches!(name, '1'..='9' | 'a'..='f') {
        return Err(Diagnostic::error(format!("bad piece name ({name})"))
            .at(start..start + name.len_utf8())
            .hint("pieces are called 1 to 9 and a to f"));
    }
    let (mut row, mut column) = (0, 0);
    let mut cells = Vec::new();
    for (at, c) in text.char_indices().skip(4) {
        match c {
            '0' => column += 1,
            '1' => {
                cells.push((row, column));
                column += 1;
            }
            '/' => (row, column) = (row + 1, 0),
            _ => {
                return Err(Diagnostic::error(format!(
                    "bad character '{c}' in the definition of piece {name}"
                ))
                .at(start + at..start + at + c.len_utf8())
                .hint("a pattern consists of 0, 1 and / between its rows"));
            }
        }
    }
    if cells.is_empty() {
        return Err(Diagnostic::error(format!("piece {name} is empty")).at(span(line)));
    }
    Ok(Kind { name, cells: shape(&cells), moves: Freedom::Both })
}

/// A configuration in shorthand: the blocks in the order of the text, and the dead cells.
pub(super) fn read_configuration(
    board: &Board,
    (text, start): Line<'_>,
) -> Result<(Vec<Block>, Vec<bool>), Diagnostic> {
    let whole = || start..start + text.len();
    let mut filled = vec![false; board.size()];
    let mut walls = vec![false; board.size()];
    let (mut blocks, mut cell, mut overfilled, mut first) = (Vec::new(), 0, 0, None);
    for (at, c) in text.char_indices() {
        let here = start + at..start + at + c.len_utf8();
        while filled.get(cell) == Some(&true) {
            cell += 1;
        }
        let legal = matches!(c, '0'..='9' | 'a'..='f' | 'x')
            || board.kinds.iter().any(|kind| kind.name == c);
        if !legal {
            return Err(Diagnostic::error("the configuration contains an illegal character")
                .at(here)
                .hint("0 is an empty cell, x a dead one, 1 to 9 and a to f name pieces"));
        }
        if cell >= board.size() {
            return Err(Diagnostic::error("the board is not big enough for this configuration")
                .at(here)
                .hint(format!("the first {at} characters fill it")));
        }
        filled[cell] = true;
        match c {
            '0' => {}
            'x' => walls[cell] = true,
            _ => {
                let Some(kind) = board.kinds.iter().position(|kind| kind.name == c) else {
                    return Err(Diagnostic::error(format!("piece {c} is not defined"))
                        .at(here)
                        .hint(format!("add a line such as  {c} = 11/11")));
                };
                for &offset in &board.kinds[kind].cells[1..] {
                    match board.cell(cell, offset).map(|cell| &mut filled[cell]) {
                        Some(filled) if !*filled => *filled = true,
                        _ => {
                            overfilled += 1;
                            first.get_or_insert(here.clone());
                        }
                    }
                }
                blocks.push(Block { kind, place: cell });
            }
        }
    }
    match overfilled {
        0 => Ok((blocks, walls)),
        1 => Err(Diagnostic::error("a cell is filled twice, or lies outside of the board")
            .at(first.unwrap_or_else(whole))),
        n => Err(Diagnostic::error(format!(
            "{n} cells are filled twice, or lie outside of the board"
        ))
        .at(first.unwrap_or_else(whole))),
    }
}

/// Whether two configurations have the same blocks.
fn check_numbers(
    board: &Board,
    start: &[Block],
    stop: &[Block],
    line: Line<'_>,
) -> Result<(), Diagnostic> {
    for (number, kind) in board.kinds.iter().enumerate() {
        let count = |blocks: &[Block]| blocks.iter().filter(|block| block.kind == number).count();
        let (first, last) = (count(start), count(stop));
        if first != last {
            let name = kind.name;
            return Err(Diagnostic::error("wrong number of pieces in the stopping configuration")
                .at(span(line))
                .hint(format!("of piece {name} there are {last}, at the start {first}")));
        }
    }
    Ok(())
}

impl Sliding {
    /// The puzzle in document 002's text, or why it cannot be said in it.
    pub fn write_text(&self) -> Result<String, String> {
        let board = self.board();
        let names: Vec<char> = "123456789abcdef".chars().collect();
        if board.kinds.len() > names.len() {
            return Err(format!("it has {} kinds of blocks, over 15", board.kinds.len()));
        }
        if !board.closed.is_empty() || board.kinds.iter().any(|kind| kind.moves != Freedom::Both) {
            return Err("it has gates, or blocks that slide one way only".into());
        }
        let [goal] = self.goals() else { return Err("it has not exactly one goal".into()) };
        if !goal.is_full(self.start().len()) {
            return Err("its goal does not give every block its place".into());
        }
        let mut renamed = board.clone();
        let own = board.kinds.iter().all(|kind| names.contains(&kind.name));
        for (kind, &name) in renamed.kinds.iter_mut().zip(&names).filter(|_| !own) {
            kind.name = name;
        }
        let mut text = format!("{} x {} {}", board.rows, board.columns, self.name);
        text.truncate(text.trim_end().len());
        text.push('\n');
        for kind in &renamed.kinds {
            text += &format!("{} = {}\n", kind.name, pattern(kind));
        }
        for blocks in [self.start(), &goal.places] {
            let line = renamed.shorthand(blocks, true);
            // An empty line would be skipped by the reader; there is always a block, so it is not.
            text += &line;
            text.push('\n');
        }
        Ok(text)
    }
}

fn pattern(kind: &Kind) -> String {
    let left = kind.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut text = String::new();
    let (mut row, mut column) = (0, left);
    for &(r, c) in &kind.cells {
        while row < r {
            text.push('/');
            (row, column) = (row + 1, left);
        }
        while column < c {
            text.push('0');
            column += 1;
        }
        text.push('1');
        column += 1;
    }
    text
}
