//! `puzzle solve`: solutions as drawings or JSON.

use std::io::Write;
use std::ops::ControlFlow;

use puzzle::core::{Question, StopReason};
use puzzle::{Failure, Puzzle};
use serde_json::json;

use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::search::Finished;
use crate::{output, search};

pub(crate) fn run(solve: &Solve) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&solve.which.puzzle, solve.which.kind.as_deref())?;
    output::warn(&puzzle, solve.search.quiet);
    if let Some(nodes) = solve.explain_tree {
        return super::tree::run(&puzzle, solve, nodes);
    }
    let one = !solve.all && solve.limit.is_none();
    let question = if one { Question::First } else { Question::Enumerate };
    let limit = if solve.all { u64::MAX } else { solve.limit.unwrap_or(1) };
    let mut printer = Printer::new(&puzzle, solve)?;
    let mut failed = None;
    let finished = search::run(&solve.search, &puzzle, |options| {
        let mut found = 0;
        let answer = puzzle.search(options, question, |numbers| {
            found += 1;
            if let Err(error) = printer.solution(found, numbers) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            if found >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok::<_, Failure>(answer)
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    printer.finish(&finished)?;
    let none = finished.answer.solutions == puzzle::core::BigUint::ZERO;
    match finished.exit() {
        Exit::Answered if none => Ok(Exit::NoSolution),
        exit => Ok(exit),
    }
}

/// Prints solutions as they come.
struct Printer<'a> {
    puzzle: &'a Puzzle,
    solve: &'a Solve,
    out: Box<dyn Write>,
    /// For `--json`, which is one object.
    collected: Vec<serde_json::Value>,
}

impl<'a> Printer<'a> {
    fn new(puzzle: &'a Puzzle, solve: &'a Solve) -> Result<Self, Error> {
        let out = output::writer(solve.output.as_deref())?;
        Ok(Printer { puzzle, solve, out, collected: Vec::new() })
    }

    fn solution(&mut self, number: u64, numbers: &[u32]) -> std::io::Result<()> {
        let solve = self.solve;
        if solve.json {
            self.collected.push(self.json(number, numbers));
            return Ok(());
        }
        if solve.ndjson {
            let json = self.json(number, numbers);
            return writeln!(self.out, "{json}");
        }
        let mut frame = self.puzzle.description().draw_solution(numbers);
        if solve.all || solve.limit.is_some() {
            frame.caption = format!("solution {number}");
        }
        let options = output::text_options(&solve.color, solve.output.is_some());
        writeln!(self.out, "{}", output::frame(frame, options).trim_end_matches('\n'))
    }

    fn json(&self, number: u64, numbers: &[u32]) -> serde_json::Value {
        let picture = self.puzzle.print(numbers);
        json!({ "number": number, "embeddings": numbers, "picture": picture })
    }

    fn finish(mut self, finished: &Finished) -> Result<(), Error> {
        let answer = &finished.answer;
        if self.solve.json || self.solve.ndjson {
            let mut json = finished.json(self.puzzle);
            if self.solve.json {
                json["solutions"] = std::mem::take(&mut self.collected).into();
            }
            writeln!(self.out, "{json}")?;
            self.out.flush()?;
            return Ok(());
        }
        self.out.flush()?;
        if self.solve.search.quiet {
            return Ok(());
        }
        let plural = if answer.solutions == 1_u32.into() { "" } else { "s" };
        match answer.stopped {
            None if answer.solutions == puzzle::core::BigUint::ZERO => {
                let reason = self.puzzle.description().impossible();
                remark!("no solution{}", reason.map(|r| format!(": {r}")).unwrap_or_default());
            }
            None => remark!("{} solution{plural}, that is all", answer.solutions),
            Some(StopReason::Satisfied) => {}
            Some(reason) => remark!(
                "stopped: {reason}, after {} solution{plural} and {} nodes",
                answer.solutions,
                answer.nodes
            ),
        }
        Ok(())
    }
}
