//! The designs, their sources, and the package that is made from the instruction table.

use std::fmt::Write as _;

use puzzle_processor::Opcode;
use puzzle_processor::forms::words::{ADDRESS_BITS, ASPECT_BITS};

/// A design of the processor.
#[derive(Debug)]
pub struct Design {
    /// What it is called.
    pub name: &'static str,
    /// The idea in one line.
    pub about: &'static str,
    /// How many instructions it fetches at once.
    pub ways: u32,
    /// The module.
    pub module: &'static str,
    pub(crate) source: (&'static str, &'static str),
    /// The report's figure, in gate equivalents without memories.
    pub reported: Option<u32>,
}

macro_rules! source {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../hardware/", $name)))
    };
}

/// Every design.
pub const DESIGNS: &[Design] = &[
    Design {
        name: "e",
        about: "straightforward: fetch, then execute",
        ways: 1,
        module: "pp_e",
        source: source!("e.sv"),
        reported: Some(1335),
    },
    Design {
        name: "f",
        about: "the values that pc and sp may take are computed during the fetch",
        ways: 1,
        module: "pp_f",
        source: source!("f.sv"),
        reported: Some(1235),
    },
    Design {
        name: "g",
        about: "the next instruction is fetched ahead",
        ways: 1,
        module: "pp_g",
        source: source!("g.sv"),
        reported: Some(1644),
    },
    Design {
        name: "h2",
        about: "up to two instructions in a row at once, no clock lost on a branch",
        ways: 2,
        module: "pp_h",
        source: source!("h.sv"),
        reported: None,
    },
    Design {
        name: "h4",
        about: "up to four instructions in a row at once, no clock lost on a branch",
        ways: 4,
        module: "pp_h",
        source: source!("h.sv"),
        reported: None,
    },
];

/// What all designs share.
pub(crate) const SHARED: [(&str, &str); 2] = [source!("transfer.sv"), source!("machine.sv")];
/// The machine with its memories.
pub(crate) const SYSTEM: (&str, &str) = source!("system.sv");
pub(crate) const BENCH: (&str, &str) = source!("bench.sv");
pub(crate) const ARRAY: (&str, &str) = source!("array.sv");
pub(crate) const QUEUE: (&str, &str) = source!("queue.sv");
pub(crate) const CELLS: (&str, &str) = source!("cells.lib");
pub(crate) const CELL_MODELS: (&str, &str) = source!("cells.v");
pub(crate) const CHECK: (&str, &str) = source!("check.sv");
pub(crate) const CHIP: (&str, &str) = source!("chip.sv");

impl Design {
    /// The design of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        DESIGNS.iter().find(|design| design.name == name)
    }

    /// What the tools are told.
    pub(crate) fn defines(&self) -> [String; 2] {
        [format!("-DDESIGN={}", self.module), format!("-DWAYS={}", self.ways)]
    }
}

/// The package of opcodes and field widths, from the table of `isa.rs` and the layout of `words.rs`.
pub fn package() -> String {
    let mut text = String::from(
        "// Opcodes and fields of an instruction word (document 000 §5.2, Table 5), from the instruction table.\n\
         package puzzle;\n",
    );
    let mut line = |name: &str, value: u32| {
        let _ = writeln!(text, "  localparam {name} = {value};");
    };
    line("OPCODE_BITS", 3);
    line("ASPECT_BITS", ASPECT_BITS);
    line("ADDRESS_BITS", ADDRESS_BITS);
    line("WORD_BITS", 3 + ASPECT_BITS + ADDRESS_BITS);
    line("ADDRESS_LOW", 0);
    line("ASPECT_LOW", ADDRESS_BITS);
    line("OPCODE_LOW", ADDRESS_BITS + ASPECT_BITS);
    for spec in Opcode::ALL.iter().map(|opcode| opcode.spec()) {
        let _ = writeln!(text, "  localparam [2:0] {} = 3'b{:03b};", spec.mnemonic, spec.bits);
    }
    text + "endpackage\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_every_instruction_and_the_layout_of_table_5() {
        let package = package();
        for line in [
            "localparam WORD_BITS = 24;",
            "localparam OPCODE_LOW = 21;",
            "localparam [2:0] IF = 3'b111;",
            "localparam [2:0] CALL = 3'b101;",
            "localparam [2:0] MF = 3'b110;",
            "localparam [2:0] RETURN = 3'b001;",
            "localparam [2:0] SOLUTION = 3'b000;",
        ] {
            assert!(package.contains(line), "{package}");
        }
    }
}
