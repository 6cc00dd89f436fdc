//! Collections: several nonograms in one file.
//!
//! webpbn's XML is a `<puzzleset>` and may hold many `<puzzle>` elements. `.non` texts are put together one after the
//! other: what names or sizes a puzzle begins the next one once rows and columns were there.

use puzzle_core::Span;
use roxmltree::{Document, ParsingOptions};

use crate::{Several, Source, document};

/// More elements than a collection that is read has.
const MOST_NODES: u32 = 2_000_000;

/// Where the nonograms of a file stand.
pub(super) fn several(source: &Source) -> Several {
    let text = source.text.as_str();
    if source.binary.is_some() || text.len() > document::LARGEST {
        return Several::One;
    }
    let parts = if super::xml::recognises(text) {
        elements(text)
    } else if super::non::recognises(text) {
        texts(text)
    } else {
        Vec::new()
    };
    if parts.len() > 1 { Several::Parts(parts) } else { Several::One }
}

/// The puzzles of an XML file, if there are several.
fn elements(text: &str) -> Vec<Span> {
    // Most files have one: no need to look further. A file with entities is refused by its reader.
    let tags = ["<puzzle ", "<puzzle>", "<puzzle\n", "<puzzle\r", "<puzzle\t"];
    let count: usize = tags.iter().map(|tag| text.matches(tag).count()).sum();
    if count < 2 || text.contains("<!ENTITY") {
        return Vec::new();
    }
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let Ok(document) = Document::parse_with_options(text, options) else { return Vec::new() };
    let puzzles = document.descendants().filter(|node| node.has_tag_name("puzzle"));
    puzzles.map(|node| node.range()).collect()
}

/// The puzzles of a `.non` text, if there are several that are whole.
fn texts(text: &str) -> Vec<Span> {
    const FIRST: [&str; 7] =
        ["catalogue", "title", "by", "copyright", "license", "width", "height"];
    let mut parts: Vec<Span> = Vec::new();
    let (mut start, mut at) = (0, 0);
    let (mut rows, mut columns) = (false, false);
    for line in text.split_inclusive('\n') {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        match (word, words.next()) {
            ("rows", None) => rows = true,
            ("columns", None) => columns = true,
            _ if rows && columns && FIRST.contains(&word) => {
                parts.push(start..at);
                (start, rows, columns) = (at, false, false);
            }
            _ => {}
        }
        at += line.len();
    }
    match rows && columns {
        true => parts.push(start..at),
        // What came after the last clues belongs to them.
        false => parts.last_mut().map_or((), |last| last.end = at),
    }
    parts
}

#[cfg(test)]
mod tests {
    use puzzle_core::Diagnostic;

    use super::*;

    const ONE: &str = "title \"dot\"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n";
    const TWO: &str = "width 2\nheight 1\n\nrows\n1\n\ncolumns\n1\n0\ngoal \"10\"\n";

    fn names(text: &str) -> Result<Vec<String>, Diagnostic> {
        let parts = crate::parts(Source::text("all", text), None).map_err(|wrong| wrong.0)?;
        let title = |part: &crate::Part| Ok(part.read()?.puzzle.name().to_owned());
        parts.iter().map(title).collect()
    }

    #[test]
    fn texts_one_after_the_other_are_several_puzzles() {
        assert_eq!(names(&format!("{ONE}\n{TWO}{ONE}")).unwrap(), ["dot", "", "dot"]);
        assert_eq!(names(ONE).unwrap(), ["dot"]);
        // Whatever order its lines have, one puzzle is one.
        assert_eq!(names(&format!("{TWO}title \"late\"\n")).unwrap(), ["late"]);
        let wrong = names(&format!("{ONE}{}", TWO.replace("width 2", "width 3"))).unwrap_err();
        assert!(wrong.span.unwrap().start > ONE.len(), "{}", wrong.message);
    }

    #[test]
    fn every_puzzle_of_an_xml_file_is_one() {
        let puzzle = |name: &str| {
            format!(
                "<puzzle type=\"grid\"><title>{name}</title><clues type=\"columns\"><line><count>1</count>\
                 </line></clues><clues type=\"rows\"><line><count>1</count></line></clues></puzzle>\n"
            )
        };
        let file = format!(
            "<?xml version=\"1.0\"?>\n<puzzleset>{}{}</puzzleset>",
            puzzle("a"),
            puzzle("b")
        );
        assert_eq!(names(&file).unwrap(), ["a", "b"]);
        assert_eq!(names(&puzzle("alone")).unwrap(), ["alone"]);
    }
}
