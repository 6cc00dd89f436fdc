//! Options that belong to queens.

use clap::{Args as ClapArgs, ValueEnum};

#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Queens")]
pub(crate) struct QueensCount {
    /// Count every empty board up to this size, a line a board (document 003 §2)
    #[arg(long, conflicts_with_all = ["up_to_symmetry", "checkpoint", "resume", "confirm"])]
    pub(crate) every_size: bool,
    /// Count the puzzle in another form
    #[arg(long = "as", value_name = "FORM", conflicts_with = "every_size")]
    pub(crate) form: Option<OtherForm>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OtherForm {
    /// Exact cover: rows and columns once, diagonals at most once
    Cover,
}

impl QueensCount {
    /// The option that was used, if any.
    pub(crate) fn used(&self) -> Option<&'static str> {
        match (self.every_size, self.form) {
            (true, _) => Some("--every-size"),
            (_, Some(_)) => Some("--as"),
            _ => None,
        }
    }
}
