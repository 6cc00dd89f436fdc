//! Sudokus as collections have them: all cells of a board on one line, row by row (`.sdm`).
//!
//! 81 cells, 256 or 625. An empty cell is `.`, `*`, `_` or `0`. In larger boards the values go on with A; where a dot is
//! empty and there is a `0`, the values begin with it (`0` to `F`), and where there are no digits, with A. What
//! follows a blank, comma or semicolon is a remark.

use puzzle_core::Diagnostic;

use super::sign;
use crate::Source;
use crate::listed::{self, Listed, Several};

/// Sides of boxes whose boards are written so.
const BOXES: std::ops::RangeInclusive<usize> = 3..=5;

/// Whether a file is a list of boards.
pub(super) fn recognises(source: &Source) -> bool {
    listed::recognises(source, |line| read(line, 0).is_ok())
}

/// A board: the side of its boxes, and its givens.
pub(super) type Givens = (usize, Vec<Option<usize>>);

/// The boards of a file.
pub(super) fn several(source: &Source) -> Several {
    if super::FAMILY.is_named(source) || recognises(source) {
        return listed::by_lines(source);
    }
    Several::One
}

/// The board of a text of one line.
pub(super) fn only(source: &Source) -> Result<Givens, Diagnostic> {
    let Listed { line, at } = listed::only(source)?;
    read(line, at)
}

/// Reads the board on a line.
fn read(line: &str, at: usize) -> Result<Givens, Diagnostic> {
    let blank = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let cells = line.split(blank).next().unwrap_or_default();
    let side = BOXES.into_iter().find(|side| cells.len() == side.pow(4)).ok_or_else(|| {
        Diagnostic::error(format!("this board has {} cells", cells.chars().count()))
            .at(at..at + cells.len())
            .hint("boards on one line have 81, 256 or 625")
    })?;
    let digits = cells.contains(|c: char| c.is_ascii_digit());
    let zero = side > 3 && cells.contains('0') && cells.contains(['.', '*', '_']);
    let value = |(place, c): (usize, char)| {
        let value = match c {
            '.' | '*' | '_' => return Ok(None),
            '0' if !zero => return Ok(None),
            '0'..='9' => c as usize - '0' as usize + usize::from(zero),
            _ if !c.is_ascii_alphabetic() => 0,
            c => {
                let first = if digits { 10 + usize::from(zero) } else { 1 };
                c.to_ascii_uppercase() as usize - 'A' as usize + first
            }
        };
        match (1..=side * side).contains(&value) {
            true => Ok(Some(value - 1)),
            false => Err(Diagnostic::error(format!(
                "{c:?} is no value from 1 to {}",
                sign(side * side - 1)
            ))
            .at(at + place..at + place + c.len_utf8())
            .hint("a dot is an empty cell")),
        }
    };
    let givens = cells.char_indices().map(value).collect::<Result<_, _>>()?;
    Ok((side, givens))
}

#[cfg(test)]
mod tests {
    use puzzle_scene::text::TextOptions;

    use super::*;
    use crate::Reading;

    const LINE: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    #[test]
    fn each_sign_of_an_empty_cell_makes_the_same_board() {
        let boards = ['0', '.', '*', '_'].map(|empty| {
            let line = LINE.replace('0', &empty.to_string());
            read(&format!("{line},a remark"), 0).unwrap()
        });
        assert_eq!(boards[0].0, 3);
        assert_eq!(boards[0].1[..5], [Some(4), Some(2), None, None, Some(6)]);
        assert!(boards.iter().all(|board| *board == boards[0]));
    }

    #[test]
    fn large_boards_go_on_with_letters_and_may_begin_with_zero_or_a() {
        let line = |first: &str, side: usize| format!("{first:.<width$}", width = side.pow(4));
        let first = |text: &str, side| read(&line(text, side), 0).unwrap().1[..3].to_vec();
        assert_eq!(first("19G", 4), [Some(0), Some(8), Some(15)]);
        assert_eq!(first("0AF", 4), [Some(0), Some(10), Some(15)]);
        assert_eq!(first("AYb", 5), [Some(0), Some(24), Some(1)]);
        assert_eq!(first("1Ap", 5), [Some(0), Some(9), Some(24)]);
    }

    #[test]
    fn what_is_no_board_is_refused_at_its_place() {
        let wrong = read(&LINE.replacen("00", "0A", 1), 100).unwrap_err();
        assert_eq!(
            (wrong.message.as_str(), wrong.span),
            ("'A' is no value from 1 to 9", Some(103..104))
        );
        assert!(read(&LINE[1..], 0).unwrap_err().message.contains("80 cells"));
        assert!(read(&format!("Z{}", &LINE[1..]), 0).is_err() && read("", 0).is_err());
    }

    #[test]
    fn a_file_of_boards_has_numbers_and_says_how_many_there_are() {
        let text = format!("# easy\n{LINE}\n\n{}\r\n{}\n", LINE.replacen('5', "1", 1), &LINE[1..]);
        let read = |name: &str| crate::read(&Source::text(name, &text), None).map(|(_, read)| read);
        let first = read("a.sdm").unwrap();
        assert!(first.warnings[0].message.contains("3 puzzles"), "{}", first.warnings[0].message);
        let corner = |reading: Reading| {
            reading.puzzle.print(TextOptions::default()).lines().nth(1).unwrap()[..8].to_owned()
        };
        let (first, second) = (corner(first), corner(read("a.sdm#2").unwrap()));
        assert!(first.contains('5') && !second.contains('5'), "{first}\n{second}");
        let wrong = read("a.sdm#3").unwrap_err();
        assert!(wrong.message.contains("80 cells"));
        assert_eq!(wrong.span.unwrap().start, text.rfind(&LINE[1..]).unwrap());
        for wrong in ["a.sdm#4", "a.sdm#0", "a.sdm#x"] {
            assert!(read(wrong).unwrap_err().message.contains("no puzzle"));
        }
        let parts = crate::parts(Source::text("a.sdm", &text), None).unwrap();
        let names: Vec<&str> = parts.iter().map(crate::Part::name).collect();
        assert_eq!(names, ["a.sdm#1", "a.sdm#2", "a.sdm#3"]);
        assert!(!recognises(&Source::text("x", "2 x 3\n")) && !recognises(&Source::text("x", "")));
    }
}
