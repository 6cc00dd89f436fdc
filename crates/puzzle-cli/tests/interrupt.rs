//! Ctrl-C and SIGTERM stop a search cleanly: exit code 3 and what was found so far.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::Duration;

fn stop_with(signal: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["count", "y-pentacubes-5x5x5", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(600));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
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
