//! `puzzle solve --unique`: one solution, several with the difference shown, or none.

use puzzle::core::lines::Picture;
use puzzle::{Difficulty, Nonogram, Proof, Puzzle, Uniqueness};
use serde_json::{Value, json};

use super::solve::json_of;
use super::{exit, run, totals};
use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::output;

pub(super) fn prove(
    solve: &Solve,
    puzzle: &Puzzle,
    nonogram: &Nonogram<'_>,
) -> Result<Exit, Error> {
    let (Proof { result, effort }, seconds) =
        run(&solve.search, |options| nonogram.unique(options))?;
    let mut out = output::writer(solve.output.as_deref())?;
    let family = nonogram.description();
    let (word, pictures, differing, stopped): (_, Vec<&Picture>, &[usize], _) = match &result {
        Uniqueness::None => ("none", vec![], &[], None),
        Uniqueness::One(one) => ("one", vec![one], &[], None),
        Uniqueness::Several { solutions, differing } => {
            ("several", solutions.iter().collect(), differing, None)
        }
        Uniqueness::Unknown(reason, one) => ("unknown", one.iter().collect(), &[], Some(*reason)),
    };
    if solve.json {
        let mut json = totals(puzzle, &pictures.len().to_string(), stopped, &effort, seconds);
        json["unique"] = match word {
            "unknown" => Value::Null,
            word => (word == "one").into(),
        };
        json["answer"] = word.into();
        let numbered = pictures.iter().zip(1..);
        json["solutions"] = numbered.map(|(picture, n)| json_of(family, n, picture)).collect();
        let width = family.lines.width();
        let cell = |&number: &usize| json!([number / width + 1, number % width + 1]);
        json["differing"] = differing.iter().map(cell).collect();
        writeln!(out, "{json}")?;
    } else {
        let colour = output::text_options(&solve.color, solve.output.is_some()).colour;
        let sentence = match (&result, stopped) {
            (_, Some(reason)) => format!("not decided: {reason}"),
            (Uniqueness::None, _) => "no solution".into(),
            (Uniqueness::One(_), _) => "exactly one solution".into(),
            _ => format!(
                "several solutions; these two differ in {} cells, marked ! and ?",
                differing.len()
            ),
        };
        writeln!(out, "{sentence}")?;
        for picture in pictures {
            write!(out, "\n{}", family.print(Some(picture), differing, colour))?;
        }
    }
    out.flush()?;
    if solve.search.explain || solve.nonogram.difficulty {
        remark!("{}", Difficulty::of(&effort).sentence(&effort));
    }
    match (exit(stopped), &result) {
        (Exit::Answered, Uniqueness::None) => Ok(Exit::NoSolution),
        (exit, _) => Ok(exit),
    }
}
