//! One file a verb.

mod check;
mod cnf;
mod compile;
mod convert;
mod count;
mod draw;
mod generate;
mod help;
mod list;
mod listing;
mod monotone;
mod nonogram;
mod pegs;
mod queens;
mod run;
mod sample;
mod show;
mod sliding;
mod solve;
mod tree;
mod values;
mod verify;

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
        Command::Verify(verify) => verify::run(verify),
        Command::Compile(compile) => compile::run(compile),
        Command::Run(run) => run::run(run),
        Command::Draw(draw) => draw::run(draw),
        Command::Convert(convert) => convert::run(convert),
        Command::Generate(generate) => generate::run(generate),
        Command::Completions(completions) => help::completions(completions),
        Command::Man(man) => help::man(man),
    }
}
