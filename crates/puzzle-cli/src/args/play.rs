//! Arguments of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Color, Which, values};

#[derive(ClapArgs)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Which side you play, where two players take turns
    #[arg(long, value_name = "SIDE", default_value = "first")]
    pub(crate) side: Side,
    /// How well the machine plays
    #[arg(long, value_name = "LEVEL", default_value = "master")]
    pub(crate) level: Level,
    /// How long the machine may think about a move or a hint: 5, 30s, 2m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = values::duration)]
    pub(crate) think: Duration,
    /// Go on with a game that `save` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) saved: Option<PathBuf>,
    /// Where a beginner's random moves come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// You begin
    First,
    /// The machine begins
    Second,
    /// You play both sides
    Both,
    /// The machine plays both sides
    Neither,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Every other move at random
    Beginner,
    /// The best move that is found in time
    Master,
}
