//! What a sliding-block puzzle tells of itself and of its solutions.

use puzzle_core::{Answer, Ask, Budget, Failure, Finding, Json, Map, Problem, Question, Run, json};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

use super::{Block, Sliding, Style, draw, lower, original, play, tell};
use crate::family::repeated_as_they_are;
use crate::{Checker, Description, Known, Lowered, Showing, Told};

impl Description for Sliding {
    fn family(&self) -> &'static str {
        "sliding"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn figures(&self) -> Vec<(String, String)> {
        let board = &self.board;
        let walls = board.walls.iter().filter(|wall| **wall).count();
        let filled: usize =
            self.start.iter().map(|block| board.kinds[block.kind].cells.len()).sum();
        let mut figures = vec![
            ("board".into(), format!("{} x {}", board.rows, board.columns)),
            ("blocks".into(), self.start.len().to_string()),
            ("kinds".into(), board.kinds.len().to_string()),
            ("empty cells".into(), (board.size() - walls - filled).to_string()),
        ];
        if walls > 0 {
            figures.push(("walls".into(), walls.to_string()));
        }
        figures.push(("goals".into(), self.goals.len().to_string()));
        if let Some(note) = &self.known.note {
            figures.push(("known distances, styles 0 to 5".into(), note.clone()));
        }
        if let Some(count) = self.distances.configurations {
            figures.push(("known configurations".into(), count.to_string()));
        }
        figures
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        Scene { title: self.name.clone(), frames: draw::puzzle(self) }
    }

    fn numbers(&self) -> Map<String, Json> {
        let (board, distances) = (&self.board, self.distances.distances.map(|six| six.to_vec()));
        let entries = [
            ("rows", json!(board.rows)),
            ("columns", json!(board.columns)),
            ("blocks", json!(self.start.len())),
            ("kinds", json!(board.kinds.len())),
            ("goals", json!(self.goals.len())),
            ("start", json!(self.shorthand(&self.start))),
            ("known_distances", json!(distances)),
            ("styles", json!(Style::ALL.map(Style::words))),
        ];
        entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn lower(&self, ask: &Ask, budget: &Budget) -> Result<Lowered<'_>, Failure> {
        let (begun, style) = self.asked(ask)?;
        let solves = matches!(ask.question, Question::First | Question::Shortest);
        if begun.goals.is_empty() && solves {
            let message = "the puzzle has no goal: ask for the furthest configuration (`exhaust`), \
                           or count them";
            return Err(Failure::Usage(message.into()));
        }
        let space = lower(&begun, style, budget)?;
        Ok(Lowered::made(Problem::Space(space)))
    }

    fn original(&self, ask: &Ask, run: &Run) -> Result<Answer, Failure> {
        let (begun, style) = self.asked(ask)?;
        let verbose = ask.choices.get("compatible")?.unwrap_or(0);
        original::answer(&begun, style, verbose, run)
    }

    fn frames(&self, ask: &Ask, solution: &[u32]) -> Vec<Frame> {
        let Ok(game) = self.replay(solution) else { return Vec::new() };
        let caption = |number: usize| match number.checked_sub(1) {
            None => "start".to_owned(),
            Some(last) => format!("{number}: {}", game.moves[last].words(&self.labels)),
        };
        let boards = game.boards.iter().enumerate().take(tell::hint(ask).saturating_add(1));
        boards
            .map(|(number, blocks)| Frame { caption: caption(number), ..self.draw_blocks(blocks) })
            .collect()
    }

    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        match self.replay(solution) {
            Ok(game) => self.write_moves(&game, showing.ask),
            Err(why) => format!("this is no solution: {why}\n"),
        }
    }

    fn fields(&self, _ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        self.replay(solution).map_or_else(|_| Map::new(), |game| self.write_game(&game))
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        self.read_game(fields)
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        let game = self.replay(solution)?;
        match game.boards.last().is_some_and(|last| self.is_goal(last)) {
            true => Ok(()),
            false => Err("the last configuration is no goal".into()),
        }
    }

    fn checker(&self, ask: &Ask) -> Result<Checker<'_>, Failure> {
        let (begun, style) = self.asked(ask)?;
        let sorted = |blocks: &[Block]| {
            let mut places: Vec<_> = blocks.iter().map(|block| (block.kind, block.place)).collect();
            places.sort_unstable();
            places
        };
        Ok(Box::new(move |solution| {
            let game = begun.replay(solution)?;
            if game.style != style {
                return Err(format!("it is in style {}, not {style}", game.style));
            }
            if game.boards.first().map(|first| sorted(first)) != Some(sorted(&begun.start)) {
                return Err("it does not begin at the start".into());
            }
            begun.check(solution)
        }))
    }

    fn play(&self) -> Option<Box<dyn crate::play::Play + '_>> {
        let (_, style) = self.asked(&Ask::default()).ok()?;
        Some(Box::new(play::Playing::new(self, style)))
    }

    /// The numbers of a path mean nothing in another order.
    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        repeated_as_they_are(solutions)
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _: TextOptions) -> Told {
        match &answer.finding {
            Finding::Explored(explored) => self.tell_search(ask, answer, explored),
            Finding::Text(text) => Self::tell_original(answer, text),
            _ => Told::default(),
        }
    }

    fn export(&self, format: &str) -> Result<String, String> {
        match format {
            "text" => self.write_text().map_err(|why| format!("no text for it: {why}")),
            _ => Err(format!("a sliding puzzle cannot be written as {format}")),
        }
    }
}
