//! Nonograms: pictures to be found from the runs of colour in their rows and columns (document
//! 003 §6).
//!
//! One file a form in which they are written; `draft.rs` holds what all readers check. Solving is
//! for the engines; here is only what a puzzle is, how it is read, written and drawn.

mod bitmap;
mod choices;
mod clue;
mod collection;
mod draft;
mod draw;
pub mod generate;
mod ink;
mod non;
mod olsak;
mod plain;
mod play;
mod reasons;
mod rows;
mod sketch;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod told;
mod xml;

use puzzle_core::lines::{Line, Lines, LinesError, Picture};
use puzzle_core::{Answer, Ask, Budget, Diagnostic, Failure, Finding, Json, Map, Problem, json};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

pub use ink::{BLACK, Ink, Inks, WHITE};

use crate::family::repeated_as_they_are;
use crate::{Description, Family, Known, Lowered, Reading, Showing, Source, Told, document};

/// The family.
pub static FAMILY: Family = Family {
    name: "nonogram",
    about: "pictures to be found from the runs of colour in their rows and columns",
    questions: choices::QUESTIONS,
    tables: choices::TABLES,
    formats: &[("non", "Nonograms: S. Simpson's text"), ("xml", "Nonograms: webpbn's XML")],
    generator: Some(&generate::NonogramGenerator),
    decides: true,
    endings: &[".non", ".g"],
    looks_like: |source| reader(source).is_some(),
    several: collection::several,
    ..Family::read_by(|source| {
        let (puzzle, warnings) = read(source)?;
        Ok(Reading { puzzle: Box::new(puzzle), warnings })
    })
};

/// Reads a nonogram in any of its forms, with remarks for its author.
fn read(source: &Source) -> Result<(Nonogram, Vec<Diagnostic>), Diagnostic> {
    let read = if document::family_of(source).is_some() { None } else { reader(source) };
    let named = source.binary.is_none() && FAMILY.is_named(source);
    let olsak = crate::packed::file_name(&source.name).ends_with(".g");
    let by_name: Reader =
        if olsak { |source| olsak::read(&source.text) } else { |source| non::read(&source.text) };
    let read = read.or(named.then_some(by_name));
    read.unwrap_or(tables::read)(source)?.finish()
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
    } else if olsak::recognises(text) {
        Some(|source| olsak::read(&source.text))
    } else if sketch::recognises(text) {
        Some(|source| sketch::read(&source.text))
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
        let known = Known { solution: Some(picture.numbers()), ..Known::default() };
        let author = String::new();
        Ok(Nonogram { name: name.into(), author, inks, lines, goal: Some(picture), known })
    }

    /// The picture that is written row by row with one symbol a cell.
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

    fn numbers(&self) -> Map<String, Json> {
        let lines = &self.lines;
        let numbers =
            [("width", lines.width()), ("height", lines.height()), ("colours", lines.colours())];
        numbers.map(|(what, number)| (what.into(), number.into())).into_iter().collect()
    }

    fn draw(&self) -> Scene {
        Scene { title: self.name.clone(), frames: vec![self.frame(None, &[])] }
    }

    fn print(&self, options: TextOptions) -> String {
        self.print_with(None, &[], options.colour)
    }

    fn lower(&self, ask: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        if let choices::Cell::At(row, column) = choices::cell(&ask.choices)?
            && (row >= self.lines.height() || column >= self.lines.width())
        {
            return Err(Failure::Usage(format!("there is no cell {},{}", row + 1, column + 1)));
        }
        Ok(Lowered::made(Problem::Lines(self.lines.clone())))
    }

    fn frames(&self, _: &Ask, solution: &[u32]) -> Vec<Frame> {
        self.lines.picture(solution).iter().map(|p| self.frame(Some(p), &[])).collect()
    }

    /// Side by side; of two, the cells in which they differ are marked.
    fn frames_together(&self, ask: &Ask, solutions: &[Vec<u32>]) -> Vec<Frame> {
        let pictures: Vec<Picture> =
            solutions.iter().filter_map(|solution| self.lines.picture(solution)).collect();
        if pictures.len() < 2 {
            return solutions.iter().flat_map(|solution| self.frames(ask, solution)).collect();
        }
        let marked = self.marks(&pictures);
        let layers = pictures.iter().map(|picture| self.layer(Some(picture), &marked));
        vec![Frame { layers: layers.collect(), ..Frame::default() }]
    }

    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        let number = showing.number.map_or(String::new(), |n| format!("solution {n}\n"));
        let picture = self.lines.picture(solution);
        number + &self.print_with(picture.as_ref(), &[], showing.text.colour)
    }

    fn words_together(&self, solutions: &[Vec<u32>], showing: &Showing<'_>) -> String {
        let pictures: Vec<Picture> =
            solutions.iter().filter_map(|solution| self.lines.picture(solution)).collect();
        let marked = self.marks(&pictures);
        let print = |p: &Picture| self.print_with(Some(p), &marked, showing.text.colour);
        pictures.iter().map(print).collect::<Vec<_>>().join("\n")
    }

    fn fields(&self, _: &Ask, solution: &[u32]) -> Map<String, Json> {
        let Some(picture) = self.lines.picture(solution) else { return Map::new() };
        let name = |&colour: &u8| match colour {
            0 => Json::Null,
            colour => self.inks.0[usize::from(colour)].name.as_str().into(),
        };
        let row = |cells: &[u8]| cells.iter().map(name).collect::<Vec<Json>>();
        let grid: Vec<Vec<Json>> = picture.cells.chunks(picture.width).map(row).collect();
        Map::from_iter([
            ("rows".into(), json!(self.print_picture(&picture))),
            ("grid".into(), json!(grid)),
        ])
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        let Some(rows) = fields.get("rows").and_then(Json::as_array) else { return Ok(None) };
        let rows: Option<Vec<&str>> = rows.iter().map(Json::as_str).collect();
        let rows = rows.ok_or("a row is not a text")?;
        let picture = self.read_picture(&rows).map_err(|why| format!("it is no picture: {why}"))?;
        Ok(Some(picture.numbers()))
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        let picture = self.lines.picture(solution).ok_or("it is no picture of this size")?;
        self.lines.check(&picture).map_err(|wrong| wrong.to_string())
    }

    fn play(&self) -> Option<Box<dyn crate::play::Play + '_>> {
        Some(Box::new(play::Playing::new(self)))
    }

    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        repeated_as_they_are(solutions)
    }

    fn tell(&self, ask: &Ask, answer: &Answer, options: TextOptions) -> Told {
        match &answer.finding {
            Finding::Lines(found) => self.told(ask, answer, found, options),
            _ => Told::default(),
        }
    }

    fn export(&self, format: &str) -> Result<String, String> {
        match format {
            "non" => Ok(non::write(self)),
            "xml" => Ok(xml::write(self)),
            _ => Err(format!("a nonogram cannot be written as {format}")),
        }
    }
}
