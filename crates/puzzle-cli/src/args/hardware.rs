//! Arguments of `puzzle hardware`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::Which;

/// The puzzle processor in hardware; needs the tools of `cargo xtask setup hardware`.
#[derive(ClapArgs)]
pub(crate) struct Hardware {
    #[command(subcommand)]
    pub(crate) what: What,
}

#[derive(Subcommand)]
pub(crate) enum What {
    /// Simulate a design on a puzzle and check every step against the interpreter
    Sim(Sim),
    /// Synthesise the designs: area beside the report's, the clock on an FPGA, switching activity
    Synth(Synth),
    /// Simulate many processors that share out the parts of a search
    Array(Array),
    /// Prove that the designs do what the instructions mean, for all programs of four words
    Prove(Prove),
    /// Print the SystemVerilog package that is made from the instruction table
    Package,
}

#[derive(ClapArgs)]
pub(crate) struct Program {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The order of aspects, as in `compile`
    #[arg(long, value_name = "NAME|LIST|FILE", default_value = "least-growing-footprint")]
    pub(crate) order: String,
    /// The restricted puzzle, as in `compile`
    #[arg(long, value_name = "none|auto|PIECE[=N,N]")]
    pub(crate) restrict: Option<String>,
    /// Call the procedure of the next aspect even if it is covered, as the report does
    #[arg(long)]
    pub(crate) no_skip: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) program: Program,
    /// Take PUZZLE as a file with a program
    #[arg(long = "program", conflicts_with_all = ["restrict", "no_skip"])]
    pub(crate) is_program: bool,
    /// The design
    #[arg(long, value_name = "e|f|g|h2|h4", default_value = "e")]
    pub(crate) design: String,
    /// Begin at a saved state of this program
    #[arg(long, value_name = "FILE")]
    pub(crate) state_in: Option<PathBuf>,
    /// Stop after N instructions, read the state back and save it
    #[arg(long, value_name = "FILE", requires = "instruction_limit")]
    pub(crate) state_out: Option<PathBuf>,
    /// Stop after N instructions; a design that executes several at once may do up to three more
    #[arg(long, value_name = "N")]
    pub(crate) instruction_limit: Option<u64>,
    /// Compare the registers before every instruction, too
    #[arg(long)]
    pub(crate) trace: bool,
    /// Let solutions stream out and compare each
    #[arg(long)]
    pub(crate) solutions: bool,
    /// Write all signals to a file for GTKWave
    #[arg(long, value_name = "FILE.fst")]
    pub(crate) wave: Option<PathBuf>,
    /// What simulates [default: icarus up to two million clocks]
    #[arg(long, value_name = "NAME")]
    pub(crate) simulator: Option<Simulates>,
    /// Keep sources, ROM image and what the tools made in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) keep: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Simulates {
    /// Ready at once, slow
    Icarus,
    /// Takes seconds to compile, fast
    Verilator,
}

#[derive(ClapArgs)]
pub(crate) struct Synth {
    /// Only these designs
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) design: Vec<String>,
    /// Place a processor with 4096 words of program on an iCE40 HX8K
    #[arg(long)]
    pub(crate) ice40: bool,
    /// Place a processor with 16384 words of program on an ECP5-85
    #[arg(long)]
    pub(crate) ecp5: bool,
    /// Simulate the gates on this puzzle and count how often wires change
    #[arg(long, value_name = "PUZZLE")]
    pub(crate) activity: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Array {
    #[command(flatten)]
    pub(crate) program: Program,
    /// The design of every processor
    #[arg(long, value_name = "e|f|g|h2|h4", default_value = "e")]
    pub(crate) design: String,
    /// How many processors, one array after the other
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "1,2,4,8,16")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) cores: Vec<u32>,
    /// Cut the search into N parts or a few more
    #[arg(long, value_name = "N", default_value = "256")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=puzzle::processor::split::MOST as i64))]
    pub(crate) split: u32,
    /// What simulates
    #[arg(long, value_name = "NAME", default_value = "verilator")]
    pub(crate) simulator: Simulates,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Prove {
    /// Only these designs
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) design: Vec<String>,
    /// For so many clocks
    #[arg(long, value_name = "N", default_value = "8")]
    #[arg(value_parser = clap::value_parser!(u32).range(4..=100))]
    pub(crate) clocks: u32,
}
