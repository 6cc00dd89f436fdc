//! Conditions in words: `X in rows 4-5 columns 2-3`, `not A touches B`, `empty row 1`.

use super::board::Board;
use super::goal::Condition;

/// What can be said, for a hint.
pub(super) const FORMS: &str = "\"A at row 4 column 2\", \"A in rows 4-5\", \"A in columns 1-2\", \
     \"A touches B\", \"A above B\", \"A left of B\", \"empty row 1\", each with \"not\" before it";

/// The letters of blocks that a condition names.
pub(super) fn names(text: &str) -> Vec<char> {
    let words = text.split_whitespace();
    let single = |word: &str| {
        let mut chars = word.chars();
        chars.next().filter(|c| c.is_alphabetic() && chars.next().is_none())
    };
    words.filter_map(single).collect()
}

/// Reads a condition; `kind` says which kind a letter belongs to.
pub(super) fn read(
    text: &str,
    board: &Board,
    kind: &dyn Fn(&str) -> Result<usize, String>,
) -> Result<Condition, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = || format!("`{text}` is no condition");
    match words[..] {
        ["not", ref rest @ ..] if !rest.is_empty() && rest[0] != "not" => {
            let inner = read(&rest.join(" "), board, kind)?;
            Ok(Condition::Not(Box::new(inner)))
        }
        ["empty", ref area @ ..] if !area.is_empty() => {
            let (rows, columns) = read_area(area, board).ok_or_else(wrong)??;
            Ok(Condition::Empty { rows, columns })
        }
        [name, "in", ref area @ ..] if !area.is_empty() => {
            let (rows, columns) = read_area(area, board).ok_or_else(wrong)??;
            Ok(Condition::Within { kind: kind(name)?, rows, columns })
        }
        [name, "at", "row", row, "column", column] => {
            let kind = kind(name)?;
            let (rows, _) = read_range(row, board.rows).ok_or_else(wrong)??;
            let (columns, _) = read_range(column, board.columns).ok_or_else(wrong)??;
            let cells = &board.kinds[kind].cells;
            let height = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
            let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
            let rows = (rows, rows + height as usize);
            Ok(Condition::Within {
                kind,
                rows,
                columns: (columns, columns + (right - left) as usize),
            })
        }
        [a, "touches", b] => Ok(Condition::Touches(kind(a)?, kind(b)?)),
        [a, "above", b] => Ok(Condition::Above(kind(a)?, kind(b)?)),
        [a, "below", b] => Ok(Condition::Above(kind(b)?, kind(a)?)),
        [a, "left", "of", b] => Ok(Condition::LeftOf(kind(a)?, kind(b)?)),
        [a, "right", "of", b] => Ok(Condition::LeftOf(kind(b)?, kind(a)?)),
        _ => Err(wrong()),
    }
}

type Range = (usize, usize);

/// `row 3`, `rows 3-4`, `columns 1-2`, or rows and columns; `None` if it is nothing of the kind.
fn read_area(words: &[&str], board: &Board) -> Option<Result<(Range, Range), String>> {
    let mut rows = (0, board.rows - 1);
    let mut columns = (0, board.columns - 1);
    for pair in words.chunks(2) {
        let (range, most) = match pair[0] {
            "row" | "rows" => (&mut rows, board.rows),
            "column" | "columns" => (&mut columns, board.columns),
            _ => return None,
        };
        match read_range(pair.get(1)?, most)? {
            Ok(read) => *range = read,
            Err(message) => return Some(Err(message)),
        }
    }
    Some(Ok((rows, columns)))
}

/// `3` or `3-4`, from 1; the answer counts from 0.
fn read_range(text: &str, most: usize) -> Option<Result<Range, String>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    if first < 1 || last < first || last > most {
        return Some(Err(format!("`{text}` is not within 1-{most}")));
    }
    Some(Ok((first - 1, last - 1)))
}
