//! Arguments of the verbs that make and convert puzzles.

use std::path::PathBuf;

use clap::{ArgMatches, Args as ClapArgs, Command, FromArgMatches};
use puzzle::{Choices, FAMILIES, generators};

use super::{Limits, Which, choices};
use crate::exit::Error;

#[derive(ClapArgs)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = formats())]
    pub(crate) to: String,
    /// Write what was found out as well: assemblies that come apart, with their separations
    #[arg(long, value_name = "WHAT", value_parser = ["separations"])]
    pub(crate) with: Option<String>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The forms that some family writes.
fn formats() -> clap::builder::PossibleValuesParser {
    let mut formats: Vec<clap::builder::PossibleValue> = Vec::new();
    for (name, about) in FAMILIES.iter().flat_map(|family| family.formats) {
        if formats.iter().all(|known| known.get_name() != *name) {
            formats.push(clap::builder::PossibleValue::new(*name).help(*about));
        }
    }
    formats.into()
}

#[derive(ClapArgs)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Generate {
    /// The family and what was chosen; read from its own table.
    #[arg(skip)]
    pub(crate) made: Made,
}

/// What to make.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) family: String,
    pub(crate) choices: Choices,
    pub(crate) common: Option<Common>,
}

/// What every generator has.
#[derive(ClapArgs)]
pub(crate) struct Common {
    /// Write the puzzle to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// No remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// A subcommand for every family that makes puzzles.
pub(super) fn extend(mut command: Command) -> Command {
    for (name, generator) in generators() {
        let own = Command::new(name).about(generator.about());
        command =
            command.subcommand(Common::augment_args(choices::of_table(own, generator.table())));
    }
    command
}

impl Generate {
    /// Takes what was typed after the family's name.
    pub(super) fn take(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let Some((family, matches)) = matches.subcommand() else { return Ok(()) };
        let found = generators().find(|(name, _)| *name == family);
        self.made = Made {
            family: family.into(),
            choices: match found {
                Some((_, generator)) => choices::chosen_of(generator.table(), matches)?,
                None => Choices::none(),
            },
            common: Common::from_arg_matches(matches).ok(),
        };
        Ok(())
    }
}
