//! The game at the terminal, two players in turn.

use std::ops::ControlFlow;

use puzzle_core::game::{Game, Winner};
use puzzle_core::{Ask, Failure, Finding, Problem, Question, Run, Solve};
use puzzle_scene::text::{self, TextOptions};
use puzzle_scene::{Frame, Scene};

use super::{GamePuzzle, player, since_the_beginning};
use crate::play::{Hint, Meaning, Play};

/// A game being played.
pub(super) struct Playing<'p> {
    puzzle: &'p GamePuzzle,
    position: Game,
}

impl<'p> Playing<'p> {
    pub(super) fn new(puzzle: &'p GamePuzzle) -> Self {
        Playing { puzzle, position: puzzle.game.clone() }
    }

    /// Whose turn it is.
    fn turn(&self) -> Winner {
        since_the_beginning(&self.position, Winner::First)
    }

    /// A sensible move without a search: one that leaves few replies.
    fn quick(&self) -> Option<u32> {
        let possible = self.position.possible().iter().copied();
        possible.min_by_key(|&number| self.position.replies(number))
    }
}

impl Play for Playing<'_> {
    fn help(&self) -> String {
        let example = self.puzzle.game.possible().first().map(|&m| self.puzzle.board.write(m));
        let example = example.unwrap_or_else(|| "L:c4,d4,e4,f4,c5".into());
        format!("a move is a piece and its cells, in any order: {example}")
    }

    fn show(&self, options: TextOptions) -> String {
        let frames = vec![self.puzzle.picture(self.position.played())];
        let board = text::print(&Scene { title: String::new(), frames }, options);
        let used = |piece: usize| {
            let mut played = self.position.played().iter();
            played.any(|&m| self.puzzle.board.places[m as usize].0 == piece)
        };
        let pieces = self.puzzle.board.written.pieces.iter().enumerate();
        let free: Vec<&str> = pieces
            .filter(|(number, piece)| piece.count.max.is_none() || !used(*number))
            .map(|(_, piece)| piece.name.as_str())
            .collect();
        let columns = self.puzzle.board.corners();
        format!("{board}{columns}pieces: {}\n", free.join(" "))
    }

    fn frame(&self) -> Frame {
        self.puzzle.picture(self.position.played())
    }

    /// The moves that take all these cells; the one that takes no other, if there is one.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning> {
        let places = &self.puzzle.board.places;
        let takes = |number: &&u32| {
            let cells = &places[**number as usize].1;
            touched.iter().all(|cell| cells.contains(cell))
        };
        let mut fitting: Vec<u32> =
            self.position.possible().iter().filter(takes).copied().collect();
        let mut cells = touched.to_vec();
        cells.sort_unstable();
        cells.dedup();
        if let Some(&exact) = fitting.iter().find(|&&m| places[m as usize].1 == cells) {
            fitting = vec![exact];
        }
        fitting.into_iter().map(|m| Meaning::of(self.puzzle.board.write(m))).collect()
    }

    fn make(&mut self, word: &str) -> Result<String, String> {
        let board = &self.puzzle.board;
        let number = board.read(word)?;
        self.position = self.position.after(&[number]).map_err(|error| board.complain(&error))?;
        Ok(board.write(number))
    }

    fn moves(&self) -> Vec<String> {
        self.position.possible().iter().map(|&number| self.puzzle.board.write(number)).collect()
    }

    fn over(&self) -> Option<String> {
        if !self.position.possible().is_empty() {
            return None;
        }
        let turn = self.turn();
        let winner = if self.position.is_misere() { turn } else { turn.other() };
        Some(format!("{} cannot move: {} wins", player(turn), player(winner)))
    }

    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure> {
        let mut line = Vec::new();
        let mut keep = |found: &[u32]| {
            line = found.to_vec();
            ControlFlow::Continue(())
        };
        let problem = Problem::Game(self.position.clone());
        let answer = match solve.solve(&problem, &Ask::new(Question::Winner), run, &mut keep) {
            Err(Failure::Stopped(_)) => None,
            answer => Some(answer?),
        };
        let found = match answer.map(|answer| answer.finding) {
            Some(Finding::Game(found)) => found.winner,
            _ => None,
        };
        let word = |number: Option<u32>| number.map(|number| self.puzzle.board.write(number));
        Ok(match found {
            Some(Winner::First) => Hint::new(word(line.first().copied()), "it wins"),
            Some(Winner::Second) => {
                Hint::new(word(line.first().copied()), "every move loses against the best play")
            }
            None => Hint::new(
                word(self.quick()),
                "who wins was not found in time; it leaves few replies",
            ),
        })
    }

    fn players(&self) -> usize {
        2
    }
}
