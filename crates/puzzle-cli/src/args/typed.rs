//! From the command line to the arguments.
//!
//! The definition of all verbs takes longer to build than a short count takes to answer. So the
//! plainest question, `puzzle count NAME`, is understood without it.

use std::ffi::OsString;

use clap::Parser;

use super::{Args, Command, Count, Which};

impl Args {
    /// What was typed; ends the process with help or a message where that is due.
    pub(crate) fn typed() -> Self {
        plain(std::env::args_os()).unwrap_or_else(Args::parse)
    }
}

/// The arguments, if they are `count` and a name.
fn plain(mut typed: impl Iterator<Item = OsString>) -> Option<Args> {
    let (_, verb, name) = (typed.next()?, typed.next()?, typed.next()?.into_string().ok()?);
    if verb != "count" || name.is_empty() || name.starts_with('-') || typed.next().is_some() {
        return None;
    }
    let which = Which { puzzle: name, ..Which::default() };
    Some(Args { command: Command::Count(Box::new(Count { which, ..Count::default() })) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ').map(OsString::from).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn a_plain_question_is_what_the_definition_makes_of_it() {
        for line in ["puzzle count soma", "puzzle count help", "puzzle count a/b.toml"] {
            let [one, other] = [plain(words(line)).unwrap(), Args::parse_from(words(line))];
            let (Command::Count(one), Command::Count(other)) = (one.command, other.command) else {
                panic!("{line}");
            };
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
        }
    }

    #[test]
    fn all_else_is_left_to_the_definition() {
        for line in [
            "puzzle",
            "puzzle list",
            "puzzle solve soma",
            "puzzle count",
            "puzzle count ",
            "puzzle count -",
            "puzzle count -h",
            "puzzle count --help",
            "puzzle count soma --quiet",
            "puzzle --version",
        ] {
            assert!(plain(words(line)).is_none(), "{line}");
        }
    }
}
