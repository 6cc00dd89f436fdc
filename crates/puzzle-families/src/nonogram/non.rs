//! S. Simpson's `.non`: keywords and values, then `rows` and `columns` with a line a clue, colours
//! as letters behind the numbers (`3b,1d`), the solution as `goal`.

use std::fmt::Write as _;

use puzzle_core::Diagnostic;
use puzzle_core::lines::{Block, LONGEST, Line, Picture};

use super::Nonogram;
use super::clue::{self, Colours, Piece, shorten};
use super::draft::{Draft, check_size};
use super::ink::{Inks, hexadecimal};

/// Whether a text is in this form: one of its lines says `width` or `height`, one `rows`, `columns`
/// or `goal`.
pub(super) fn recognises(text: &str) -> bool {
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let (mut size, mut clues) = (false, false);
    for line in text.lines().take(10_000) {
        let word = first(line);
        size |= word == "width" || word == "height";
        clues |= word == "rows" || word == "columns" || word == "goal";
    }
    size && clues
}

/// Lines that can follow clues.
fn is_keyword(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    let lines: Vec<Piece<'_>> = Piece::lines(text).map(Piece::trim).collect();
    let mut draft = Draft::new(Inks::background());
    let (mut width, mut height): (Option<usize>, Option<usize>) = (None, None);
    let mut goal = None;
    let mut declared = false;
    let mut next = 0;
    while let Some(&line) = lines.get(next) {
        next += 1;
        let (keyword, value) = divide(line);
        match keyword.text {
            "" => {}
            "width" | "columns" if !value.text.is_empty() => width = Some(side(value)?),
            "height" | "rows" if !value.text.is_empty() => height = Some(side(value)?),
            "rows" | "columns" => {
                let is_rows = keyword.text == "rows";
                let size = if is_rows { height } else { width };
                let Some(size) = size.filter(|size| (1..=LONGEST).contains(size)) else {
                    return Err(unsized_clues(keyword, size));
                };
                let clues = take_clues(&lines, &mut next, size, keyword)?;
                let colours = if declared { Colours::Declared } else { Colours::Free };
                for clue in clues {
                    let blocks = clue::read(clue, &mut draft.inks, colours)?;
                    draft.push(is_rows, blocks, clue.span());
                }
            }
            "color" | "colour" => {
                declared = true;
                add_colour(value, &mut draft.inks)?;
            }
            "title" => draft.name = unquoted(value.text).into(),
            "by" => draft.author = unquoted(value.text).into(),
            "goal" => goal = Some(value),
            _ if is_keyword(keyword.text) => {}
            _ => {
                let message = format!("`{}` is no keyword", shorten(keyword.text));
                return Err(Diagnostic::error(message).at(keyword.span()).hint(
                    "lines are  width 5 ,  height 5 ,  rows  and  columns , each followed by a line a clue",
                ));
            }
        }
    }
    let (Some(width), Some(height)) = (width, height) else {
        let missing = if width.is_none() { "width" } else { "height" };
        return Err(Diagnostic::error(format!("`{missing}` is missing")));
    };
    check_size(width, height, 0..0)?;
    if let Some(goal) = goal {
        let picture = read_goal(goal, width, height, &mut draft.inks, declared)?;
        draft = draft.with_goal(picture)?;
    }
    for (what, clues) in [("rows", &draft.rows), ("columns", &draft.columns)] {
        if clues.is_empty() {
            return Err(Diagnostic::error(format!("the clues of the {what} are missing")));
        }
    }
    Ok(draft)
}

fn divide(line: Piece<'_>) -> (Piece<'_>, Piece<'_>) {
    let end = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
    let keyword = Piece { text: &line.text[..end], at: line.at };
    (keyword, Piece { text: &line.text[end..], at: line.at + end }.trim())
}

/// A width or a height.
fn side(value: Piece<'_>) -> Result<usize, Diagnostic> {
    let hint = format!("a side is a whole number from 1 to {LONGEST}");
    value.number().map_err(|wrong| wrong.hint(hint))
}

fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}

fn unsized_clues(keyword: Piece<'_>, size: Option<usize>) -> Diagnostic {
    let side = if keyword.text == "rows" { "height" } else { "width" };
    match size {
        None => Diagnostic::error(format!("`{}` comes before `{side}`", keyword.text))
            .at(keyword.span())
            .hint(format!("say the {side} first")),
        Some(size) => Diagnostic::error(format!("a {side} of {size}"))
            .at(keyword.span())
            .hint(format!("from 1 to {LONGEST}")),
    }
}

/// The lines of clues after a keyword. Empty lines are empty clues if only so there are enough;
/// the form's two descriptions differ about them.
fn take_clues<'a>(
    lines: &[Piece<'a>],
    next: &mut usize,
    size: usize,
    keyword: Piece<'_>,
) -> Result<Vec<Piece<'a>>, Diagnostic> {
    let rest = &lines[*next..];
    let end = rest.iter().position(|line| is_keyword(line.text)).unwrap_or(rest.len());
    *next += end;
    let filled: Vec<Piece<'a>> =
        rest[..end].iter().copied().filter(|line| !line.text.is_empty()).collect();
    if filled.len() == size {
        return Ok(filled);
    }
    if filled.len() < size && end >= size {
        let after = &rest[size..end];
        if after.iter().all(|line| line.text.is_empty()) {
            return Ok(rest[..size].to_vec());
        }
    }
    let message = format!("{} clues for {size} {}", filled.len(), keyword.text);
    Err(Diagnostic::error(message)
        .at(keyword.span())
        .hint("write one line for each; a line without blocks has the clue 0"))
}

fn add_colour(value: Piece<'_>, inks: &mut Inks) -> Result<(), Diagnostic> {
    let (name, rgb) = divide(value);
    let Some(rgb) = hexadecimal(rgb.text) else {
        return Err(Diagnostic::error("this is no colour")
            .at(value.span())
            .hint("write  color a #ff0000"));
    };
    if name.text == "0" {
        inks.0[0].rgb = rgb;
        return Ok(());
    }
    if inks.find(name.text).is_none() {
        inks.push(name.text, rgb);
    }
    Ok(())
}

/// The solution: 0 is background, 1 black, letters are colours.
fn read_goal(
    goal: Piece<'_>,
    width: usize,
    height: usize,
    inks: &mut Inks,
    declared: bool,
) -> Result<Picture, Diagnostic> {
    let text = unquoted(goal.text);
    if text.chars().count() != width * height {
        let message = format!(
            "the goal has {} cells, but {height} rows of {width} are {}",
            text.chars().count(),
            width * height
        );
        return Err(Diagnostic::error(message).at(goal.span()));
    }
    let mut picture = Picture::blank(width, height);
    for (cell, c) in picture.cells.iter_mut().zip(text.chars()) {
        let name = c.to_string();
        *cell = match (c, inks.find(&name)) {
            ('0', _) => 0,
            (_, Some(number)) => number,
            ('1', None) => match (inks.find("black"), inks.count()) {
                (Some(black), _) => black,
                (None, 0) => inks.add("black"),
                (None, _) => 1,
            },
            (_, None) if declared || inks.count() >= 32 => {
                let message = format!("the colour `{name}` is not declared");
                return Err(Diagnostic::error(message).at(goal.span()));
            }
            (_, None) => inks.add(&name),
        };
    }
    Ok(picture)
}

/// A puzzle in this form.
pub(super) fn write(puzzle: &Nonogram) -> String {
    let mut text = String::new();
    for (keyword, value) in [("title", &puzzle.name), ("by", &puzzle.author)] {
        if !value.is_empty() {
            let plain: String = value.chars().filter(|c| !c.is_control() && *c != '"').collect();
            let _ = writeln!(text, "{keyword} \"{plain}\"");
        }
    }
    let coloured = puzzle.inks.count() > 1;
    if coloured {
        for (number, ink) in puzzle.inks.0.iter().enumerate().skip(1) {
            let _ = writeln!(text, "color {} {}", letter(number), ink.rgb.hex());
        }
    }
    let (width, height) = (puzzle.lines.width(), puzzle.lines.height());
    let _ = writeln!(text, "width {width}\nheight {height}\n\nrows");
    for line in puzzle.lines.lines() {
        if line == Line::Column(0) {
            text.push_str("\ncolumns\n");
        }
        let block = |block: &Block| {
            let length = block.length.map_or("?".into(), |length| length.to_string());
            match coloured {
                true => format!("{length}{}", letter(usize::from(block.colour))),
                false => length,
            }
        };
        let blocks: Vec<String> = puzzle.lines.clue(line).iter().map(block).collect();
        let clue = if blocks.is_empty() { "0".into() } else { blocks.join(",") };
        let _ = writeln!(text, "{clue}");
    }
    if let Some(goal) = &puzzle.goal {
        let cell = |&colour: &u8| match (colour, coloured) {
            (0, _) => '0',
            (_, false) => '1',
            (_, true) => letter(usize::from(colour)),
        };
        let cells: String = goal.cells.iter().map(cell).collect();
        let _ = writeln!(text, "\ngoal \"{cells}\"");
    }
    text
}

/// The letter of a colour, from 1: a to z, then A to F.
fn letter(number: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(number.saturating_sub(1)).unwrap_or('?')
}
