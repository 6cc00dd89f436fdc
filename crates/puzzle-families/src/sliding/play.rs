//! Sliding blocks at the terminal.

use std::ops::ControlFlow;

use puzzle_core::{Ask, Budget, Failure, Problem, Question, Run, Solve};
use puzzle_scene::Frame;
use puzzle_scene::text::TextOptions;

use super::{Direction, Move, Rules, Sliding, Style, lower};
use crate::play::{Hint, Meaning, Play};

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

    /// The cell of the board that a touched cell is: walls are not drawn.
    fn cell(&self, touched: u32) -> Option<usize> {
        let walls = &self.puzzle.board().walls;
        (0..walls.len()).filter(|&cell| !walls[cell]).nth(touched as usize)
    }

    /// The moves of one block by one cell.
    fn steps(&self, block: usize) -> impl Iterator<Item = Move> + '_ {
        let one = move |direction| Move { blocks: vec![block], steps: vec![direction] };
        let possible = |played: &Move| self.rules.clone().play(played).is_ok();
        DIRECTIONS.into_iter().map(one).filter(possible)
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

    fn frame(&self) -> Frame {
        self.puzzle.draw_blocks(self.rules.blocks())
    }

    /// A finger that goes from cell to cell takes the block along, as far as it can go.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning> {
        let board = self.puzzle.board();
        let cells: Vec<usize> = touched.iter().filter_map(|&cell| self.cell(cell)).collect();
        let filled = board.fill(self.rules.blocks()).unwrap_or_default();
        let Some(&block) = cells.first().and_then(|&cell| filled.get(cell)) else {
            return Vec::new();
        };
        let Some(block) = block else { return Vec::new() };
        let words = |played: &Move| Meaning::of(played.words(self.puzzle.labels()));
        let mut steps = Vec::new();
        for pair in cells.windows(2) {
            let place = |cell: usize| [cell / board.columns, cell % board.columns];
            let ([r0, c0], [r1, c1]) = (place(pair[0]), place(pair[1]));
            let mut go = |times: usize, direction| {
                steps.extend(std::iter::repeat_n(direction, times));
            };
            go(r1.saturating_sub(r0), Direction::Down);
            go(r0.saturating_sub(r1), Direction::Up);
            go(c1.saturating_sub(c0), Direction::Right);
            go(c0.saturating_sub(c1), Direction::Left);
        }
        if steps.is_empty() {
            return self.steps(block).map(|played| words(&played)).collect();
        }
        let far = (1..=steps.len()).rev().find_map(|far| {
            let played = Move { blocks: vec![block], steps: steps[..far].to_vec() };
            self.rules.clone().play(&played).is_ok().then(|| words(&played))
        });
        far.into_iter().collect()
    }

    fn make(&mut self, word: &str) -> Result<String, String> {
        let played = self.read(word)?;
        self.rules.play(&played)?;
        Ok(played.words(self.puzzle.labels()))
    }

    fn moves(&self) -> Vec<String> {
        let blocks = 0..self.rules.blocks().len();
        let moves = blocks.flat_map(|block| self.steps(block));
        moves.map(|played| played.words(self.puzzle.labels())).collect()
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
