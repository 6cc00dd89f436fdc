//! Clues in text: numbers, each with a colour behind it if the puzzle has several, `?` where the
//! number cannot be read.

use puzzle_core::lines::{Block, LONGEST, MOST_COLOURS};
use puzzle_core::{Diagnostic, Span};

use super::ink::Inks;
use crate::nearest;

/// How colours in clues are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// There is only black.
    None,
    /// They must have been declared.
    Declared,
    /// A letter that was not declared is a new colour.
    Free,
}

/// A part of a text with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Piece<'a> {
    /// Its place.
    pub(super) fn span(&self) -> Span {
        self.at..self.at + self.text.len()
    }

    /// Without blanks at the ends.
    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Piece { text: self.text.trim(), at: self.at + start }
    }

    /// Its parts between separators.
    pub(super) fn split(
        self,
        separator: impl Fn(char) -> bool + 'a,
    ) -> impl Iterator<Item = Piece<'a>> {
        let mut at = self.at;
        self.text.split(move |c: char| separator(c)).map(move |text| {
            let piece = Piece { text, at };
            // Separators are single ASCII characters.
            at += text.len() + 1;
            piece
        })
    }

    /// The lines of a whole text.
    pub(super) fn lines(text: &'a str) -> impl Iterator<Item = Piece<'a>> {
        let whole = Piece { text, at: 0 };
        whole
            .split(|c| c == '\n')
            .map(|line| Piece { text: line.text.trim_end_matches('\r'), ..line })
    }

    /// A whole number up to the longest side.
    pub(super) fn number(self) -> Result<usize, Diagnostic> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err(Diagnostic::error(format!("`{}` is no number", shorten(self.text)))
                .at(self.span())
                .hint("a clue is a list of whole numbers, or ? where one cannot be read"));
        }
        self.text.parse().ok().filter(|&number| number <= LONGEST).ok_or_else(|| {
            Diagnostic::error(format!("{} is too large", shorten(self.text)))
                .at(self.span())
                .hint(format!("grids have up to {LONGEST} rows and columns"))
        })
    }
}

/// A text from a stranger, short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Reads one line's clue: blocks separated by blanks or commas. A single 0 is an empty clue.
pub(super) fn read(
    clue: Piece<'_>,
    inks: &mut Inks,
    colours: Colours,
) -> Result<Vec<Block>, Diagnostic> {
    let separator = |c: char| c == ',' || c.is_ascii_whitespace();
    let words: Vec<Piece<'_>> =
        clue.split(separator).filter(|word| !word.text.is_empty()).collect();
    if let [only] = words[..]
        && only.text.trim_start_matches('0').is_empty()
    {
        return Ok(Vec::new());
    }
    if words.len() > LONGEST {
        return Err(Diagnostic::error("this clue has more blocks than a line has cells")
            .at(clue.span())
            .hint(format!("grids have up to {LONGEST} rows and columns")));
    }
    words.into_iter().map(|word| block(word, inks, colours)).collect()
}

fn block(word: Piece<'_>, inks: &mut Inks, colours: Colours) -> Result<Block, Diagnostic> {
    let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
    let split = if word.text.starts_with('?') { 1 } else { digits };
    let number = Piece { text: &word.text[..split], at: word.at };
    let colour = Piece { text: &word.text[split..], at: word.at + split };
    let length = match number.text {
        "?" => None,
        "" => Some(word.number()? as u16),
        _ => Some(number.number()? as u16),
    };
    if length == Some(0) {
        return Err(Diagnostic::error("a block of 0 cells")
            .at(word.span())
            .hint("a line without blocks has the clue 0 alone; leave other zeros out"));
    }
    let colour = match (colour.text, colours) {
        ("", _) if inks.count() == 0 => inks.add("black"),
        ("", _) => inks.find("black").or_else(|| inks.find("1")).unwrap_or(1),
        (name, Colours::None) => {
            let message = format!("`{}` is no number", shorten(name));
            return Err(Diagnostic::error(message).at(word.span()));
        }
        (name, _) => match (inks.find(name), colours) {
            (Some(0), _) | (None, Colours::Declared) => return Err(undeclared(colour, inks)),
            (Some(number), _) => number,
            (None, _) if name.chars().count() > 1 => return Err(undeclared(colour, inks)),
            (None, _) => inks.add(name),
        },
    };
    if inks.count() > MOST_COLOURS {
        return Err(Diagnostic::error(format!("over {MOST_COLOURS} colours")).at(word.span()));
    }
    Ok(Block { length, colour })
}

fn undeclared(colour: Piece<'_>, inks: &Inks) -> Diagnostic {
    let message = format!("the colour `{}` is not declared", shorten(colour.text));
    let known = inks.0.iter().skip(1).map(|ink| ink.name.as_str());
    let hint = match inks.count() {
        0 => "this puzzle declares no colours".into(),
        _ => nearest::hint(colour.text, known),
    };
    Diagnostic::error(message).at(colour.span()).hint(hint)
}
