//! `puzzle solve` and `puzzle count` for nonograms.

use std::io::{self, Write};
use std::ops::ControlFlow;

use puzzle::core::StopReason;
use puzzle::core::lines::Picture;
use puzzle::families::nonogram::Nonogram;
use puzzle::{Answer, Difficulty, Puzzle};
use serde_json::{Value, json};

use super::{exit, reasons, run, totals, unique};
use crate::args::{Count, Solve};
use crate::exit::{Error, Exit};
use crate::output::{self, JsonList, Results};

/// Counts exactly, or up to a limit.
pub(crate) fn count(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    let Some(nonogram) = puzzle.nonogram() else { return Ok(Exit::Internal) };
    output::refuse_meaningless("a nonogram", &[("--up-to-symmetry", count.up_to_symmetry)])?;
    let limit = count.nonogram.limit;
    let ((answer, second), seconds) = run(&count.search, |options| {
        let answer = nonogram.count(options, limit);
        let again = |first: &Answer| nonogram.confirm(options, first);
        let second = crate::commands::count::twice(count, answer.clone().into(), again);
        (answer, second.map(|(_, second)| second))
    })?;
    let second = second?;
    let (solutions, stopped) = (answer.solutions.to_string(), answer.stopped);
    let mut out = output::writer(None)?;
    match (count.json, stopped) {
        (true, _) => {
            let mut json = totals(puzzle, &solutions, stopped, &answer.effort, seconds);
            if let Some(second) = &second {
                json["confirmed"] = second.stopped.is_none().into();
                json["confirmed_by"] = crate::commands::count::confirmation(second);
            }
            writeln!(out, "{json}")?;
        }
        (false, None) => writeln!(out, "{solutions}")?,
        (false, Some(_)) => writeln!(out, "at least {solutions}")?,
    }
    out.flush()?;
    if count.search.explain {
        match answer.effort.frontier {
            true => remark!("counted by dynamic programming, cell by cell along a frontier"),
            false => remark!("{}", Difficulty::of(&answer.effort).sentence(&answer.effort)),
        }
    }
    if let Some(reason) = stopped.filter(|&reason| reason != StopReason::Satisfied) {
        remark!("stopped: {reason}");
    }
    if let Some(second) = &second {
        if !count.json {
            crate::commands::count::confirmed(count, &answer.into(), second);
        }
        return Ok(exit(second.stopped));
    }
    Ok(exit(stopped))
}

/// Prints solutions, proves uniqueness or tells reasons.
pub(crate) fn solve(solve: &Solve, puzzle: &Puzzle) -> Result<Exit, Error> {
    let Some(nonogram) = puzzle.nonogram() else { return Ok(Exit::Internal) };
    if solve.explain_tree.is_some() {
        let message = "error: --explain-tree means nothing for a nonogram\n hint: try --reasons";
        return Err(Error::Input(message.into()));
    }
    if let Some(cell) = solve.nonogram.reasons {
        return reasons::tell(solve, &nonogram, cell);
    }
    if solve.nonogram.unique {
        return unique::prove(solve, puzzle, &nonogram);
    }
    let limit = if solve.all { u64::MAX } else { solve.limit.unwrap_or(1) };
    let mut printer = Printer {
        puzzle: nonogram.description(),
        solve,
        out: Results::open(solve.output.as_deref(), None)?,
        list: JsonList::default(),
        found: 0,
    };
    let mut failed = None;
    let (outcome, seconds) = run(&solve.search, |options| {
        nonogram.solve(options, |picture| match printer.print(picture) {
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
            Ok(()) if printer.found >= limit => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
        })
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let (count, stopped) = (outcome.solutions, outcome.stopped);
    let json = totals(puzzle, &count.to_string(), stopped, &outcome.effort, seconds);
    printer.finish(&json)?;
    report(solve, count, stopped);
    if solve.search.explain || solve.nonogram.difficulty {
        remark!("{}", Difficulty::of(&outcome.effort).sentence(&outcome.effort));
    }
    match exit(stopped) {
        Exit::Answered if count == 0 => Ok(Exit::NoSolution),
        exit => Ok(exit),
    }
}

fn report(solve: &Solve, count: u64, stopped: Option<StopReason>) {
    if solve.search.quiet || solve.json || solve.ndjson {
        return;
    }
    let plural = if count == 1 { "" } else { "s" };
    match stopped {
        None if count == 0 => remark!("no solution"),
        None => remark!("{count} solution{plural}, that is all"),
        Some(StopReason::Satisfied) => {}
        Some(reason) => remark!("stopped: {reason}, after {count} solution{plural}"),
    }
}

/// One solution for programs.
pub(super) fn json_of(puzzle: &Nonogram, number: u64, picture: &Picture) -> Value {
    let text = puzzle.print(Some(picture), &[], false);
    json!({ "number": number, "rows": puzzle.print_picture(picture), "picture": text })
}

/// Prints solutions as they come.
struct Printer<'a> {
    puzzle: &'a Nonogram,
    solve: &'a Solve,
    out: Results,
    list: JsonList,
    found: u64,
}

impl Printer<'_> {
    fn print(&mut self, picture: &Picture) -> io::Result<()> {
        self.found += 1;
        let solve = self.solve;
        if solve.json || solve.ndjson {
            let json = json_of(self.puzzle, self.found, picture);
            return match solve.json {
                true => self.list.push(self.out.writer(), &json),
                false => writeln!(self.out.writer(), "{json}"),
            };
        }
        if solve.all || solve.limit.is_some() {
            writeln!(self.out.writer(), "solution {}", self.found)?;
        }
        let colour = output::text_options(&solve.color, solve.output.is_some()).colour;
        write!(self.out.writer(), "{}", self.puzzle.print(Some(picture), &[], colour))
    }

    fn finish(mut self, totals: &Value) -> io::Result<()> {
        if self.solve.json {
            self.list.finish(self.out.writer(), totals)?;
        } else if self.solve.ndjson {
            writeln!(self.out.writer(), "{totals}")?;
        }
        self.out.writer().flush()
    }
}
