//! A long run survives: it is killed at odd moments, with and without warning, at one and at two
//! threads, and in the end its output has every solution exactly once.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts or resumes the run, and kills it after a while. Returns whether it came to its end.
fn attempt(folder: &Path, threads: u32, kill: Option<(&str, Duration)>) -> bool {
    let (run, list) = (folder.join("run"), folder.join("list"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(["solve", "pentominoes-5x12", "--all", "--ndjson", "--quiet"]);
    command.args(["--engine", "bitsets", "--checkpoint-every", "0.02s"]);
    command.args(["--threads", &threads.to_string()]).arg("--output").arg(&list);
    // Before the first checkpoint there is nothing to go on with.
    command.arg(if run.exists() { "--resume" } else { "--checkpoint" }).arg(&run);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    if let Some((signal, after)) = kill {
        std::thread::sleep(after);
        let pid = child.id().to_string();
        let _ = Command::new("kill").args(["-s", signal, &pid]).stderr(Stdio::null()).status();
    }
    let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    match child.wait().unwrap().code() {
        Some(0) => true,
        // Stopped and saved, or killed.
        Some(3) | None => false,
        // Interrupted before it could set up anything.
        Some(130 | 143) => false,
        code => panic!("exit code {code:?}: {error}"),
    }
}

fn survives(threads: [u32; 2], seed: u64) {
    let folder = std::env::temp_dir().join(format!("puzzle-kill-{seed}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = seed;
    let mut kills = 0;
    let mut ended = false;
    while kills < 12 && !ended {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let after = Duration::from_millis(20 + (random >> 33) % 200);
        let signal = ["KILL", "TERM", "INT"][kills % 3];
        ended = attempt(&folder, threads[kills % 2], Some((signal, after)));
        kills += 1;
    }
    ended = ended || attempt(&folder, threads[0], None);
    assert!(ended);
    let text = std::fs::read_to_string(folder.join("list")).unwrap();
    let solutions: Vec<&str> = text.lines().filter(|line| line.contains("embeddings")).collect();
    let embeddings = |line: &&str| line.split("\"embeddings\":").nth(1).unwrap().to_owned();
    let distinct: BTreeSet<String> = solutions.iter().map(embeddings).collect();
    assert_eq!((solutions.len(), distinct.len()), (4040, 4040));
    let last = text.lines().last().unwrap();
    assert!(last.contains("\"count\":\"4040\"") && last.contains("\"complete\":true"), "{last}");
    let numbered =
        solutions.iter().zip(1..).all(|(line, n)| line.starts_with(&format!("{{\"number\":{n},")));
    assert!(numbered, "numbers go on where they stopped");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_run_that_is_killed_again_and_again_loses_and_repeats_nothing() {
    survives([1, 1], 1);
    survives([2, 1], 2);
}
