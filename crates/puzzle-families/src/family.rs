//! What a family is, and what a puzzle that was read can tell of itself.

use std::borrow::Cow;

use puzzle_core::{
    Answer, Ask, BigUint, Budget, ChoiceTable, Choices, Diagnostic, Failure, Json, Map, Problem,
    Question, Run, Solve,
};
use puzzle_scene::text::{self, TextOptions};
use puzzle_scene::{Frame, Scene};

/// A text with the name it is known by in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// A file name, `-`, or a catalogue name.
    pub name: String,
    /// The text; of bytes that are no text, what can be shown of them.
    pub text: String,
    /// The bytes, if they are no UTF-8 text: a picture, a compressed file.
    pub binary: Option<Vec<u8>>,
    /// What reading it may spend. A reader whose work may take longer than some milliseconds looks at
    /// it now and then.
    pub budget: Budget,
}

impl Source {
    /// A text. A byte-order mark at its beginning is no part of it.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Source { name: name.into(), text, binary: None, budget: Budget::default() }
    }

    /// To be read within limits.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        Source { budget: budget.clone(), ..self }
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
                Source { binary: Some(error.into_bytes()), ..Self::text(name, text) }
            }
        }
    }
}

/// A kind of puzzle.
pub struct Family {
    /// The name used in `family = "…"` and `--kind`.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// The questions that its puzzles answer.
    pub questions: &'static [Question],
    /// What may be chosen beside the question, table by table.
    pub tables: &'static [&'static ChoiceTable],
    /// The forms in which its puzzles can be written: a name and what it is.
    pub formats: &'static [(&'static str, &'static str)],
    /// Who makes new puzzles of this kind, if anybody does.
    pub generator: Option<&'static dyn Generator>,
    /// Endings of file names that are this family's alone: such a file is nobody else's, whatever
    /// its text looks like.
    pub endings: &'static [&'static str],
    /// The largest text that is one of its puzzles, in bytes.
    pub largest: usize,
    /// Whether its engines decide by themselves whether a solution is the only one, and count up to a
    /// limit; otherwise both are found out by asking for solutions one by one.
    pub decides: bool,
    /// Whether a `.puzzle` file that names it is one of its puzzles.
    pub(crate) documents: bool,
    /// Whether a text that names no family is one of its puzzles.
    pub(crate) looks_like: fn(&Source) -> bool,
    /// Where the puzzles of a text stand, if it is one of this family's forms that hold several.
    pub(crate) several: fn(&Source) -> crate::Several,
    pub(crate) read: fn(&Source) -> Result<Reading, Diagnostic>,
}

impl std::fmt::Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Family").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Family {
    /// A family, yet without a name, of exact covers in `.puzzle` files: with their questions,
    /// choices and forms.
    pub(crate) const fn read_by(read: fn(&Source) -> Result<Reading, Diagnostic>) -> Self {
        Family {
            name: "",
            about: "",
            questions: crate::covers::QUESTIONS,
            tables: crate::covers::TABLES,
            formats: crate::covers::FORMATS,
            generator: None,
            endings: &[],
            largest: crate::document::LARGEST,
            decides: false,
            documents: true,
            looks_like: |_| false,
            several: |_| crate::Several::One,
            read,
        }
    }

    /// Whether the file's name says that it is one of its puzzles.
    pub fn is_named(&self, source: &Source) -> bool {
        let name = crate::packed::file_name(&source.name);
        self.endings.iter().any(|ending| name.ends_with(ending))
    }

    /// Whether a text is one of its puzzles. `named` is the family that the text names, if it is a
    /// `.puzzle` file that can be read so far.
    pub fn recognises(&self, source: &Source, named: Option<&str>) -> bool {
        match named {
            Some(name) => self.documents && name == self.name,
            None => (self.looks_like)(source),
        }
    }

    /// Reads a text, which is not larger than [`Family::largest`].
    pub fn read(&self, source: &Source) -> Result<Reading, Diagnostic> {
        (self.read)(source)
    }
}

/// Makes new puzzles.
pub trait Generator: Sync {
    /// What it is asked for by.
    fn name(&self) -> &'static str;

    /// One line on what it makes.
    fn about(&self) -> &'static str;

    /// What may be chosen.
    fn table(&self) -> &'static ChoiceTable;

    /// Whether it works on several threads, and its work can be saved and resumed.
    fn saves(&self) -> bool {
        false
    }

    /// Makes a puzzle, asking `solve` whether it is a good one. `open` fetches the file or the
    /// catalogue entry of a name, for generators that begin with one. A limit of nodes in `run` is
    /// one of questions to `solve`.
    fn generate(
        &self,
        choices: &Choices,
        open: &dyn Fn(&str) -> Result<Source, Failure>,
        solve: &dyn Solve,
        run: &Run,
    ) -> Result<Generated, Failure>;
}

/// How pieces are made for a 3D printer, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Print {
    /// The side of a cube.
    pub unit: f64,
    /// How far every side goes back, so that pieces slide.
    pub offset: f64,
    /// How much is cut off from edges.
    pub bevel: f64,
    /// All pieces in one model, side by side.
    pub together: bool,
}

impl Print {
    /// Whether something is left of a cube.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Print { unit, offset, bevel, .. } = *self;
        let left = unit - 2.0 * (offset + bevel);
        match [unit, offset, bevel].iter().all(|x| x.is_finite()) && offset >= 0.0 && bevel >= 0.0 {
            false => Err("unit, offset and bevel are lengths".into()),
            true if unit > 1000.0 => {
                Err("a unit of more than 1000 millimetres is too large".into())
            }
            true if left > unit / 100.0 => Ok(()),
            true => Err(format!(
                "offset {offset} and bevel {bevel} on both sides leave nothing of a unit of {unit}"
            )),
        }
    }
}

/// A model for a 3D printer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What it is called.
    pub name: String,
    /// How often it is needed.
    pub copies: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A new puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// Its text; `None` if a limit, an interrupt or bad luck came first.
    pub text: Option<String>,
    /// What is to be said about it, or why there is none and what may help.
    pub remarks: Vec<String>,
    /// Whether nothing stopped it.
    pub complete: bool,
}

/// A puzzle that was read, with remarks for its author.
#[derive(Debug)]
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
    /// One solution, as a list of numbers.
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

/// The problem that a question means.
#[derive(Debug)]
pub struct Lowered<'a> {
    /// The problem.
    pub problem: Cow<'a, Problem>,
    /// Whether it is a part of the puzzle only: a restricted one.
    pub restricted: bool,
    /// How it was come by, a line a step.
    pub reasons: Vec<String>,
}

impl<'a> Lowered<'a> {
    /// The problem of the puzzle as it is.
    pub fn whole(problem: &'a Problem) -> Self {
        Lowered { problem: Cow::Borrowed(problem), restricted: false, reasons: Vec::new() }
    }

    /// A problem made for the question.
    pub fn made(problem: Problem) -> Self {
        Lowered { problem: Cow::Owned(problem), restricted: false, reasons: Vec::new() }
    }
}

/// What an answer says in the words of the puzzle, beside its solutions.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// For people, on the standard output; empty if the number of solutions says all.
    pub text: String,
    /// The same as pictures, where there are any.
    pub frames: Vec<Frame>,
    /// For people, on the standard error.
    pub remarks: Vec<String>,
    /// The closing remark, where it is not `3 solutions, that is all`; empty for none.
    pub closing: Option<String>,
    /// Why there is no solution, if more can be said than that.
    pub why: Option<String>,
    /// Figures for `show`: what and how much; a value may have several lines.
    pub figures: Vec<(String, String)>,
    /// For programs. A field of the common head is replaced.
    pub fields: Map<String, Json>,
}

/// How a solution is shown.
#[derive(Clone, Copy, Debug)]
pub struct Showing<'a> {
    /// The question it answers.
    pub ask: &'a Ask,
    /// Its number, if there may be several.
    pub number: Option<u64>,
    /// What else is to be said of it, such as the size of its class.
    pub note: Option<&'a str>,
    /// How text is printed.
    pub text: TextOptions,
}

/// Checks solutions one after the other; an error says what is wrong.
pub type Checker<'a> = Box<dyn FnMut(&[u32]) -> Result<(), String> + 'a>;

/// A puzzle of some family: what every puzzle can tell of itself.
///
/// A solution is a list of numbers whose meaning the family knows. For puzzles that are lowered to
/// covers, [`Description::covering`] is enough: all that follows from it is given here.
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

    /// The same for programs.
    fn numbers(&self) -> Map<String, Json> {
        Map::new()
    }

    /// Answers known from elsewhere.
    fn known(&self) -> &Known;

    /// The unsolved puzzle.
    fn draw(&self) -> Scene;

    /// The unsolved puzzle as text.
    fn print(&self, options: TextOptions) -> String {
        text::print(&Scene { title: String::new(), ..self.draw() }, options)
    }

    /// What embeddings mean in it, if it is lowered to a cover problem.
    fn covering(&self) -> Option<&dyn Covering> {
        None
    }

    /// The problem that a question means. Where that may take longer than some milliseconds it looks at
    /// the budget now and then.
    fn lower(&self, ask: &Ask, budget: &Budget) -> Result<Lowered<'_>, Failure> {
        match self.covering() {
            Some(covering) => crate::covers::lower(covering, ask, budget),
            None => Err(Failure::Declined(format!("a {} puzzle has no problem", self.family()))),
        }
    }

    /// What the program of the document that the family comes from would have printed.
    fn original(&self, _ask: &Ask, _run: &Run) -> Result<Answer, Failure> {
        Err(Failure::Declined(format!("no program of a document is about {}", self.family())))
    }

    /// What a solution is called: one, and several.
    fn noun(&self, _ask: &Ask) -> (&'static str, &'static str) {
        ("solution", "solutions")
    }

    /// A solution as a picture, or as several.
    fn frames(&self, _ask: &Ask, solution: &[u32]) -> Vec<Frame> {
        self.covering().map(|covering| covering.draw_solution(solution)).into_iter().collect()
    }

    /// A solution as text, with a newline at its end.
    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        crate::covers::words(self.covering(), self.frames(showing.ask, solution), solution, showing)
    }

    /// A solution for programs, beside its number and its picture.
    fn fields(&self, _ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        crate::covers::fields(self.covering(), solution)
    }

    /// The solution in what [`Description::fields`] wrote; `None` if there is none in it.
    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        numbers_under(fields, "embeddings")
    }

    /// How many solutions one that is handed over stands for.
    fn weight(&self, _ask: &Ask, _solution: &[u32]) -> BigUint {
        BigUint::from(1_u32)
    }

    /// Checks a solution from the puzzle's own rules.
    fn check(&self, solution: &[u32]) -> Result<(), String> {
        match self.covering() {
            Some(covering) => covering.check(solution),
            None => Err("solutions of this puzzle are not checked".into()),
        }
    }

    /// Who checks the solutions that answer a question, one after the other: from the puzzle's own
    /// rules, and as the question has changed them.
    fn checker(&self, _ask: &Ask) -> Result<Checker<'_>, Failure> {
        Ok(match self.covering() {
            Some(covering) => covering.checker(),
            None => Box::new(|solution| self.check(solution)),
        })
    }

    /// Begins to play it, if it can be played.
    fn play(&self) -> Option<Box<dyn crate::play::Play + '_>> {
        self.covering().and_then(crate::covers::play::play)
    }

    /// What a certificate proves, checked from the puzzle's own rules without a search, or what is
    /// wrong with it; `None` if the file is none of this family's.
    fn check_certificate(&self, _file: &[u8]) -> Option<Result<String, String>> {
        None
    }

    /// What is to be said of several solutions that are right each by itself.
    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        repeated(solutions)
    }

    /// What was found, in the words of the puzzle; pictures in it are printed as `text` says.
    fn tell(&self, ask: &Ask, answer: &Answer, _text: TextOptions) -> Told {
        crate::covers::tell(self.covering(), ask, answer)
    }

    /// Several solutions as pictures, to be looked at together.
    fn frames_together(&self, ask: &Ask, solutions: &[Vec<u32>]) -> Vec<Frame> {
        let each = |(solution, number): (&Vec<u32>, u64)| {
            let mut frames = self.frames(ask, solution);
            if let (true, Some(frame)) = (solutions.len() > 1, frames.first_mut()) {
                frame.caption = format!("solution {number}");
            }
            frames
        };
        solutions.iter().zip(1..).flat_map(each).collect()
    }

    /// The same as text, with an empty line between two.
    fn words_together(&self, solutions: &[Vec<u32>], showing: &Showing<'_>) -> String {
        let each = |(solution, number): (&Vec<u32>, u64)| {
            let number = (solutions.len() > 1).then_some(number);
            self.words(solution, &Showing { number, ..*showing })
        };
        solutions.iter().zip(1..).map(each).collect::<Vec<_>>().join("\n")
    }

    /// The puzzle in another text form, by its name.
    fn export(&self, format: &str) -> Result<String, String> {
        match self.covering() {
            Some(covering) => covering.export(format),
            None => Err(format!("a {} puzzle cannot be written as {format}", self.family())),
        }
    }

    /// Its pieces as models for a 3D printer.
    fn models(&self, _print: &Print) -> Result<Vec<Model>, String> {
        Err(format!("a {} puzzle has no pieces to be printed", self.family()))
    }

    /// The same with answers to [`Question::Apart`]: assemblies and how they come apart.
    fn export_apart(&self, format: &str, _plans: &[Vec<u32>]) -> Result<String, String> {
        Err(format!("separations cannot be written as {format}; only as xmpuzzle, for bricks"))
    }
}

impl std::fmt::Debug for dyn Description + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.family(), self.name())
    }
}

/// The numbers that a saved solution has under a key.
pub(crate) fn numbers_under(fields: &Json, key: &str) -> Result<Option<Vec<u32>>, String> {
    let Some(list) = fields.get(key).and_then(Json::as_array) else { return Ok(None) };
    let number = |n: &Json| n.as_u64().and_then(|n| u32::try_from(n).ok());
    let numbers: Option<Vec<u32>> = list.iter().map(number).collect();
    numbers.map(Some).ok_or_else(|| format!("an entry of `{key}` is not a number"))
}

/// A warning if solutions are the same but for the order of their numbers.
pub(crate) fn repeated(solutions: &[Vec<u32>]) -> Option<String> {
    let mut sorted = solutions.to_vec();
    sorted.iter_mut().for_each(|solution| solution.sort_unstable());
    repeated_as_they_are(&sorted)
}

/// A warning if solutions are the same, number by number.
pub(crate) fn repeated_as_they_are(solutions: &[Vec<u32>]) -> Option<String> {
    let different: std::collections::HashSet<&Vec<u32>> = solutions.iter().collect();
    let repeated = solutions.len() - different.len();
    let s = if repeated == 1 { "s" } else { "" };
    (repeated > 0).then(|| format!("{repeated} of them repeat{s} an earlier one"))
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
    /// The row and column of each cell, on solid grids its layer before them; empty where cells have
    /// nothing but names.
    pub coordinates: Vec<Vec<i32>>,
}

/// A puzzle that is lowered to a cover problem, and what embeddings mean in it.
pub trait Covering: Send + Sync {
    /// The abstract problem.
    fn problem(&self) -> &Problem;

    /// How many of the embeddings with these numbers belong to each piece.
    fn per_piece(&self, _numbers: &[u32]) -> Vec<(String, usize)> {
        Vec::new()
    }

    /// Whether there is a piece of that name, with or without an aspect of its own.
    fn has_piece(&self, _name: &str) -> bool {
        false
    }

    /// The restriction its author proposes.
    fn restrict(&self) -> Option<&Restrict> {
        None
    }

    /// The name of the aspect that stands for a piece (or any aspect) of that name.
    fn aspect_name(&self, name: &str) -> Option<String>;

    /// What an embedding, given by its number, means in the puzzle.
    fn placed(&self, number: u32) -> Option<Placed>;

    /// A set of embeddings, given by their numbers; unknown numbers are left out.
    fn draw_solution(&self, numbers: &[u32]) -> Frame;

    /// A number on every aspect, by aspect id: fit counts, footprints, prices.
    fn draw_values(&self, values: &[i64]) -> Frame;

    /// The embeddings, by number, that cover a cell as [`Covering::draw_solution`] draws it, counted
    /// through all layers; `None` if it draws no cells that can be covered.
    fn under(&self, _cell: u32) -> Option<Vec<u32>> {
        None
    }

    /// The embeddings, by number, that the puzzle's author has put down already.
    fn given(&self) -> Vec<u32> {
        Vec::new()
    }

    /// What an embedding is called where several may be meant.
    fn label(&self, number: u32) -> String {
        let placed = self.placed(number);
        placed.map_or_else(|| number.to_string(), |p| format!("{} {}", p.piece, p.cells.join(" ")))
    }

    /// Checks a solution, given by the numbers of its embeddings, from the puzzle's own rules.
    fn check(&self, numbers: &[u32]) -> Result<(), String>;

    /// Who checks many solutions, one after the other.
    fn checker(&self) -> Checker<'_> {
        Box::new(|numbers| self.check(numbers))
    }

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
