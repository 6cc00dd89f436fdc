//! Arguments that belong to nonograms, and the verbs that make and convert puzzles.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::{Limits, Which};

/// What can be asked of a nonogram beside its solutions.
#[derive(ClapArgs)]
#[command(next_help_heading = "Nonograms")]
pub(crate) struct NonogramSolve {
    /// Prove whether there is one solution, several (two are shown, and where they differ) or none
    #[arg(long, conflicts_with_all = ["all", "limit", "ndjson"])]
    pub(crate) unique: bool,
    /// Say how hard the puzzle is: line by line, by trying cells, by search, and how deep
    #[arg(long)]
    pub(crate) difficulty: bool,
    /// Tell why: every deduction in order, or those about one cell, given as its row and column
    #[arg(long, value_name = "ROW,COLUMN", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "all", value_parser = cell)]
    #[arg(conflicts_with_all = ["json", "ndjson"])]
    pub(crate) reasons: Option<Cell>,
}

impl NonogramSolve {
    /// The first of these options that was used, for puzzles of other families.
    pub(crate) fn used(&self) -> Option<&'static str> {
        [("--unique", self.unique), ("--difficulty", self.difficulty)]
            .into_iter()
            .chain([("--reasons", self.reasons.is_some())])
            .find_map(|(name, used)| used.then_some(name))
    }
}

/// A cell of a grid, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    All,
    At(usize, usize),
}

fn cell(text: &str) -> Result<Cell, String> {
    if text == "all" {
        return Ok(Cell::All);
    }
    let number = |text: &str| text.trim().parse().ok().and_then(|n: usize| n.checked_sub(1));
    let at = text.split_once(',').and_then(|(row, column)| Some((number(row)?, number(column)?)));
    let (row, column) = at.ok_or_else(|| format!("`{text}` is no cell; write --reasons=4,5"))?;
    Ok(Cell::At(row, column))
}

#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Nonograms")]
pub(crate) struct NonogramCount {
    /// Stop after so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
}

impl NonogramCount {
    /// The first of these options that was used, for puzzles of other families.
    pub(crate) fn used(&self) -> Option<&'static str> {
        self.limit.map(|_| "--limit")
    }
}

#[derive(ClapArgs)]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub(crate) family: GenerateFamily,
}

#[derive(Subcommand)]
pub(crate) enum GenerateFamily {
    /// A nonogram with exactly one solution, at random or from a picture
    Nonogram(GenerateNonogram),
}

#[derive(ClapArgs)]
pub(crate) struct GenerateNonogram {
    /// Rows and columns of a random picture
    #[arg(long, value_name = "RxC", default_value = "15x15", value_parser = size)]
    #[arg(conflicts_with = "picture")]
    pub(crate) size: (usize, usize),
    /// How many percent of the cells of a random picture are coloured, give or take 2
    #[arg(long, value_name = "PERCENT", default_value_t = 55)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=99), conflicts_with = "picture")]
    pub(crate) density: u64,
    /// How many colours a random picture has beside the background
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=32), conflicts_with = "picture")]
    pub(crate) colors: u8,
    /// Begin with this picture or nonogram: a PNG or PBM file, or any puzzle with a known solution
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<String>,
    /// The same seed gives the same puzzle; at random by default, and told on the standard error
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// What the puzzle is called
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// The form of the puzzle
    #[arg(long, value_name = "FORM", default_value = "non")]
    pub(crate) to: Target,
    /// Write the clues only, not the solution
    #[arg(long)]
    pub(crate) no_goal: bool,
    /// Write the puzzle to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// No remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `15x20`: rows and columns.
fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=512).contains(side));
    let sides =
        text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    sides
        .ok_or_else(|| format!("`{text}` is no size; write 15x20, with up to 512 rows and columns"))
}

#[derive(ClapArgs)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The form to write
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Target,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Forms in which puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Nonograms: S. Simpson's text
    Non,
    /// Nonograms: webpbn's XML
    Xml,
    /// Exact covers: Knuth's text of items and options
    Dlx,
    /// Packing puzzles: BurrTools
    Xmpuzzle,
    /// Exact covers: our own description file
    Puzzle,
}

impl Target {
    /// As typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Target::Non => "non",
            Target::Xml => "xml",
            Target::Dlx => "dlx",
            Target::Xmpuzzle => "xmpuzzle",
            Target::Puzzle => "puzzle",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_cells_are_checked_where_they_are_typed() {
        assert_eq!(size("15x20"), Ok((15, 20)));
        for bad in ["", "x", "0x4", "513x1", "4", "4x4x4", "-1x4"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(cell("4,5"), Ok(Cell::At(3, 4)));
        assert_eq!(cell("all"), Ok(Cell::All));
        for bad in ["", "4", "0,1", "a,b", "1,2,3"] {
            assert!(cell(bad).is_err(), "{bad}");
        }
    }
}
