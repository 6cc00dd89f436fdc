//! What was found, in words.

use puzzle_core::game::{FirstMove, Winner};
use puzzle_core::{Answer, Ask, Finding, Json, Map, Question, StopReason, json};
use puzzle_scene::Frame;

use super::{GamePuzzle, moves_of_the_winner, player, since_the_beginning};
use crate::Told;

/// What an answer says beside its lines.
pub(super) fn told(puzzle: &GamePuzzle, ask: &Ask, answer: &Answer) -> Told {
    let found = match &answer.finding {
        Finding::Game(found) => found,
        Finding::Text(text) => {
            let fields = Map::from_iter([("text".to_owned(), text.as_str().into())]);
            return Told { text: text.clone(), fields, ..Told::default() };
        }
        _ => return Told::default(),
    };
    let mut told = Told::default();
    if ask.question == Question::All {
        let count = |winner| {
            let first = found.first_moves.iter();
            first.filter(|first| first.winner == Some(winner)).count()
        };
        let (wins, losses) = (count(Winner::First), count(Winner::Second));
        let done = match answer.stopped.filter(|&reason| reason != StopReason::Satisfied) {
            Some(reason) => format!("stopped: {reason}"),
            None => "that is all".into(),
        };
        told.closing = Some(format!("{wins} first moves win, {losses} lose, {done}"));
        let row = |first: &FirstMove| Json::Object(first_move_fields(puzzle, &solution(first)));
        told.fields.insert("first_moves".into(), found.first_moves.iter().map(row).collect());
        return told;
    }
    if let Some(winner) = found.winner {
        let game = puzzle.asked(ask).unwrap_or(std::borrow::Cow::Borrowed(&puzzle.game));
        let winner = since_the_beginning(&game, winner);
        told.text = format!("{} wins\n", player(winner));
        told.fields.insert("winner".into(), winner.name().into());
        told.closing = Some(String::new());
    }
    if let Some(moves) = found.certified {
        let held = moves_of_the_winner(moves);
        told.remarks.push(format!("the certificate holds {held}"));
        told.fields.insert("certified".into(), moves.into());
    }
    told
}

/// A first move as the list of numbers that engines hand over.
fn solution(first: &FirstMove) -> Vec<u32> {
    let wins = u32::from(first.winner == Some(Winner::First));
    [first.number, wins, first.replies].into_iter().chain(first.reply).collect()
}

/// A first move and whether it wins.
pub(super) fn first_move(puzzle: &GamePuzzle, solution: &[u32]) -> String {
    let &[number, wins, replies, ref reply @ ..] = solution else { return String::new() };
    let value = match (wins, reply.first()) {
        (1, _) => "wins".into(),
        (_, Some(&reply)) => format!("loses to {}", puzzle.board.write(reply)),
        _ => "loses".to_owned(),
    };
    format!("{} {value} ({replies} replies)\n", puzzle.board.write(number))
}

/// The same for programs.
pub(super) fn first_move_fields(puzzle: &GamePuzzle, solution: &[u32]) -> Map<String, Json> {
    let &[number, wins, replies, ref reply @ ..] = solution else { return Map::new() };
    let reply = reply.first().map(|&reply| puzzle.board.write(reply));
    Map::from_iter([
        ("move".to_owned(), json!(puzzle.board.write(number))),
        ("number_of_move".into(), json!(number)),
        ("wins".into(), json!(wins == 1)),
        ("replies".into(), json!(replies)),
        ("refuted_by".into(), json!(reply)),
        ("picture".into(), first_move(puzzle, solution).into()),
    ])
}

/// The same as a picture: moves that win in one colour, those that lose in another.
pub(super) fn first_move_picture(puzzle: &GamePuzzle, ask: &Ask, solution: &[u32]) -> Frame {
    let &[number, wins, ..] = solution else { return Frame::default() };
    let played = puzzle.asked(ask).map(|game| game.played().to_vec()).unwrap_or_default();
    let mut frame = puzzle.picture(&[&played[..], &[number]].concat());
    let last = played.len() as u32;
    for cell in frame.layers.iter_mut().flat_map(|layer| &mut layer.cells) {
        if cell.group == Some(last) {
            cell.colour = if wins == 1 { 2 } else { 0 };
        }
    }
    let value = if wins == 1 { "wins" } else { "loses" };
    Frame { caption: format!("{} {value}", puzzle.board.write(number)), ..frame }
}
