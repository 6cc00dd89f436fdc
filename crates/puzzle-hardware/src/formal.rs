//! The check that a design does what the instructions mean, for every program of four words, every state of
//! a small machine and a number of clocks: Yosys looks for a counterexample and proves that there is none.

use crate::designs::CHECK;
use crate::{Design, Folder, Trouble, tools};

/// What was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formal {
    /// For how many clocks.
    pub clocks: u32,
}

/// Proves it, or tells that there is a counterexample.
pub fn formal(folder: &Folder, design: &Design, clocks: u32) -> Result<Formal, Trouble> {
    tools::need("yosys")?;
    folder.sources(design, &[CHECK])?;
    let script = format!(
        "read_verilog -sv {} package.sv {} check.sv\n\
         hierarchy -top check\n\
         proc\nflatten\nopt_expr\n\
         sat -seq {clocks} -prove wrong 0 -set-at 1 loaded_pc 0 \
         -set-at 1 loaded_sp 0 -set-at 1 good 1 check\n",
        design.defines().join(" "),
        design.source.0,
    );
    folder.write("check.ys", &script)?;
    let text = tools::run(folder.path(), "yosys", ["-s", "check.ys"])?;
    match text.contains("SUCCESS!") {
        true => Ok(Formal { clocks }),
        false => Err(Trouble::Wrong(format!(
            "design {} does not do what the instructions mean: see check.ys",
            design.name
        ))),
    }
}
