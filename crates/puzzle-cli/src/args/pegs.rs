//! Options that belong to peg solitaire.

use clap::{Args as ClapArgs, ValueEnum};

/// Another start or goal on the same board.
#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Peg solitaire")]
pub(crate) struct PegsEnds {
    /// Begin here: `all but d4`, `only d4, e4`
    #[arg(long, value_name = "PEGS")]
    pub(crate) start: Option<String>,
    /// End here: `only d4`, `one peg anywhere`, several separated by ` or `
    #[arg(long, value_name = "PEGS")]
    pub(crate) goal: Option<String>,
    /// Every first vacancy against every last peg: whether there is a game (solve), or how many
    /// (count)
    #[arg(long, conflicts_with_all = ["start", "goal"])]
    pub(crate) table: bool,
}

/// What `count` can be asked about pegs.
#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Peg solitaire")]
#[command(group = clap::ArgGroup::new("what").args(["levels", "maximal", "finals", "on_paths", "table"]))]
pub(crate) struct PegsCount {
    #[command(flatten)]
    pub(crate) ends: PegsEnds,
    /// How many positions and classes there are with each number of pegs
    #[arg(long, conflicts_with = "up_to_symmetry")]
    pub(crate) levels: bool,
    /// Games played until no jump is possible, whatever the goal
    #[arg(long, conflicts_with = "up_to_symmetry")]
    pub(crate) maximal: bool,
    /// Where a last peg can stand, and in how many ways
    #[arg(long, conflicts_with = "up_to_symmetry")]
    pub(crate) finals: bool,
    /// Positions from which a goal can still be reached
    #[arg(long, conflicts_with = "up_to_symmetry")]
    pub(crate) on_paths: bool,
}

/// What `solve` can be asked about pegs.
#[derive(ClapArgs)]
#[command(next_help_heading = "Peg solitaire")]
pub(crate) struct PegsSolve {
    #[command(flatten)]
    pub(crate) ends: PegsEnds,
    /// What to make few of: jumps, or moves, where consecutive jumps of one peg are one move
    #[arg(long, value_name = "WHAT")]
    pub(crate) metric: Option<Metric>,
    /// Show the board after every move
    #[arg(long, conflicts_with_all = ["json", "ndjson"])]
    pub(crate) boards: bool,
}

/// What a short game has few of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    Jumps,
    Moves,
}

/// The first option that was used.
fn first(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find_map(|&(name, used)| used.then_some(name))
}

impl PegsEnds {
    fn used(&self) -> Option<&'static str> {
        first(&[
            ("--start", self.start.is_some()),
            ("--goal", self.goal.is_some()),
            ("--table", self.table),
        ])
    }
}

impl PegsCount {
    /// The first option that was used, to refuse it where it means nothing.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let own =
            [("--maximal", self.maximal), ("--finals", self.finals), ("--on-paths", self.on_paths)];
        self.ends.used().or_else(|| first(&own))
    }
}

impl PegsSolve {
    /// The first option that was used, to refuse it where it means nothing.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let own = [("--metric", self.metric.is_some()), ("--boards", self.boards)];
        self.ends.used().or_else(|| first(&own))
    }
}
