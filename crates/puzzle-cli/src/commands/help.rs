//! `puzzle completions` and `puzzle man`: made from the definition of the arguments.

use crate::args::{self, Completions, Man};
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn completions(completions: &Completions) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut args::command(), "puzzle", &mut script);
    print(&script)
}

pub(crate) fn man(man: &Man) -> Result<Exit, Error> {
    let mut command = args::command();
    command.build();
    let command = match &man.verb {
        None => command,
        Some(verb) => {
            let Some(found) = command.find_subcommand(verb) else {
                let known = command.get_subcommands().map(clap::Command::get_name);
                let hint = puzzle::nearest::hint(verb, known);
                return Err(Error::Input(format!("error: there is no verb `{verb}`: {hint}")));
            };
            found.clone()
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&page)
}

fn print(text: &[u8]) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Answered)
}
