//! `.g`, the form of the solver by M. and P. Olšák: lines that begin with `:` divide the text into remarks, the clues
//! of the rows, the clues of the columns, and whatever follows a third `:`. A line is a clue, `0` an empty one.
//!
//! Its coloured puzzles (`#d` before a table of colours) and its triddlers (`#t`) are refused by name: their
//! tables were not at hand in any description.

use puzzle_core::Diagnostic;
use puzzle_core::lines::LONGEST;

use super::clue::{self, Colours, Piece};
use super::draft::Draft;
use super::ink::Inks;

/// Whether a text is in this form: two lines begin with `:`, and what follows the first is a clue.
pub(super) fn recognises(text: &str) -> bool {
    let mut sections = text.lines().skip_while(|line| !line.starts_with(':'));
    let clue = |line: &str| line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let rows = sections.nth(1).is_some_and(|line| !line.trim().is_empty() && clue(line));
    rows && sections.any(|line| line.starts_with(':'))
}

/// Reads it.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    let mut draft = Draft::new(Inks::black());
    // Rows, then columns, then what is of no interest here.
    let mut section = 0;
    for line in Piece::lines(text) {
        if line.text.starts_with(':') {
            section += 1;
            continue;
        }
        let line = line.trim();
        let kind = match line.text.get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("#d") => Some("coloured puzzles"),
            Some("#t") => Some("triddlers"),
            _ => None,
        };
        if let Some(kind) = kind.filter(|_| section == 0) {
            return Err(Diagnostic::error(format!("{kind} in this form are not read"))
                .at(line.span())
                .hint("write coloured ones as .non with letters behind the numbers: 3b,1d"));
        }
        if section == 0 || section > 2 || line.text.is_empty() {
            continue;
        }
        let blocks = clue::read(line, &mut draft.inks, Colours::None)?;
        if draft.push(section == 1, blocks, line.span()) > LONGEST {
            return Err(Diagnostic::error(format!("over {LONGEST} lines")).at(line.span()));
        }
    }
    if section < 2 {
        let end = text.trim_end().len();
        return Err(Diagnostic::error("there are no columns").at(end..end).hint(
            "a line that begins with `:` stands before the rows, another one before the columns",
        ));
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use crate::{Source, nonogram};

    const CROSS: &str = "a cross, as a remark\n: rows\n1\n3\n1\n: columns\n1\n3\n1\n:\nwhatever\n";

    fn read(name: &str, text: &str) -> Result<Vec<String>, String> {
        let (_, reading) = crate::read(&Source::text(name, text), None)
            .map_err(|wrong| wrong.render(name, text))?;
        let puzzle =
            nonogram::FAMILY.read(&Source::text(name, text)).map_err(|wrong| wrong.message)?;
        assert_eq!(reading.puzzle.family(), puzzle.puzzle.family());
        Ok(reading.puzzle.export("non")?.lines().map(str::to_owned).collect())
    }

    #[test]
    fn rows_and_columns_stand_behind_lines_that_begin_with_a_colon() {
        for name in ["cross.g", "cross"] {
            let lines = read(name, CROSS).unwrap();
            assert_eq!(lines[..6], ["width 3", "height 3", "", "rows", "1", "3"], "{name}");
        }
    }

    #[test]
    fn what_is_not_read_is_refused_by_its_name() {
        for (text, word) in [
            ("#d\n 0: #FFFFFF white\n: rows\n1\n: columns\n1\n", "coloured puzzles in this form"),
            ("#T\n: rows\n1\n: columns\n1\n", "triddlers in this form"),
            (": rows\n1\n", "there are no columns"),
            (": rows\n1x\n: columns\n1\n", "1x"),
        ] {
            let told = read("x.g", text).unwrap_err();
            assert!(told.contains(word), "{told}");
        }
    }
}
