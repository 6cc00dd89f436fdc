//! `puzzle run`: executes a program for the puzzle processor.
//!
//! Programs and states may come from strangers: they are data, read within bounds and executed
//! within the limits given; what is wrong with them is told in one message.

mod machine;
mod printer;
pub(super) mod state;

use std::path::Path;
use std::time::Instant;

use puzzle::processor::Program;
use puzzle::processor::machine::{Halt, Limits, Profile, Saved, State};
use puzzle::{Diagnostic, StopReason};

use crate::args::{Machine, Run};
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::{input, stop};
use machine::Job;
use printer::{Ending, Printer};

pub(crate) fn run(run: &Run) -> Result<Exit, Error> {
    let machine = machine(run)?;
    let program = program(Path::new(&run.program))?;
    if let Some(emit) = run.emit {
        return super::compile::print(&program, emit, &run.program, run.output.as_deref());
    }
    if !run.merge.is_empty() {
        return state::merge(run, &program);
    }
    let _lock = run.state_out.as_deref().map(state::lock).transpose()?;
    let Saved { mut state, part } = match &run.state_in {
        Some(file) => state::read(file, &program)?,
        None => State::initial(&program).into(),
    };
    let show =
        !run.quiet && run.trace.is_none() && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&run.limits, show);
    let limits = Limits {
        instructions: run.instruction_limit.unwrap_or(u64::MAX),
        budget: Some(&control.budget),
        progress: Some(&control.progress),
        ..Limits::default()
    };
    let mut printer = Printer::new(run, &program, state.nos, part.as_ref())?;
    let mut profile = run.profile.then(|| Profile::new(&program));
    let mut job = Job {
        program: &program,
        machine,
        trace: run.trace.unwrap_or(0),
        profile: profile.as_mut(),
        counted: run.json,
    };
    let started = Instant::now();
    let ticker = show.then(|| Ticker::start(control.clone()));
    let outcome = job.execute(&mut state, &limits, &mut printer);
    drop(ticker);
    let seconds = started.elapsed().as_secs_f64();
    printer.flush()?;
    // What was printed is out before the state says so. An instruction that failed has had no
    // effect, so the state is good then too.
    if let Some(file) = &run.state_out {
        state::write(file, &Saved { state: state.clone(), part: part.clone() }, &program)?;
    }
    let ended = match outcome {
        Ok(ended) => ended,
        Err(error) => return Err(printer.fail(error)),
    };
    let stopped = match ended.halt {
        Halt::Ended => None,
        Halt::InstructionLimit => Some("instruction limit".to_owned()),
        Halt::Stopped(reason) => Some(reason.to_string()),
    };
    let counted = machine != Machine::Native || run.json;
    printer.finish(&Ending {
        machine: machine.name(),
        nos: state.nos,
        counts: ended.counts,
        counted,
        stopped: stopped.as_deref(),
        seconds,
        profile: profile.as_ref(),
    })?;
    match ended.halt {
        Halt::Ended | Halt::Stopped(StopReason::Satisfied) => Ok(Exit::Answered),
        _ => Ok(Exit::Stopped),
    }
}

/// What executes: only the interpreter can be watched.
fn machine(run: &Run) -> Result<Machine, Error> {
    let watched = run.trace.is_some() || run.profile;
    match run.engine {
        Some(Machine::Interpreter) => Ok(Machine::Interpreter),
        Some(other) if watched => {
            let name = other.name();
            let message = format!("error: --trace and --profile watch the interpreter, not {name}");
            Err(Error::Input(message))
        }
        Some(other) => Ok(other),
        None if watched => Ok(Machine::Interpreter),
        None => Ok(Machine::Vm),
    }
}

/// Reads a program in any readable form.
fn program(name: &Path) -> Result<Program, Error> {
    let shown = name.display().to_string();
    if name.as_os_str() != "-" && !name.exists() {
        let mut missing = Diagnostic::error("there is no such file");
        if puzzle::catalogue::find(&shown).is_some() {
            missing = missing.hint(format!(
                "that is a puzzle, not a program: puzzle compile {shown} | puzzle run -"
            ));
        }
        return Err(puzzle::Failure::file(&shown, "", missing).into());
    }
    let bytes = input::bytes(name)?;
    puzzle::processor::forms::read(&bytes).map_err(|diagnostic| {
        puzzle::Failure::file(&shown, &String::from_utf8_lossy(&bytes), diagnostic).into()
    })
}
