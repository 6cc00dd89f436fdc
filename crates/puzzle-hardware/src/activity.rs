//! Switching activity: how often the wires of a synthesised machine change, the part of the energy that
//! does not depend on a technology.
//!
//! The netlist that Yosys wrote takes the place of the machine in the test bench, so this is also a check that
//! the gates do what the description says. Every change of a bit inside the machine counts as one, clocks left
//! out; a solution and a load of the state cost changes too, as they do in the report's simulations.

use puzzle_processor::Program;
use puzzle_processor::machine::State;

use crate::designs::{BENCH, CELL_MODELS, SYSTEM};
use crate::{Design, Folder, Simulator, Trouble, bench, fits, synthesise};

/// Synthesises a design, simulates the gates on a program: changes of wires, and instructions.
pub fn activity(
    folder: &Folder,
    design: &Design,
    program: &Program,
) -> Result<(u64, u64), Trouble> {
    synthesise::area(folder, design)?;
    let state = State::initial(program);
    folder.write("program.rom", &fits(program, &state)?)?;
    folder.write("start.state", &state.write())?;
    folder.sources(design, &[SYSTEM, BENCH, CELL_MODELS])?;
    // The gates have no parameters, so the bench asks for those that they were made with.
    let bench = BENCH
        .1
        .replace("NOS_BITS = 32", "NOS_BITS = 16")
        .replace("$dumpvars(0, system)", "$dumpvars(1, system.machine)");
    folder.write("bench.sv", &bench.replace("wave.fst", "wave.vcd"))?;
    let system = SYSTEM.1.replace(
        "pp_machine #(WAYS, ASPECTS, ASPECT_BITS, PC_BITS, SP_BITS, NOS_BITS) machine",
        "pp_machine machine",
    );
    folder.write("system.sv", &system)?;
    let sources = ["package.sv", "cells.v", "gates.v", "system.sv", "bench.sv"];
    Simulator::Icarus.compile(folder.path(), "bench", &design.defines(), &sources, false)?;
    let options = ["+rom=program.rom", "+state=start.state", "+wave", "+clocks=20000000"];
    let mut options: Vec<String> = options.map(str::to_owned).to_vec();
    options.push(format!("+words={}", program.len()));
    let words = ["-n".to_owned(), "design.vvp".to_owned()].into_iter().chain(options);
    let told = bench::read(&crate::tools::run(folder.path(), "vvp", words)?)?;
    Ok((changes(&folder.read("wave.vcd")?), told.counters.instructions))
}

/// Counts the bits that change in a VCD file, after the first values and without the clock.
fn changes(text: &str) -> u64 {
    let mut clocks = Vec::new();
    let mut last: std::collections::HashMap<&str, &str> = std::collections::HashMap::new();
    let mut total = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            ["$var", _, _, id, "clock", ..] => clocks.push(*id),
            [value, id] if value.starts_with('b') => {
                let now = &value[1..];
                let before = last.insert(id, now).unwrap_or("");
                let width = now.len().max(before.len());
                let bit = |text: &str, i: usize| {
                    let missing = width - text.len();
                    if i < missing { b'0' } else { text.as_bytes()[i - missing] }
                };
                let known = |b: u8| b == b'0' || b == b'1';
                total += (0..width)
                    .filter(|&i| {
                        let (a, b) = (bit(before, i), bit(now, i));
                        a != b && known(a) && known(b)
                    })
                    .count() as u64;
            }
            [one] if one.starts_with(['0', '1']) && one.len() > 1 => {
                let (now, id) = one.split_at(1);
                let before = last.insert(id, now);
                let changed = before.is_some_and(|before| before != now && before != "x");
                total += u64::from(changed && !clocks.contains(&id));
            }
            [one] if one.starts_with('x') => {
                last.insert(&one[1..], "x");
            }
            _ => {}
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_change_are_counted_without_the_clock() {
        let text = "$var wire 1 ! clock $end\n$var wire 4 # pc $end\n$var wire 1 $ a $end\n\
                    #0\n0!\nb0 #\nx$\n#1\n1!\nb101 #\n1$\n#2\n0!\nb110 #\n0$\n";
        // 0 to 101: two bits; 101 to 110: two; a from unknown to 1: none, then one.
        assert_eq!(changes(text), 5);
    }
}
