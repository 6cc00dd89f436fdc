//! Workers are killed, stopped, or stand still for longer than anybody waits: the total stays exact.
//!
//! A few of each with the other tests; `cargo xtask long cluster` kills a hundred.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use puzzle_core::Random;

use crate::job::{Job, ends};

fn signal(worker: &Child, name: &str) {
    let pid = worker.id().to_string();
    let _ = Command::new("kill").args(["-s", name, &pid]).stderr(Stdio::null()).status();
}

/// Two workers at a time, of which one is killed at a random moment, until this many were; then two that
/// end by themselves. Returns the total.
fn total_after(kills: usize, job: &Job, seed: u64, longest: u64) -> String {
    let mut random = Random::new(seed);
    let words =
        ["--expire", "0.5s", "--checkpoint-every", "0.05s", "--share-after", "0.5s", "--wait"];
    let mut other = job.worker(&words);
    for kill in 0..kills {
        let mut worker = job.worker(&words);
        std::thread::sleep(Duration::from_millis(20 + random.below(longest)));
        // The last two only end early: what they did is kept.
        signal(&worker, ["KILL", "KILL", "TERM"][kill % 3]);
        worker.wait().unwrap();
        if other.try_wait().unwrap().is_some() {
            other = job.worker(&words);
        }
    }
    ends(job.worker(&words));
    ends(other);
    job.good(&["merge", "--quiet"])
}

#[test]
fn five_kills_of_workers_change_nothing() {
    let job = Job::of("kills", &["pentominoes-3x4x5"], 30);
    assert_eq!(total_after(5, &job, 1, 400), "31520\n");
}

#[test]
fn five_kills_of_workers_lose_and_double_no_solution() {
    let job = Job::of("kills-list", &["pentominoes-5x12", "--all"], 20);
    let list = total_after(5, &job, 2, 300);
    let solutions = job.good(&["merge", "--quiet", "--ndjson"]);
    let mut lines: Vec<&str> =
        solutions.lines().filter(|line| line.contains("embeddings")).collect();
    let key = |line: &str| line.split("\"embeddings\":").nth(1).unwrap().to_owned();
    let mut keys: Vec<String> = lines.drain(..).map(key).collect();
    assert_eq!(keys.len(), 4040);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 4040);
    assert!(!list.is_empty());
}

#[test]
fn a_worker_that_stands_still_and_goes_on_when_nobody_expects_it_is_not_heard() {
    let job = Job::of("still", &["pentominoes-2x5x6"], 2);
    let words = ["--expire", "0.4s", "--checkpoint-every", "0.05s"];
    let still = job.worker(&words);
    while job.names("claims").is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&still, "STOP");
    std::thread::sleep(Duration::from_millis(600));
    ends(job.worker(&[&words[..], &["--wait"]].concat()));
    let total = job.good(&["merge", "--quiet"]);
    signal(&still, "CONT");
    ends(still);
    assert_eq!(job.good(&["merge", "--quiet"]), total);
    assert_eq!(total, "2112\n");
}

#[test]
fn a_worker_that_is_told_to_stop_leaves_the_rest_to_others() {
    let job = Job::of("told", &["pentominoes-2x5x6"], 1);
    let words = ["--expire", "10s", "--checkpoint-every", "0.05s"];
    let told = job.worker(&words);
    while job.names("claims").is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    signal(&told, "TERM");
    let output = told.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(job.names("claims").is_empty(), "its claim does not have to expire");
    ends(job.worker(&words));
    assert_eq!(job.good(&["merge", "--quiet"]), "2112\n");
}

#[test]
#[ignore = "long: cargo xtask long cluster"]
fn a_hundred_kills_of_workers_change_nothing() {
    println!("| job | kills | count |\n|---|--:|--:|");
    for seed in 0..4 {
        let job = Job::of(&format!("hundred-{seed}"), &["pentominoes-3x4x5"], 30);
        let total = total_after(25, &job, 100 + seed, 400);
        println!("| pentominoes-3x4x5, directory | 25 | {} |", total.trim());
        assert_eq!(total, "31520\n");
    }
}
