//! A puzzle as it was read, before it is known to make sense.

use puzzle_core::lines::{Block, LONGEST, Line, Lines, LinesError, MOST_COLOURS, Picture};
use puzzle_core::{Diagnostic, Span};

use super::Nonogram;
use super::ink::Inks;
use crate::Known;

/// What a reader has found.
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) author: String,
    pub(super) inks: Inks,
    pub(super) rows: Vec<Vec<Block>>,
    pub(super) columns: Vec<Vec<Block>>,
    /// Where the clues of the rows stand, and those of the columns; empty if nowhere.
    places: [Vec<Span>; 2],
    /// A picture that came with the clues.
    pub(super) goal: Option<Picture>,
    pub(super) known: Known,
    /// Remarks for the author.
    pub(super) warnings: Vec<Diagnostic>,
}

impl Draft {
    /// Nothing yet.
    pub(super) fn new(inks: Inks) -> Self {
        Draft {
            name: String::new(),
            author: String::new(),
            inks,
            rows: Vec::new(),
            columns: Vec::new(),
            places: Default::default(),
            goal: None,
            known: Known::default(),
            warnings: Vec::new(),
        }
    }

    /// Adds the clue of a row or of a column; how many there are now.
    pub(super) fn push(&mut self, is_row: bool, blocks: Vec<Block>, place: Span) -> usize {
        let clues = if is_row { &mut self.rows } else { &mut self.columns };
        clues.push(blocks);
        self.places[usize::from(!is_row)].push(place);
        clues.len()
    }

    /// The same with a solution, off which the clues are read if there are none.
    pub(super) fn with_goal(self, picture: Picture) -> Result<Self, Diagnostic> {
        if !self.rows.is_empty() || !self.columns.is_empty() {
            return Ok(Draft { goal: Some(picture), ..self });
        }
        let Draft { name, author, inks, known, warnings, .. } = self;
        Ok(Draft { name, author, known, warnings, ..Draft::of_picture(picture, inks)? })
    }

    /// A puzzle whose clues are read off a picture.
    pub(super) fn of_picture(picture: Picture, inks: Inks) -> Result<Self, Diagnostic> {
        check_size(picture.width, picture.height, 0..0)?;
        let mut draft = Draft::new(inks);
        draft.rows = (0..picture.height).map(|row| picture.blocks(Line::Row(row))).collect();
        draft.columns = (0..picture.width).map(|c| picture.blocks(Line::Column(c))).collect();
        draft.goal = Some(picture);
        Ok(draft)
    }

    /// The puzzle, if its clues make sense: blocks fit, and rows and columns tell the same number
    /// of cells of each colour (document 003 §6.1).
    pub(super) fn finish(self) -> Result<(Nonogram, Vec<Diagnostic>), Diagnostic> {
        let Draft { name, author, mut inks, rows, columns, places, goal, known, mut warnings } =
            self;
        if inks.count() == 0 {
            inks = Inks::black();
        }
        if inks.count() > MOST_COLOURS {
            let message = format!("{} colours; at most {MOST_COLOURS}", inks.count());
            return Err(Diagnostic::error(message));
        }
        let lines = Lines::new(inks.count(), rows, columns).map_err(|error| {
            let line = match error {
                LinesError::TooLong { line, .. }
                | LinesError::NoCells(line)
                | LinesError::UnknownColour(line, _) => Some(line),
                _ => None,
            };
            let place = line.and_then(|line| match line {
                Line::Row(row) => places[0].get(row),
                Line::Column(column) => places[1].get(column),
            });
            let diagnostic = Diagnostic::error(error.to_string());
            let diagnostic = match place {
                Some(place) => diagnostic.at(place.clone()),
                None => diagnostic,
            };
            match error {
                LinesError::TooLong { .. } => diagnostic
                    .hint("blocks of one colour are parted by at least one cell: 2 1 needs 4"),
                LinesError::Size { .. } => diagnostic.hint("give clues for rows and for columns"),
                _ => diagnostic,
            }
        })?;
        check_totals(&lines, &inks)?;
        let goal = goal.filter(|goal| match lines.check(goal) {
            Ok(()) => true,
            Err(wrong) => {
                let message = format!("the goal does not solve the puzzle: {wrong}");
                warnings.push(Diagnostic::warning(message));
                false
            }
        });
        let known = Known { solution: goal.as_ref().map(Picture::numbers), ..known };
        Ok((Nonogram { name, author, inks, lines, goal, known }, warnings))
    }
}

/// Refuses sizes that are too large before memory is taken.
pub(super) fn check_size(width: usize, height: usize, span: Span) -> Result<(), Diagnostic> {
    let sides = 1..=LONGEST;
    if sides.contains(&width) && sides.contains(&height) {
        return Ok(());
    }
    let message = LinesError::Size { width, height }.to_string();
    let diagnostic = Diagnostic::error(message);
    Err(if span.is_empty() { diagnostic } else { diagnostic.at(span) })
}

fn check_totals(lines: &Lines, inks: &Inks) -> Result<(), Diagnostic> {
    for (ink, [rows, columns]) in inks.0.iter().skip(1).zip(lines.totals()) {
        if rows.least > columns.most || columns.least > rows.most {
            let of = match inks.count() {
                1 => String::new(),
                _ => format!(" of {}", ink.name),
            };
            let message =
                format!("cells{of}: {rows} in all by the rows, but {columns} by the columns");
            return Err(Diagnostic::error(message).hint("a number is missing or mistyped"));
        }
    }
    Ok(())
}
