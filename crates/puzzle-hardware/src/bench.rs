//! The test bench, built by Icarus or Verilator and run on a program: what it tells is read here.

use std::path::Path;

use crate::designs::{BENCH, Design, SYSTEM};
use crate::{Folder, Trouble, tools};

/// What simulates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simulator {
    /// Ready at once, a hundred thousand clocks a second.
    Icarus,
    /// Takes seconds to compile, then millions of clocks a second.
    Verilator,
}

impl Simulator {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Simulator::Icarus => "icarus",
            Simulator::Verilator => "verilator",
        }
    }

    /// The quicker one for so many clocks.
    pub fn for_clocks(clocks: u64) -> Self {
        if clocks > 2_000_000 { Simulator::Verilator } else { Simulator::Icarus }
    }

    /// Compiles sources with this top module.
    pub(crate) fn compile(
        self,
        folder: &Path,
        top: &str,
        defines: &[String],
        sources: &[&str],
        wave: bool,
    ) -> Result<(), Trouble> {
        let words = |first: &[&str]| {
            let first = first.iter().map(|word| (*word).to_owned());
            let sources = sources.iter().map(|name| (*name).to_owned());
            first.chain(defines.iter().cloned()).chain(sources).collect::<Vec<String>>()
        };
        match self {
            Simulator::Icarus => {
                tools::need("iverilog")?;
                tools::run(folder, "iverilog", words(&["-g2012", "-s", top, "-o", "design.vvp"]))?;
            }
            Simulator::Verilator => {
                tools::need("verilator")?;
                let mut first = vec!["--binary", "--timing", "-O3", "-CFLAGS", "-O2"];
                first.extend(["-Wno-fatal", "-Wno-lint", "-Wno-style"]);
                first.extend(["--top-module", top, "--Mdir", "built", "-o", "design"]);
                if wave {
                    first.push("--trace-fst");
                }
                tools::run(folder, "verilator", words(&first))?;
            }
        }
        Ok(())
    }

    /// Runs what was compiled.
    pub(crate) fn execute(self, folder: &Path, options: &[String]) -> Result<String, Trouble> {
        match self {
            Simulator::Icarus => {
                let words = ["-n", "design.vvp"].map(str::to_owned);
                let words = words.into_iter().chain(options.iter().cloned()).chain(["-fst".into()]);
                tools::run(folder, "vvp", words)
            }
            Simulator::Verilator => {
                let built = folder.join("built").join("design");
                tools::run(folder, &built.display().to_string(), options)
            }
        }
    }
}

/// What a run cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Clocks while the machine ran.
    pub clocks: u64,
    /// Words fetched from the program.
    pub fetches: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Instructions after which the next address followed.
    pub sequential: u64,
    /// IFs that jumped.
    pub branches: u64,
    /// CALLs.
    pub placements: u64,
    /// Clocks in which the state came in.
    pub loading: u64,
    /// Clocks in which solutions went out.
    pub telling: u64,
}

/// An instruction before it was executed: pc, sp, nos and its word.
pub(crate) type Slot = [u64; 4];

/// What a run told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    pub solutions: Vec<Vec<u32>>,
    pub slots: Vec<Slot>,
    /// The number of solutions, if the run came to its end.
    pub nos: Option<u64>,
    /// The state that was read back, if it was stopped.
    pub state: Option<Vec<u64>>,
    pub counters: Counters,
}

/// Compiles the bench for a design.
pub(crate) fn compile(
    folder: &Folder,
    design: &Design,
    simulator: Simulator,
    wave: bool,
) -> Result<(), Trouble> {
    let sources = folder.sources(design, &[SYSTEM, BENCH])?;
    simulator.compile(folder.path(), "bench", &design.defines(), &sources, wave)
}

/// Reads what the bench prints.
pub(crate) fn read(text: &str) -> Result<Told, Trouble> {
    let mut told = Told::default();
    let mut ended = false;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let kind = words.next().unwrap_or("");
        let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
        let Ok(numbers) = numbers else { continue };
        match (kind, &numbers[..]) {
            ("S", _) => told.solutions.push(numbers.iter().map(|&a| a as u32).collect()),
            ("T", &[pc, sp, nos, word]) => told.slots.push([pc, sp, nos, word]),
            ("N", &[nos]) => told.nos = Some(nos),
            ("D", _) => told.state = Some(numbers),
            (
                "C",
                &[
                    clocks,
                    fetches,
                    instructions,
                    sequential,
                    branches,
                    placements,
                    loading,
                    telling,
                ],
            ) => {
                ended = true;
                told.counters = Counters {
                    clocks,
                    fetches,
                    instructions,
                    sequential,
                    branches,
                    placements,
                    loading,
                    telling,
                };
            }
            _ => {}
        }
    }
    match ended {
        true => Ok(told),
        false => {
            let said = text.lines().next().unwrap_or("nothing");
            Err(Trouble::Tool(format!("the simulation did not come to its end; it said: {said}")))
        }
    }
}
