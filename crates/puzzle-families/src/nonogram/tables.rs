//! Two TOML forms: our own `.puzzle` file and nonogrid's.
//!
//! ```toml
//! family = "nonogram"
//! name = "Hook"
//! rows = """
//! 2
//! 1
//! """
//! columns = "2, 1"
//! # or instead of clues:  picture = """ … """
//! [colors]
//! defs = ["r = (red) r", "g = (00FF00) g"]
//! [known]
//! solutions = 1
//! ```
//!
//! nonogrid's form has `rows` and `columns` in a section `[clues]`. Clues are parted by commas or
//! line ends, blocks by blanks; `#` and `;` begin comments.

use puzzle_core::lines::{Block, LONGEST, Picture};
use puzzle_core::{BigUint, Diagnostic, Span};

use super::clue::{self, Colours, Piece};
use super::draft::{Draft, check_size};
use super::ink::{Inks, hexadecimal, named};
use crate::document::{self, Node, Table};
use crate::{Known, Source};

/// Whether a text that names no family is nonogrid's.
pub(super) fn recognises(source: &Source) -> bool {
    let begins = |line: &str| line.trim_start().starts_with("[clues]");
    source.text.lines().any(begins)
}

/// Reads it.
pub(super) fn read(source: &Source) -> Result<Draft, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let mut draft = Draft::new(Inks::background());
    (draft.name, draft.author) = (table.text("name")?, table.text("author")?);
    let mut declared = false;
    if let Some(colors) = table.get("colors") {
        let colors = colors.table()?;
        for definition in
            colors.get("defs").map(|defs| defs.list()).transpose()?.unwrap_or_default()
        {
            declared = true;
            add_colour(&definition, &mut draft.inks)?;
        }
        colors.finish()?;
    }
    if let Some(known) = table.get("known") {
        draft.known = read_known(&known.table()?)?;
    }
    let picture = table.get("picture");
    let inner = table.get("clues").map(|clues| clues.table()).transpose()?;
    let clues = inner.as_ref().unwrap_or(&table);
    if let Some(picture) = picture {
        table.finish()?;
        let cells = read_picture(&picture, &mut draft.inks, declared)?;
        return draft.with_goal(cells);
    }
    for is_rows in [true, false] {
        let key = if is_rows { "rows" } else { "columns" };
        let node = clues.need(key, "write a line a clue between \"\"\" and \"\"\"")?;
        for (blocks, place) in read_clues(source, &node, &mut draft.inks, declared)? {
            draft.push(is_rows, blocks, place);
        }
    }
    clues.finish()?;
    table.finish()?;
    Ok(draft)
}

fn read_known(table: &Table<'_>) -> Result<Known, Diagnostic> {
    let mut known = Known::default();
    if let Some(node) = table.get("solutions") {
        let count = match node.is_text() {
            true => node.text()?.parse().map_err(|_| node.error("this is no number"))?,
            false => BigUint::from(node.number(0..=i64::MAX)? as u64),
        };
        known.solutions = Some(count);
    }
    known.source = table.text("source")?;
    table.finish()?;
    Ok(known)
}

/// `r = (red) r`: the name, the colour in one of three ways, the symbol.
fn add_colour(node: &Node<'_>, inks: &mut Inks) -> Result<(), Diagnostic> {
    let text = node.text()?;
    let wrong =
        || node.error("this is no colour").hint("write \"r = (red) r\" or \"r = (FF0000) r\"");
    let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
    let name = name.trim();
    let (description, symbol) = rest.rsplit_once(')').ok_or_else(wrong)?;
    let description = description.trim().trim_start_matches('(').trim();
    let triple: Vec<u8> = description.split(',').filter_map(|n| n.trim().parse().ok()).collect();
    let rgb = match triple[..] {
        [r, g, b] => puzzle_scene::palette::Rgb(r, g, b),
        _ => named(description).or_else(|| hexadecimal(description)).ok_or_else(wrong)?,
    };
    if name.is_empty() || inks.count() >= puzzle_core::lines::MOST_COLOURS {
        return Err(wrong());
    }
    if inks.find(name).is_none() {
        let number = usize::from(inks.push(name, rgb));
        if let Some(symbol) = symbol.trim().chars().next() {
            inks.0[number].symbol = symbol;
        }
    }
    Ok(())
}

fn read_clues(
    source: &Source,
    node: &Node<'_>,
    inks: &mut Inks,
    declared: bool,
) -> Result<Vec<(Vec<Block>, Span)>, Diagnostic> {
    let texts: Vec<Node<'_>> = if node.is_list() { node.list()? } else { vec![node.clone()] };
    let listed = node.is_list();
    let colours = if declared { Colours::Declared } else { Colours::None };
    let mut clues = Vec::new();
    for text in &texts {
        for line in Piece::lines(text.text()?) {
            let end = line.text.find(['#', ';']).unwrap_or(line.text.len());
            let line = Piece { text: &line.text[..end], at: line.at };
            for clue in line.split(|c| c == ',') {
                let clue =
                    Piece { text: clue.text.trim().trim_matches(['\'', '"']), ..clue.trim() };
                // An entry of a list may be empty, a line of a text is left out then.
                if clue.text.is_empty() && !listed {
                    continue;
                }
                let place = text.place(&source.text, clue.at);
                let place = place.start..place.start + clue.text.len().max(1);
                let blocks = clue::read(clue, inks, colours).map_err(|error| {
                    // Its place is within the text; the source has it somewhere else.
                    let at = error.span.clone().map_or(clue.at, |span| span.start);
                    error.at(text.place(&source.text, at))
                })?;
                clues.push((blocks, place));
                if clues.len() > LONGEST {
                    return Err(node.error(format!("over {LONGEST} lines")));
                }
            }
        }
    }
    Ok(clues)
}

/// A drawing, a line a row: `.` is background, `#` black, anything else a colour's symbol.
fn read_picture(node: &Node<'_>, inks: &mut Inks, declared: bool) -> Result<Picture, Diagnostic> {
    let rows: Vec<&str> = node
        .text()?
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(LONGEST + 1)
        .collect();
    let width = rows.first().map_or(0, |row| row.chars().count());
    check_size(width, rows.len(), node.span())?;
    let mut picture = Picture::blank(width, rows.len());
    for (row, text) in rows.iter().enumerate() {
        if text.chars().count() != width {
            let found = text.chars().count();
            return Err(node.error(format!("row {} has {found} cells, not {width}", row + 1)));
        }
        for (column, c) in text.chars().enumerate() {
            let known = inks.0.iter().position(|ink| ink.symbol == c);
            picture.cells[row * width + column] = match (c, known) {
                (_, Some(number)) => number as u8,
                ('#', None) => inks.push("black", super::ink::BLACK),
                (_, None) if declared || inks.count() >= puzzle_core::lines::MOST_COLOURS => {
                    return Err(node.error(format!("`{c}` is no colour's symbol")));
                }
                (_, None) => {
                    let number = inks.add(&c.to_string());
                    inks.0[usize::from(number)].symbol = c;
                    number
                }
            };
        }
    }
    Ok(picture)
}
