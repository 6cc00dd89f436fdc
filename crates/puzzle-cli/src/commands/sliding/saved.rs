//! Solutions saved by `solve --json` or `--ndjson`, and `puzzle verify`.

use std::path::Path;

use puzzle::sliding::{Direction, Move, Rules, Sliding, Style};
use serde_json::Value;

use crate::args::Verify;
use crate::exit::{Error, Exit};
use crate::{input, output};

/// A solution from a file.
pub(super) struct SavedSolution {
    pub(super) puzzle: Sliding,
    pub(super) style: Style,
    pub(super) moves: Vec<Move>,
}

/// Reads all solutions of a file.
pub(super) fn read(file: &Path, sliding: &Sliding) -> Result<Vec<SavedSolution>, Error> {
    let refuse = |what: &str| input::refuse(file, what);
    let text = input::text(file)?;
    let mut solutions = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
        let value = value.map_err(|error| refuse(&format!("this is not JSON: {error}")))?;
        let listed = value.get("solutions").and_then(Value::as_array);
        let single = std::slice::from_ref(&value);
        for solution in listed.map_or(single, Vec::as_slice) {
            if let Some(moves) = solution.get("moves").and_then(Value::as_array) {
                let found = read_one(solution, moves, sliding);
                solutions.push(found.map_err(|what| refuse(&what))?);
            }
        }
    }
    match solutions.len() {
        0 => Err(refuse("there are no solutions in it")),
        _ => Ok(solutions),
    }
}

fn read_one(solution: &Value, moves: &[Value], sliding: &Sliding) -> Result<SavedSolution, String> {
    let style = solution.get("style").and_then(Value::as_u64);
    let style = style.and_then(|style| Style::new(u8::try_from(style).ok()?));
    let style = style.ok_or("a solution without a style from 0 to 5")?;
    let start = solution.get("start").and_then(Value::as_str);
    let own = sliding.shorthand(sliding.start());
    let puzzle = match start.filter(|start| *start != own) {
        Some(start) => sliding.starting_from(start).map_err(|diagnostic| diagnostic.message)?,
        None => sliding.clone(),
    };
    let names = |value: &Value, key: &str| -> Option<Vec<String>> {
        let list = value.get(key)?.as_array()?;
        list.iter().map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let read = |(number, value): (usize, &Value)| -> Result<Move, String> {
        let wrong = || format!("move {} cannot be read", number + 1);
        let find = |name: &String| {
            let at = sliding.labels().iter().position(|label| label == name);
            at.ok_or_else(|| format!("move {}: there is no block {name}", number + 1))
        };
        let blocks = names(value, "blocks").ok_or_else(wrong)?;
        let blocks = blocks.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let steps = names(value, "steps").ok_or_else(wrong)?;
        let steps: Option<Vec<Direction>> =
            steps.iter().map(|word| Direction::from_word(word)).collect();
        Ok(Move { blocks, steps: steps.ok_or_else(wrong)? })
    };
    let moves = moves.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(SavedSolution { puzzle, style, moves })
}

/// `puzzle verify`: plays the moves from the rules.
pub(crate) fn verify(verify: &Verify, sliding: &Sliding) -> Result<Exit, Error> {
    let file = &verify.solutions;
    let solutions = read(file, sliding)?;
    for (number, solution) in solutions.iter().enumerate() {
        let wrong = |what: String| {
            let message = format!("solution {} is wrong: {what}", number + 1);
            input::refuse(file, &output::printable(&message))
        };
        let mut game = Rules::new(&solution.puzzle, solution.style);
        for (number, played) in solution.moves.iter().enumerate() {
            game.play(played).map_err(|why| wrong(format!("move {}: {why}", number + 1)))?;
        }
        if !sliding.is_goal(game.blocks()) {
            return Err(wrong("the last configuration is no goal".into()));
        }
    }
    let mut out = output::writer(None)?;
    match solutions.as_slice() {
        [one] => writeln!(out, "1 solution of {} moves, right", one.moves.len())?,
        many => writeln!(out, "{} solutions, all right", many.len())?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}
