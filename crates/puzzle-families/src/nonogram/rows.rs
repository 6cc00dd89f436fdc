//! Document 003's own form (§6.1): `row 1 2` and `col 3`, line after line.

use puzzle_core::Diagnostic;
use puzzle_core::lines::LONGEST;

use super::clue::{self, Colours, Piece};
use super::draft::Draft;
use super::ink::Inks;

/// Whether a text is in this form: its first word is `row` or `col`.
pub(super) fn recognises(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !is_comment(line));
    lines.next().and_then(|line| line.split_whitespace().next()).is_some_and(is_keyword)
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn is_keyword(word: &str) -> bool {
    word == "row" || word == "col"
}

/// Reads it. A line may hold several clues, as the paper's own listing does.
pub(super) fn read(text: &str) -> Result<Draft, Diagnostic> {
    let mut draft = Draft::new(Inks::black());
    for line in Piece::lines(text) {
        let line = line.trim();
        if is_comment(line.text) {
            continue;
        }
        for (keyword, clue) in clues(line)? {
            let blocks = clue::read(clue, &mut draft.inks, Colours::None)?;
            let place = keyword.at..clue.at + clue.text.len();
            if draft.push(keyword.text == "row", blocks, place.clone()) > LONGEST {
                return Err(Diagnostic::error(format!("over {LONGEST} lines")).at(place));
            }
        }
    }
    Ok(draft)
}

/// The keywords of a line, each with the clue behind it.
fn clues(line: Piece<'_>) -> Result<Vec<(Piece<'_>, Piece<'_>)>, Diagnostic> {
    let words = line.split(|c| c.is_ascii_whitespace()).filter(|word| !word.text.is_empty());
    let mut clues: Vec<(Piece<'_>, Piece<'_>)> = Vec::new();
    for word in words {
        let end = word.at + word.text.len() - line.at;
        match clues.last_mut() {
            _ if is_keyword(word.text) => {
                clues.push((
                    word,
                    Piece { text: &line.text[end..end], at: word.at + word.text.len() },
                ));
            }
            Some((_, clue)) => clue.text = &line.text[clue.at - line.at..end],
            None => {
                let message =
                    format!("expected `row` or `col`, found `{}`", clue::shorten(word.text));
                return Err(Diagnostic::error(message)
                    .at(word.span())
                    .hint("each line is  row 1 2  or  col 3"));
            }
        }
    }
    Ok(clues)
}
