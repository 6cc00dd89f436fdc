//! Peg solitaire: a board of holes, some with pegs; a peg jumps over a neighbour into an empty hole
//! and takes it.
//!
//! Boards are drawings on the square or triangular grid, or graphs with given jumps. `board.rs`
//! makes holes, names, jumps and symmetries of them, `format.rs` reads the file, `positions.rs` what
//! can be said for a start or a goal, `draw.rs` the pictures, `words.rs` moves in words.

mod board;
mod choices;
mod draw;
mod format;
mod patterns;
mod play;
mod positions;
#[cfg(test)]
mod tests;
mod told;
mod words;

use std::borrow::Cow;

use puzzle_core::jumps::{Jump, JumpProblem};
use puzzle_core::{Answer, Ask, Budget, Diagnostic, Failure, Finding, Json, Map, Problem, json};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

use crate::family::repeated_as_they_are;
use crate::{Checker, Description, Family, Known, Lowered, Reading, Showing, Source, Told};
use board::Layout;

pub(crate) use patterns::{rectangle, triangle};

/// The family.
pub static FAMILY: Family = Family {
    name: "pegs",
    about: "peg solitaire on any board: jump over pegs and take them until the goal is reached",
    questions: choices::QUESTIONS,
    tables: choices::TABLES,
    ..Family::read_by(read)
};

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    Ok(Reading { puzzle: Box::new(format::read(source)?), warnings: Vec::new() })
}

/// A board with a start and goals.
#[derive(Clone, Debug)]
pub struct Pegs {
    name: String,
    layout: Layout,
    problem: JumpProblem,
    known: Known,
}

impl Pegs {
    /// The abstract problem.
    pub fn problem(&self) -> &JumpProblem {
        &self.problem
    }

    /// What a hole is called.
    pub fn hole_name(&self, hole: u8) -> &str {
        &self.layout.names[usize::from(hole)]
    }

    /// The same board with another start or other goals, said as in a file: `all but d4`, `only d4`,
    /// `one peg anywhere`. What was known of the old problem is forgotten.
    pub fn with(&self, start: Option<&str>, goal: Option<&str>) -> Result<Self, String> {
        let names = &self.layout.names;
        let start = match start {
            Some(text) => positions::start(text, names)?,
            None => self.problem.start(),
        };
        let goals = match goal {
            Some(text) => positions::goals(text, names)?,
            None => self.problem.goals().to_vec(),
        };
        let problem = JumpProblem::new(self.problem.board().clone(), start, goals)
            .map_err(|error| error.to_string())?;
        Ok(Pegs { problem, known: Known::default(), ..self.clone() })
    }

    /// The puzzle that a question means: the start and the goal may be chosen.
    fn asked(&self, ask: &Ask) -> Result<Cow<'_, Self>, Failure> {
        match (ask.choices.text("start"), ask.choices.text("goal")) {
            (None, None) => Ok(Cow::Borrowed(self)),
            (start, goal) => self.with(start, goal).map(Cow::Owned).map_err(Failure::Usage),
        }
    }

    /// The same for a question that was answered, and the game that is one of its solutions.
    fn played(&self, ask: &Ask, solution: &[u32]) -> (Cow<'_, Self>, Vec<Jump>) {
        let pegs = self.asked(ask).unwrap_or(Cow::Borrowed(self));
        let game = pegs.problem.board().game(solution).unwrap_or_default();
        (pegs, game)
    }
}

impl Description for Pegs {
    fn family(&self) -> &'static str {
        "pegs"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn figures(&self) -> Vec<(String, String)> {
        let problem = &self.problem;
        let board = problem.board();
        let goals = positions::describe_goals(self);
        vec![
            ("holes".into(), board.holes().to_string()),
            ("jumps".into(), board.jumps().len().to_string()),
            ("symmetries".into(), board.symmetries().len().to_string()),
            ("of start and goal".into(), problem.symmetries().len().to_string()),
            ("start".into(), positions::describe(self, problem.start())),
            ("goal".into(), goals),
        ]
    }

    fn numbers(&self) -> Map<String, Json> {
        let board = self.problem.board();
        let jumps = board.jumps().iter().map(|&jump| self.write_jump(jump));
        Map::from_iter([
            ("holes".to_owned(), json!(self.layout.names)),
            ("jumps".into(), jumps.collect()),
            ("symmetries".into(), board.symmetries().len().into()),
            ("pegs".into(), self.problem.start().count_ones().into()),
        ])
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        let captioned = |caption: &str, frame| Frame { caption: caption.into(), ..frame };
        let holes = self.draw_labels(&self.layout.names);
        let start = self.draw_position(self.problem.start());
        let mut frames = vec![captioned("holes", holes), captioned("start", start)];
        if let [goal] = self.problem.goals() {
            frames.push(captioned("goal", self.draw_position(*goal)));
        }
        Scene { title: self.name.clone(), frames }
    }
    fn lower(&self, ask: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        let pegs = self.asked(ask)?;
        Ok(Lowered::made(Problem::Jumps(pegs.problem.clone())))
    }

    fn frames(&self, ask: &Ask, solution: &[u32]) -> Vec<Frame> {
        let (pegs, game) = self.played(ask, solution);
        pegs.draw_game(&game).frames
    }

    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        if showing.ask.choices.has("distance") {
            return String::new();
        }
        let (pegs, game) = self.played(showing.ask, solution);
        let note = showing.note.map_or(String::new(), |note| format!(", {note}"));
        let number = showing.number.map_or(String::new(), |n| format!("solution {n}{note}\n"));
        number + &words::game(&pegs, &game, showing.ask.choices.has("boards"))
    }

    fn fields(&self, ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        let (pegs, game) = self.played(ask, solution);
        let moves: Vec<Vec<String>> = game
            .chunk_by(|a, b| a.to == b.from)
            .map(|jumps| jumps.iter().map(|&jump| pegs.write_jump(jump)).collect())
            .collect();
        let last = game.iter().fold(pegs.problem.start(), |p, jump| p ^ jump.mask());
        let jump = |jump: &Jump| {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| pegs.hole_name(hole));
            json!({ "from": from, "over": over, "to": to })
        };
        let left: Vec<&str> =
            puzzle_core::jumps::members(last).map(|hole| pegs.hole_name(hole)).collect();
        Map::from_iter([
            ("moves".to_owned(), json!(moves)),
            ("jumps".into(), game.iter().map(jump).collect()),
            ("pegs".into(), json!(left)),
            ("words".into(), json!(pegs.describe(&game))),
            ("picture".into(), pegs.print_position(last).into()),
        ])
    }

    /// Jumps may be grouped into moves or not.
    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        let Some(moves) = fields.get("moves").and_then(Json::as_array) else { return Ok(None) };
        let jumps =
            moves.iter().flat_map(|m| m.as_array().map_or(std::slice::from_ref(m), Vec::as_slice));
        let jump = |jump: &Json| self.read_jump(jump.as_str().ok_or("a jump is not a text")?);
        let game = jumps.map(jump).collect::<Result<Vec<Jump>, String>>()?;
        Ok(Some(self.problem.board().numbers(&game)))
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        let game = self.problem.board().game(solution).ok_or("a jump is none of this board")?;
        self.problem.verify(&game)
    }

    fn checker(&self, ask: &Ask) -> Result<Checker<'_>, Failure> {
        let pegs = self.asked(ask)?;
        Ok(Box::new(move |solution| pegs.check(solution)))
    }

    fn play(&self) -> Option<Box<dyn crate::play::Play + '_>> {
        Some(Box::new(play::Playing::new(self)))
    }

    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        repeated_as_they_are(solutions)
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _: TextOptions) -> Told {
        match (&answer.finding, self.asked(ask)) {
            (Finding::Jumps(found), Ok(pegs)) => told::told(&pegs, ask, found),
            _ => match answer.distance.filter(|_| ask.choices.has("distance")) {
                Some(distance) => Told { text: format!("{distance}\n"), ..Told::default() },
                None => Told::default(),
            },
        }
    }
}
