//! `puzzle hardware`: the processor's designs, simulated, synthesised, many in parallel.

mod sim;
mod synth;

use puzzle::processor::Options as How;
use puzzle::{Ask, Puzzle};
use puzzle_hardware::{Array, DESIGNS, Design, Folder, Simulator, Trouble};
use serde_json::json;

use crate::args::hardware::{self as args, Hardware, Simulates, What};
use crate::exit::{Error, Exit};
use crate::{input, output};

pub(crate) fn run(hardware: &Hardware) -> Result<Exit, Error> {
    match &hardware.what {
        What::Sim(args) => sim::run(args),
        What::Synth(args) => synth::run(args),
        What::Array(args) => array(args),
        What::Prove(args) => prove(args),
        What::Package => {
            output::writer(None)?.write_all(puzzle_hardware::package().as_bytes())?;
            Ok(Exit::Answered)
        }
    }
}

/// Tells trouble: what the hardware does wrong is an error of ours.
#[allow(clippy::needless_pass_by_value)] // for `map_err`
fn told(trouble: Trouble) -> Error {
    let message = format!("error: {trouble}");
    match trouble {
        Trouble::Wrong(_) => Error::Internal(message),
        Trouble::Unfit(_) | Trouble::Tool(_) => Error::Input(message),
    }
}

fn design(name: &str) -> Result<&'static Design, Error> {
    Design::named(name).ok_or_else(|| {
        let names: Vec<&str> = DESIGNS.iter().map(|design| design.name).collect();
        Error::Input(format!("error: there is no design {name}: {}", names.join(", ")))
    })
}

fn designs(names: &[String]) -> Result<Vec<&'static Design>, Error> {
    match names {
        [] => Ok(DESIGNS.iter().collect()),
        names => names.iter().map(|name| design(name)).collect(),
    }
}

fn simulator(simulates: Simulates) -> Simulator {
    match simulates {
        Simulates::Icarus => Simulator::Icarus,
        Simulates::Verilator => Simulator::Verilator,
    }
}

/// Compiles a puzzle as the options say.
fn compiled<T>(
    args: &args::Program,
    then: impl FnOnce(&puzzle::Compilation<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let puzzle = Puzzle::open(&args.which.puzzle, args.which.kind.as_deref())?;
    let mut ask = Ask::default().with("order", input::text_or_file(&args.order)?);
    if let Some(restrict) = &args.restrict {
        ask.choices.set("restrict", restrict);
    }
    then(&puzzle.compile(&ask, &How { skip: !args.no_skip, ..How::default() })?)
}

fn array(args: &args::Array) -> Result<Exit, Error> {
    let design = design(&args.design)?;
    compiled(&args.program, |compilation| {
        let parts = compilation.split(args.split as usize);
        let (program, simulator) = (compilation.program(), simulator(args.simulator));
        let array = Array { design, program, parts: &parts, simulator };
        let mut out = output::writer(None)?;
        let mut rows = Vec::new();
        let mut alone = None;
        if !args.json {
            let count = parts.len();
            writeln!(
                out,
                "design {}, {count} parts\ncores        clocks  times faster  busy",
                design.name
            )?;
        }
        for &cores in &args.cores {
            let scaling = array.run(&Folder::fresh().map_err(told)?, cores).map_err(told)?;
            let alone = *alone.get_or_insert(scaling.clocks * u64::from(cores));
            let faster = alone as f64 / scaling.clocks.max(1) as f64;
            let busy = 100.0 * scaling.balance();
            if args.json {
                rows.push(json!({
                    "cores": cores, "clocks": scaling.clocks, "solutions": scaling.solutions,
                    "busy": scaling.busy, "instructions": scaling.instructions,
                }));
            } else {
                writeln!(out, "{cores:>5} {:>13}  {faster:>12.2}  {busy:>3.0} %", scaling.clocks)?;
                out.flush()?;
            }
            rows.push(json!(scaling.solutions));
        }
        let solutions: Vec<_> = rows.iter().filter(|row| row.is_u64()).cloned().collect();
        if solutions.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(Error::Internal("error: arrays of unlike size find unlike totals".into()));
        }
        let total = solutions.first().cloned().unwrap_or_default();
        if args.json {
            rows.retain(serde_json::Value::is_object);
            let json = json!({
                "schema": 1, "puzzle": args.program.which.puzzle, "design": design.name,
                "parts": parts.len(), "solutions": total, "arrays": rows,
            });
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{total} solutions")?;
        }
        out.flush()?;
        Ok(Exit::Answered)
    })
}

fn prove(args: &args::Prove) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    for design in designs(&args.design)? {
        let folder = Folder::fresh().map_err(told)?;
        let proved = puzzle_hardware::formal(&folder, design, args.clocks).map_err(told)?;
        writeln!(out, "design {}: proved for {} clocks", design.name, proved.clocks)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}
