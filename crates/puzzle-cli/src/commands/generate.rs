//! `puzzle generate`: new puzzles, a subcommand a family.

use crate::args::{Generate, GenerateFamily};
use crate::exit::{Error, Exit};

pub(crate) fn run(generate: &Generate) -> Result<Exit, Error> {
    match &generate.family {
        GenerateFamily::Nonogram(nonogram) => super::nonogram::generate(nonogram),
    }
}
