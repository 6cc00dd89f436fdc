//! Games saved by `solve --json` or `solve --ndjson`.

use std::path::Path;

use puzzle::core::pegs::Jump;
use puzzle::families::pegs::Pegs;
use serde_json::Value;

use crate::args::Verify;
use crate::exit::{Error, Exit};
use crate::{input, output};

/// The games in a file.
pub(super) fn read(file: &Path, pegs: &Pegs) -> Result<Vec<Vec<Jump>>, Error> {
    let refuse = |what: &str| input::refuse(file, what);
    let text = input::text(file)?;
    let mut games = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
        let value = value.map_err(|error| refuse(&format!("this is not JSON: {error}")))?;
        let listed = value.get("solutions").and_then(Value::as_array);
        for solution in listed.map_or(std::slice::from_ref(&value), Vec::as_slice) {
            let Some(moves) = solution.get("moves").and_then(Value::as_array) else { continue };
            let mut game = Vec::new();
            // Jumps may be grouped into moves or not.
            for jump in moves
                .iter()
                .flat_map(|m| m.as_array().map_or(std::slice::from_ref(m), Vec::as_slice))
            {
                let text = jump.as_str().ok_or_else(|| refuse("a jump is not a text"))?;
                game.push(pegs.read_jump(text).map_err(|why| refuse(&output::printable(&why)))?);
            }
            games.push(game);
        }
    }
    match games.is_empty() {
        true => Err(refuse("there are no games in it")),
        false => Ok(games),
    }
}

/// `puzzle verify`: replays saved games.
pub(crate) fn verify(verify: &Verify, pegs: &Pegs) -> Result<Exit, Error> {
    let games = read(&verify.solutions, pegs)?;
    for (i, game) in games.iter().enumerate() {
        if let Err(why) = pegs.problem().verify(game) {
            let message = format!("solution {} is wrong: {why}", i + 1);
            return Err(input::refuse(&verify.solutions, &message));
        }
    }
    let mut out = output::writer(None)?;
    match games.len() {
        1 => writeln!(out, "1 solution, right")?,
        n => writeln!(out, "{n} solutions, all right")?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}
