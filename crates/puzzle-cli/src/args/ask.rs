//! Arguments of the verbs that answer questions: count, solve, verify.
//!
//! What every puzzle can be asked is here. What families offer beside it comes from their tables
//! (`choices`).

use std::path::PathBuf;

use clap::Args as ClapArgs;
use puzzle::Choices;

use super::{Color, Limits, Those, Which, values};

/// How to search.
#[derive(ClapArgs, Debug)]
pub(crate) struct Search {
    /// The engine to use (`puzzle engines` lists them); `auto` chooses
    #[arg(long, value_name = "NAME", default_value = "auto")]
    #[arg(value_parser = values::engine_names())]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How many threads search; all cores by default, one if an engine is named. Neither the answer
    /// nor the order of solutions depends on N
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
    /// Say which engine, order and symmetries are used, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// No progress and no remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Search {
    /// Nothing in particular: for answers that come from elsewhere.
    pub(crate) fn plain(quiet: bool) -> Self {
        Search {
            engine: "auto".into(),
            limits: Limits::default(),
            threads: None,
            checkpoint: None,
            checkpoint_every: puzzle::Run::INTERVAL,
            resume: None,
            explain: false,
            quiet,
        }
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) those: Those,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Count solutions that are images of each other once: short for --up-to symmetry
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Count again with an unlike engine and without symmetry, and compare
    #[arg(long, conflicts_with_all = ["checkpoint", "resume"])]
    pub(crate) confirm: bool,
    #[command(flatten)]
    pub(crate) form: JsonForm,
    /// What the family's own options say.
    #[arg(skip)]
    pub(crate) choices: Choices,
}

#[derive(ClapArgs)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) those: Those,
    #[command(flatten)]
    pub(crate) search: Search,
    /// All solutions, not only the first
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,
    /// One solution of each class: short for --up-to symmetry
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Print solutions as threads find them, not in the order of a single thread
    #[arg(long)]
    pub(crate) unordered: bool,
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// What the family's own options say.
    #[arg(skip)]
    pub(crate) choices: Choices,
}

/// Answers for programs, where no solutions are shown.
#[derive(ClapArgs, Debug)]
pub(crate) struct JsonForm {
    /// One JSON object
    #[arg(long, conflicts_with = "ndjson")]
    pub(crate) json: bool,
    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// A table for spreadsheets: what is a table in the answer, or else a row for each puzzle
    #[arg(long, conflicts_with_all = ["json", "ndjson"])]
    pub(crate) csv: bool,
}

/// How many solutions are shown, and how.
#[derive(ClapArgs)]
pub(crate) struct Shown {
    /// At most so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// One JSON object
    #[arg(long, conflicts_with_all = ["ndjson", "checkpoint", "resume"])]
    pub(crate) json: bool,
    /// One JSON object a line for each solution, then one with the totals; of several puzzles one a line
    /// for each puzzle
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// A table for spreadsheets: what is a table in the answer, or else a row for each puzzle
    #[arg(long, conflicts_with_all = ["json", "ndjson", "checkpoint", "resume"])]
    pub(crate) csv: bool,
    /// Write the solutions to a file: a picture if it ends with .svg or .png, a table if with .csv
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(ClapArgs)]
pub(crate) struct Disassemble {
    #[command(flatten)]
    pub(crate) those: Those,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Find out again with an unlike engine, and compare
    #[arg(long, conflicts_with_all = ["checkpoint", "resume"])]
    pub(crate) confirm: bool,
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// What the family's own options say.
    #[arg(skip)]
    pub(crate) choices: Choices,
}

#[derive(ClapArgs)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) which: Which,
    /// What `solve --json`, `solve --ndjson` or `run --json` wrote, or a certificate
    #[arg(value_name = "FILE")]
    pub(crate) solutions: PathBuf,
    /// Count N subtrees of a certificate's parts again, with an unlike engine and without prices
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) sample: u32,
    /// Which subtrees: the same seed draws the same ones
    #[arg(long, value_name = "N", default_value = "1", requires = "sample")]
    pub(crate) seed: u64,
}
