//! Arguments of the verbs that look at a puzzle: list, show, check, draw.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Color, JsonForm, Those, Which, values};

#[derive(ClapArgs)]
pub(crate) struct List {
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// A table for spreadsheets
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

#[derive(ClapArgs)]
#[command(group = clap::ArgGroup::new("heat").args(["fits", "footprint"]))]
#[command(group = clap::ArgGroup::new("values").args(["fits", "footprint", "prices"]))]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Draw every embedding with its number
    #[arg(long, conflicts_with_all = ["emit", "json", "values"])]
    pub(crate) embeddings: bool,
    /// Print the abstract puzzle: its aspects, then one embedding a line
    #[arg(long, value_name = "FORM", value_parser = ["cover"], conflicts_with_all = ["json", "values"])]
    pub(crate) emit: Option<String>,
    /// Draw how many embeddings fit over each aspect
    #[arg(long, conflicts_with = "json")]
    pub(crate) fits: bool,
    /// Draw how many of the embeddings over ASPECT touch each aspect
    #[arg(long, value_name = "ASPECT", conflicts_with = "json")]
    pub(crate) footprint: Option<String>,
    /// Draw price lists: what each aspect costs where no embedding costs less than nothing. The first is the
    /// best for the whole puzzle, others are for parts of its search
    #[arg(long, value_name = "LISTS", conflicts_with_all = ["json", "after"])]
    #[arg(num_args = 0..=1, default_missing_value = "1", value_parser = values::lists)]
    pub(crate) prices: Option<usize>,
    /// For --fits and --footprint: when these embeddings are placed
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "heat")]
    pub(crate) after: Vec<u32>,
    /// For --fits, --footprint and --prices: write the picture to a file (.svg, .png, .json or text)
    #[arg(short, long, value_name = "FILE", requires = "values")]
    pub(crate) output: Option<PathBuf>,
    /// Show the restricted puzzle
    #[arg(long, value_name = "none|auto|PIECE[=N,N]")]
    pub(crate) restrict: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(ClapArgs)]
pub(crate) struct Engines {
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) those: Those,
    /// List the embeddings that no solution has, each with the reason, and those that all have
    #[arg(long)]
    pub(crate) preprocess: bool,
    #[command(flatten)]
    pub(crate) form: JsonForm,
}

#[derive(ClapArgs)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Draw this solution, given by its numbers: 0,18,10 (the embeddings that `solve --json` prints)
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) solution: Option<Vec<u32>>,
    /// Draw the solution that the puzzle's author or the catalogue knows
    #[arg(long, conflicts_with_all = ["solution", "solutions"])]
    pub(crate) known: bool,
    /// Draw the puzzle's symmetries: on every cell the number of the one it goes to
    #[arg(long, conflicts_with_all = ["solution", "solutions", "known"])]
    pub(crate) symmetries: bool,
    /// Draw the solutions saved by `solve --json` or `solve --ndjson`
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    pub(crate) solutions: Option<PathBuf>,
    /// The kind of picture; by default the output file's ending tells
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Picture>,
    /// Pixels per cell, for SVG and PNG, from 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 40.0, value_parser = values::scale)]
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
