//! One file a verb.

mod check;
mod cnf;
mod compile;
mod count;
mod draw;
mod help;
mod list;
mod listing;
mod monotone;
mod pegs;
mod queens;
mod run;
mod show;
mod solve;
mod tree;
mod values;
mod verify;

use crate::args::{Args, Command};
use crate::exit::{Error, Exit};

/// Refuses options of one family on a puzzle of another: `used` has a family, what its puzzles are
/// called, and the option of its own that was given.
fn refuse_foreign(
    puzzle: &puzzle::Puzzle,
    used: &[(&str, &str, Option<&str>)],
) -> Result<(), Error> {
    let family = puzzle.description().family();
    let foreign = used.iter().filter(|(owner, _, _)| *owner != family);
    foreign.map(|(_, kind, option)| crate::output::refuse_option(*option, kind)).collect()
}

/// Carries out the command.
pub(crate) fn dispatch(args: &Args) -> Result<Exit, Error> {
    match &args.command {
        Command::List(list) => list::run(list),
        Command::Show(show) => show::run(show),
        Command::Check(check) => check::run(check),
        Command::Count(count) => count::run(count),
        Command::Solve(solve) => solve::run(solve),
        Command::Verify(verify) => verify::run(verify),
        Command::Compile(compile) => compile::run(compile),
        Command::Run(run) => run::run(run),
        Command::Draw(draw) => draw::run(draw),
        Command::Completions(completions) => help::completions(completions),
        Command::Man(man) => help::man(man),
    }
}
