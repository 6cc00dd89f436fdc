//! Sliding blocks at the terminal.

use std::ops::ControlFlow;

use puzzle_core::{Ask, Budget, Failure, Problem, Question, Run, Solve};
use puzzle_scene::text::TextOptions;

use super::{Direction, Move, Rules, Sliding, Style, lower};
use crate::play::{Hint, Play};

/// A game being played.
pub(super) struct Playing<'p> {
    puzzle: &'p Sliding,
    style: Style,
    rules: Rules<'p>,
}

const DIRECTIONS: [Direction; 4] =
    [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

impl<'p> Playing<'p> {
    pub(super) fn new(puzzle: &'p Sliding, style: Style) -> Self {
        Playing { puzzle, style, rules: Rules::new(puzzle, style) }
    }

    /// `3 left 2`, `block 3 down 1 right 1`, `1 2 left`: blocks, then directions with how far.
    fn read(&self, word: &str) -> Result<Move, String> {
        let (mut blocks, mut steps) = (Vec::new(), Vec::new());
        let filler = |word: &&str| !matches!(*word, "block" | "blocks" | "and");
        for word in word.split([' ', ',']).filter(|word| !word.is_empty()).filter(filler) {
            if let Some(direction) = Direction::from_word(word) {
                steps.push(direction);
            } else if let (Some(&last), Ok(far)) = (steps.last(), word.parse::<usize>()) {
                let most = self.puzzle.board().size();
                steps.extend(std::iter::repeat_n(last, far.saturating_sub(1).min(most)));
            } else {
                let found = self.puzzle.labels().iter().position(|label| label == word);
                blocks.push(found.ok_or_else(|| format!("there is no block `{word}`"))?);
            }
        }
        match steps.is_empty() {
            true => Err("say where to: right, left, down or up".into()),
            false => Ok(Move { blocks, steps }),
        }
    }
}

impl Play for Playing<'_> {
    fn help(&self) -> String {
        let label = self.puzzle.labels().first().map_or("1", String::as_str);
        format!("a move is a block and where it goes: {label} left 2 (style {})", self.style)
    }

    fn show(&self, _: TextOptions) -> String {
        self.puzzle.draw_links(self.rules.blocks())
    }

    fn make(&mut self, word: &str) -> Result<String, String> {
        let played = self.read(word)?;
        self.rules.play(&played)?;
        Ok(played.words(self.puzzle.labels()))
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for block in 0..self.rules.blocks().len() {
            for direction in DIRECTIONS {
                let one = Move { blocks: vec![block], steps: vec![direction] };
                if self.rules.clone().play(&one).is_ok() {
                    moves.push(one.words(self.puzzle.labels()));
                }
            }
        }
        moves
    }

    fn over(&self) -> Option<String> {
        self.puzzle.is_goal(self.rules.blocks()).then(|| "solved".into())
    }

    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure> {
        let places: Vec<u32> = self.rules.blocks().iter().map(|block| block.place as u32).collect();
        let begun = self.puzzle.beginning_at(&places).map_err(Failure::Usage)?;
        let space = lower(&begun, self.style, &Budget::default())?;
        let mut solution = Vec::new();
        let mut keep = |found: &[u32]| {
            solution = found.to_vec();
            ControlFlow::Break(())
        };
        solve.solve(&Problem::Space(space), &Ask::new(Question::Shortest), run, &mut keep)?;
        if solution.is_empty() {
            return Ok(Hint::new(None, "the goal is out of reach from here"));
        }
        let game = begun.replay(&solution).map_err(Failure::Disagreement)?;
        let word = game.moves.first().map(|played| played.words(self.puzzle.labels()));
        Ok(Hint::new(word, format!("the goal is {} moves away", game.moves.len())))
    }
}
