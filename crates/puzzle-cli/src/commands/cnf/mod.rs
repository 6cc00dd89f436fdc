//! Formulas: counting, models, disjoint cubes, proofs.

use std::io::Write;

use puzzle::families::cnf::CnfPuzzle;
use puzzle::{Answer, CnfQuestions, Puzzle};
use serde_json::json;

use super::listing::Listing;
use crate::args::{Count, Solve, Verify};
use crate::exit::{Error, Exit};
use crate::{input, output, saved, search};

fn questions<'a>(puzzle: &'a Puzzle, project: Option<&[u32]>) -> Result<CnfQuestions<'a>, Error> {
    let Some(questions) = puzzle.cnf() else { unreachable!("it is a formula") };
    match project {
        Some(onto) => Ok(questions.project(onto)?),
        None => Ok(questions),
    }
}

/// `puzzle count`.
pub(crate) fn count(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    if count.up_to_symmetry {
        let message = "error: models are not counted up to symmetry";
        return Err(Error::Input(message.into()));
    }
    let questions = questions(puzzle, count.cnf.project.as_deref())?;
    if count.confirm {
        questions.may_confirm()?;
    }
    let mut second = None;
    let finished = search::run(&count.search, puzzle, |options| {
        let again = |first: &Answer| questions.confirm(options, first);
        let (answer, again) = super::count::twice(count, questions.count(options)?, again)?;
        second = again;
        Ok(answer)
    })?;
    if !count.cnf.mc || finished.answer.stopped.is_some() {
        return super::count::report(count, puzzle, &finished, second.as_ref());
    }
    let mut out = output::writer(None)?;
    let none = finished.answer.solutions == puzzle::core::BigUint::ZERO;
    writeln!(out, "s {}", if none { "UNSATISFIABLE" } else { "SATISFIABLE" })?;
    writeln!(out, "s mc {}", finished.answer.solutions)?;
    out.flush()?;
    match &second {
        Some(second) => {
            super::count::confirmed(count, &finished.answer, second);
            Ok(if second.stopped.is_some() { Exit::Stopped } else { finished.exit() })
        }
        None => Ok(finished.exit()),
    }
}

/// `puzzle solve`: one model, or disjoint cubes.
pub(crate) fn solve(solve: &Solve, puzzle: &Puzzle) -> Result<Exit, Error> {
    let project = solve.cnf.project.as_deref();
    let questions = questions(puzzle, project)?;
    let one = !solve.all && solve.limit.is_none() && questions.formula().projection().is_none();
    let mut listing = Listing::new(solve)?;
    let words = |literals: &[i32]| {
        let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
        words.join(" ")
    };
    if one {
        let mut proof = match &solve.cnf.proof {
            Some(file) => Some(output::writer(Some(file))?),
            None => None,
        };
        let mut model = None;
        let finished = search::run(&solve.search, puzzle, |options| {
            let proof = proof.as_mut().map(|proof| proof as &mut dyn Write);
            let (found, answer) = questions.model(options, proof)?;
            model = found;
            Ok(answer)
        })?;
        if let Some(proof) = &mut proof {
            proof.flush()?;
        }
        if let Some(model) = model {
            let _ = listing.item(
                || words(&model),
                |number| {
                    let picture = words(&model);
                    json!({ "number": number, "literals": model, "models": "1", "picture": picture })
                },
            );
        }
        return listing.finish(puzzle, &finished, "models");
    }
    let finished = search::run(&solve.search, puzzle, |options| {
        questions.cubes(options, &mut |cube, weight| {
            listing.item(
                || words(cube),
                |number| {
                    let models = weight.to_string();
                    json!({ "number": number, "literals": cube, "models": models, "picture": words(cube) })
                },
            )
        })
    })?;
    listing.finish(puzzle, &finished, "cubes")
}

/// Cubes beyond this are not compared with each other.
const COMPARED: usize = 5000;

/// `puzzle verify`: cubes against the formula, and that no two have a model in common.
pub(crate) fn verify(verify: &Verify, formula: &CnfPuzzle) -> Result<Exit, Error> {
    let cubes = saved::read_signed(&verify.solutions, "literals")?;
    for (i, cube) in cubes.iter().enumerate() {
        if let Err(why) = formula.formula().check(cube) {
            let message = format!("cube {} is wrong: {}", i + 1, output::printable(&why));
            return Err(input::refuse(&verify.solutions, &message));
        }
    }
    let apart = |a: &Vec<i32>, b: &Vec<i32>| a.iter().any(|literal| b.contains(&-literal));
    let meeting =
        cubes.iter().enumerate().take(if cubes.len() > COMPARED { 0 } else { COMPARED }).find_map(
            |(i, a)| cubes[..i].iter().position(|b| !apart(a, b)).map(|j| (j + 1, i + 1)),
        );
    let mut out = output::writer(None)?;
    match cubes.len() {
        1 => writeln!(out, "1 cube, right")?,
        n => writeln!(out, "{n} cubes, all right")?,
    }
    out.flush()?;
    match meeting {
        Some((a, b)) => remark!("warning: cubes {a} and {b} have a model in common"),
        None if cubes.len() > COMPARED => {
            remark!("warning: so many cubes are not compared with each other");
        }
        None => {}
    }
    Ok(Exit::Answered)
}
