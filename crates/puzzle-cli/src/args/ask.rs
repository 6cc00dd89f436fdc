//! Arguments of the verbs that answer questions: count, solve, verify.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{
    CnfCount, CnfSolve, Color, CoverCount, CoverSolve, Limits, NonogramCount, NonogramSolve,
    PegsCount, PegsSolve, QueensCount, SlidingCommon, SlidingSolve, Which, values,
};

/// How to search.
#[derive(ClapArgs, Debug)]
pub(crate) struct Search {
    /// The engine to use; `auto` chooses
    #[arg(long, value_name = "NAME", default_value = "auto")]
    #[arg(value_parser = values::engine_names())]
    pub(crate) engine: String,
    /// Cover the aspects in a fixed order, but abandon a node when some free aspect has no fitting
    /// embedding left (engine local-cutoff); engines that choose the aspect themselves always do
    #[arg(long)]
    pub(crate) cutoff: bool,
    /// The order of aspects: reading, short-side, pieces-first, least-growing-footprint, a list
    /// such as 0,3,1,4,2,5, or a file that holds one
    #[arg(long, value_name = "NAME|LIST|FILE")]
    pub(crate) order: Option<String>,
    /// Solve the restricted puzzle: one placement per orbit of PIECE, or only those numbered
    #[arg(long, value_name = "none|auto|PIECE[=N,N]", default_value = "none")]
    pub(crate) restrict: puzzle::Restriction,
    /// Remove embeddings that no solution has before the search; auto does so where it pays
    #[arg(long, value_name = "auto|yes|no", default_value = "auto")]
    pub(crate) preprocess: puzzle::Preprocess,
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

/// As if nothing was typed; a test compares it with the options above.
impl Default for Search {
    fn default() -> Self {
        Search {
            engine: "auto".into(),
            cutoff: false,
            order: None,
            restrict: puzzle::Restriction::None,
            preprocess: puzzle::Preprocess::Auto,
            limits: Limits::default(),
            threads: None,
            checkpoint: None,
            checkpoint_every: std::time::Duration::from_secs(60),
            resume: None,
            explain: false,
            quiet: false,
        }
    }
}

impl Search {
    /// The first option that was used and means something for exact covers only.
    pub(crate) fn used_for_covers(&self) -> Option<&'static str> {
        let used = [
            ("--cutoff", self.cutoff),
            ("--order", self.order.is_some()),
            ("--restrict", self.restrict != puzzle::Restriction::None),
            ("--preprocess", self.preprocess != puzzle::Preprocess::Auto),
        ];
        used.into_iter().find_map(|(name, used)| used.then_some(name))
    }
}

#[derive(ClapArgs, Debug, Default)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) which: Which,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Count solutions that are turns or reflections of each other once
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Count again with an unlike engine and without symmetry, and compare
    #[arg(long, conflicts_with_all = ["checkpoint", "resume"])]
    pub(crate) confirm: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) queens: QueensCount,
    #[command(flatten)]
    pub(crate) cnf: CnfCount,
    #[command(flatten)]
    pub(crate) cover: CoverCount,
    #[command(flatten)]
    pub(crate) pegs: PegsCount,
    #[command(flatten)]
    pub(crate) nonogram: NonogramCount,
    #[command(flatten)]
    pub(crate) sliding: SlidingCommon,
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
    /// Print the first N nodes of the search tree instead of solutions; without an order the
    /// aspect with the fewest fitting embeddings is covered next
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    #[arg(conflicts_with_all = ["all", "limit", "json", "ndjson", "time_limit", "node_limit"])]
    #[arg(conflicts_with_all = ["threads", "checkpoint", "resume", "memory", "sample", "zdd"])]
    #[arg(conflicts_with_all = ["seed", "unordered"])]
    pub(crate) explain_tree: Option<u32>,
    /// One JSON object
    #[arg(long, conflicts_with_all = ["ndjson", "checkpoint", "resume"])]
    pub(crate) json: bool,
    /// One JSON object a line for each solution, then one with the totals
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// Write the solutions to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: Color,
    #[command(flatten)]
    pub(crate) cnf: CnfSolve,
    #[command(flatten)]
    pub(crate) cover: CoverSolve,
    #[command(flatten)]
    pub(crate) pegs: PegsSolve,
    #[command(flatten)]
    pub(crate) nonogram: NonogramSolve,
    #[command(flatten)]
    pub(crate) sliding: SlidingSolve,
}

#[derive(ClapArgs)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) which: Which,
    /// What `solve --json`, `solve --ndjson` or `run --json` wrote
    #[arg(value_name = "FILE")]
    pub(crate) solutions: PathBuf,
}
