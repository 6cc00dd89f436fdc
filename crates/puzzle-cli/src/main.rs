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
mod exit;
mod input;
mod output;
mod picture;
mod progress;
mod stop;
mod writer;

use crate::exit::Exit;

fn main() -> std::process::ExitCode {
    let outcome = std::panic::catch_unwind(|| commands::dispatch(&args::typed()?));
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
