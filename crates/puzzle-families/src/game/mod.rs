//! Games in which two players place pieces on a board in turn, and who cannot move loses (document
//! 003 §4.8): the pentomino game, Cram, Kayles.
//!
//! `format.rs` reads the description and says what each move uses, `moves.rs` writes and reads moves,
//! `told.rs` says what was found, `certificate.rs` checks a proof from the rules, `play.rs` is for
//! playing at the terminal. A move is a piece put somewhere; moves are numbered by piece, then by cells.

mod certificate;
mod format;
mod moves;
mod original;
mod play;
mod told;

use std::borrow::Cow;
use std::collections::HashMap;

use puzzle_core::game::{Game, Winner};
use puzzle_core::{
    Answer, Ask, Budget, Choice, ChoiceTable, Diagnostic, Failure, Json, Map, Problem, Question,
    Run, Value, choice, json,
};
use puzzle_scene::text::{self, TextOptions};
use puzzle_scene::{Frame, Scene};

use crate::packing::{self, Placement, Written};
use crate::{Checker, Description, Family, Known, Lowered, Reading, Showing, Source, Told};

/// The family.
pub static FAMILY: Family = Family {
    name: "game",
    about: "two players place pieces in turn, who cannot move loses: the pentomino game, Cram, Kayles",
    questions: &[Question::Winner, Question::All, Question::Original],
    tables: TABLES,
    formats: &[],
    ..Family::read_by(read)
};

static TABLE: ChoiceTable = ChoiceTable {
    heading: "Games of two players",
    whose: "games of two players",
    choices: &[
        Choice::flag("first-moves", "Say of every first move up to symmetry whether it wins")
            .of_solve()
            .asks(Question::All),
        Choice::valued(
            "played",
            Value::TextOrFile("MOVES"),
            "Begin after these moves, such as L:c4,d4,e4,f4,c5 (or its cells as hexadecimal bits)",
        )
        .of_solve(),
        Choice::valued(
            "path",
            Value::Text("NUMBERS"),
            "Print what the program of document 003 does for the moves of these numbers: 3,17,1",
        )
        .of_solve()
        .asks(Question::Original)
        .against(&["first-moves", "played", "certificate"])
        .checked(choice::numbers),
        Choice::flag("misere", "Who cannot move wins").of_solve(),
        Choice::valued("certificate", Value::File("FILE"), "Write a proof that `verify` checks")
            .of_solve()
            .against(&["first-moves"]),
    ],
};

const TABLES: &[&ChoiceTable] = &[&TABLE];

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let (puzzle, warnings) = format::read(source)?;
    Ok(Reading { puzzle: Box::new(puzzle), warnings })
}

/// The board and every way to put a piece on it.
struct Board {
    written: Written,
    /// Whether pieces may not touch.
    apart: bool,
    /// By move: the piece and its cells.
    places: Vec<(usize, Vec<u32>)>,
    /// The same for pictures.
    placements: Vec<Placement>,
    number: HashMap<(usize, Vec<u32>), u32>,
}

/// A game, perhaps with some moves played.
struct GamePuzzle {
    board: Board,
    game: Game,
    known: Known,
}

impl GamePuzzle {
    /// The game that a question means: moves may be played before, and the loser may be the winner.
    fn asked(&self, ask: &Ask) -> Result<Cow<'_, Game>, Failure> {
        let (played, misere) = (ask.choices.text("played"), ask.choices.has("misere"));
        if played.is_none() && !misere {
            return Ok(Cow::Borrowed(&self.game));
        }
        let mut game = self.game.clone();
        if let Some(text) = played {
            let line = self.board.read_line(text).map_err(Failure::Usage)?;
            let wrong = |error| Failure::Usage(self.board.complain(&error));
            game = game.after(&line).map_err(wrong)?;
        }
        let misere = misere || game.is_misere();
        Ok(Cow::Owned(game.misere(misere)))
    }

    /// Whether a line is one of this position, played until nobody could move.
    fn check_line(&self, game: &Game, line: &[u32]) -> Result<(), String> {
        match game.is_finished(line) {
            Ok(true) => Ok(()),
            Ok(false) => Err("there are moves left at its end".into()),
            Err(error) => Err(self.board.complain(&error)),
        }
    }

    /// The board after some moves, in the order in which they were played.
    fn picture(&self, played: &[u32]) -> Frame {
        let placements = played.iter().filter_map(|&m| self.board.placements.get(m as usize));
        packing::draw_placements(&self.board.written, placements)
    }

    /// A line of play: the moves by name, then the board.
    fn line(&self, ask: &Ask, line: &[u32], options: TextOptions) -> String {
        let mut words = String::new();
        for (number, &m) in (1..).zip(line) {
            words += &format!("{number}. {}\n", self.board.write(m));
        }
        let game = self.asked(ask).unwrap_or(Cow::Borrowed(&self.game));
        let all: Vec<u32> = game.played().iter().chain(line).copied().collect();
        let scene = Scene { title: String::new(), frames: vec![self.picture(&all)] };
        words + &text::print(&scene, options)
    }
}

impl Description for GamePuzzle {
    fn family(&self) -> &'static str {
        "game"
    }

    fn name(&self) -> &str {
        &self.board.written.name
    }

    fn figures(&self) -> Vec<(String, String)> {
        let game = &self.game;
        let classes = game.classes();
        let replies = classes.iter().map(|(number, _)| game.replies(*number));
        let range = match (replies.clone().min(), replies.max()) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            _ => "none".into(),
        };
        let mut figures = vec![
            ("grid".into(), self.board.written.grid.name().into()),
            ("cells".into(), self.board.written.region.len().to_string()),
            ("pieces".into(), self.board.written.pieces.len().to_string()),
            ("moves".into(), game.moves().len().to_string()),
            ("first moves".into(), format!("{} up to symmetry", classes.len())),
            ("replies".into(), range),
        ];
        if !game.played().is_empty() {
            let moves = (game.played().len(), game.possible().len());
            figures.push(("played".into(), format!("{}, {} moves left", moves.0, moves.1)));
        }
        if game.is_misere() {
            figures.push(("rules".into(), "who cannot move wins".into()));
        }
        figures
    }

    fn numbers(&self) -> Map<String, Json> {
        let classes = self.game.classes();
        let replies = classes.iter().map(|(number, _)| self.game.replies(*number));
        Map::from_iter([
            ("moves".to_owned(), json!(self.game.moves().len())),
            ("first_moves".into(), json!(classes.len())),
            ("replies".into(), json!([replies.clone().min(), replies.max()])),
        ])
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        let frames = vec![self.picture(self.game.played())];
        Scene { title: self.board.written.name.clone(), frames }
    }

    fn lower(&self, ask: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        Ok(Lowered::made(Problem::Game(self.asked(ask)?.into_owned())))
    }

    fn original(&self, ask: &Ask, run: &Run) -> Result<Answer, Failure> {
        original::answer(self, ask, run)
    }

    fn noun(&self, ask: &Ask) -> (&'static str, &'static str) {
        match ask.question {
            Question::All => ("first move", "first moves"),
            _ => ("line of play", "lines of play"),
        }
    }

    fn frames(&self, ask: &Ask, solution: &[u32]) -> Vec<Frame> {
        match ask.question {
            Question::All => vec![told::first_move_picture(self, ask, solution)],
            _ => {
                let game = self.asked(ask).unwrap_or(Cow::Borrowed(&self.game));
                let mut played = game.played().to_vec();
                let frame = |(number, &m): (usize, &u32)| {
                    played.push(m);
                    let caption = format!("{number}. {}", self.board.write(m));
                    Frame { caption, ..self.picture(&played) }
                };
                (1..).zip(solution).map(frame).collect()
            }
        }
    }

    fn words(&self, solution: &[u32], showing: &Showing<'_>) -> String {
        match showing.ask.question {
            Question::All => told::first_move(self, solution),
            _ => self.line(showing.ask, solution, showing.text),
        }
    }

    fn fields(&self, ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        match ask.question {
            Question::All => told::first_move_fields(self, solution),
            _ => {
                let moves: Vec<String> = solution.iter().map(|&m| self.board.write(m)).collect();
                let played = self.asked(ask).unwrap_or(Cow::Borrowed(&self.game));
                let played = played.played().iter().map(|&m| self.board.write(m));
                Map::from_iter([
                    ("moves".to_owned(), json!(moves)),
                    ("played".into(), played.collect()),
                    ("numbers".into(), json!(solution)),
                    ("pieces".into(), solution.iter().map(|&m| self.board.placed(m)).collect()),
                    ("picture".into(), self.line(ask, solution, TextOptions::default()).into()),
                ])
            }
        }
    }

    /// A line of play, with what was played before.
    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        let list = |key: &str| -> Result<Option<Vec<u32>>, String> {
            let Some(list) = fields.get(key).and_then(Json::as_array) else { return Ok(None) };
            let number =
                |word: &Json| self.board.read(word.as_str().ok_or("a move is not a text")?);
            list.iter().map(number).collect::<Result<_, _>>().map(Some)
        };
        let before = list("played")?.unwrap_or_default();
        Ok(list("moves")?.map(|moves| {
            let before = before.into_iter().skip(self.game.played().len());
            before.chain(moves).collect()
        }))
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        self.check_line(&self.game, solution)
    }

    /// A line is one from the position that is asked about. Of a first move it is checked that it is
    /// possible, how many replies it leaves, and that the reply is one; who wins then is no rule's matter.
    fn checker(&self, ask: &Ask) -> Result<Checker<'_>, Failure> {
        let game = self.asked(ask)?;
        if ask.question != Question::All {
            return Ok(Box::new(move |line| self.check_line(&game, line)));
        }
        Ok(Box::new(move |solution| {
            let [first, _, replies, reply @ ..] = solution else {
                return Err("a first move has a number, a value and a number of replies".into());
            };
            let line = [&[*first], reply].concat();
            game.after(&line).map_err(|error| self.board.complain(&error))?;
            match game.replies(*first) == *replies {
                true => Ok(()),
                false => {
                    Err(format!("{} leaves another number of replies", self.board.write(*first)))
                }
            }
        }))
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _: TextOptions) -> Told {
        told::told(self, ask, answer)
    }

    fn play(&self) -> Option<Box<dyn crate::play::Play + '_>> {
        Some(Box::new(play::Playing::new(self)))
    }

    fn check_certificate(&self, file: &[u8]) -> Option<Result<String, String>> {
        certificate::check(self, file)
    }
}

/// Who that is who moves first, or second, in a position: players keep their names after moves.
fn since_the_beginning(game: &Game, winner: Winner) -> Winner {
    if game.played().len().is_multiple_of(2) { winner } else { winner.other() }
}

/// What a player is called.
fn player(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "the first player",
        Winner::Second => "the second player",
    }
}

/// How many moves a certificate holds.
fn moves_of_the_winner(count: u64) -> String {
    format!("{count} move{} of the winner", if count == 1 { "" } else { "s" })
}
