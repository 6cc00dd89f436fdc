//! The plain recursion as an engine.

use puzzle_core::game::{FirstMove, Game, GameFinding, Winner};
use puzzle_core::{
    Answer, Answered, Card, Declined, Engine, Finding, Form, Kind, Question, Run, Sink, StopReason,
    Task,
};

use super::{as_solution, game, reference};

/// The plain recursion of document 003 §4.9.
#[derive(Clone, Copy, Debug)]
pub struct Recursion;

impl Engine for Recursion {
    fn card(&self) -> Card {
        let about = "the plain recursion of document 003 §4.9";
        let (form, kind) = (Form::Game, Kind::Definition);
        Card { name: "reference", about, form, kind, order: "by number" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let certified = task.ask.choices.has("certificate");
        game(task)?;
        Declined::unless(!certified, || "it writes no certificate")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let game = game(task)?;
        match task.ask.question {
            Question::All => Ok(first_moves(game, sink, run)),
            _ => winner(game, sink, run),
        }
    }
}

/// Whether each first move wins.
fn first_moves(game: &Game, sink: &mut dyn Sink, run: &Run) -> Answer {
    let classes = game.classes();
    let numbers: Vec<u32> = classes.iter().map(|(number, _)| *number).collect();
    let mut found: Vec<FirstMove> = Vec::new();
    let mut enough = false;
    let searched = reference::values(game, &numbers, &run.control, &mut |number, wins, nodes| {
        let class = classes[found.len()].1;
        let winner = Some(if wins { Winner::First } else { Winner::Second });
        let replies = game.replies(number);
        let first = FirstMove { number, class, replies, winner, reply: None, nodes };
        enough = sink.solution(&as_solution(&first)).is_break();
        found.push(first);
        !enough
    });
    let stopped = searched.err().or(enough.then_some(StopReason::Satisfied));
    let nodes = searched.unwrap_or_else(|_| run.control.progress.nodes());
    let solutions = found.len().into();
    let finding = Finding::Game(GameFinding { first_moves: found, ..GameFinding::default() });
    Answer { solutions, finding, nodes, stopped, ..Answer::default() }
}

/// Who wins; the line is found by asking again after every move.
fn winner(game: &Game, sink: &mut dyn Sink, run: &Run) -> Answered {
    let mut nodes = 0;
    // The first move that wins, if there is one.
    let mut winning = |position: &Game| -> Result<Option<u32>, StopReason> {
        let mut wins = None;
        let possible = position.possible();
        nodes += reference::values(position, possible, &run.control, &mut |number, won, _| {
            wins = Some(number).filter(|_| won);
            !won
        })?;
        Ok(wins)
    };
    let (mut line, mut position) = (Vec::new(), game.clone());
    let mut winner = None;
    let stopped = loop {
        let mover = if line.len() % 2 == 0 { Winner::First } else { Winner::Second };
        if position.possible().is_empty() {
            let last = if position.is_misere() { mover } else { mover.other() };
            winner = winner.or(Some(last));
            break None;
        }
        let number = match winner {
            Some(winner) if winner != mover => most_replies(&position),
            _ => match winning(&position) {
                Ok(Some(number)) => {
                    winner = Some(mover);
                    number
                }
                Ok(None) => {
                    winner = Some(mover.other());
                    most_replies(&position)
                }
                Err(reason) => break Some(reason),
            },
        };
        line.push(number);
        position = position.after(&[number]).unwrap_or(position);
    };
    if stopped.is_none() {
        let _ = sink.solution(&line);
    }
    let solutions = u32::from(stopped.is_none()).into();
    let finding = Finding::Game(GameFinding { winner, ..GameFinding::default() });
    Ok(Answer { solutions, finding, nodes, stopped, ..Answer::default() })
}

/// What a player does who loses anyway: leaves as much as possible.
pub(super) fn most_replies(position: &Game) -> u32 {
    let replies = |number: &u32| (position.replies(*number), std::cmp::Reverse(*number));
    position.possible().iter().copied().max_by_key(|number| replies(number)).unwrap_or(0)
}
