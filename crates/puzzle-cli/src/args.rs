//! What can be typed. One definition per option yields parsing and help.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

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
    Count(Count),
    /// Find solutions and draw them
    Solve(Solve),
    /// Draw a puzzle or a solution as text, SVG or PNG
    Draw(Draw),
}

/// Which puzzle.
#[derive(ClapArgs)]
pub(crate) struct Which {
    /// A file, `-`, or a catalogue name such as pentominoes-6x10
    pub(crate) puzzle: String,
    /// The family, if the text should not decide
    #[arg(long, value_name = "FAMILY")]
    pub(crate) kind: Option<String>,
}

/// How to search.
#[derive(ClapArgs)]
pub(crate) struct Search {
    /// The engine to use; `auto` chooses
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine_names())]
    pub(crate) engine: String,
    /// The order of aspects: reading, short-side, or a list such as 0,3,1,4,2,5
    #[arg(long, value_name = "NAME|LIST")]
    pub(crate) order: Option<String>,
    /// Solve the restricted puzzle: one placement per orbit of PIECE, or only those numbered
    #[arg(long, value_name = "none|auto|PIECE[=N,N]", default_value = "none")]
    pub(crate) restrict: puzzle::Restriction,
    /// Stop after so long: 90, 90s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after so many nodes of the search tree
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Say which engine, order and symmetries are used, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// No progress and no remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs)]
pub(crate) struct List {
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Draw every embedding with its number
    #[arg(long, conflicts_with_all = ["emit", "json"])]
    pub(crate) embeddings: bool,
    /// Print the abstract puzzle: its aspects, then one embedding a line
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    pub(crate) emit: Option<Form>,
    /// Show the restricted puzzle
    #[arg(long, value_name = "none|auto|PIECE[=N,N]", default_value = "none")]
    pub(crate) restrict: puzzle::Restriction,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// Aspects and embeddings
    Cover,
}

#[derive(ClapArgs)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) which: Which,
}

#[derive(ClapArgs)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) which: Which,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Count solutions that are turns or reflections of each other once
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) which: Which,
    #[command(flatten)]
    pub(crate) search: Search,
    /// All solutions, not only the first
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,
    /// At most so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// One JSON object
    #[arg(long, conflicts_with = "ndjson")]
    pub(crate) json: bool,
    /// One JSON object a line for each solution, then one with the totals
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// Write the solutions to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(ClapArgs)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Draw these embeddings: 0,18,10 (the numbers that `solve --json` prints)
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) solution: Option<Vec<u32>>,
    /// Draw the solutions saved by `solve --json` or `solve --ndjson`
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    pub(crate) solutions: Option<PathBuf>,
    /// The kind of picture; by default the output file's ending tells
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Picture>,
    /// Pixels per cell, for SVG and PNG
    #[arg(long, value_name = "N", default_value_t = 40.0)]
    pub(crate) scale: f64,
    /// Leave out the solid view of cubes and spheres
    #[arg(long)]
    pub(crate) flat: bool,
    /// Where to write the picture
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    Text,
    Svg,
    Png,
    Json,
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

/// The registry is the list of names.
fn engine_names() -> clap::builder::PossibleValuesParser {
    let registered = puzzle::engines::ENGINES.iter().map(|engine| engine.name());
    clap::builder::PossibleValuesParser::new(["auto"].into_iter().chain(registered))
}

/// `90`, `90s`, `1.5m`, `2h`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write 90s, 5m or 2h");
    let (number, unit) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&text[..at], unit),
        _ => (text, 's'),
    };
    let factor = match unit {
        's' => 1.0,
        'm' => 60.0,
        'h' => 3600.0,
        'd' => 86400.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_and_seconds_are_the_default() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "s", "-1", "5x", "1e99", "nan"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_definition_of_the_arguments_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
