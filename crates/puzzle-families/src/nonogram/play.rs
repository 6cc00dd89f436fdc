//! A nonogram at the terminal, cell by cell.

use std::ops::ControlFlow;

use puzzle_core::lines::Picture;
use puzzle_core::{Ask, Failure, Problem, Question, Run, Solve};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, palette};

use super::Nonogram;
use crate::play::{Hint, Meaning, Mistakes, Play};

/// A picture in the making.
pub(super) struct Playing<'p> {
    puzzle: &'p Nonogram,
    /// By cell: its colour, if it has one yet.
    cells: Vec<Option<u8>>,
}

impl<'p> Playing<'p> {
    pub(super) fn new(puzzle: &'p Nonogram) -> Self {
        let cells = vec![None; puzzle.lines.width() * puzzle.lines.height()];
        Playing { puzzle, cells }
    }

    /// The picture so far; open cells are background.
    fn picture(&self) -> Picture {
        let mut picture = Picture::blank(self.puzzle.lines.width(), self.puzzle.lines.height());
        for (cell, colour) in picture.cells.iter_mut().zip(&self.cells) {
            *cell = colour.unwrap_or(0);
        }
        picture
    }

    fn word(&self, cell: usize, colour: u8) -> String {
        let width = self.puzzle.lines.width();
        let symbol = self.puzzle.inks.0[usize::from(colour)].symbol;
        format!("{},{}={symbol}", cell / width + 1, cell % width + 1)
    }

    /// The same; `None` opens the cell again.
    fn word_or_open(&self, cell: usize, colour: Option<u8>) -> String {
        let width = self.puzzle.lines.width();
        let open = || format!("{},{}=?", cell / width + 1, cell % width + 1);
        colour.map_or_else(open, |colour| self.word(cell, colour))
    }

    /// The cells that are known to be empty.
    fn crossed(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == Some(0)).collect()
    }

    /// What follows a cell's colour when it is touched: the colours in turn, a cross, open again.
    fn next(&self, cell: usize) -> Option<u8> {
        let colours = self.puzzle.inks.count() as u8;
        match self.cells[cell] {
            None => Some(u8::from(colours > 1)),
            Some(0) => None,
            Some(colour) if colour + 1 < colours => Some(colour + 1),
            Some(_) => Some(0),
        }
    }

    /// Fills one cell.
    fn fill(&mut self, word: &str) -> Result<String, String> {
        let (place, symbol) = word.split_once('=').unwrap_or((word, ""));
        let numbers = place.split_once(',').and_then(|(row, column)| {
            Some((row.trim().parse::<usize>().ok()?, column.trim().parse::<usize>().ok()?))
        });
        let (row, column) = numbers.ok_or_else(|| format!("`{word}` is no cell: write 2,3"))?;
        let (height, width) = (self.puzzle.lines.height(), self.puzzle.lines.width());
        if !(1..=height).contains(&row) || !(1..=width).contains(&column) {
            return Err(format!("there is no cell {row},{column}"));
        }
        let cell = (row - 1) * width + column - 1;
        if symbol == "?" {
            self.cells[cell] = None;
            return Ok(format!("{row},{column}=?"));
        }
        let colour = match symbol.chars().next() {
            None => 1,
            Some(symbol) => {
                let found = self.puzzle.inks.0.iter().position(|ink| ink.symbol == symbol);
                found.ok_or_else(|| format!("`{symbol}` is no colour"))? as u8
            }
        };
        self.cells[cell] = Some(colour);
        Ok(self.word(cell, colour))
    }
}

impl Playing<'_> {
    /// The first solutions, up to so many.
    fn solutions(
        &self,
        solve: &dyn Solve,
        run: &Run,
        most: usize,
    ) -> Result<Vec<Picture>, Failure> {
        let mut solutions = Vec::new();
        let mut keep = |found: &[u32]| {
            solutions.extend(self.puzzle.lines.picture(found));
            if solutions.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let question = if most == 1 { Question::First } else { Question::All };
        let problem = Problem::Lines(self.puzzle.lines.clone());
        let answer = solve.solve(&problem, &Ask::new(question), run, &mut keep)?;
        let enough = answer.is_complete() || solutions.len() == most;
        if enough { Ok(solutions) } else { Err(Failure::Declined("that took too long".into())) }
    }
}

impl Play for Playing<'_> {
    fn help(&self) -> String {
        let symbols: Vec<String> =
            self.puzzle.inks.0.iter().map(|ink| format!("{} {}", ink.symbol, ink.name)).collect();
        format!(
            "a move is a cell and its colour: 2,3={} (colours: {}; ? opens a cell again)",
            self.puzzle.inks.0.get(1).map_or('#', |ink| ink.symbol),
            symbols.join(", ")
        )
    }

    fn show(&self, text: TextOptions) -> String {
        self.puzzle.print_with(Some(&self.picture()), &self.crossed(), text.colour)
    }

    fn frame(&self) -> Frame {
        let mut frame = self.puzzle.frame(Some(&self.picture()), &self.crossed());
        let clues = frame.layers[0].cells.len() - self.cells.len();
        for (cell, drawn) in frame.layers[0].cells[clues..].iter_mut().enumerate() {
            if self.cells[cell].is_none() {
                drawn.ink = Some(palette::EMPTY);
            }
        }
        frame
    }

    /// A touch gives a cell its next colour; a stroke gives the same to all its cells.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning> {
        let clues = self.puzzle.frame(None, &[]).layers[0].cells.len() - self.cells.len();
        let cell = |touched: &u32| (*touched as usize).checked_sub(clues);
        let cells: Vec<usize> = touched.iter().filter_map(cell).collect();
        let Some(colour) = cells.first().filter(|c| **c < self.cells.len()).map(|&c| self.next(c))
        else {
            return Vec::new();
        };
        let inside = cells.iter().filter(|cell| **cell < self.cells.len());
        let words: Vec<String> = inside.map(|&cell| self.word_or_open(cell, colour)).collect();
        vec![Meaning::of(words.join(" "))]
    }

    /// Several cells may be filled in one move.
    fn make(&mut self, word: &str) -> Result<String, String> {
        let before = self.cells.clone();
        let made: Result<Vec<String>, String> =
            word.split_whitespace().map(|word| self.fill(word)).collect();
        match made {
            Ok(made) if !made.is_empty() => Ok(made.join(" ")),
            Ok(_) => Err(format!("`{word}` is no cell: write 2,3")),
            Err(why) => {
                self.cells = before;
                Err(why)
            }
        }
    }

    fn moves(&self) -> Vec<String> {
        Vec::new()
    }

    fn over(&self) -> Option<String> {
        self.puzzle.lines.check(&self.picture()).is_ok().then(|| "solved".into())
    }

    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure> {
        let Some(solution) = self.solutions(solve, run, 1)?.pop() else {
            return Ok(Hint::new(None, "the puzzle has no solution"));
        };
        let colour = |cell: usize| solution.cells[cell];
        let all = || 0..self.cells.len();
        let wrong = all().find(|&cell| self.cells[cell].is_some_and(|c| c != colour(cell)));
        let open = || all().find(|&cell| self.cells[cell].is_none() && colour(cell) != 0);
        Ok(match (wrong, open()) {
            (Some(cell), _) => Hint::new(Some(self.word(cell, colour(cell))), "this cell is wrong"),
            (None, Some(cell)) => Hint::new(Some(self.word(cell, colour(cell))), "a cell to fill"),
            (None, None) => Hint::new(None, "every cell is right"),
        })
    }

    fn mistakes(&self, solve: &dyn Solve, run: &Run) -> Result<Option<Mistakes>, Failure> {
        let [solution] = &self.solutions(solve, run, 2)?[..] else {
            return Ok(Some(Mistakes::new(
                Vec::new(),
                "only one solution would tell what is wrong",
            )));
        };
        let clues = self.puzzle.frame(None, &[]).layers[0].cells.len() - self.cells.len();
        let cells = self.cells.iter().zip(&solution.cells).zip(clues as u32..);
        let wrong = cells.filter(|((mine, right), _)| mine.is_some_and(|mine| mine != **right));
        let cells: Vec<u32> = wrong.map(|(_, cell)| cell).collect();
        let places = cells.iter().map(|cell| {
            let cell = *cell as usize - clues;
            let width = self.puzzle.lines.width();
            format!("{},{}", cell / width + 1, cell % width + 1)
        });
        let about = match cells.len() {
            0 => "nothing is wrong".into(),
            _ => format!("wrong: {}", places.collect::<Vec<_>>().join(" ")),
        };
        Ok(Some(Mistakes::new(cells, about)))
    }

    fn has_mistakes(&self) -> bool {
        true
    }
}
