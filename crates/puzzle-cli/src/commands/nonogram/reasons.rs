//! `puzzle solve --reasons`: the deductions, one a line.

use puzzle::Nonogram;
use puzzle::core::lines::Line;
use puzzle::engines::lines::explain::{Reason, Step};
use puzzle::families::nonogram;

use super::run;
use crate::args::{Cell, Solve};
use crate::exit::{Error, Exit};
use crate::output;

pub(super) fn tell(solve: &Solve, nonogram: &Nonogram<'_>, cell: Cell) -> Result<Exit, Error> {
    let family = nonogram.description();
    if let Cell::At(row, column) = cell
        && (row >= family.lines.height() || column >= family.lines.width())
    {
        let message = format!("error: there is no cell {},{}", row + 1, column + 1);
        return Err(Error::Input(message));
    }
    let (told, _) = run(&solve.search, |options| nonogram.explain(options))?;
    let about = |step: &&Step| match cell {
        Cell::All => true,
        Cell::At(row, column) => step.settled.iter().any(|&(r, c, _)| (r, c) == (row, column)),
    };
    let mut out = output::writer(solve.output.as_deref())?;
    let mut some = false;
    for step in told.steps.iter().filter(about) {
        some = true;
        writeln!(out, "{}", sentence(family, step))?;
    }
    if let Some(line) = told.contradiction {
        writeln!(out, "{line} has no arrangement left: there is no solution")?;
    } else if !some {
        writeln!(out, "neither lines nor single cells tell; this takes a search")?;
    }
    if told.unknown > 0 && cell == Cell::All && told.contradiction.is_none() {
        writeln!(out, "{} cells are left for the search", told.unknown)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn sentence(puzzle: &nonogram::Nonogram, step: &Step) -> String {
    let colour = |number: u8| match (number, puzzle.inks.count()) {
        (0, _) => "background",
        (_, 1) => "black",
        _ => puzzle.inks.0[usize::from(number)].name.as_str(),
    };
    let cell = |row: usize, column: usize| format!("row {}, column {}", row + 1, column + 1);
    let along = |line: Line| {
        let at = step.settled.iter().map(|&(row, column, _)| match line {
            Line::Row(_) => column,
            Line::Column(_) => row,
        });
        let word = if matches!(line, Line::Row(_)) { "column" } else { "row" };
        ranges(word, at.collect())
    };
    match &step.reason {
        Reason::Block { line, block } => {
            let block = puzzle.print_block(&puzzle.lines.clue(*line)[*block]);
            format!("{line}: the {block} must cover {}", along(*line))
        }
        Reason::SomeBlock(line) => {
            format!("{line}: every arrangement of its blocks covers {}", along(*line))
        }
        Reason::NoBlock(line) => {
            format!("{line}: no arrangement of its blocks covers {}", along(*line))
        }
        Reason::Refuted { row, column, colour: number, line } => format!(
            "{} is not {}: {line} would have no arrangement",
            cell(*row, *column),
            colour(*number)
        ),
        Reason::EitherWay { row, column } => {
            let settled = step.settled.iter().map(|&(row, column, number)| {
                format!("{} is {}", cell(row, column), colour(number))
            });
            let settled: Vec<String> = settled.collect();
            let from = cell(*row, *column);
            match settled.is_empty() {
                true => format!("whatever {from} is, some colours are ruled out elsewhere"),
                false => format!("whatever {from} is: {}", settled.join("; ")),
            }
        }
    }
}

/// `columns 5 to 6 and 9`.
fn ranges(word: &str, mut at: Vec<usize>) -> String {
    at.sort_unstable();
    let plural = if at.len() > 1 { "s" } else { "" };
    let runs: Vec<String> = at
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [one] => format!("{}", one + 1),
            run => format!("{} to {}", run[0] + 1, run[run.len() - 1] + 1),
        })
        .collect();
    match runs.split_last() {
        Some((last, [])) => format!("{word}{plural} {last}"),
        Some((last, rest)) => format!("{word}{plural} {} and {last}", rest.join(", ")),
        None => word.into(),
    }
}
