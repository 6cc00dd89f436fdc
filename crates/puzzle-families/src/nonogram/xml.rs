//! J. Wolter's XML form of webpbn.com: one puzzle with its colours, clues and solutions.

use std::fmt::Write as _;

use puzzle_core::Diagnostic;
use puzzle_core::lines::{LONGEST, Line, MOST_COLOURS, Picture};
use roxmltree::{Document, Node, ParsingOptions};

use super::Nonogram;
use super::clue::{self, Colours, Piece};
use super::draft::Draft;
use super::ink::{Ink, Inks, hexadecimal, named};

/// More elements than the largest puzzle has.
const MOST_NODES: u32 = 2_000_000;

/// Whether a text is in this form.
pub(super) fn recognises(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    if let Some(at) = text.find("<!ENTITY") {
        return Err(Diagnostic::error("entities of one's own are refused")
            .at(at..at + 8)
            .hint("they can blow a small file up to any size; write the text itself"));
    }
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = offset(text, error.pos());
        Diagnostic::error(format!("this is not XML: {error}")).at(at..at + 1)
    })?;
    let puzzles: Vec<Node<'_, '_>> = elements(document.root(), "puzzle").take(2).collect();
    let [puzzle] = puzzles[..] else {
        let message = if puzzles.is_empty() { "there is no <puzzle>" } else { "several puzzles" };
        return Err(Diagnostic::error(message).hint("a file with one <puzzle> can be read"));
    };
    if let Some(kind) = puzzle.attribute("type").filter(|&kind| kind != "grid") {
        let message = format!("puzzles of type `{}` cannot be read", clue::shorten(kind));
        let hint = match kind {
            "triddler" => {
                "triddlers have triangles for cells; puzzles of type=\"grid\" can be read"
            }
            _ => "puzzles of type=\"grid\" can be read",
        };
        return Err(Diagnostic::error(message).at(start(puzzle)).hint(hint));
    }
    let mut draft = Draft::new(read_inks(puzzle)?);
    let content = |name| {
        let node = elements(puzzle, name).next().and_then(|node| node.text());
        node.map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    draft.name = content("title");
    draft.author = content("author");
    let default = puzzle.attribute("defaultcolor").unwrap_or("black");
    for clues in elements(puzzle, "clues") {
        let is_rows = match clues.attribute("type") {
            Some("rows") => true,
            Some("columns") => false,
            _ => {
                return Err(Diagnostic::error("clues are of type rows or columns").at(start(clues)));
            }
        };
        for line in elements(clues, "line") {
            let mut blocks = Vec::new();
            for count in elements(line, "count") {
                let place = text_place(count);
                let colour = count.attribute("color").unwrap_or(default);
                let mut block = clue::read(place, &mut Inks::black(), Colours::None)?;
                if block.is_empty() {
                    continue;
                }
                let number = draft.inks.find(colour).filter(|&number| number > 0);
                let Some(number) = number else {
                    let message = format!("the colour `{}` is not declared", clue::shorten(colour));
                    let known = draft.inks.0.iter().skip(1).map(|ink| ink.name.as_str());
                    return Err(Diagnostic::error(message)
                        .at(start(count))
                        .hint(crate::nearest::hint(colour, known)));
                };
                block.iter_mut().for_each(|block| block.colour = number);
                blocks.append(&mut block);
            }
            if draft.push(is_rows, blocks, start(line)) > LONGEST {
                let message = format!("over {LONGEST} lines");
                return Err(Diagnostic::error(message).at(start(line)));
            }
        }
    }
    let saved = elements(puzzle, "solution").find(|node| node.attribute("type") == Some("saved"));
    if let Some(node) = saved {
        let message =
            "a grid that was begun came with the puzzle; its cells are not taken as given";
        let hint = "solutions are those of the clues alone; with --unique a second one is shown";
        draft.warnings.push(Diagnostic::warning(message).at(start(node)).hint(hint));
    }
    let goal = elements(puzzle, "solution")
        .find(|node| node.attribute("type").is_none_or(|kind| kind == "goal"))
        .and_then(|node| elements(node, "image").next());
    if let Some(image) = goal {
        let picture = read_image(image, &draft.inks)?;
        return draft.with_goal(picture);
    }
    Ok(draft)
}

fn elements<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |node| node.has_tag_name(name))
}

/// The place of an element's beginning.
fn start(node: Node<'_, '_>) -> std::ops::Range<usize> {
    let range = node.range();
    range.start..(range.start + 1 + node.tag_name().name().len()).min(range.end)
}

fn text_place<'a>(node: Node<'a, '_>) -> Piece<'a> {
    let at = node.first_child().map_or(node.range().start, |child| child.range().start);
    Piece { text: node.text().unwrap_or_default(), at }.trim()
}

fn offset(text: &str, position: roxmltree::TextPos) -> usize {
    let line = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize);
    line.map(str::len).sum::<usize>() + position.col.saturating_sub(1) as usize
}

/// The declared colours, the background first.
fn read_inks(puzzle: Node<'_, '_>) -> Result<Inks, Diagnostic> {
    let background = puzzle.attribute("backgroundcolor").unwrap_or("white");
    let mut inks = Inks::background();
    background.clone_into(&mut inks.0[0].name);
    inks.0[0].rgb = named(background).unwrap_or(super::ink::WHITE);
    for color in elements(puzzle, "color") {
        let Some(name) = color.attribute("name") else {
            return Err(Diagnostic::error("a colour without a name").at(start(color)));
        };
        let rgb = color.text().and_then(hexadecimal).or_else(|| named(name));
        let symbol = color.attribute("char").and_then(|text| text.chars().next());
        if name == background {
            inks.0[0].rgb = rgb.unwrap_or(inks.0[0].rgb);
            inks.0[0].symbol = symbol.unwrap_or('.');
        } else if inks.find(name).is_none() {
            let number = match rgb {
                Some(rgb) => inks.push(name, rgb),
                None => inks.add(name),
            };
            if let Some(symbol) = symbol {
                inks.0[usize::from(number)].symbol = symbol;
            }
        }
        if inks.count() > MOST_COLOURS {
            let message = format!("over {MOST_COLOURS} colours");
            return Err(Diagnostic::error(message).at(start(color)));
        }
    }
    if inks.count() == 0 {
        let black = Inks::black().0.remove(1);
        inks.0.push(Ink { symbol: 'X', ..black });
    }
    Ok(inks)
}

/// A picture between bars, a line a row.
fn read_image(image: Node<'_, '_>, inks: &Inks) -> Result<Picture, Diagnostic> {
    let text = image.text().unwrap_or_default();
    let strip = |line: &str| -> Vec<char> {
        line.trim().trim_start_matches('|').trim_end_matches('|').chars().collect()
    };
    let rows: Vec<Vec<char>> =
        text.lines().filter(|line| !line.trim().is_empty()).map(strip).take(LONGEST + 1).collect();
    let width = rows.first().map_or(0, Vec::len);
    super::draft::check_size(width, rows.len(), start(image))?;
    let mut picture = Picture::blank(width, rows.len());
    for (row, chars) in rows.iter().enumerate() {
        if chars.len() != width {
            let message =
                format!("row {} of the image has {} cells, not {width}", row + 1, chars.len());
            return Err(Diagnostic::error(message).at(start(image)));
        }
        for (column, &c) in chars.iter().enumerate() {
            let Some(number) = inks.0.iter().position(|ink| ink.symbol == c) else {
                let message = format!("`{c}` in the image is no colour's character");
                return Err(Diagnostic::error(message).at(start(image)));
            };
            picture.cells[row * width + column] = number as u8;
        }
    }
    Ok(picture)
}

fn escape(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A puzzle in this form.
pub(super) fn write(puzzle: &Nonogram) -> String {
    let inks = &puzzle.inks;
    let name = |number: u8| escape(&inks.0[usize::from(number)].name);
    let mut text = String::from("<?xml version=\"1.0\"?>\n");
    text.push_str("<!DOCTYPE pbn SYSTEM \"https://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n");
    let (back, front) = (name(0), name(1.min(inks.count()) as u8));
    let _ = writeln!(
        text,
        "<puzzle type=\"grid\" backgroundcolor=\"{back}\" defaultcolor=\"{front}\">"
    );
    for (tag, value) in [("title", &puzzle.name), ("author", &puzzle.author)] {
        if !value.is_empty() {
            let _ = writeln!(text, "<{tag}>{}</{tag}>", escape(value));
        }
    }
    for (number, ink) in inks.0.iter().enumerate() {
        let (name, hex) = (name(number as u8), ink.rgb.hex());
        let symbol = escape(&ink.symbol.to_string());
        let _ = writeln!(text, "<color name=\"{name}\" char=\"{symbol}\">{}</color>", &hex[1..]);
    }
    for line in [Line::Column(0), Line::Row(0)] {
        let kind = if line == Line::Row(0) { "rows" } else { "columns" };
        let _ = writeln!(text, "<clues type=\"{kind}\">");
        let mine = |other: &Line| std::mem::discriminant(other) == std::mem::discriminant(&line);
        for line in puzzle.lines.lines().filter(mine) {
            text.push_str("<line>");
            for block in puzzle.lines.clue(line) {
                let length = block.length.map_or("?".into(), |length| length.to_string());
                let colour = match block.colour {
                    1 => String::new(),
                    other => format!(" color=\"{}\"", name(other)),
                };
                let _ = write!(text, "<count{colour}>{length}</count>");
            }
            text.push_str("</line>\n");
        }
        text.push_str("</clues>\n");
    }
    if let Some(goal) = &puzzle.goal {
        text.push_str("<solution type=\"goal\">\n<image>\n");
        for row in goal.cells.chunks(goal.width) {
            let cells: String = row.iter().map(|&c| inks.0[usize::from(c)].symbol).collect();
            let _ = writeln!(text, "|{}|", escape(&cells));
        }
        text.push_str("</image>\n</solution>\n");
    }
    text + "</puzzle>\n</puzzleset>\n"
}
