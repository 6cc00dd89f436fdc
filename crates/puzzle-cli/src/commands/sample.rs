//! `puzzle solve --sample` and `--zdd`: solutions drawn at random, and all of them in one file.

use puzzle::core::{BigUint, StopReason};
use puzzle::families::Covering;
use puzzle::{Answer, Failure, Options, Puzzle, SolutionSet};

use super::solve::Printer;
use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::search::{Choices, Finished};
use crate::{input, output, search};

/// What was asked for, and how it was come by.
#[derive(Default)]
struct Found {
    set: Option<SolutionSet>,
    samples: Vec<Vec<u32>>,
    /// Why there is no diagram although one was tried.
    visited: Option<String>,
}

pub(crate) fn run(puzzle: &Puzzle, solve: &Solve, covering: &dyn Covering) -> Result<Exit, Error> {
    let by_diagram = ["auto", "zdd"].contains(&solve.search.engine.as_str());
    if solve.cover.zdd.is_some() && !by_diagram {
        let message = format!("error: engine {} makes no diagram", solve.search.engine);
        return Err(Error::Input(format!("{message}\n hint: leave --engine away")));
    }
    let saved = match &solve.cover.from_zdd {
        Some(file) => Some((file.display().to_string(), input::diagram(file)?)),
        None => None,
    };
    let mut found = Found::default();
    let choices = Choices { seed: solve.cover.seed, unordered: false };
    let finished = search::run_with(&solve.search, puzzle, choices, |options| match &saved {
        Some((name, text)) => {
            let set = puzzle.read_solution_set(options, name, text)?;
            found.take(set, solve, options)
        }
        None if by_diagram => found.build(puzzle, solve, options),
        None => found.visit(puzzle, solve, options),
    })?;
    if let (Some(file), Some(set)) = (&solve.cover.zdd, &found.set) {
        let mut out = output::writer(Some(file))?;
        set.write(&mut out)?;
        out.flush()?;
    }
    print(puzzle, solve, covering, &found, &finished)?;
    let none = finished.answer.solutions == BigUint::ZERO;
    match finished.exit() {
        Exit::Answered if none => Ok(Exit::NoSolution),
        exit => Ok(exit),
    }
}

impl Found {
    /// Builds the diagram; where that does not work, samples are drawn by visiting all solutions.
    fn build(
        &mut self,
        puzzle: &Puzzle,
        solve: &Solve,
        options: &Options,
    ) -> Result<Answer, Failure> {
        let reason = match puzzle.solution_set(options) {
            Ok((Some(set), _)) => return self.take(set, solve, options),
            Ok((None, answer)) => match answer.stopped {
                Some(StopReason::MemoryLimit) if solve.cover.zdd.is_none() => {
                    format!("the diagram does not fit into memory ({} states)", answer.nodes)
                }
                _ => return Ok(answer),
            },
            Err(Failure::Declined(reason)) if solve.cover.zdd.is_none() => reason,
            Err(failure) => return Err(failure),
        };
        self.visited = Some(reason);
        self.visit(puzzle, solve, &Options { engine: None, ..options.clone() })
    }

    fn take(
        &mut self,
        set: SolutionSet,
        solve: &Solve,
        options: &Options,
    ) -> Result<Answer, Failure> {
        self.samples = set.sample(options.seed, solve.cover.sample.unwrap_or(0))?;
        let answer = set.answer.clone();
        self.set = Some(set);
        Ok(answer)
    }

    fn visit(
        &mut self,
        puzzle: &Puzzle,
        solve: &Solve,
        options: &Options,
    ) -> Result<Answer, Failure> {
        let count = solve.cover.sample.unwrap_or(0);
        let (answer, samples) = puzzle.sample_by_visiting(options, count)?;
        self.samples = samples;
        Ok(answer)
    }
}

fn print(
    puzzle: &Puzzle,
    solve: &Solve,
    covering: &dyn Covering,
    found: &Found,
    finished: &Finished,
) -> Result<(), Error> {
    let mut printer = Printer::new(puzzle, covering, solve, u64::MAX)?;
    for (sample, number) in found.samples.iter().zip(1..) {
        printer.print(number, sample)?;
    }
    let nodes = found.set.as_ref().map(SolutionSet::nodes);
    if solve.json || solve.ndjson {
        let mut json = finished.json(puzzle);
        json["samples"] = found.samples.len().into();
        if let Some(seed) = solve.cover.seed {
            json["seed"] = seed.into();
        }
        if let Some(nodes) = nodes {
            json["diagram_nodes"] = nodes.into();
        }
        let out = printer.out.writer();
        match solve.json {
            true => printer.list.finish(out, &json)?,
            false => writeln!(out, "{json}")?,
        }
        return Ok(printer.out.writer().flush()?);
    }
    printer.out.writer().flush()?;
    if solve.search.quiet {
        return Ok(());
    }
    let answer = &finished.answer;
    if let Some(reason) = &found.visited {
        remark!("no diagram, so all solutions were visited: {reason}");
    }
    match (answer.stopped, nodes) {
        (Some(reason), _) => remark!("stopped: {reason}, after {} nodes", answer.nodes),
        (None, Some(nodes)) => remark!("{} solutions in {nodes} nodes", answer.solutions),
        (None, None) => remark!("{} solutions", answer.solutions),
    }
    Ok(())
}
