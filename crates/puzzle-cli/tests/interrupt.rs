//! Ctrl-C and SIGTERM stop a search cleanly: exit code 3 and what was found so far.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

fn puzzle(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn send(signal: &str, child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
}

fn stop_with(signal: &str) {
    // Some 10^16 solutions, one by one: it will not be finished before the signal comes.
    let endless = ["count", "dominoes-12x12", "--engine", "cells", "--restrict", "0"];
    let mut child = puzzle(&[&endless[..], &["--explain", "--json"]].concat());
    // The restriction is explained when everything is ready and the search begins.
    let mut line = String::new();
    let mut remarks = BufReader::new(child.stderr.take().unwrap());
    remarks.read_line(&mut line).unwrap();
    assert!(line.starts_with("restriction: 0 to one embedding"), "{line}");
    send(signal, &child);
    // Nobody listens to remarks any more: that must not matter.
    drop(remarks);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let output = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert!(output.contains("\"complete\":false"), "{output}");
    assert!(output.contains("\"stopped\":\"interrupted\""), "{output}");
}

#[test]
fn an_interrupt_ends_with_exit_code_3_and_a_partial_answer() {
    stop_with("INT");
}

#[test]
fn a_request_to_terminate_ends_with_exit_code_3_and_a_partial_answer() {
    stop_with("TERM");
}

#[test]
fn an_interrupted_run_saves_the_state_of_all_that_was_printed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (program, state) = (folder.join("endless.code"), folder.join("endless.state"));
    let (program, state) = (program.to_str().unwrap(), state.to_str().unwrap());
    assert!(puzzle(&["compile", "dominoes-12x12", "-o", program]).wait().unwrap().success());
    for engine in ["vm", "native"] {
        let mut child = puzzle(&["run", program, "--engine", engine, "--state-out", state]);
        let mut output = child.stdout.take().unwrap();
        let mut text = vec![0; 1000];
        output.read_exact(&mut text).unwrap();
        send("INT", &child);
        output.read_to_end(&mut text).unwrap();
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        if message.contains("declines") {
            continue;
        }
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(message.starts_with("stopped: interrupted"), "{message}");
        let text = String::from_utf8(text).unwrap();
        let saved = std::fs::read_to_string(state).unwrap();
        let nos = saved.lines().find_map(|line| line.strip_suffix(" ; nos")).unwrap();
        assert_eq!(text.lines().count() - 1, nos.parse().unwrap());
        assert!(text.ends_with(&format!("\n{nos} solutions so far\n")));
    }
}
