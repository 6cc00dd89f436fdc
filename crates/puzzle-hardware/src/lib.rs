//! The puzzle processor in hardware (document 000 §5.4, §6, Appendices E to G): its designs are simulated
//! and checked against the interpreter, synthesised, and put side by side in arrays.
//!
//! The designs are SystemVerilog, in the folder `hardware/`, and part of this crate. The tools are plain
//! processes: Icarus or Verilator simulate, Yosys synthesises, nextpnr places. Each run works in a folder
//! of its own, which may be kept. Nothing else of the project needs any of them.

mod activity;
mod array;
mod bench;
mod designs;
mod fits;
mod folder;
mod formal;
mod simulate;
mod synthesise;
mod tools;

use std::fmt;

pub use activity::activity;
pub use array::{Array, Scaling};
pub use bench::{Counters, Simulator};
pub use designs::{DESIGNS, Design, package};
pub use fits::{LARGEST_PROGRAM, MOST_ASPECTS, STACK, fits};
pub use folder::Folder;
pub use formal::{Formal, formal};
pub use simulate::{Simulated, Simulation};
pub use synthesise::{Area, Clock, area, clock_rate};

/// Why something could not be done: one line, ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The puzzle, the program or the state does not fit the hardware.
    Unfit(String),
    /// A tool is missing, too old, or failed.
    Tool(String),
    /// The hardware did not do what the interpreter does.
    Wrong(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Trouble::Unfit(what) | Trouble::Tool(what) | Trouble::Wrong(what)) = self;
        f.write_str(what)
    }
}

impl std::error::Error for Trouble {}
