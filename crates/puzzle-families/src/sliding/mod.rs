//! Sliding-block puzzles (document 002): blocks on a board of square cells slide until a goal is
//! reached, in the fewest moves of one of six styles.
//!
//! [`Sliding`] is a puzzle that was read, from document 002's text (`text`) or from a `.puzzle`
//! file (`format`). [`Rules`] plays it block by block, slowly and from the definitions; it
//! checks solutions and finds the words for moves. [`lower`] makes the packed state space that
//! engines search; `description` and `tell` put what they find into words. [`original`] is document
//! 002's own program.

mod board;
mod condition;
mod description;
mod draw;
mod format;
mod goal;
pub mod original;
mod packed;
mod picture;
mod play;
mod rules;
mod rush;
mod solution;
mod style;
mod table;
mod tell;
#[cfg(test)]
mod tests;
mod text;

use puzzle_core::{Ask, Diagnostic, Failure};

pub use board::{Block, Board, Direction, Freedom, Kind};
pub use goal::{Condition, Goal};
pub use packed::lower;
pub use rules::{Move, Rules};
pub use solution::Game;
pub use style::Style;

use crate::{Family, Known, Reading, Source};

/// The most cells of a board. What can be searched is bounded by memory; see [`lower`].
const LARGEST_BOARD: usize = 1 << 16;

/// The family.
pub static FAMILY: Family = Family {
    name: "sliding",
    about: "blocks that slide on a board until a goal is reached, in six styles of moves",
    questions: table::QUESTIONS,
    tables: table::TABLES,
    formats: &[("text", "the text of document 002")],
    looks_like: |source| text::looks_like(&source.text) || rush::recognises(source),
    several: rush::several,
    ..Family::read_by(|source| {
        let (puzzle, warnings) = read(source)?;
        Ok(Reading { puzzle: Box::new(puzzle), warnings })
    })
};

/// Reads a puzzle, with remarks for its author.
pub fn read(source: &Source) -> Result<(Sliding, Vec<Diagnostic>), Diagnostic> {
    if source.binary.is_some() {
        return Err(crate::document::no_text(source));
    }
    if text::looks_like(&source.text) {
        text::read(source)
    } else if rush::recognises(source) {
        Ok((rush::only(source)?, Vec::new()))
    } else {
        Ok((format::read(source)?, Vec::new()))
    }
}

/// Answers that are known from elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distances {
    /// The fewest moves in each style; `None` in it means that the goal cannot be reached.
    pub distances: Option<[Option<u32>; 6]>,
    /// How many configurations can be reached.
    pub configurations: Option<u64>,
    /// Where the figures come from.
    pub source: String,
}

/// A sliding-block puzzle.
#[derive(Clone, Debug)]
pub struct Sliding {
    name: String,
    board: Board,
    start: Vec<Block>,
    labels: Vec<String>,
    goals: Vec<Goal>,
    distances: Distances,
    known: Known,
}

impl Sliding {
    /// A puzzle whose blocks are called by their kind, with a letter where a kind has several.
    pub fn new(name: String, board: Board, start: Vec<Block>, goals: Vec<Goal>) -> Self {
        let label = |(number, block): (usize, &Block)| {
            let same = |other: &&Block| other.kind == block.kind;
            let name = board.kinds[block.kind].name;
            match start.iter().filter(same).count() {
                1 => name.to_string(),
                _ => format!("{name}{}", copy_name(start[..number].iter().filter(same).count())),
            }
        };
        // Many blocks of few kinds would make this quadratic: number them on large boards.
        let labels = match start.len() <= 1000 {
            true => start.iter().enumerate().map(label).collect(),
            false => (1..=start.len()).map(|number| number.to_string()).collect(),
        };
        let (distances, known) = Default::default();
        Sliding { name, board, start, labels, goals, distances, known }
    }

    /// The same puzzle with names for its blocks.
    #[must_use]
    pub fn with_labels(mut self, labels: Vec<String>) -> Self {
        self.labels = labels;
        self
    }

    /// The same puzzle with answers that are known.
    #[must_use]
    pub fn with_known(mut self, distances: Distances) -> Self {
        self.known.source.clone_from(&distances.source);
        self.known.note = distances.distances.map(|six| {
            let word = |n: Option<u32>| n.map_or("-".into(), |n| n.to_string());
            six.map(word).join(" ")
        });
        self.distances = distances;
        self
    }

    /// The same puzzle that begins elsewhere, in a configuration of the same blocks: document
    /// 002's shorthand, or for a puzzle with a picture, rows of it separated by slashes.
    pub fn starting_from(&self, text: &str) -> Result<Self, Diagnostic> {
        let text = text.trim();
        let (blocks, walls) = if text.contains(['/', '\n']) {
            draw::read_rows(self, text)?
        } else {
            text::read_configuration(&self.board, (text, 0))?
        };
        if text.contains('x') && walls != self.board.walls {
            return Err(
                Diagnostic::error("the dead cells (x) are in other places").at(0..text.len())
            );
        }
        self.starting_at(blocks).map_err(|message| Diagnostic::error(message).at(0..text.len()))
    }

    fn starting_at(&self, blocks: Vec<Block>) -> Result<Self, String> {
        let counts = |blocks: &[Block]| {
            let mut kinds: Vec<usize> = blocks.iter().map(|block| block.kind).collect();
            kinds.sort_unstable();
            kinds
        };
        if counts(&blocks) != counts(&self.start) {
            return Err("the configuration has not the blocks of the puzzle".into());
        }
        if self.board.fill(&blocks).is_none() {
            return Err("blocks overlap, or one stands where it may not".into());
        }
        // Blocks keep their names: the first of a kind is the first of it in the new order.
        let mut start = self.start.clone();
        let mut left: Vec<Block> = blocks;
        for block in &mut start {
            let at = left.iter().position(|other| other.kind == block.kind);
            *block = left.remove(at.expect("the kinds are the same"));
        }
        Ok(Sliding { start, distances: Distances::default(), ..self.clone() })
    }

    /// Where a question begins, and what counts as a move in it.
    fn asked(&self, ask: &Ask) -> Result<(Self, Style), Failure> {
        let style = ask.choices.get("style")?.and_then(Style::new).unwrap_or_default();
        let Some(text) = ask.choices.text("from") else { return Ok((self.clone(), style)) };
        let begun = self.starting_from(text).map_err(|diagnostic| {
            let name = if text.trim().contains('\n') { "from" } else { text.trim() };
            Failure::file(name, text, diagnostic)
        })?;
        Ok((begun, style))
    }

    /// What tells it from other puzzles: FNV-1a of its board, its start and its goals.
    fn fingerprint(&self) -> u64 {
        let text = format!("{:?} {:?} {:?}", self.board, self.start, self.goals);
        puzzle_core::fingerprint(text.as_bytes())
    }

    /// The board and the kinds.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The blocks at the start; their order is that of [`Sliding::labels`].
    pub fn start(&self) -> &[Block] {
        &self.start
    }

    /// What the blocks are called.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The goals; any of them will do.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The fewest moves that are known from elsewhere.
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    /// Whether a configuration is a goal.
    pub fn is_goal(&self, blocks: &[Block]) -> bool {
        self.goals.iter().any(|goal| goal.holds(&self.board, blocks))
    }

    /// The configuration in shorthand, without walls.
    pub fn shorthand(&self, blocks: &[Block]) -> String {
        self.board.shorthand(blocks, false)
    }

    /// The board with links between the cells of a block, as in document 002 §12. Blocks in the
    /// order of [`Sliding::labels`] show their own letters if they have one, others their kinds.
    pub fn draw_links(&self, blocks: &[Block]) -> String {
        draw::links(&self.board, blocks, |block| self.name_of(blocks, block))
    }

    /// The same with the names of kinds, and blocks in any order.
    pub fn draw_kinds(&self, blocks: &[Block]) -> String {
        draw::links(&self.board, blocks, |block| self.board.kinds[blocks[block].kind].name)
    }

    /// A letter for a block: its own if the blocks are those of the start, or else its kind's.
    pub(super) fn name_of(&self, blocks: &[Block], block: usize) -> char {
        let mut label = self.labels.get(block).map(|label| label.chars()).into_iter().flatten();
        let kinds = blocks.iter().map(|block| block.kind);
        let all =
            blocks.len() == self.start.len() && kinds.eq(self.start.iter().map(|block| block.kind));
        match (label.next(), label.next()) {
            (Some(letter), None) if all => letter,
            _ => self.board.kinds[blocks[block].kind].name,
        }
    }
}

/// a, b, …, z, aa, ab, …
fn copy_name(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", copy_name(more - 1)),
    }
}
