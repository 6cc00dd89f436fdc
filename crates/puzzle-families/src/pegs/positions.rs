//! What can be said for a start or a goal in words: `all but d4`, `only d4`, `one peg anywhere`.

use puzzle_core::jumps::Position;

use super::Pegs;
use crate::nearest;

/// Hints for texts that are none of these.
pub(super) const START: &str =
    "write  all but d4  or  only d4, e4  with holes of the board, or a drawing";
pub(super) const GOAL: &str =
    "write  only d4,  all but d4,  one peg anywhere,  or a drawing; several are separated by `or`";

/// The start that is meant.
pub(super) fn start(text: &str, names: &[String]) -> Result<Position, String> {
    match one(text.trim(), names)? {
        Some(position) => Ok(position),
        None => Err(format!("`{}` is no start: {START}", text.trim())),
    }
}

/// The goals that are meant.
pub(super) fn goals(text: &str, names: &[String]) -> Result<Vec<Position>, String> {
    let mut goals = Vec::new();
    for part in text.split(" or ").map(str::trim) {
        if part == "one peg anywhere" {
            goals.extend((0..names.len()).map(|hole| 1 << hole));
            continue;
        }
        match one(part, names)? {
            Some(position) => goals.push(position),
            None => return Err(format!("`{part}` is no goal: {GOAL}")),
        }
    }
    Ok(goals)
}

/// `all but …` or `only …`; None if it is neither.
fn one(text: &str, names: &[String]) -> Result<Option<Position>, String> {
    let full = Position::MAX >> (Position::BITS as usize - names.len());
    if let Some(holes) = text.strip_prefix("all but ") {
        return Ok(Some(full ^ list(holes, names)?));
    }
    match text.strip_prefix("only ") {
        Some(holes) => Ok(Some(list(holes, names)?)),
        None => Ok(None),
    }
}

/// Holes separated by commas or blanks.
fn list(text: &str, names: &[String]) -> Result<Position, String> {
    let mut set = 0;
    for name in text.split([',', ' ']).filter(|name| !name.is_empty()) {
        let Some(hole) = names.iter().position(|known| known == name) else {
            let near = nearest::near(name, names.iter().map(String::as_str));
            return Err(format!("there is no hole `{name}`{near}"));
        };
        set |= 1 << hole;
    }
    Ok(set)
}

/// A position in these words, the shorter way.
pub(super) fn describe(pegs: &Pegs, position: Position) -> String {
    let board = pegs.problem.board();
    let empty = board.full() ^ position;
    match (position.count_ones(), empty.count_ones()) {
        (_, 0) => "a peg in every hole".into(),
        (0, _) => "no peg".into(),
        (few, many) if few <= many => format!("only {}", pegs.name_holes(position)),
        _ => format!("all but {}", pegs.name_holes(empty)),
    }
}

/// The goals in these words.
pub(super) fn describe_goals(pegs: &Pegs) -> String {
    let (board, goals) = (pegs.problem.board(), pegs.problem.goals());
    let single = goals.iter().all(|goal| goal.count_ones() == 1);
    match goals {
        _ if single && goals.len() == board.holes() && goals.len() > 1 => "one peg anywhere".into(),
        goals if goals.len() <= 4 => {
            let each: Vec<String> = goals.iter().map(|&goal| describe(pegs, goal)).collect();
            each.join(" or ")
        }
        goals => format!("any of {} positions", goals.len()),
    }
}
