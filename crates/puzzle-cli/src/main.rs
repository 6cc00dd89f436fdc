//! The command `puzzle`: arguments, progress, exit codes, nothing else.
//!
//! Results go to the standard output, progress and messages to the standard error. Exit codes:
//! 0 answered, 1 proved that there is no solution (`solve`), 2 bad usage or bad input, 3 stopped
//! by a limit or an interrupt, 70 internal error.

/// Prints a line on the standard error; if nobody can read it, that is no reason to fail.
macro_rules! remark {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod args;
mod commands;
mod csv;
mod desk;
mod exit;
mod input;
mod output;
mod picture;
mod progress;
mod stop;
mod writer;

use crate::args::{Args, Command};
use crate::commands::{
    ask, check, cluster, compile, convert, draw, engines, generate, hardware, help, list, play,
    run, serve, show, verify,
};
use crate::exit::{Error, Exit};

fn main() -> std::process::ExitCode {
    let outcome = std::panic::catch_unwind(|| match std::env::args_os().len() {
        // Whoever types nothing has never been here.
        0 | 1 => help::welcome(),
        _ => carry_out(&args::typed()?),
    });
    match outcome {
        Ok(Ok(exit)) => exit.code(),
        Ok(Err(error)) => {
            error.report(args::wants_json());
            error.exit().code()
        }
        Err(_) => {
            remark!("error: this is a bug in puzzle; please report it with the input");
            Exit::Internal.code()
        }
    }
}

/// One verb, one call.
fn carry_out(args: &Args) -> Result<Exit, Error> {
    match &args.command {
        Command::List(list) => list::run(list),
        Command::Show(show) => show::run(show),
        Command::Check(check) => check::run(check),
        Command::Count(count) => ask::count(count),
        Command::Solve(solve) => ask::solve(solve),
        Command::Disassemble(apart) => ask::disassemble(apart),
        Command::Divide(divide) => cluster::divide(divide),
        Command::Work(work) => cluster::work(work),
        Command::Merge(merge) => cluster::merge(merge),
        Command::Verify(verify) => verify::run(verify),
        Command::Compile(compile) => compile::run(compile),
        Command::Run(run) => run::run(run),
        Command::Hardware(hardware) => hardware::run(hardware),
        Command::Draw(draw) => draw::run(draw),
        Command::Convert(convert) => convert::run(convert),
        Command::Generate(generate) => generate::run(generate),
        Command::Play(play) => play::run(play),
        Command::Serve(serve) => serve::run(serve),
        Command::Engines(engines) => engines::run(engines),
        Command::Schema => help::schema(),
        Command::Completions(completions) => help::completions(completions),
        Command::Man(man) => help::man(man),
    }
}
