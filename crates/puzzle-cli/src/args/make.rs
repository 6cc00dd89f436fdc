//! Arguments of the verbs that make and convert puzzles.

use std::path::PathBuf;

use clap::{ArgMatches, Args as ClapArgs, Command, FromArgMatches};
use puzzle::{Choices, FAMILIES, generators};

use super::{Limits, Which, choices, values};
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
    /// Write to a file; with `--to stl` a folder, that is there or ends with /, gets a file a piece
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// With `--to stl`: the side of a cube in millimetres
    #[arg(long, value_name = "MM", default_value_t = 10.0)]
    pub(crate) unit: f64,
    /// With `--to stl`: how far every side of a piece goes back, so that pieces slide
    #[arg(long, value_name = "MM", default_value_t = 0.1)]
    pub(crate) offset: f64,
    /// With `--to stl`: how much is cut off from edges
    #[arg(long, value_name = "MM", default_value_t = 0.5)]
    pub(crate) bevel: f64,
}

/// The form of which there is a file a piece.
pub(crate) const MODELS: &str = "stl";

/// The forms that some family writes.
fn formats() -> clap::builder::PossibleValuesParser {
    let mut formats: Vec<clap::builder::PossibleValue> = Vec::new();
    for (name, about) in FAMILIES.iter().flat_map(|family| family.formats) {
        if formats.iter().all(|known| known.get_name() != *name) {
            formats.push(clap::builder::PossibleValue::new(*name).help(*about));
        }
    }
    let models = clap::builder::PossibleValue::new(MODELS);
    formats.push(models.help("Packing puzzles: the pieces for a 3D printer"));
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
    /// Of a generator whose work lasts.
    pub(crate) work: Option<Work>,
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

/// What a generator has whose work lasts.
#[derive(ClapArgs)]
pub(crate) struct Work {
    /// How many threads search; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Save the run to FILE now and then and when it is stopped
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often to save it
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    pub(crate) checkpoint_every: std::time::Duration,
    /// Go on with a saved run, and save it to the same file unless --checkpoint names another
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
}

/// A subcommand for every generator.
pub(super) fn extend(mut command: Command) -> Command {
    for (name, generator) in generators() {
        let own = Command::new(name).about(generator.about());
        let own = Common::augment_args(choices::of_table(own, generator.table()));
        command = command.subcommand(if generator.saves() { Work::augment_args(own) } else { own });
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
            work: found
                .filter(|(_, generator)| generator.saves())
                .and_then(|_| Work::from_arg_matches(matches).ok()),
        };
        Ok(())
    }
}
