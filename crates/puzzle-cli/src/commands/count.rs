//! `puzzle count`: the exact number of solutions.

use puzzle::Puzzle;
use puzzle::families::Form;

use crate::args::Count;
use crate::exit::{Error, Exit};
use crate::search::Finished;
use crate::{output, search};

pub(crate) fn run(count: &Count) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&count.which.puzzle, count.which.kind.as_deref())?;
    output::warn(&puzzle, count.search.quiet);
    super::refuse_foreign(
        &puzzle,
        &[
            ("cnf", "formulas", count.cnf.used()),
            ("pegs", "peg solitaire", count.pegs.used()),
            ("queens", "queens", count.queens.used()),
        ],
    )?;
    match puzzle.description().form() {
        Form::Cover(_) => cover(count, &puzzle),
        Form::Cnf(_) => super::cnf::count(count, &puzzle),
        Form::Monotone(_) => super::monotone::count(count, &puzzle),
        Form::Pegs(_) => super::pegs::count(count, &puzzle),
        Form::Queens(_) => super::queens::count(count, &puzzle),
    }
}

/// Counts covers.
pub(super) fn cover(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    let finished = search::run(&count.search, puzzle, |options| match count.up_to_symmetry {
        true => puzzle.count_up_to_symmetry(options),
        false => puzzle.count(options),
    })?;
    report(count, puzzle, &finished)
}

/// Prints what was counted.
pub(super) fn report(count: &Count, puzzle: &Puzzle, finished: &Finished) -> Result<Exit, Error> {
    let answer = &finished.answer;
    let mut out = output::writer(None)?;
    if count.json {
        let mut json = finished.json(puzzle);
        if count.up_to_symmetry {
            json["up_to_symmetry"] = answer.classes.as_ref().map(ToString::to_string).into();
        }
        writeln!(out, "{json}")?;
        out.flush()?;
        return Ok(finished.exit());
    }
    match (answer.stopped, &answer.classes) {
        (Some(reason), _) => {
            writeln!(out, "at least {}", answer.solutions)?;
            out.flush()?;
            remark!("stopped: {reason}, after {} nodes", answer.nodes);
        }
        (None, Some(classes)) => writeln!(out, "{classes}")?,
        (None, None) => writeln!(out, "{}", answer.solutions)?,
    }
    out.flush()?;
    if let Some(reason) = puzzle.description().impossible().filter(|_| !count.search.quiet) {
        remark!("no solution: {reason}");
    }
    Ok(finished.exit())
}
