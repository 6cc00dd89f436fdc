//! `puzzle hardware sim`: one run of a design, checked against the interpreter.

use std::path::Path;

use puzzle::processor::machine::{Saved, State};
use puzzle::processor::{Program, forms};
use puzzle_hardware::{Folder, Simulated, Simulation};
use serde_json::json;

use super::{compiled, design, simulator, told};
use crate::args::hardware::Sim;
use crate::commands::run::state;
use crate::exit::{Error, Exit};
use crate::{input, output};

pub(super) fn run(args: &Sim) -> Result<Exit, Error> {
    let name = &args.program.which.puzzle;
    if !args.is_program {
        return compiled(&args.program, |compilation| simulate(args, compilation.program()));
    }
    let bytes = input::bytes(Path::new(name))?;
    let program = forms::read(&bytes).map_err(|diagnostic| {
        Error::from(puzzle::Failure::file(name, &String::from_utf8_lossy(&bytes), diagnostic))
    })?;
    simulate(args, &program)
}

fn simulate(args: &Sim, program: &Program) -> Result<Exit, Error> {
    let begin = match &args.state_in {
        Some(file) => state::read(file, program)?,
        None => State::initial(program).into(),
    };
    let folder = match &args.keep {
        Some(path) => Folder::keep(path),
        None => Folder::fresh(),
    };
    let folder = folder.map_err(told)?;
    let simulation = Simulation {
        design: design(&args.design)?,
        program,
        state: &begin.state,
        simulator: args.simulator.map(simulator),
        stop: args.instruction_limit,
        tell: args.solutions,
        trace: args.trace,
        wave: args.wave.as_deref(),
    };
    let done = simulation.run(&folder).map_err(told)?;
    if let (Some(file), Some(ended)) = (&args.state_out, &done.state) {
        state::write(file, &Saved { state: ended.clone(), part: begin.part }, program)?;
    }
    print(args, &done)?;
    Ok(if done.state.is_some() { Exit::Stopped } else { Exit::Answered })
}

fn print(args: &Sim, done: &Simulated) -> Result<(), Error> {
    let mut out = output::writer(None)?;
    let c = &done.counters;
    if args.json {
        let json = json!({
            "schema": 1, "puzzle": args.program.which.puzzle, "design": args.design,
            "simulator": done.simulator.name(), "complete": done.state.is_none(),
            "solutions": done.solutions, "clocks": c.clocks, "fetches": c.fetches,
            "instructions": c.instructions, "sequential": c.sequential, "branches": c.branches,
            "placements": c.placements, "loading": c.loading, "telling": c.telling,
        });
        writeln!(out, "{json}")?;
        return Ok(out.flush()?);
    }
    let per = |n: u64| c.clocks as f64 / n.max(1) as f64;
    let share = 100.0 * c.sequential as f64 / c.instructions.max(1) as f64;
    let s = if done.solutions == 1 { "" } else { "s" };
    writeln!(out, "{} solution{s}, as the interpreter", done.solutions)?;
    writeln!(out, "{:>12} clocks, and {} for the state to come in", c.clocks, c.loading)?;
    writeln!(out, "{:>12} instructions: {:.2} clocks each", c.instructions, per(c.instructions))?;
    writeln!(out, "{:>12} placements: {:.1} clocks each", c.placements, per(c.placements))?;
    if done.solutions > 0 {
        writeln!(out, "{:>12.1} clocks for a solution", per(done.solutions))?;
    }
    writeln!(out, "{:>12} words fetched", c.fetches)?;
    writeln!(out, "{:>12} sequential ({share:.0} %), {} branches taken", c.sequential, c.branches)?;
    Ok(out.flush()?)
}
