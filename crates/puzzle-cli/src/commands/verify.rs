//! `puzzle verify`: saved solutions against the puzzle's rules, without searching, and certificates.

use std::path::Path;

use puzzle::seal::{self, Sealed};
use puzzle::{Ask, Diagnostic, Failure, Json, Puzzle, Question, Recount, Run};

use crate::args::{Limits, Verify};
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::{input, output, stop};

pub(crate) fn run(verify: &Verify) -> Result<Exit, Error> {
    if verify.which.puzzle == "-" && verify.solutions.as_os_str() == "-" {
        let message = "error: the puzzle and its solutions cannot both come from `-`";
        return Err(Error::Input(message.into()));
    }
    let puzzle = Puzzle::open(&verify.which.puzzle, verify.which.kind.as_deref())?;
    output::warn(&puzzle);
    let file = &verify.solutions;
    // What comes from `-` can be read only once.
    let bytes = if file.as_os_str() == "-" { Vec::new() } else { input::bytes(file)? };
    let show = verify.sample > 0 && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&Limits::default(), show);
    let ticker = show.then(|| Ticker::start(control.clone()));
    let again = Recount { subtrees: verify.sample as usize, seed: verify.seed };
    let proved = puzzle.check_certificate(&bytes, again, &Run { control, ..Run::default() });
    drop(ticker);
    if let Some(proved) = proved {
        let proved = proved.map_err(|failure| match failure {
            Failure::Usage(why) => input::refuse(file, &output::printable(&why)),
            Failure::File(refusal) => {
                let text = String::from_utf8_lossy(&bytes);
                input::refuse_at(file, &text, refusal.diagnostic)
            }
            other => other.into(),
        })?;
        let mut out = output::writer(None)?;
        writeln!(out, "{proved}")?;
        out.flush()?;
        return Ok(Exit::Answered);
    }
    let (one, many) = puzzle.description().noun(&Ask::new(Question::All));
    let solutions = saved(file, &puzzle)?;
    for (i, solution) in solutions.iter().enumerate() {
        if let Err(why) = puzzle.description().check(solution) {
            let message = format!("{one} {} is wrong: {}", i + 1, output::printable(&why));
            return Err(input::refuse(file, &message));
        }
    }
    let mut out = output::writer(None)?;
    match &solutions[..] {
        [solution] => writeln!(out, "1 {one}{}, right", length(&puzzle, solution))?,
        several => writeln!(out, "{} {many}, all right", several.len())?,
    }
    out.flush()?;
    if let Some(warning) = puzzle.description().check_together(&solutions) {
        remark!("warning: {warning}");
    }
    Ok(Exit::Answered)
}

/// The byte at a line and column, both from 1, of a text.
fn place(text: &str, line: usize, column: usize) -> std::ops::Range<usize> {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (before + column.saturating_sub(1)).min(text.len());
    at..at + 1
}

/// How many moves a solution has, if it is a list of moves.
fn length(puzzle: &Puzzle, solution: &[u32]) -> String {
    let fields = puzzle.description().fields(&Ask::new(Question::First), solution);
    match fields.get("moves").and_then(Json::as_array).map(Vec::len) {
        Some(1) => " of 1 move".into(),
        Some(moves) => format!(" of {moves} moves"),
        None => String::new(),
    }
}

/// The solutions that `solve --json`, `solve --ndjson` or `run --json` saved. What `-o` wrote is sealed;
/// what a shell or another program wrote is not.
pub(super) fn saved(file: &Path, puzzle: &Puzzle) -> Result<Vec<Vec<u32>>, Error> {
    let refuse = |what: &str| input::refuse(file, what);
    let text = input::text(file)?;
    let sealed = seal::FIELD.check(text.as_bytes());
    let damaged = || refuse("it was cut short or changed after it was written");
    if sealed == Sealed::Damaged {
        return Err(damaged());
    }
    let mut solutions = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<Json>() {
        let value = value.map_err(|error| {
            let wrong = Diagnostic::error(format!("this is not JSON: {error}"));
            input::refuse_at(file, &text, wrong.at(place(&text, error.line(), error.column())))
        })?;
        // The seal of another version, or one that is no longer at the end.
        if sealed == Sealed::Unsealed && value.get("seal").is_some() {
            return Err(damaged());
        }
        let listed = value.get("solutions").and_then(Json::as_array);
        for solution in listed.map_or(std::slice::from_ref(&value), Vec::as_slice) {
            let read = puzzle.description().read_solution(solution);
            solutions.extend(read.map_err(|why| refuse(&output::printable(&why)))?);
        }
    }
    match solutions.len() {
        0 => Err(refuse("there are no solutions in it")),
        _ => Ok(solutions),
    }
}
