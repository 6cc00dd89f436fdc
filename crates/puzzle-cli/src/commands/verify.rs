//! `puzzle verify`: saved solutions against the puzzle's rules, without searching.

use std::collections::HashSet;

use puzzle::Puzzle;
use puzzle::families::{Covering, Form};

use crate::args::Verify;
use crate::exit::{Error, Exit};
use crate::{input, output, saved};

pub(crate) fn run(verify: &Verify) -> Result<Exit, Error> {
    if verify.which.puzzle == "-" && verify.solutions.as_os_str() == "-" {
        let message = "error: the puzzle and its solutions cannot both come from `-`";
        return Err(Error::Input(message.into()));
    }
    let puzzle = Puzzle::open(&verify.which.puzzle, verify.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    match puzzle.description().form() {
        Form::Cover(covering) => cover(verify, covering),
        Form::Cnf(formula) => super::cnf::verify(verify, formula),
        Form::Monotone(maps) => super::monotone::verify(verify, maps),
        Form::Queens(queens) => cover(verify, queens.squares()),
        Form::Pegs(pegs) => super::pegs::verify(verify, pegs),
        Form::Nonogram(nonogram) => super::nonogram::verify(verify, nonogram),
        Form::Sliding(sliding) => super::sliding::verify(verify, sliding),
    }
}

fn cover(verify: &Verify, covering: &dyn Covering) -> Result<Exit, Error> {
    let solutions = saved::read(&verify.solutions)?;
    let mut seen = HashSet::new();
    let mut repeated = 0;
    for (i, numbers) in solutions.iter().enumerate() {
        if let Err(why) = covering.check(numbers) {
            let message = format!("solution {} is wrong: {}", i + 1, output::printable(&why));
            return Err(input::refuse(&verify.solutions, &message));
        }
        let mut numbers = numbers.clone();
        numbers.sort_unstable();
        repeated += usize::from(!seen.insert(numbers));
    }
    let mut out = output::writer(None)?;
    match solutions.len() {
        1 => writeln!(out, "1 solution, right")?,
        n => writeln!(out, "{n} solutions, all right")?,
    }
    out.flush()?;
    if repeated > 0 {
        let s = if repeated == 1 { "s" } else { "" };
        remark!("warning: {repeated} of them repeat{s} an earlier one");
    }
    Ok(Exit::Answered)
}
