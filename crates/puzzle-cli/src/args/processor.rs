//! Arguments of the verbs of the puzzle processor: compile, run.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use puzzle::processor::Overlap;

use super::{Limits, Which};

#[derive(ClapArgs)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The order of aspects: reading, short-side, pieces-first, least-growing-footprint, a list
    /// such as 0,3,1,4,2,5, or a file that holds one
    #[arg(long, value_name = "NAME|LIST|FILE", default_value = "least-growing-footprint")]
    pub(crate) order: String,
    /// How guards that embeddings have in common are shared
    #[arg(long, value_name = "HOW", default_value = "greedy")]
    pub(crate) overlap: Sharing,
    /// Call the procedure of the next aspect even if the embedding covers that one too, as the
    /// report's listings do
    #[arg(long)]
    pub(crate) no_skip: bool,
    /// Compile the restricted puzzle: one placement per orbit of PIECE, or only those numbered
    #[arg(long, value_name = "none|auto|PIECE[=N,N]")]
    pub(crate) restrict: Option<String>,
    /// The form of the program [default: code]
    #[arg(long, value_name = "FORM")]
    pub(crate) emit: Option<Emit>,
    /// Print the partition of the embeddings and the procedures instead of the program; with
    /// --emit or --output, on the standard error beside it
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write the program to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Cut the search into N parts or a few more, one state for each, to be run on many machines:
    /// --output then names a new folder for the program and the states
    #[arg(long, value_name = "N", requires = "output", conflicts_with = "explain")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=puzzle::processor::split::MOST as i64))]
    pub(crate) split: Option<u32>,
}

/// How overlap is exploited.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sharing {
    /// Every aspect of every embedding is tested separately
    Off,
    /// The most common aspect first
    Greedy,
    /// A search for fewer tests
    Best,
}

impl From<Sharing> for Overlap {
    fn from(sharing: Sharing) -> Self {
        match sharing {
            Sharing::Off => Overlap::Off,
            Sharing::Greedy => Overlap::Greedy,
            Sharing::Best => Overlap::Best,
        }
    }
}

/// The forms of a program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// A letter and numbers, a line an instruction
    Code,
    /// Assembly with labels
    Asm,
    /// Assembly with nested guards, for reading only
    Structured,
    /// 24-bit words as hexadecimal text
    Hex,
    /// 24-bit words as a ROM image of zeros and ones
    Rom,
    /// 24-bit words, binary
    Words,
    /// Wide words for any number of aspects and any distance, binary
    Wide,
    /// A C program
    C,
}

#[derive(ClapArgs)]
pub(crate) struct Run {
    /// A file with a program in any form that can be read back, or `-`
    pub(crate) program: String,
    /// Print the registers before each instruction, or before each of the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "18446744073709551615", conflicts_with = "json")]
    pub(crate) trace: Option<u64>,
    /// Count the instructions in the text and in the run, in all and per procedure
    #[arg(long)]
    pub(crate) profile: bool,
    /// Go on from a saved state
    #[arg(long, value_name = "FILE")]
    pub(crate) state_in: Option<PathBuf>,
    /// Save the state at the end, at a limit and on Ctrl-C
    #[arg(long, value_name = "FILE")]
    pub(crate) state_out: Option<PathBuf>,
    /// Add up what the runs of all parts of a split program have found, from the states they saved
    /// at their ends
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["trace", "profile"])]
    #[arg(conflicts_with_all = ["state_in", "state_out", "emit"])]
    pub(crate) merge: Vec<PathBuf>,
    /// Stop after so many instructions
    #[arg(long, value_name = "N")]
    pub(crate) instruction_limit: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// What executes the program [default: vm; with --trace or --profile interpreter]
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<Machine>,
    /// Print the program in another form instead of executing it
    #[arg(long, value_name = "FORM")]
    pub(crate) emit: Option<Emit>,
    /// With --emit, write it to a file
    #[arg(short, long, value_name = "FILE", requires = "emit")]
    pub(crate) output: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the number of solutions; no progress and no remarks on the standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What executes programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Machine {
    /// One instruction at a time, every check in sight
    Interpreter,
    /// The tight loop
    Vm,
    /// Machine code (x86-64)
    Native,
}

impl Emit {
    /// What its files are called.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Emit::Code => "code",
            Emit::Asm | Emit::Structured => "asm",
            Emit::Hex => "hex",
            Emit::Rom => "rom",
            Emit::Words => "words",
            Emit::Wide => "wide",
            Emit::C => "c",
        }
    }
}

impl Machine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Machine::Interpreter => "interpreter",
            Machine::Vm => "vm",
            Machine::Native => "native",
        }
    }
}
