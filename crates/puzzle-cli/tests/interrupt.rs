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

#[test]
fn a_count_of_queens_that_is_interrupted_again_and_again_comes_to_the_right_end() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let saved = folder.join("queens-17.run");
    let _ = std::fs::remove_file(&saved);
    let file = saved.to_str().unwrap();
    let run = |how: &str| {
        let often = ["--checkpoint-every", "0.05s", "--threads", "2"];
        puzzle(&[&["count", "queens-17", how, file][..], &often].concat())
    };
    let mut found = vec![0];
    for how in ["--checkpoint", "--resume", "--resume"] {
        let before = std::fs::read(&saved).unwrap_or_default();
        let mut child = run(how);
        // It is in the middle of its work when it has saved something new.
        while std::fs::read(&saved).unwrap_or_default() == before {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it was interrupted");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        send("INT", &child);
        let output = child.wait_with_output().unwrap();
        let [text, message] = [output.stdout, output.stderr].map(|t| String::from_utf8(t).unwrap());
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.contains(&format!("saved; go on with --resume {file}")), "{message}");
        assert!(message.contains("stopped: interrupted"), "{message}");
        let count = text.trim().strip_prefix("at least ").and_then(|n| n.parse().ok());
        found.push(count.unwrap_or_else(|| panic!("{text}")));
    }
    assert!(found.is_sorted() && (1..95_815_104).contains(&found[3]), "{found:?}");
    let output = run("--resume").wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"95815104\n".to_vec()));
}
