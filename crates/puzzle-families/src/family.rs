//! What a family is, and what a puzzle that was read can be asked.

use puzzle_core::{BigUint, Diagnostic, Problem};
use puzzle_scene::{Frame, Scene};

use crate::cnf::CnfPuzzle;
use crate::monotone::MonotonePuzzle;
use crate::nonogram::Nonogram;
use crate::queens::QueensPuzzle;
use crate::sliding::Sliding;

/// A text with the name it is known by in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// A file name, `-`, or a catalogue name.
    pub name: String,
    /// The text; of bytes that are no text, what can be shown of them.
    pub text: String,
    /// The bytes, if they are no UTF-8 text: a picture, a compressed file.
    pub binary: Option<Vec<u8>>,
}

impl Source {
    /// A text.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), binary: None }
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.binary.as_ref().map_or(self.text.len(), Vec::len)
    }

    /// Whatever bytes a file holds.
    pub fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::text(name, text),
            Err(error) => {
                // Of a large file only what a message may show: bad bytes grow when they are replaced.
                let mut shown = error.as_bytes();
                if shown.len() > crate::document::LARGEST {
                    shown = &shown[..shown.len().min(error.utf8_error().valid_up_to() + 1000)];
                }
                let text = String::from_utf8_lossy(shown).into_owned();
                Source { name: name.into(), text, binary: Some(error.into_bytes()) }
            }
        }
    }
}

/// A kind of puzzle.
pub trait Family: Sync {
    /// The name used in `family = "…"` and `--kind`.
    fn name(&self) -> &'static str;

    /// One line on what it is.
    fn about(&self) -> &'static str;

    /// Whether a text is one of its puzzles. `named` is the family that the text names, if it is a
    /// `.puzzle` file that can be read so far.
    fn recognises(&self, source: &Source, named: Option<&str>) -> bool;

    /// Endings of file names that are this family's alone: such a file is nobody else's, whatever
    /// its text looks like.
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    /// The largest text that is one of its puzzles, in bytes.
    fn largest(&self) -> usize {
        crate::document::LARGEST
    }

    /// Reads a text, which is not larger than that.
    fn read(&self, source: &Source) -> Result<Reading, Diagnostic>;
}

/// A puzzle that was read, with remarks for its author.
pub struct Reading {
    /// The puzzle.
    pub puzzle: Box<dyn Description>,
    /// Findings that do not prevent solving it.
    pub warnings: Vec<Diagnostic>,
}

/// Answers that are known from elsewhere, to test against.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// All solutions.
    pub solutions: Option<BigUint>,
    /// Solutions up to symmetry.
    pub classes: Option<BigUint>,
    /// One solution, as the numbers of its embeddings.
    pub solution: Option<Vec<u32>>,
    /// What is known of a puzzle whose answers are no counts, in a few words.
    pub note: Option<String>,
    /// Where the figures come from.
    pub source: String,
}

impl Known {
    /// The answers in a few words, for a list: `9356 (2339)`, all and up to symmetry.
    pub fn summary(&self) -> String {
        match (&self.solutions, &self.classes) {
            (Some(all), Some(classes)) => format!("{all} ({classes})"),
            (Some(all), None) => all.to_string(),
            (None, Some(classes)) => format!("({classes})"),
            (None, None) => self.note.clone().unwrap_or_else(|| "?".into()),
        }
    }
}

/// A restriction that the puzzle's author proposes: what, and to which embeddings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restrict {
    /// The name of a piece or another aspect.
    pub what: String,
    /// Representatives by number, if the author fixed them.
    pub numbers: Option<Vec<u32>>,
    /// Whether to use turns of the box only, no reflections.
    pub rotations_only: bool,
}

/// One chosen embedding in the words of the puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// What is placed: the piece's name.
    pub piece: String,
    /// Where: the names of the cells.
    pub cells: Vec<String>,
}

/// A puzzle of some family: what every puzzle has.
pub trait Description: Send + Sync {
    /// The name of its family.
    fn family(&self) -> &'static str;

    /// What it is called; may be empty.
    fn name(&self) -> &str;

    /// A short reason why there can be no solution, if there is one.
    fn impossible(&self) -> Option<&str> {
        None
    }

    /// What one solution is, where tools of the field count otherwise: for `count` to say.
    fn convention(&self) -> Option<&str> {
        None
    }

    /// Figures about it, for `show`: what and how much.
    fn figures(&self) -> Vec<(String, String)>;

    /// Answers known from elsewhere.
    fn known(&self) -> &Known;

    /// The unsolved puzzle.
    fn draw(&self) -> Scene;

    /// What it can be asked.
    fn form(&self) -> Form<'_>;
}

/// The kinds of questions that puzzles can be asked: one for all that are lowered to exact cover,
/// and one for each family with questions of its own.
#[derive(Clone, Copy)]
pub enum Form<'a> {
    /// Choose embeddings so that every aspect gets what it demands.
    Cover(&'a dyn Covering),
    /// A formula in conjunctive normal form.
    Cnf(&'a CnfPuzzle),
    /// Monotone maps between two orders.
    Monotone(&'a MonotonePuzzle),
    /// Queens on a board; small boards are lowered to exact cover too.
    Queens(&'a QueensPuzzle),
    /// Slide blocks until a goal is reached.
    Sliding(&'a Sliding),
    /// Jump over pegs and take them.
    Pegs(&'a crate::pegs::Pegs),
    /// Find the picture that fits the clues of its lines.
    Nonogram(&'a Nonogram),
}

impl<'a> Form<'a> {
    /// What embeddings mean in it, if it is lowered to a cover problem.
    pub fn covering(self) -> Option<&'a dyn Covering> {
        match self {
            Form::Cover(covering) => Some(covering),
            Form::Queens(queens) => queens.covering(),
            Form::Cnf(_)
            | Form::Monotone(_)
            | Form::Nonogram(_)
            | Form::Pegs(_)
            | Form::Sliding(_) => None,
        }
    }
}

/// A puzzle that is lowered to a cover problem, and what embeddings mean in it.
pub trait Covering: Send + Sync {
    /// The abstract problem.
    fn problem(&self) -> &Problem;

    /// How many of the embeddings with these numbers belong to each piece.
    fn per_piece(&self, numbers: &[u32]) -> Vec<(String, usize)>;

    /// Whether there is a piece of that name, with or without an aspect of its own.
    fn has_piece(&self, name: &str) -> bool;

    /// The restriction its author proposes.
    fn restrict(&self) -> Option<&Restrict>;

    /// The name of the aspect that stands for a piece (or any aspect) of that name.
    fn aspect_name(&self, name: &str) -> Option<String>;

    /// What an embedding, given by its number, means in the puzzle.
    fn placed(&self, number: u32) -> Option<Placed>;

    /// A set of embeddings, given by their numbers; unknown numbers are left out.
    fn draw_solution(&self, numbers: &[u32]) -> Frame;

    /// A number on every aspect, by aspect id: fit counts, footprints.
    fn draw_values(&self, values: &[u32]) -> Frame;

    /// Checks a solution, given by the numbers of its embeddings, from the puzzle's own rules.
    fn check(&self, numbers: &[u32]) -> Result<(), String>;

    /// The puzzle in another text form: `dlx`, `puzzle` or `xmpuzzle`. Every cover problem can be
    /// written as items and options.
    fn export(&self, format: &str) -> Result<String, String> {
        match (format, self.problem()) {
            ("dlx", Problem::Cover(cover)) => Ok(crate::exact_cover::write("", &cover.puzzle)),
            ("puzzle", Problem::Cover(cover)) => {
                Ok(crate::exact_cover::write_document("", &cover.puzzle))
            }
            _ => Err(format!("this puzzle cannot be written as {format}")),
        }
    }
}
