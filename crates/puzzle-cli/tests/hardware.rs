//! What takes minutes and tools: `cargo xtask long hardware`.

use std::process::Command;

use serde_json::Value;

/// Runs `puzzle hardware …` and prints what it says.
fn hardware(words: &str) -> String {
    let words = words.split_whitespace();
    let output =
        Command::new(env!("CARGO_BIN_EXE_puzzle")).arg("hardware").args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{said}");
    println!("{text}");
    text
}

fn json(words: &str) -> Value {
    serde_json::from_str(&hardware(&format!("{words} --json"))).unwrap()
}

#[test]
#[ignore = "minutes: cargo xtask long hardware"]
fn the_restricted_6x10_has_2339_solutions_on_every_design() {
    for design in ["e", "f", "g", "h2", "h4"] {
        let done = json(&format!("sim pentominoes-6x10 --restrict auto --design {design}"));
        assert_eq!(done["solutions"], 2339, "{done}");
    }
}

#[test]
#[ignore = "needs Icarus"]
fn the_report_s_programs_have_their_solutions_on_every_design() {
    for design in ["e", "f", "g", "h2", "h4"] {
        for (puzzle, solutions) in [
            ("simple", 12),
            ("simple --restrict C --order 0,3,1,4,2,5 --no-skip", 3),
            ("dominoes-3x4", 11),
            ("dominoes-dodecahedron", 125),
        ] {
            let done = json(&format!("sim {puzzle} --design {design} --solutions --trace"));
            assert_eq!(done["solutions"], solutions, "{done}");
        }
    }
}

#[test]
#[ignore = "needs Verilator"]
fn an_array_finds_what_one_processor_finds() {
    let done = json("array pentominoes-3x20 --cores 1,4,16 --split 100 --design h4");
    assert_eq!(done["solutions"], 8, "{done}");
}

#[test]
#[ignore = "needs Yosys and nextpnr"]
fn the_table_of_areas_and_clocks_is_printed() {
    let table = hardware("synth --ice40 --activity dominoes-3x4");
    assert_eq!(table.lines().count(), 7, "{table}");
}

#[test]
#[ignore = "needs Yosys"]
fn every_design_is_proved_for_some_clocks() {
    let proofs = hardware("prove --clocks 5");
    assert_eq!(proofs.matches("proved for").count(), 5, "{proofs}");
}

#[test]
#[ignore = "needs Icarus"]
fn the_state_of_a_stopped_design_goes_on_in_the_interpreter() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (state, code) = (folder.join("hardware.state"), folder.join("hardware.code"));
    let puzzle = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_puzzle")).args(words).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (state, code) = (state.to_str().unwrap(), code.to_str().unwrap());
    puzzle(&["compile", "simple", "-o", code]);
    let sim = ["hardware", "sim", code, "--program", "--design", "g"];
    let stop = ["--instruction-limit", "200", "--state-out", state];
    assert_eq!(puzzle(&[&sim[..], &stop].concat()).0, Some(3));
    let (ended, text) = puzzle(&["run", code, "--state-in", state, "--quiet"]);
    assert_eq!((ended, text.as_str()), (Some(0), "12\n"));
}
