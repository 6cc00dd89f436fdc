//! `puzzle count`: the exact number of solutions.

use puzzle::families::Form;
use puzzle::{Answer, Puzzle};

use crate::args::Count;
use crate::exit::{Error, Exit};
use crate::search::Finished;
use crate::{input, output, search};

pub(crate) fn run(count: &Count) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&count.which.puzzle, count.which.kind.as_deref())?;
    output::warn(&puzzle, count.search.quiet);
    let used = [
        ("cnf", count.cnf.used()),
        ("queens", count.queens.used()),
        ("pegs", count.pegs.used()),
        ("pegs|sliding", count.pegs.levels.then_some("--levels")),
        ("nonogram", count.nonogram.used()),
        ("sliding", count.sliding.used()),
    ];
    output::refuse_foreign(&puzzle, &used)?;
    output::refuse_uncovered(&puzzle, count.cover.used())?;
    if count.queens.form.is_none() {
        output::refuse_uncovered(&puzzle, count.search.used_for_covers())?;
    }
    let form = puzzle.description().form();
    if count.confirm && matches!(form, Form::Sliding(_)) {
        let message = "error: there is only one way to count sliding puzzles here";
        return Err(Error::Input(format!("{message}\n hint: leave out --confirm")));
    }
    match form {
        Form::Cover(_) => cover(count, &puzzle),
        Form::Cnf(_) => super::cnf::count(count, &puzzle),
        Form::Monotone(_) => super::monotone::count(count, &puzzle),
        Form::Pegs(_) => super::pegs::count(count, &puzzle),
        Form::Queens(_) => super::queens::count(count, &puzzle),
        Form::Nonogram(_) => super::nonogram::count(count, &puzzle),
        Form::Sliding(sliding) => super::sliding::count(count, &puzzle, sliding),
    }
}

/// Counts covers.
pub(super) fn cover(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    let saved =
        count.cover.from_zdd.as_deref().map(|file| input::diagram(file).map(|text| (file, text)));
    let saved = saved.transpose()?;
    let mut second = None;
    let finished = search::run(&count.search, puzzle, |options| {
        if let Some((file, text)) = &saved {
            let name = file.display().to_string();
            return puzzle.read_solution_set(options, &name, text).map(|set| set.answer);
        }
        let answer = match count.cover.max_cost {
            Some(most) => puzzle.count_up_to_cost(options, most)?,
            None if count.up_to_symmetry => puzzle.count_up_to_symmetry(options)?,
            None => puzzle.count(options)?,
        };
        let (answer, again) = twice(count, answer, |first| puzzle.confirm(options, first))?;
        second = again;
        Ok(answer)
    })?;
    report(count, puzzle, &finished, second.as_ref())
}

/// Prints what was counted, and what a second engine said.
pub(super) fn report(
    count: &Count,
    puzzle: &Puzzle,
    finished: &Finished,
    second: Option<&Answer>,
) -> Result<Exit, Error> {
    let convention = puzzle.description().convention().filter(|_| !count.up_to_symmetry);
    let answer = &finished.answer;
    let unconfirmed = second.and_then(|second| second.stopped);
    let exit = if unconfirmed.is_some() { Exit::Stopped } else { finished.exit() };
    let mut out = output::writer(None)?;
    if count.json {
        let mut json = finished.json(puzzle);
        if count.up_to_symmetry {
            json["up_to_symmetry"] = answer.classes.as_ref().map(ToString::to_string).into();
        }
        if let Some(convention) = convention {
            json["convention"] = convention.into();
        }
        if let Some(second) = second {
            json["confirmed"] = unconfirmed.is_none().into();
            json["confirmed_by"] = confirmation(second);
        }
        writeln!(out, "{json}")?;
        out.flush()?;
        return Ok(exit);
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
    if let Some(convention) = convention.filter(|_| !count.search.quiet) {
        remark!("{convention}");
    }
    if let Some(reason) = puzzle.description().impossible().filter(|_| !count.search.quiet) {
        remark!("no solution: {reason}");
    }
    if let Some(second) = second {
        confirmed(count, answer, second);
    }
    Ok(exit)
}

/// Says whether a second engine confirmed the first.
pub(super) fn confirmed(count: &Count, first: &Answer, second: &Answer) {
    match second.stopped {
        Some(reason) => {
            remark!("not confirmed: {reason}, after {} nodes of {}", second.nodes, second.engine);
        }
        None if !count.search.quiet => {
            remark!("confirmed: {} and {} agree", first.engine, second.engine);
        }
        None => {}
    }
}

/// Counts, and if that is wanted and came to its end, counts again by `again`, which compares.
pub(super) fn twice(
    count: &Count,
    mut answer: Answer,
    again: impl FnOnce(&Answer) -> Result<Answer, puzzle::Failure>,
) -> Result<(Answer, Option<Answer>), puzzle::Failure> {
    if !count.confirm || answer.stopped.is_some() {
        return Ok((answer, None));
    }
    let second = again(&answer)?;
    answer.reasons.extend(second.reasons.iter().cloned());
    Ok((answer, Some(second)))
}

/// What the second engine says, for JSON.
pub(super) fn confirmation(second: &Answer) -> serde_json::Value {
    let mut json = serde_json::json!({
        "engine": second.engine,
        "order": second.order,
        "nodes": second.nodes,
        "count": second.solutions.to_string(),
    });
    if let Some(classes) = &second.classes {
        json["up_to_symmetry"] = classes.to_string().into();
    }
    if let Some(reason) = second.stopped {
        json["stopped"] = reason.to_string().into();
    }
    json
}
