//! Nonograms: pictures to be found from the runs of colour in their rows and columns (document
//! 003 §6).
//!
//! One file a form in which they are written; `draft.rs` holds what all readers check. Solving is
//! for the engines; here is only what a puzzle is, how it is read, written and drawn.

mod bitmap;
mod clue;
mod draft;
mod draw;
pub mod generate;
mod ink;
mod non;
mod plain;
mod rows;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod xml;

use puzzle_core::Diagnostic;
use puzzle_core::lines::{Line, Lines, LinesError, Picture};
use puzzle_scene::Scene;

pub use ink::{BLACK, Ink, Inks, WHITE};

use crate::{Description, Family, Known, Reading, Source, document};

/// The family.
pub struct NonogramFamily;

impl Family for NonogramFamily {
    fn name(&self) -> &'static str {
        "nonogram"
    }

    fn about(&self) -> &'static str {
        "pictures to be found from the runs of colour in their rows and columns"
    }

    fn recognises(&self, source: &Source, named: Option<&str>) -> bool {
        match named {
            Some(name) => name == self.name(),
            None => reader(source).is_some(),
        }
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".non"]
    }

    fn read(&self, source: &Source) -> Result<Reading, Diagnostic> {
        let read = if document::family_of(source).is_some() { None } else { reader(source) };
        let named = source.binary.is_none() && source.name.ends_with(".non");
        let read = read.or(named.then_some(|source| non::read(&source.text)));
        read.unwrap_or(tables::read)(source)?.finish()
    }
}

type Reader = fn(&Source) -> Result<draft::Draft, Diagnostic>;

/// The form of a text or of bytes, if it is one of those that name no family.
fn reader(source: &Source) -> Option<Reader> {
    if bitmap::recognises(source) {
        return Some(bitmap::read);
    }
    if source.binary.is_some() || source.text.len() > document::LARGEST {
        return None;
    }
    let text = source.text.as_str();
    if xml::recognises(text) {
        Some(|source| xml::read(&source.text))
    } else if rows::recognises(text) {
        Some(|source| rows::read(&source.text))
    } else if non::recognises(text) {
        Some(|source| non::read(&source.text))
    } else if tables::recognises(source) {
        Some(tables::read)
    } else if plain::recognises(text) {
        Some(|source| plain::read(&source.text))
    } else {
        None
    }
}

/// A nonogram.
#[derive(Clone, Debug)]
pub struct Nonogram {
    /// What it is called; may be empty.
    pub name: String,
    /// Who made it; may be empty.
    pub author: String,
    /// Its colours, the background first.
    pub inks: Inks,
    /// Its clues.
    pub lines: Lines,
    /// A solution that came with it.
    pub goal: Option<Picture>,
    known: Known,
}

impl Nonogram {
    /// The puzzle of a picture.
    pub fn of_picture(name: &str, picture: Picture, inks: Inks) -> Result<Self, LinesError> {
        let rows = (0..picture.height).map(|row| picture.blocks(Line::Row(row))).collect();
        let columns = (0..picture.width).map(|c| picture.blocks(Line::Column(c))).collect();
        let lines = Lines::new(inks.count(), rows, columns)?;
        let known = Known::default();
        let author = String::new();
        Ok(Nonogram { name: name.into(), author, inks, lines, goal: Some(picture), known })
    }

    /// The puzzle in S. Simpson's `.non` form.
    pub fn to_non(&self) -> String {
        non::write(self)
    }

    /// The puzzle in webpbn's XML form.
    pub fn to_xml(&self) -> String {
        xml::write(self)
    }

    /// Checks a picture, given row by row with one symbol a cell, from the rules; the picture.
    pub fn read_picture(&self, rows: &[&str]) -> Result<Picture, String> {
        let mut picture = Picture::blank(self.lines.width(), self.lines.height());
        if rows.len() != picture.height {
            return Err(format!("it has {} rows, not {}", rows.len(), picture.height));
        }
        for (cells, row) in picture.cells.chunks_mut(self.lines.width()).zip(rows) {
            let mut symbols = row.chars();
            for cell in cells {
                let symbol = symbols.next().ok_or("a row is too short")?;
                let number = self.inks.0.iter().position(|ink| ink.symbol == symbol);
                *cell = number.ok_or_else(|| format!("`{symbol}` is no colour"))? as u8;
            }
            if symbols.next().is_some() {
                return Err("a row is too long".into());
            }
        }
        Ok(picture)
    }
}

impl Description for Nonogram {
    fn family(&self) -> &'static str {
        "nonogram"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn figures(&self) -> Vec<(String, String)> {
        let lines = &self.lines;
        let blocks: usize = lines.lines().map(|line| lines.clue(line).len()).sum();
        let mut figures = vec![
            ("rows and columns".into(), format!("{} x {}", lines.height(), lines.width())),
            ("blocks".into(), blocks.to_string()),
        ];
        for (ink, [rows, _]) in self.inks.0.iter().skip(1).zip(lines.totals()) {
            figures.push((format!("{} cells", ink.name), rows.to_string()));
        }
        if !self.author.is_empty() {
            figures.push(("by".into(), self.author.clone()));
        }
        figures
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        Scene { title: self.name.clone(), frames: vec![self.frame(None, &[])] }
    }
}
