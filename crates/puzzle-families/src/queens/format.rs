//! How a board is written: its size with lists of squares, or a drawing.
//!
//! ```toml
//! size = 8
//! given = [[1, 4]]            # row, column; from 1, from the top left
//! forbidden = [[2, 2], [7, 7]]
//! ```
//! ```toml
//! board = """
//! .Q..
//! ...x
//! ....
//! ....
//! """                         # Q a given queen, x a forbidden square
//! ```

use puzzle_core::{Diagnostic, Queens, QueensError, Span};

use crate::document::{self, Node, Table};
use crate::{Known, Source, known};

/// Squares with the places where they are written.
type Squares = Vec<(u32, Span)>;

/// The name, the board and what is known of it.
pub(super) fn read(source: &Source) -> Result<(String, Queens, Known), Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let known = known::read(&table)?;
    let (size, given, forbidden) = match table.get("board") {
        Some(node) => {
            if let Some(size) = table.get("size") {
                return Err(size.error("a drawing tells the size").hint("leave out `size`"));
            }
            drawing(&node)?
        }
        None => {
            let size = table.need("size", "write  size = 8  or draw the  board")?;
            let size = size.number(1..=i64::from(Queens::LARGEST))? as u32;
            (size, squares(&table, "given", size)?, squares(&table, "forbidden", size)?)
        }
    };
    table.finish()?;
    let numbers = |squares: &Squares| squares.iter().map(|(square, _)| *square).collect();
    let board = Queens::new(size, numbers(&given), numbers(&forbidden));
    let board = board.map_err(|error| explain(&error, size, &given))?;
    Ok((name, board, known))
}

/// A list of squares.
fn squares(table: &Table<'_>, key: &'static str, size: u32) -> Result<Squares, Diagnostic> {
    let Some(node) = table.get(key) else { return Ok(Vec::new()) };
    let square = |node: &Node<'_>| {
        let numbers = node.numbers(1..=i64::from(size)).map_err(|error| match node.is_list() {
            true => error,
            false => error.hint("a square is  [row, column]"),
        })?;
        match numbers[..] {
            [row, column] => Ok(((row as u32 - 1) * size + column as u32 - 1, node.span())),
            _ => Err(node.error("a square has two numbers").hint("[row, column], from 1")),
        }
    };
    node.list()?.iter().map(square).collect()
}

/// A drawing of the board, as many lines as columns.
fn drawing(node: &Node<'_>) -> Result<(u32, Squares, Squares), Diagnostic> {
    let lines: Vec<&str> = node.text()?.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    let lines = &lines[first..last];
    let size = lines.len();
    if size == 0 || size > Queens::LARGEST as usize {
        let message = format!("a board has from 1 to {} rows", Queens::LARGEST);
        return Err(node.error(message));
    }
    let (mut given, mut forbidden) = (Vec::new(), Vec::new());
    for (row, line) in lines.iter().enumerate() {
        if line.chars().count() != size {
            let message =
                format!("row {} has {} squares instead of {size}", row + 1, line.chars().count());
            return Err(node.error(message).hint("a board has as many columns as rows"));
        }
        for (column, mark) in line.chars().enumerate() {
            let square = (row * size + column) as u32;
            match mark {
                '.' => {}
                'Q' => given.push((square, node.span())),
                'x' => forbidden.push((square, node.span())),
                _ => {
                    let message = format!("`{mark}` in row {} means nothing", row + 1);
                    return Err(node
                        .error(message)
                        .hint("`.` free, `Q` a given queen, `x` forbidden"));
                }
            }
        }
    }
    Ok((size as u32, given, forbidden))
}

/// The complaint about a board that makes no sense, at the queen it is about.
fn explain(error: &QueensError, size: u32, given: &Squares) -> Diagnostic {
    let name = |square: u32| format!("row {}, column {}", square / size + 1, square % size + 1);
    let (message, square) = match *error {
        QueensError::Attack(a, b) => {
            (format!("the given queens at {} and {} attack each other", name(a), name(b)), b)
        }
        QueensError::Forbidden(square) => {
            (format!("a queen is given at {}, which is forbidden", name(square)), square)
        }
        _ => (error.to_string(), 0),
    };
    let diagnostic = Diagnostic::error(message);
    match given.iter().find(|(given, _)| *given == square) {
        Some((_, span)) => diagnostic.at(span.clone()),
        None => diagnostic,
    }
}
