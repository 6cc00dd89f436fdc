//! One file a verb.

mod ask;
mod check;
mod compile;
mod convert;
mod draw;
mod engines;
mod generate;
mod help;
mod list;
mod run;
mod show;
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
        Command::Count(count) => ask::count(count),
        Command::Solve(solve) => ask::solve(solve),
        Command::Verify(verify) => verify::run(verify),
        Command::Compile(compile) => compile::run(compile),
        Command::Run(run) => run::run(run),
        Command::Draw(draw) => draw::run(draw),
        Command::Convert(convert) => convert::run(convert),
        Command::Generate(generate) => generate::run(generate),
        Command::Engines(engines) => engines::run(engines),
        Command::Completions(completions) => help::completions(completions),
        Command::Man(man) => help::man(man),
    }
}
