//! Bare lists of numbers, a line a clue, rows first:
//!
//! - `.nin`: width and height on the first line, then all clues;
//! - `.cwd`: the number of rows, the number of columns, then the clues, an empty line between;
//! - `.mk`: clues with `#` between rows and columns, with or without a first line of two numbers;
//!   or, as A. Makhorin writes them, `*` before comments and `&` between rows and columns.

use puzzle_core::Diagnostic;
use puzzle_core::lines::LONGEST;

use super::clue::{self, Colours, Piece};
use super::draft::{Draft, check_size};
use super::ink::Inks;

/// Whether a text can be in one of these forms: only numbers, and marks between.
pub(super) fn recognises(text: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || c == ',' || c == '?';
    let mark = |line: &str| line.starts_with(['#', '*', '&']);
    let mut lines = text.lines().map(str::trim);
    let mut some = false;
    let all = lines.all(|line| {
        some |= !line.is_empty() && !mark(line);
        mark(line) || line.chars().all(number)
    });
    all && some
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    let mut clues: Vec<Piece<'_>> = Vec::new();
    // After how many clues a mark between rows and columns stood.
    let mut divided = None;
    for line in Piece::lines(text) {
        let line = line.trim();
        let divides = matches!(line.text, "" | "#" | "&");
        if divides && !clues.is_empty() && divided != Some(clues.len()) {
            divided = Some(clues.len())
                .filter(|_| divided.is_none() || !line.text.is_empty())
                .or(divided);
        }
        if !divides && !line.text.starts_with(['#', '*', '&']) {
            clues.push(line);
        }
        if clues.len() > 2 * LONGEST + 2 {
            let message = format!("more lines than {LONGEST} rows and {LONGEST} columns have");
            return Err(Diagnostic::error(message).at(line.span()));
        }
    }
    let (skip, height, width) = shape(&clues, divided)?;
    check_size(width, height, 0..0)?;
    let mut draft = Draft::new(Inks::black());
    let clues = &clues[skip..];
    for (i, clue) in clues.iter().enumerate() {
        let blocks = clue::read(*clue, &mut draft.inks, Colours::None)?;
        draft.push(i < height, blocks, clue.span());
    }
    Ok(draft)
}

/// How many lines the header has, and how many rows and columns follow.
fn shape(clues: &[Piece<'_>], divided: Option<usize>) -> Result<(usize, usize, usize), Diagnostic> {
    let numbers = |line: usize| -> Vec<usize> {
        let words = clues.get(line).map(|clue| clue.text.split_whitespace()).into_iter().flatten();
        words.map(|word| word.parse().unwrap_or(usize::MAX)).take(3).collect()
    };
    let total = clues.len();
    let fits = |skip: usize, a: usize, b: usize| a.checked_add(b) == total.checked_sub(skip);
    // A header that accounts for every line is one; a divided text without one speaks for itself.
    if let [width, height] = numbers(0)[..]
        && fits(1, width, height)
    {
        let by_rows = divided.is_some_and(|at| at == width + 1 && width != height);
        return Ok(if by_rows { (1, width, height) } else { (1, height, width) });
    }
    if let ([height], [width]) = (&numbers(0)[..], &numbers(1)[..])
        && fits(2, *height, *width)
        && divided.is_none_or(|at| at == height + 2)
    {
        return Ok((2, *height, *width));
    }
    if let Some(at) = divided.filter(|&at| at < total) {
        return Ok((0, at, total - at));
    }
    if let [width, height] = numbers(0)[..] {
        let found = total - 1;
        let message = format!(
            "{found} clues for {height} rows and {width} columns, which need {}",
            width.saturating_add(height)
        );
        return Err(Diagnostic::error(message)
            .at(clues[0].span())
            .hint("the first line is the width and the height, then a line a clue"));
    }
    Err(Diagnostic::error("it does not show where the rows end and the columns begin")
        .hint("begin with the width and the height, or put # between rows and columns"))
}
