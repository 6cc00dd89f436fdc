//! Options that belong to exact covers: packing puzzles and whatever else is lowered to them.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// How `count` may count covers.
#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Exact covers")]
pub(crate) struct CoverCount {
    /// Take the solutions from a diagram that `solve --zdd FILE` wrote
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["up_to_symmetry", "confirm", "engine", "order"])]
    #[arg(conflicts_with_all = ["checkpoint", "resume", "threads"])]
    pub(crate) from_zdd: Option<PathBuf>,
    /// Count only solutions that cost at most N together
    #[arg(long, value_name = "N", conflicts_with_all = ["up_to_symmetry", "confirm", "from_zdd"])]
    pub(crate) max_cost: Option<u64>,
}

/// What `solve` may do with covers.
#[derive(ClapArgs)]
#[command(next_help_heading = "Exact covers")]
pub(crate) struct CoverSolve {
    /// N solutions drawn at random, each of all solutions with the same probability; one may come
    /// twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    #[arg(conflicts_with_all = ["all", "limit", "checkpoint", "resume"])]
    pub(crate) sample: Option<u64>,
    /// Write all solutions to FILE as a decision diagram, without listing them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "limit", "checkpoint", "resume"])]
    pub(crate) zdd: Option<PathBuf>,
    /// Draw samples from a diagram that --zdd wrote
    #[arg(long, value_name = "FILE", requires = "sample", conflicts_with_all = ["zdd"])]
    pub(crate) from_zdd: Option<PathBuf>,
    /// The seed of --sample and of --engine restarts: the same seed gives the same solutions
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print solutions as threads find them, not in the order of a single thread
    #[arg(long, conflicts_with_all = ["sample", "zdd"])]
    pub(crate) unordered: bool,
    /// The K cheapest solutions, cheapest first
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[arg(conflicts_with_all = ["all", "limit", "explain_tree", "sample", "zdd", "unordered"])]
    pub(crate) cheapest: Option<u32>,
}

impl CoverCount {
    /// An option that was given, if any.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let given =
            [("--from-zdd", self.from_zdd.is_some()), ("--max-cost", self.max_cost.is_some())];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}

impl CoverSolve {
    /// An option that was given, if any.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let given = [
            ("--sample", self.sample.is_some()),
            ("--zdd", self.zdd.is_some()),
            ("--from-zdd", self.from_zdd.is_some()),
            ("--seed", self.seed.is_some()),
            ("--unordered", self.unordered),
            ("--cheapest", self.cheapest.is_some()),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}
