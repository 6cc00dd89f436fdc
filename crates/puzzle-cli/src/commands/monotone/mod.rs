//! Monotone maps: counting, lists, checks and pictures.

use puzzle::families::monotone::MonotonePuzzle;
use puzzle::scene::Scene;
use puzzle::{Answer, Puzzle};
use serde_json::json;

use super::listing::Listing;
use crate::args::{Count, Draw, Solve, Verify};
use crate::exit::{Error, Exit};
use crate::{input, output, saved, search};

/// `puzzle count`.
pub(crate) fn count(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    if count.up_to_symmetry {
        let message = "error: monotone maps are not counted up to symmetry";
        return Err(Error::Input(message.into()));
    }
    let Some(questions) = puzzle.monotone() else { unreachable!("it is about monotone maps") };
    if count.confirm {
        questions.may_confirm()?;
    }
    let (mut bound, mut second) = (None, None);
    let finished = search::run(&count.search, puzzle, |options| {
        let counted = questions.count(options)?;
        bound = counted.bound;
        let again = |first: &Answer| questions.confirm(options, first);
        let (answer, again) = super::count::twice(count, counted.answer, again)?;
        second = again;
        Ok(answer)
    })?;
    let Some(bound) = bound else {
        return super::count::report(count, puzzle, &finished, second.as_ref());
    };
    let power = bound.power_of_two();
    let (base, exponent) = (&bound.base, &bound.exponent);
    let two = *base == 2_u32.into();
    let mut out = output::writer(None)?;
    if count.json {
        let mut json = finished.json(puzzle);
        json["count"] = serde_json::Value::Null;
        json["at_least"] = format!("{base}^{exponent}").into();
        json["at_least_power_of_two"] = power.to_string().into();
        writeln!(out, "{json}")?;
    } else {
        let rounded = if two { String::new() } else { format!(", over 2^{power}") };
        writeln!(out, "at least {base}^{exponent}{rounded}")?;
    }
    out.flush()?;
    if !count.search.quiet {
        let alone =
            if two { String::new() } else { format!(" (two values alone give 2^{exponent})") };
        remark!(
            "too many to be counted: {exponent} incomparable elements can each go to any of {base} \
             values, whatever the others do{alone}"
        );
    }
    Ok(Exit::Stopped)
}

/// `puzzle solve`: maps in lexicographic order.
pub(crate) fn solve(solve: &Solve, puzzle: &Puzzle, maps: &MonotonePuzzle) -> Result<Exit, Error> {
    let Some(questions) = puzzle.monotone() else { unreachable!("it is about monotone maps") };
    let mut listing = Listing::new(solve)?;
    let finished = search::run(&solve.search, puzzle, |options| {
        questions.list(options, &mut |values| {
            let words = || maps.words(values);
            listing.item(words, |number| {
                json!({ "number": number, "values": values, "picture": maps.words(values) })
            })
        })
    })?;
    listing.finish(puzzle, &finished, "maps")
}

/// `puzzle verify`.
pub(crate) fn verify(verify: &Verify, maps: &MonotonePuzzle) -> Result<Exit, Error> {
    let Some(problem) = maps.problem() else {
        return Err(Error::Input("error: an order is too large to be written down".into()));
    };
    let solutions = saved::read_list(&verify.solutions, "values")?;
    for (i, values) in solutions.iter().enumerate() {
        if let Err(why) = problem.check(values) {
            let message = format!("map {} is wrong: {}", i + 1, output::printable(&why));
            return Err(input::refuse(&verify.solutions, &message));
        }
    }
    let mut out = output::writer(None)?;
    match solutions.len() {
        1 => writeln!(out, "1 map, right")?,
        n => writeln!(out, "{n} maps, all right")?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// `puzzle draw`: the orders, or a map in the diagram of its arguments.
pub(crate) fn scene(draw: &Draw, puzzle: &Puzzle, maps: &MonotonePuzzle) -> Result<Scene, Error> {
    let solutions = match (&draw.solution, &draw.solutions) {
        _ if draw.known => {
            return Err(Error::Input("error: no solution of it is known here".into()));
        }
        (Some(values), _) => vec![values.clone()],
        (None, Some(file)) => saved::read_list(file, "values")?,
        (None, None) => return Ok(puzzle.description().draw()),
    };
    let mut frames = Vec::new();
    for values in solutions.iter().take(1000) {
        if let Some(Err(why)) = maps.problem().map(|problem| problem.check(values)) {
            return Err(Error::Input(format!("error: {}", output::printable(&why))));
        }
        frames.push(maps.draw_map(values));
    }
    Ok(Scene { title: String::new(), frames })
}
