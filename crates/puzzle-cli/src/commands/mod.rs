//! One file a verb.

mod check;
mod count;
mod draw;
mod list;
mod show;
mod solve;

use crate::args::{Args, Command};
use crate::exit::{Error, Exit};

/// Carries out the command.
pub(crate) fn dispatch(args: &Args) -> Result<Exit, Error> {
    match &args.command {
        Command::List(list) => list::run(list),
        Command::Show(show) => show::run(show),
        Command::Check(check) => check::run(check),
        Command::Count(count) => count::run(count),
        Command::Solve(solve) => solve::run(solve),
        Command::Draw(draw) => draw::run(draw),
    }
}
