//! `puzzle solve`: solutions as drawings or JSON.

use std::ops::ControlFlow;

use puzzle::core::{Question, StopReason};
use puzzle::families::{Covering, Form};
use puzzle::{Output, Puzzle, read_checkpoint};
use serde_json::json;

use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::output::{JsonList, Results};
use crate::search::{Choices, Finished};
use crate::{output, search};

pub(crate) fn run(solve: &Solve) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&solve.which.puzzle, solve.which.kind.as_deref())?;
    output::warn(&puzzle, solve.search.quiet);
    let used = [
        ("cnf", solve.cnf.used()),
        ("pegs", solve.pegs.used()),
        ("nonogram", solve.nonogram.used()),
        ("sliding", solve.sliding.used()),
    ];
    output::refuse_foreign(&puzzle, &used)?;
    output::refuse_uncovered(&puzzle, solve.cover.used())?;
    output::refuse_uncovered(&puzzle, solve.search.used_for_covers())?;
    match puzzle.description().form() {
        Form::Cover(covering) => cover(solve, &puzzle, covering),
        Form::Cnf(_) => super::cnf::solve(solve, &puzzle),
        Form::Monotone(maps) => super::monotone::solve(solve, &puzzle, maps),
        Form::Queens(queens) => match super::queens::construct(solve, &puzzle, queens)? {
            Some((answer, squares)) => {
                constructed(solve, &puzzle, queens.squares(), answer, &squares)
            }
            None => cover(solve, &puzzle, queens.squares()),
        },
        Form::Pegs(_) => super::pegs::solve(solve, &puzzle),
        Form::Nonogram(_) => super::nonogram::solve(solve, &puzzle),
        Form::Sliding(sliding) => super::sliding::solve(solve, &puzzle, sliding),
    }
}

/// Prints a solution that was found without a search.
fn constructed(
    solve: &Solve,
    puzzle: &Puzzle,
    covering: &dyn Covering,
    answer: puzzle::Answer,
    numbers: &[u32],
) -> Result<Exit, Error> {
    let mut printer = Printer::new(puzzle, covering, solve, 1)?;
    let none = answer.solutions == puzzle::core::BigUint::ZERO;
    if !none {
        let _ = printer.solution(numbers);
    }
    if let Some(error) = printer.failed.take() {
        return Err(error.into());
    }
    printer.finish(&Finished { answer, seconds: 0.0 })?;
    Ok(if none { Exit::NoSolution } else { Exit::Answered })
}

fn cover(solve: &Solve, puzzle: &Puzzle, covering: &dyn Covering) -> Result<Exit, Error> {
    if let Some(nodes) = solve.explain_tree {
        return super::tree::run(puzzle, solve, nodes);
    }
    if solve.cover.sample.is_some() || solve.cover.zdd.is_some() {
        return super::sample::run(puzzle, solve, covering);
    }
    if solve.cover.seed.is_some() && solve.search.engine != "restarts" {
        let message = "error: --seed is for --sample and for --engine restarts";
        return Err(Error::Input(message.into()));
    }
    // A run that is to be saved is a search for all that stops early.
    let saved = solve.search.checkpoint.is_some() || solve.search.resume.is_some();
    let one = !solve.all && solve.limit.is_none() && !saved;
    let question = if one { Question::First } else { Question::Enumerate };
    let limit = solve.cover.cheapest.map(u64::from).or(solve.limit).unwrap_or(1);
    let limit = if solve.all { u64::MAX } else { limit };
    let mut printer = Printer::new(puzzle, covering, solve, limit)?;
    if printer.found >= limit {
        let message = format!("error: the saved run has {} solutions already", printer.found);
        return Err(Error::Input(format!("{message}\n hint: raise --limit, or use --all")));
    }
    let choices = Choices { seed: solve.cover.seed, unordered: solve.cover.unordered };
    let finished =
        search::run_with(&solve.search, puzzle, choices, |options| match solve.cover.cheapest {
            Some(keep) => puzzle.cheapest(options, keep as usize, &mut printer),
            None => puzzle.search_to(options, question, &mut printer),
        })?;
    if let Some(error) = printer.failed.take() {
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
pub(super) struct Printer<'a> {
    puzzle: &'a Puzzle,
    covering: &'a dyn Covering,
    solve: &'a Solve,
    pub(super) out: Results,
    /// How many were printed, earlier runs included, and how many are wanted.
    found: u64,
    limit: u64,
    failed: Option<std::io::Error>,
    pub(super) list: JsonList,
}

impl Output for Printer<'_> {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        self.found += 1;
        if let Err(error) = self.print(self.found, numbers) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn sync(&mut self) -> std::io::Result<u64> {
        self.out.sync()
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        covering: &'a dyn Covering,
        solve: &'a Solve,
        limit: u64,
    ) -> Result<Self, Error> {
        let saved = solve.search.resume.as_deref().map(read_checkpoint).transpose()?;
        let out = Results::open(solve.output.as_deref(), saved.as_ref().map(|saved| saved.output))?;
        let found = saved.map_or(Ok(0), |saved| u64::try_from(saved.solutions)).unwrap_or(u64::MAX);
        let list = JsonList::default();
        Ok(Printer { puzzle, covering, solve, out, found, limit, failed: None, list })
    }

    pub(super) fn print(&mut self, number: u64, numbers: &[u32]) -> std::io::Result<()> {
        let solve = self.solve;
        if solve.json {
            let json = self.json(number, numbers);
            return self.list.push(self.out.writer(), &json);
        }
        if solve.ndjson {
            let json = self.json(number, numbers);
            return writeln!(self.out.writer(), "{json}");
        }
        let mut frame = self.covering.draw_solution(numbers);
        if let Some(samples) = solve.cover.sample.filter(|&samples| samples > 1) {
            frame.caption = format!("sample {number} of {samples}");
        } else if solve.all || solve.limit.is_some() || solve.cover.cheapest.is_some() {
            frame.caption = match self.puzzle.cost(numbers) {
                Some(cost) => format!("solution {number}, cost {cost}"),
                None => format!("solution {number}"),
            };
        }
        let options = output::text_options(&solve.color, solve.output.is_some());
        let text = output::frame(frame, options);
        writeln!(self.out.writer(), "{}", text.trim_end_matches('\n'))
    }

    fn json(&self, number: u64, numbers: &[u32]) -> serde_json::Value {
        let frame = self.covering.draw_solution(numbers);
        let picture = output::frame(frame, puzzle::scene::text::TextOptions::default());
        let mut json = json!({ "number": number, "embeddings": numbers, "picture": picture });
        if let Some(cost) = self.puzzle.cost(numbers) {
            json["cost"] = cost.into();
        }
        json
    }

    fn finish(mut self, finished: &Finished) -> Result<(), Error> {
        let answer = &finished.answer;
        if self.solve.json || self.solve.ndjson {
            let json = finished.json(self.puzzle);
            match self.solve.json {
                true => self.list.finish(self.out.writer(), &json)?,
                false => writeln!(self.out.writer(), "{json}")?,
            }
            self.out.writer().flush()?;
            return Ok(());
        }
        self.out.writer().flush()?;
        if self.solve.search.quiet {
            return Ok(());
        }
        let plural = if answer.solutions == 1_u32.into() { "" } else { "s" };
        match answer.stopped {
            None if answer.solutions == puzzle::core::BigUint::ZERO => {
                let reason = self.puzzle.description().impossible();
                remark!("no solution{}", reason.map(|r| format!(": {r}")).unwrap_or_default());
            }
            None if self
                .solve
                .cover
                .cheapest
                .is_some_and(|keep| answer.solutions == keep.into()) => {}
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
