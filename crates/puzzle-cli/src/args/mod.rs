//! What can be typed. One definition per option yields parsing, help, completions and the manual.

mod ask;
mod cnf;
mod cover;
mod look;
mod nonogram;
mod pegs;
mod processor;
mod queens;
mod sliding;
mod typed;
mod values;

use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use ask::{Count, Search, Solve, Verify};
pub(crate) use cnf::{CnfCount, CnfSolve};
pub(crate) use cover::{CoverCount, CoverSolve};
pub(crate) use look::{Abstract, Check, Draw, List, Picture, Show};
pub(crate) use nonogram::{
    Cell, Convert, Generate, GenerateFamily, GenerateNonogram, NonogramCount, NonogramSolve, Target,
};
pub(crate) use pegs::{Metric, PegsCount, PegsEnds, PegsSolve};
pub(crate) use processor::{Compile, Emit, Machine, Run};
pub(crate) use queens::QueensCount;
pub(crate) use sliding::{SlidingCommon, SlidingSolve};

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
    List(List),
    /// Show a puzzle: its numbers, known answers and a drawing
    Show(Show),
    /// Read and validate a puzzle
    Check(Check),
    /// Count the solutions exactly
    Count(Box<Count>),
    /// Find solutions and draw them
    Solve(Box<Solve>),
    /// Check saved solutions against the puzzle's rules, without searching
    Verify(Verify),
    /// Compile a puzzle to a program for the puzzle processor
    Compile(Compile),
    /// Execute a program for the puzzle processor
    Run(Run),
    /// Draw a puzzle or a solution as text, SVG or PNG
    Draw(Draw),
    /// Write a puzzle in another form
    Convert(Convert),
    /// Make a new puzzle
    Generate(Generate),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page, of the command or of one verb
    Man(Man),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_of_the_arguments_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
