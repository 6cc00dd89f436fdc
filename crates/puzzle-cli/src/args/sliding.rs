//! Options that belong to sliding-block puzzles.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// What `solve` can be asked about sliding blocks.
#[derive(ClapArgs)]
#[command(next_help_heading = "Sliding blocks")]
pub(crate) struct SlidingSolve {
    #[command(flatten)]
    pub(crate) common: SlidingCommon,
    /// Print the number of moves only
    #[arg(long)]
    pub(crate) distance: bool,
    /// Print the moves in words, without boards
    #[arg(long, conflicts_with = "distance")]
    pub(crate) moves: bool,
    /// Print the first N moves only: a hint
    #[arg(long, value_name = "N", conflicts_with = "distance")]
    pub(crate) hint: Option<usize>,
    /// How many configurations have each distance
    #[arg(long)]
    pub(crate) levels: bool,
    /// Count the shortest solutions too
    #[arg(long)]
    pub(crate) count_shortest: bool,
    /// Go on to the furthest configuration: how far it is, and one that is as far
    #[arg(long)]
    pub(crate) exhaust: bool,
    /// Search from the goal too; without either option that is done when it pays
    #[arg(long, conflicts_with = "one_end")]
    pub(crate) both_ends: bool,
    /// Search from the start only
    #[arg(long)]
    pub(crate) one_end: bool,
    /// With `-o FILE.svg`: one film instead of a sheet of boards, each shown for SECONDS
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "0.6")]
    pub(crate) animate: Option<f64>,
    /// Answer as the program of document 002 does, in its words and with its error in style 5; 1
    /// prints every configuration, -1 no boards
    #[arg(long, value_name = "VERBOSE", num_args = 0..=1, default_missing_value = "0")]
    #[arg(allow_negative_numbers = true)]
    pub(crate) compatible: Option<i32>,
    /// Write every configuration with its distance from the start
    #[arg(long, value_name = "FILE")]
    pub(crate) export_layers: Option<PathBuf>,
    /// Write every configuration and move: a graph for Graphviz if the file ends with .dot
    #[arg(long, value_name = "FILE")]
    pub(crate) export_graph: Option<PathBuf>,
}

/// What `solve` and `count` have in common.
#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Sliding blocks")]
pub(crate) struct SlidingCommon {
    /// What counts as a move: 0 one block one step, 1 one block straight on, 2 one block anywhere, 3
    /// to 5 the same for any blocks together
    #[arg(long, value_name = "0..5", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub(crate) style: Option<u8>,
    /// Begin here: a configuration in shorthand, rows of the picture separated by slashes, or a file
    /// that holds one
    #[arg(long, value_name = "CONFIGURATION")]
    pub(crate) from: Option<String>,
}

impl SlidingCommon {
    /// The first option that was used, to refuse it where it means nothing.
    pub(crate) fn used(&self) -> Option<&'static str> {
        [("--style", self.style.is_some()), ("--from", self.from.is_some())]
            .into_iter()
            .find_map(|(name, used)| used.then_some(name))
    }
}

impl SlidingSolve {
    /// The first option that was used.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let own = [
            ("--distance", self.distance),
            ("--moves", self.moves),
            ("--hint", self.hint.is_some()),
            ("--levels", self.levels),
            ("--count-shortest", self.count_shortest),
            ("--exhaust", self.exhaust),
            ("--both-ends", self.both_ends),
            ("--one-end", self.one_end),
            ("--animate", self.animate.is_some()),
            ("--compatible", self.compatible.is_some()),
            ("--export-layers", self.export_layers.is_some()),
            ("--export-graph", self.export_graph.is_some()),
        ];
        self.common.used().or_else(|| own.into_iter().find_map(|(name, used)| used.then_some(name)))
    }
}
