//! Exact cover as Knuth writes it: items and options (aspects and embeddings), with secondary
//! items, colours, multiplicities and costs.
//!
//! `text` holds items and options and writes them, `format` reads them, `draw` shows them. Families
//! that are exact covers with a picture of their own (sudoku, word search) make a `CoverText` and
//! hand it over with a `Picture`.

mod draw;
mod format;
pub(crate) mod generators;
#[cfg(test)]
mod tests;
mod text;

use puzzle_core::{AbstractPuzzle, Cover, Demand, Diagnostic, Problem, Span, Symmetries, Symmetry};
use puzzle_scene::{Frame, Scene};
use rustc_hash::FxHashMap;

pub(crate) use text::CoverText;

use crate::limits::look;
use crate::{Covering, Description, Family, Known, Placed, Reading, Several, Source};

/// The family.
pub static FAMILY: Family = Family {
    name: "exact-cover",
    about: "items and options in Knuth's text form, with colours, multiplicities and costs",
    endings: &[".dlx", ".xcc", ".mcc"],
    looks_like,
    largest: LARGEST,
    several,
    ..Family::read_by(read)
};

/// The largest plain text that is read, in bytes: some million options. A `.puzzle` file is no longer than
/// others.
pub(crate) const LARGEST: usize = 64 << 20;

fn looks_like(source: &Source) -> bool {
    // Without a telling name the text must be right, and no `.puzzle` file.
    let plain = || {
        source.binary.is_none()
            && !crate::packed::file_name(&source.name).ends_with(".puzzle")
            && crate::document::parse(source).is_err()
            && (format::parse(&source.text, &source.budget).is_ok()
                || several(source) != Several::One)
    };
    FAMILY.is_named(source) || plain()
}

/// Texts that follow each other, blank lines between. Knuth's programs pass over blank lines, so a text that
/// is right as a whole is one puzzle, unless what follows each blank line begins with the same items.
/// Otherwise it is several if the first of them is right, and half of them are; where the name does not
/// tell that it is such a file, all.
fn several(source: &Source) -> Several {
    if source.binary.is_some() || crate::document::family_of(source).is_some() {
        return Several::One;
    }
    let text = &*source.text;
    let blocks = format::blocks(text);
    if blocks.len() < 2 {
        return Several::One;
    }
    let items = |span: &Span| {
        let mut lines = text[span.clone()].lines().map(str::trim);
        lines.find(|line| !line.starts_with('|')).unwrap_or_default()
    };
    let same = blocks.iter().all(|block| items(block) == items(&blocks[0]));
    if !same && format::parse(text, &source.budget).is_ok() {
        return Several::One;
    }
    let right = |block: &Span| format::parse(&text[block.clone()], &source.budget).is_ok();
    let count = blocks.iter().filter(|block| right(block)).count();
    let enough = if FAMILY.is_named(source) { blocks.len().div_ceil(2) } else { blocks.len() };
    match right(&blocks[0]) && count >= enough {
        true => Several::Parts(blocks),
        false => Several::One,
    }
}

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let named = crate::document::family_of(source).as_deref() == Some(FAMILY.name);
    let read = format::read(source, named)?;
    look(&source.budget)?;
    let puzzle = ExactCover::new(FAMILY.name, read.text, read.known, None)
        .map_err(|error| Diagnostic::error(error.to_string()))?;
    look(&source.budget)?;
    Ok(Reading { puzzle: Box::new(puzzle), warnings: read.warnings })
}

/// Any cover problem as a puzzle of this family.
pub fn of_puzzle(
    title: &str,
    puzzle: &AbstractPuzzle,
) -> Result<Box<dyn Description>, puzzle_core::CoverError> {
    let text = CoverText::from_puzzle(title, puzzle);
    Ok(Box::new(ExactCover::new(FAMILY.name, text, Known::default(), None)?))
}

/// Any cover problem as Knuth's text.
pub fn write(title: &str, puzzle: &AbstractPuzzle) -> String {
    CoverText::from_puzzle(title, puzzle).to_string()
}

/// Any cover problem as a `.puzzle` file of this family.
pub fn write_document(title: &str, puzzle: &AbstractPuzzle) -> String {
    document(&CoverText::from_puzzle(title, puzzle))
}

fn document(text: &CoverText) -> String {
    let quoted = crate::document::quote(&text.title);
    let plain = CoverText { title: String::new(), ..text.clone() }.to_string();
    let plain = plain.replace('\\', "\\\\").replace('"', "\\\"");
    format!("family = \"exact-cover\"\nname = {quoted}\ncover = \"\"\"\n{plain}\"\"\"\n")
}

/// How a family draws its puzzles and checks solutions, given as numbers of options.
pub(crate) trait Picture: Send + Sync {
    fn puzzle(&self) -> Frame;
    fn solution(&self, numbers: &[u32]) -> Frame;
    fn check(&self, numbers: &[u32]) -> Result<(), String>;
    /// The options that are there from the beginning.
    fn given(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The options that cover a cell.
    fn under(&self, cell: u32) -> Vec<u32>;
    /// What an option is called beside others of its cell.
    fn label(&self, number: u32) -> String;
}

/// Items and options, read and lowered.
pub(crate) struct ExactCover {
    family: &'static str,
    text: CoverText,
    known: Known,
    picture: Option<Box<dyn Picture>>,
    problem: Problem,
    impossible: Option<String>,
}

impl ExactCover {
    pub(crate) fn new(
        family: &'static str,
        text: CoverText,
        known: Known,
        picture: Option<Box<dyn Picture>>,
    ) -> Result<Self, puzzle_core::CoverError> {
        let puzzle = text.lower()?;
        let impossible = puzzle.obstacle();
        let problem = Problem::Cover(Cover::plain(puzzle));
        Ok(ExactCover { family, text, known, picture, problem, impossible })
    }

    /// With the symmetries of a geometry: permutations of the items and of the options.
    pub(crate) fn with_symmetries(mut self, elements: Vec<Symmetry>) -> Self {
        if let Problem::Cover(cover) = &mut self.problem {
            cover.symmetries = Symmetries::from_elements(&cover.puzzle, elements);
        }
        self
    }
}

impl Description for ExactCover {
    fn family(&self) -> &'static str {
        self.family
    }

    fn name(&self) -> &str {
        &self.text.title
    }

    fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    fn figures(&self) -> Vec<(String, String)> {
        let secondary = self.text.items.iter().filter(|item| item.bounds.is_none()).count();
        let Problem::Cover(cover) = &self.problem else { return Vec::new() };
        let coloured = |aspect: &&puzzle_core::Aspect| aspect.demand == Demand::Coloured;
        let coloured = cover.puzzle.aspects().iter().filter(coloured).count();
        vec![
            ("primary items".into(), (self.text.items.len() - secondary).to_string()),
            ("secondary items".into(), format!("{secondary}, {coloured} of them coloured")),
            ("options".into(), self.text.options.len().to_string()),
        ]
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        let frame = match &self.picture {
            Some(picture) => picture.puzzle(),
            None => draw::puzzle(&self.text),
        };
        Scene { title: self.text.title.clone(), frames: vec![frame] }
    }

    fn covering(&self) -> Option<&dyn Covering> {
        Some(self)
    }
}

impl Covering for ExactCover {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn aspect_name(&self, name: &str) -> Option<String> {
        self.text.items.iter().find(|item| item.name == name).map(|item| item.name.clone())
    }

    fn placed(&self, number: u32) -> Option<Placed> {
        let option = self.text.options.get(number as usize)?;
        let name = |(item, _): &(usize, Option<String>)| self.text.items[*item].name.clone();
        let mut names = option.touches.iter().map(name);
        let piece = names.next()?;
        Some(Placed { piece, cells: names.collect(), coordinates: Vec::new() })
    }

    fn draw_solution(&self, numbers: &[u32]) -> Frame {
        match &self.picture {
            Some(picture) => picture.solution(numbers),
            None => draw::solution(&self.text, numbers),
        }
    }

    fn draw_values(&self, values: &[i64]) -> Frame {
        draw::values(&self.text, values)
    }

    fn under(&self, cell: u32) -> Option<Vec<u32>> {
        self.picture.as_ref().map(|picture| picture.under(cell))
    }

    fn given(&self) -> Vec<u32> {
        self.picture.as_ref().map_or_else(Vec::new, |picture| picture.given())
    }

    fn label(&self, number: u32) -> String {
        self.picture.as_ref().map_or_else(|| number.to_string(), |picture| picture.label(number))
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        check(&self.text, numbers)?;
        self.picture.as_ref().map_or(Ok(()), |picture| picture.check(numbers))
    }

    fn export(&self, format: &str) -> Result<String, String> {
        match format {
            "dlx" => Ok(self.text.to_string()),
            "puzzle" => Ok(document(&self.text)),
            _ => Err(format!("items and options have no shape, so they cannot become {format}")),
        }
    }
}

/// The rules, from the text alone.
fn check(text: &CoverText, numbers: &[u32]) -> Result<(), String> {
    let mut covered = vec![0_u32; text.items.len()];
    let mut colours: FxHashMap<usize, Option<&str>> = FxHashMap::default();
    let mut listed = vec![false; text.options.len()];
    for &number in numbers {
        let option = text.options.get(number as usize);
        let option = option.ok_or_else(|| format!("there is no option {number}"))?;
        if std::mem::replace(&mut listed[number as usize], true) {
            return Err(format!("option {number} is listed twice"));
        }
        for (item, colour) in &option.touches {
            let name = &text.items[*item].name;
            covered[*item] += 1;
            if text.items[*item].bounds.is_some() {
                continue;
            }
            let before = colours.insert(*item, colour.as_deref());
            if before.is_some_and(|before| before.is_none() || before != colour.as_deref()) {
                return Err(format!("item {name} is covered twice, not in one colour"));
            }
        }
    }
    for (item, &covered) in text.items.iter().zip(&covered) {
        if item.bounds.is_some_and(|(least, most)| covered < least || covered > most) {
            return Err(format!("item {} is covered {covered} times", item.name));
        }
    }
    Ok(())
}
