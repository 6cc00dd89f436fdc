//! What can be typed. One definition per option yields parsing, help, completions and the manual;
//! those of families come from their tables.

mod ask;
mod choices;
mod cluster;
pub(crate) mod hardware;
mod look;
mod make;
mod play;
mod processor;
mod serve;
mod values;

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use clap::builder::Resettable;
use clap::{
    ArgMatches, Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};
use clap_complete::Shell;
use puzzle::Verb;

pub(crate) use ask::{Count, Disassemble, JsonForm, Search, Shown, Solve, Verify};
pub(crate) use cluster::{Divide, Merge, Work};
pub(crate) use look::{Check, Draw, Engines, List, Picture, Show};
pub(crate) use make::{Convert, Generate, MODELS};
pub(crate) use play::{Level, Play, Side};
pub(crate) use processor::{Compile, Emit, Machine, Run};
pub(crate) use serve::Serve;

use crate::exit::Error;

/// Describe a combinatorial puzzle, get a solver compiled for it.
#[derive(Parser)]
#[command(name = "puzzle", version, max_term_width = 100)]
#[command(after_help = "PUZZLE is a file, `-` for the standard input, or a name of the catalogue \
                        (`puzzle list`).\nExit codes: 0 answered, 1 no solution (solve), 2 bad \
                        input, 3 stopped by a limit or Ctrl-C, 70 internal error.")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the catalogue
    List(Later<List>),
    /// Show a puzzle: its numbers, known answers and a drawing
    Show(Later<Show>),
    /// Read and validate a puzzle
    Check(Later<Check>),
    /// Count the solutions exactly
    Count(Later<Count>),
    /// Find solutions and draw them
    Solve(Later<Solve>),
    /// Take the assemblies of a packing puzzle apart: levels and moves
    Disassemble(Later<Disassemble>),
    /// Divide a question into units that many machines work on
    Divide(Later<Divide>),
    /// Work on the units of a divided question until none is left
    Work(Later<Work>),
    /// Add up what came of the units, or see how far they are
    Merge(Later<Merge>),
    /// Check saved solutions against the puzzle's rules, without searching
    Verify(Later<Verify>),
    /// Compile a puzzle to a program for the puzzle processor
    Compile(Later<Compile>),
    /// Execute a program for the puzzle processor
    Run(Later<Run>),
    /// The puzzle processor in hardware: simulate, synthesise, many in parallel
    Hardware(Later<hardware::Hardware>),
    /// Draw a puzzle or a solution as text, SVG or PNG
    Draw(Later<Draw>),
    /// Write a puzzle in another form
    Convert(Later<Convert>),
    /// Make a new puzzle
    Generate(Generate),
    /// Play a puzzle at the terminal, against the machine where two play
    Play(Later<Play>),
    /// See, play, solve and step through puzzles in a browser
    Serve(Later<Serve>),
    /// List the engines, one line each
    Engines(Later<Engines>),
    /// Print the JSON schema of what --json and --ndjson print
    Schema,
    /// Print a completion script for a shell
    Completions(Later<Completions>),
    /// Print the manual page, of the command or of one verb
    Man(Later<Man>),
}

/// The options of a verb, defined when it is typed: to define those of all verbs takes longer than a
/// short count takes to answer.
pub(crate) struct Later<T>(Box<T>);

impl<T> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Later<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Later<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Later(Box::new(T::from_arg_matches(matches)?)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: ClapArgs> ClapArgs for Later<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.defer(define::<T>)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command.defer(define::<T>)
    }
}

/// Adds options to a verb. They bring descriptions of their own along; the verb keeps its own.
fn define<T: ClapArgs>(verb: clap::Command) -> clap::Command {
    let (short, long) = (verb.get_about().cloned(), verb.get_long_about().cloned());
    let verb = T::augment_args(verb);
    verb.about(Resettable::from(short)).long_about(Resettable::from(long))
}

/// Which puzzle.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct Which {
    /// A file, `-`, or a catalogue name such as pentominoes-6x10
    pub(crate) puzzle: String,
    /// The family, if the text should not decide
    #[arg(long, value_name = "FAMILY")]
    pub(crate) kind: Option<String>,
}

/// Which puzzles.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct Those {
    /// Files, folders, `-`, or catalogue names such as pentominoes-6x10. Of several puzzles, in several
    /// files or in one, each is answered in its turn
    #[arg(value_name = "PUZZLE", required = true)]
    pub(crate) puzzles: Vec<String>,
    /// The family, if the texts should not decide
    #[arg(long, value_name = "FAMILY")]
    pub(crate) kind: Option<String>,
}

/// When to stop.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct Limits {
    /// Stop after so long: 90, 90s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after so many nodes of the search tree
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Stop before the tables of a search take more: 64MiB, 2GB
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub(crate) memory: Option<u64>,
}

/// Colours in text.
#[derive(ClapArgs)]
pub(crate) struct Color {
    /// Colours in text drawings
    #[arg(long = "color", value_name = "WHEN", default_value = "auto")]
    pub(crate) when: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(ClapArgs)]
pub(crate) struct Completions {
    /// Which shell
    pub(crate) shell: Shell,
}

#[derive(ClapArgs)]
pub(crate) struct Man {
    /// The verb whose page is wanted
    pub(crate) verb: Option<String>,
}

/// The definition of the command.
pub(crate) fn command() -> clap::Command {
    let mut command = Args::command();
    let names: Vec<String> =
        command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    // All of them, because one that is changed goes to the end of the list.
    for name in names {
        command = command.mut_subcommand(&name, |verb| match name.as_str() {
            "count" => verb.defer(|verb| choices::extend(define::<Count>(verb), Verb::Count)),
            "solve" => verb.defer(|verb| choices::extend(define::<Solve>(verb), Verb::Solve)),
            "divide" => verb.defer(|verb| {
                choices::extend(choices::extend(define::<Divide>(verb), Verb::Count), Verb::Solve)
            }),
            "disassemble" => {
                verb.defer(|verb| choices::extend(define::<Disassemble>(verb), Verb::Disassemble))
            }
            "generate" => make::extend(verb),
            _ => verb,
        });
    }
    command
}

/// Whether a verb is about puzzles.
pub(crate) fn takes_puzzles(verb: &clap::Command) -> bool {
    let mut built = verb.clone();
    built.build();
    built.get_positionals().any(|place| matches!(place.get_id().as_str(), "puzzle" | "puzzles"))
}

/// What was typed; ends the process with help or a message where that is due.
pub(crate) fn typed() -> Result<Args, Error> {
    let matches = command().try_get_matches().map_err(|error| {
        // Programs get errors in their own form; people get clap's, with usage and tips.
        if !(error.use_stderr() && wants_json()) {
            error.exit();
        }
        let text = error.render().to_string();
        let message = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let tip = text.lines().find_map(|line| line.trim_start().strip_prefix("tip: "));
        Error::Input(tip.map_or(message.clone(), |tip| format!("{message}\n hint: {tip}")))
    })?;
    let mut args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let Some((_, matches)) = matches.subcommand() {
        match &mut args.command {
            Command::Count(count) => count.choices = choices::chosen(Verb::Count, matches)?,
            Command::Solve(solve) => solve.choices = choices::chosen(Verb::Solve, matches)?,
            Command::Disassemble(apart) => {
                apart.choices = choices::chosen(Verb::Disassemble, matches)?;
            }
            Command::Divide(divide) => {
                let verb = if divide.all { Verb::Solve } else { Verb::Count };
                divide.choices = choices::chosen(verb, matches)?;
            }
            Command::Generate(generate) => generate.take(matches)?,
            _ => {}
        }
    }
    Ok(args)
}

/// Whether answers, and so errors, are for programs.
pub(crate) fn wants_json() -> bool {
    std::env::args_os().any(|word| word == "--json" || word == "--ndjson")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_of_the_arguments_is_consistent() {
        super::command().debug_assert();
    }
}
