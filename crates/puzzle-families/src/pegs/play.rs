//! Peg solitaire at the terminal.

use std::ops::ControlFlow;

use puzzle_core::jumps::{Jump, JumpProblem, Position};
use puzzle_core::{Ask, Failure, Problem, Question, Run, Solve};
use puzzle_scene::Frame;
use puzzle_scene::text::TextOptions;

use super::Pegs;
use crate::play::{Hint, Meaning, Play};

/// A game being played.
pub(super) struct Playing<'p> {
    pegs: &'p Pegs,
    position: Position,
}

impl<'p> Playing<'p> {
    pub(super) fn new(pegs: &'p Pegs) -> Self {
        Playing { pegs, position: pegs.problem.start() }
    }

    fn possible(&self) -> impl Iterator<Item = Jump> + '_ {
        let jumps = self.pegs.problem.board().jumps().iter().copied();
        jumps.filter(|jump| jump.apply(self.position).is_some())
    }
}

impl Play for Playing<'_> {
    fn help(&self) -> String {
        let example = self.possible().next().map(|jump| self.pegs.write_jump(jump));
        format!("a move is where a peg jumps from and to: {}", example.unwrap_or_default())
    }

    fn show(&self, _: TextOptions) -> String {
        self.pegs.print_position(self.position)
    }

    fn frame(&self) -> Frame {
        self.pegs.draw_position(self.position)
    }

    /// From where, and to where.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning> {
        let (Some(&from), last) = (touched.first(), touched.last()) else { return Vec::new() };
        let fits = |jump: &Jump| {
            u32::from(jump.from) == from
                && (touched.len() == 1 || last.is_some_and(|&to| u32::from(jump.to) == to))
        };
        let jumps = self.possible().filter(fits);
        jumps.map(|jump| Meaning::of(self.pegs.write_jump(jump))).collect()
    }

    fn make(&mut self, word: &str) -> Result<String, String> {
        let jump = self.pegs.read_jump(word)?;
        let after = jump.apply(self.position);
        self.position = after.ok_or_else(|| format!("{word} is not possible here"))?;
        Ok(self.pegs.write_jump(jump))
    }

    fn moves(&self) -> Vec<String> {
        self.possible().map(|jump| self.pegs.write_jump(jump)).collect()
    }

    fn over(&self) -> Option<String> {
        if self.pegs.problem.is_goal(self.position) {
            return Some("solved".into());
        }
        let left = self.position.count_ones();
        self.possible().next().is_none().then(|| format!("no jump is left, and {left} pegs are"))
    }

    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure> {
        let board = self.pegs.problem.board();
        let goals = self.pegs.problem.goals().to_vec();
        let problem = JumpProblem::new(board.clone(), self.position, goals)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let mut game = Vec::new();
        let mut keep = |found: &[u32]| {
            game = board.game(found).unwrap_or_default();
            ControlFlow::Break(())
        };
        solve.solve(&Problem::Jumps(problem), &Ask::new(Question::First), run, &mut keep)?;
        Ok(match game.first() {
            Some(&jump) => Hint::new(Some(self.pegs.write_jump(jump)), "it leads to the goal"),
            None => Hint::new(None, "the goal is out of reach from here: undo"),
        })
    }
}
