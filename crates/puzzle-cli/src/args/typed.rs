//! From the command line to the arguments.
//!
//! The definition of all verbs takes longer to build than a short count takes to answer. So the two
//! verbs that search are first read by their own definition alone. Whatever that does not understand,
//! help and mistakes included, is read again by the definition of the whole command, which alone
//! prints anything.

use std::ffi::OsString;

use clap::{Args as ClapArgs, Command as Definition, FromArgMatches, Parser};

use super::{Args, Command, Count, Solve};

impl Args {
    /// What was typed; ends the process with help or a message where that is due.
    pub(crate) fn typed() -> Self {
        alone(std::env::args_os()).unwrap_or_else(Args::parse)
    }
}

/// The arguments as the verb alone understands them.
fn alone(typed: impl Iterator<Item = OsString>) -> Option<Args> {
    let mut typed = typed.skip(1).peekable();
    let command = match typed.peek()?.to_str()? {
        "count" => Command::Count(read::<Count>(typed)?),
        "solve" => Command::Solve(read::<Solve>(typed)?),
        _ => return None,
    };
    Some(Args { command })
}

/// Reads the arguments of a verb; the first word is the verb itself.
fn read<A: ClapArgs + FromArgMatches>(typed: impl Iterator<Item = OsString>) -> Option<Box<A>> {
    let matches = A::augment_args(Definition::new("verb")).try_get_matches_from(typed).ok()?;
    A::from_arg_matches(&matches).ok().map(Box::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ').map(OsString::from).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn a_verb_alone_reads_what_the_whole_command_reads() {
        for line in ["puzzle count soma --threads 2", "puzzle solve soma --all --engine cells"] {
            let whole = Args::try_parse_from(words(line)).ok().unwrap();
            match (alone(words(line)).unwrap().command, whole.command) {
                (Command::Count(one), Command::Count(other)) => {
                    assert_eq!(one.which.puzzle, other.which.puzzle);
                    assert_eq!((one.search.threads, other.search.threads), (Some(2), Some(2)));
                }
                (Command::Solve(one), Command::Solve(other)) => {
                    assert_eq!(one.which.puzzle, other.which.puzzle);
                    assert_eq!(one.search.engine, other.search.engine);
                }
                _ => panic!("{line}"),
            }
        }
    }

    #[test]
    fn help_and_mistakes_are_left_to_the_whole_command() {
        for line in [
            "puzzle",
            "puzzle list",
            "puzzle count",
            "puzzle count --help",
            "puzzle count -h",
            "puzzle count soma --thread",
            "puzzle count soma --threads 0",
            "puzzle --version",
        ] {
            assert!(alone(words(line)).is_none(), "{line}");
        }
    }
}
