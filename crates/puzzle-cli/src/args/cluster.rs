//! Arguments of the verbs for many machines: divide, work, merge.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use puzzle::Choices;

use super::{Color, Limits, Which, values};

#[derive(ClapArgs)]
pub(crate) struct Divide {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Into about how many units
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) units: u32,
    /// Where the units go: a directory that is not there yet
    #[arg(short = 'o', long = "output", value_name = "PLACE")]
    pub(crate) place: String,
    /// List all solutions; without it they are counted
    #[arg(long)]
    pub(crate) all: bool,
    /// Solutions that are images of each other are the same: short for --up-to symmetry
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// The engine that workers must use; `auto` leaves it to each of them
    #[arg(long, value_name = "NAME", default_value = "auto")]
    #[arg(value_parser = values::engine_names())]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Say how the work is divided, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// No progress and no remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// What the family's own options say.
    #[arg(skip)]
    pub(crate) choices: Choices,
}

#[derive(ClapArgs)]
pub(crate) struct Work {
    /// Where the units are: what `divide` was given with -o
    pub(crate) place: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How many threads search; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How often to save the unit that is worked on
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = values::duration)]
    pub(crate) checkpoint_every: Duration,
    /// A worker that was not heard of for so long is thought dead, and its unit is taken over
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = values::duration)]
    pub(crate) expire: Duration,
    /// A unit that takes longer is given to others in pieces, once they have nothing else to do
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = values::duration)]
    pub(crate) share_after: Duration,
    /// Stay until every unit has a result, for units that others may leave or share
    #[arg(long)]
    pub(crate) wait: bool,
    /// Answer Prometheus at this address, such as 127.0.0.1:9100
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// No progress and no remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Merge {
    /// Where the units are: what `divide` was given with -o
    pub(crate) place: String,
    /// Say how far it is, who is at work, and how long it will take
    #[arg(long, conflicts_with_all = ["cancel", "requeue", "confirm", "ndjson", "output"])]
    pub(crate) status: bool,
    /// A worker that was not heard of for so long is thought dead
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = values::duration)]
    pub(crate) expire: Duration,
    /// Nobody takes a unit from now on, and workers stop
    #[arg(long, conflicts_with_all = ["requeue", "confirm"])]
    pub(crate) cancel: bool,
    /// Let workers take the units that have no result once more
    #[arg(long)]
    pub(crate) requeue: bool,
    /// Count this share of the units again, drawn at random, by an unlike engine, and compare
    #[arg(long, value_name = "PERCENT", value_parser = values::percent)]
    pub(crate) confirm: Option<f64>,
    /// Which units are counted again: the same seed draws the same ones
    #[arg(long, value_name = "N", default_value = "1", requires = "confirm")]
    pub(crate) seed: u64,
    /// How many threads count them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// No remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "ndjson")]
    pub(crate) json: bool,
    /// One JSON object a line for each solution, then one with the totals
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// Write the solutions to a file: a picture if it ends with .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: Color,
}
