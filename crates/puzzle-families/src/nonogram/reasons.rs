//! Why each cell is what it is, one deduction a line.

use puzzle_core::StopReason;
use puzzle_core::lines::{Explanation, Line, Reason, Step};

use super::Nonogram;
use super::choices::Cell;

impl Nonogram {
    /// All deductions, or those about one cell.
    pub(super) fn reasons(
        &self,
        told: &Explanation,
        cell: Cell,
        stopped: Option<StopReason>,
    ) -> String {
        let about = |step: &&Step| match cell {
            Cell::All => true,
            Cell::At(row, column) => step.settled.iter().any(|&(r, c, _)| (r, c) == (row, column)),
        };
        let steps = told.steps.iter().filter(about);
        let mut lines: Vec<String> = steps.map(|step| sentence(self, step)).collect();
        if let Some(line) = told.contradiction {
            lines.push(format!("{line} has no arrangement left: there is no solution"));
        } else if let Some(reason) = stopped {
            lines.push(format!("{} cells are left open: {reason}", told.unknown));
        } else {
            if lines.is_empty() {
                lines.push("neither lines nor single cells tell; this takes a search".into());
            }
            if told.unknown > 0 && cell == Cell::All {
                lines.push(format!("{} cells are left for the search", told.unknown));
            }
        }
        lines.join("\n") + "\n"
    }
}

fn sentence(puzzle: &Nonogram, step: &Step) -> String {
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
