//! Programs through pipes and files: every form that can be read back runs alike, and a run that
//! is cut into pieces adds up.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn puzzle(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn answer(arguments: &[&str], input: &[u8]) -> String {
    let output = puzzle(arguments, input);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

const REPORT: [&str; 6] = ["simple", "--restrict", "C", "--order", "0,3,1,4,2,5", "--no-skip"];

#[test]
fn the_report_s_program_through_a_pipe_shows_its_tables() {
    let code = puzzle(&[&["compile"][..], &REPORT, &["--emit", "code"]].concat(), b"").stdout;
    let shown = answer(&["run", "-", "--profile"], &code);
    assert!(shown.starts_with("0 18 10\n6 3 20\n7 1 20\n3 solutions\n"), "{shown}");
    for row in [
        "IF                 28            47",
        "IF true                          27",
        "IF false                         20",
        "MF                 28            27",
        "SOLVE              15            10",
    ] {
        assert!(shown.lines().any(|line| line == row), "{shown}");
    }
}

#[test]
fn every_readable_form_runs_alike() {
    for (form, solutions) in [
        ("code", "0 18 10\n6 3 20\n7 1 20\n"),
        ("asm", "0 18 10\n6 3 20\n7 1 20\n"),
        ("hex", "@3 @25 @67\n@7 @17 @55\n@10 @33 @55\n"),
        ("rom", "@3 @25 @67\n@7 @17 @55\n@10 @33 @55\n"),
        ("words", "@3 @25 @67\n@7 @17 @55\n@10 @33 @55\n"),
        ("wide", "@3 @25 @67\n@7 @17 @55\n@10 @33 @55\n"),
    ] {
        let program = puzzle(&[&["compile"][..], &REPORT, &["--emit", form]].concat(), b"").stdout;
        let shown = answer(&["run", "-"], &program);
        assert_eq!(shown, format!("{solutions}3 solutions\n"), "{form}");
    }
}

#[test]
fn a_run_in_pieces_adds_up_on_every_machine() {
    let code = puzzle(&["compile", "pentominoes-3x20", "--restrict", "X"], b"").stdout;
    let whole = answer(&["run", "-"], &code);
    for (engine, limit) in [
        ("interpreter", ["--instruction-limit", "50000"]),
        ("vm", ["--instruction-limit", "20001"]),
        ("vm", ["--node-limit", "1001"]),
        ("native", ["--node-limit", "1001"]),
    ] {
        let state = scratch(&format!("{engine}{}.state", limit[0]));
        let state = state.to_str().unwrap();
        let _ = std::fs::remove_file(state);
        let mut shown = String::new();
        let mut pieces = 0;
        loop {
            let mut arguments = vec!["run", "-", "--engine", engine, "--state-out", state];
            arguments.extend(limit);
            if pieces > 0 {
                arguments.extend(["--state-in", state]);
            }
            let output = puzzle(&arguments, &code);
            if engine == "native" && String::from_utf8_lossy(&output.stderr).contains("x86-64") {
                break;
            }
            let text = String::from_utf8(output.stdout).unwrap();
            pieces += 1;
            match output.status.code() {
                Some(0) => {
                    shown += &text;
                    assert_eq!(shown, whole, "{engine}");
                    break;
                }
                code => assert_eq!(code, Some(3), "{}", String::from_utf8_lossy(&output.stderr)),
            }
            shown
                .extend(text.lines().filter(|l| !l.ends_with(" so far")).map(|l| format!("{l}\n")));
            assert!(pieces < 1000);
        }
        assert!(pieces == 0 || pieces > 2, "{engine}: {pieces}");
    }
}

#[test]
fn random_bytes_are_refused_or_run_within_limits() {
    let mut byte = 7_u32;
    for length in [0, 1, 3, 10, 300, 3000, 30_000] {
        let mut input = Vec::new();
        for _ in 0..length {
            byte = byte.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            input.push((byte >> 24) as u8);
        }
        let output = puzzle(&["run", "-", "--instruction-limit", "100000"], &input);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{length}: {message}");
    }
}

#[test]
fn a_solution_from_the_processor_passes_the_puzzle_s_own_rules() {
    let code = puzzle(&["compile", "simple"], b"").stdout;
    let json = answer(&["run", "-", "--json"], &code);
    let file = scratch("simple-solutions.json");
    std::fs::write(&file, json).unwrap();
    let shown = answer(&["verify", "simple", file.to_str().unwrap()], b"");
    assert_eq!(shown, "12 solutions, all right\n");
}

#[test]
fn a_closed_pipe_ends_a_run_without_error() {
    let code = puzzle(&["compile", "dominoes-12x12"], b"").stdout;
    let file = scratch("dominoes.code");
    std::fs::write(&file, code).unwrap();
    for arguments in [&["--engine", "vm"][..], &["--trace"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(["run", file.to_str().unwrap()])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
