//! The project's chores: `cargo xtask test` runs every test.
//!
//! Nothing needs to be installed but Rust. cargo-nextest is used where it is there, because it is
//! faster; without it the ordinary test runner gives the same verdict.

mod fuzz;
mod limits;
mod same;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const USAGE: &str =
    "usage: cargo xtask test | lint | ci | long [NAME] | agree | limits | fuzz | same
  test   all tests of the workspace, examples in the documentation too
  lint   formatting, clippy and documentation, warnings denied
  ci     both, as the continuous integration does
  long   what takes too long for every day, all of it or one: survival, damage, faults, limits,
         agree, games, symmetry
  agree N [SEED]
         N random problems of every family against brute force, and a table";

/// A part of the work, and how to do it.
type Stage = (&'static str, fn() -> bool);

const LINT: &[Stage] = &[("formatting", formatting), ("clippy", clippy), ("documentation", doc)];
const TEST: &[Stage] = &[("tests", tests), ("examples in the documentation", examples)];
const LONG: &[Stage] = &[
    ("survival", survival),
    ("damage", damage),
    ("faults", faults),
    ("limits", every_limit),
    ("agree", agreement),
    ("games", games),
    ("symmetry", symmetry),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (task, name) = (arguments.next(), arguments.next());
    let done = match (task.as_deref(), name.as_deref()) {
        (Some("test"), None) => run_all(TEST),
        (Some("lint"), None) => run_all(LINT),
        (Some("ci"), None) => run_all(LINT) && run_all(TEST),
        (Some("long"), None) => run_all(LONG),
        (Some("long"), Some(name)) if LONG.iter().any(|stage| stage.0 == name) => {
            run_all(&[*LONG.iter().find(|stage| stage.0 == name).expect("it is there")])
        }
        (Some("agree"), Some(many)) => agree(many, std::env::args().nth(3).as_deref()),
        (Some("limits"), _) => limits::run(std::env::args().skip(2)),
        (Some("fuzz"), _) => fuzz::run(std::env::args().skip(2)),
        (Some("same"), _) => same::run(std::env::args().skip(2)),
        _ => {
            eprintln!("{USAGE}\n{}\n{}\n{}", limits::USAGE, fuzz::USAGE, same::USAGE);
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs stages until one fails, and ends with a table of what was done.
fn run_all(stages: &[Stage]) -> bool {
    let mut rows: Vec<(&str, Duration, bool)> = Vec::new();
    for (name, stage) in stages {
        let begun = Instant::now();
        rows.push((name, Duration::ZERO, stage()));
        let row = rows.last_mut().expect("it was pushed");
        row.1 = begun.elapsed();
        if !row.2 {
            break;
        }
    }
    eprintln!("| stage | seconds | |\n|---|--:|---|");
    for (name, stage) in stages.iter().map(|(name, _)| (name, rows.iter().find(|r| r.0 == *name))) {
        match stage {
            Some((_, time, passed)) => {
                let verdict = if *passed { "passed" } else { "FAILED" };
                eprintln!("| {name} | {:.0} | {verdict} |", time.as_secs_f64());
            }
            None => eprintln!("| {name} | | not run |"),
        }
    }
    rows.iter().all(|row| row.2)
}

fn tests() -> bool {
    let nextest = Command::new(env!("CARGO")).args(["nextest", "--version"]).output();
    match nextest.is_ok_and(|output| output.status.success()) {
        true => cargo(&["nextest", "run", "--workspace"]),
        false => cargo(&["test", "--workspace", "--lib", "--bins", "--tests"]),
    }
}

fn examples() -> bool {
    cargo(&["test", "--workspace", "--doc", "--quiet"])
}

/// Runs that are killed at a thousand random moments.
fn survival() -> bool {
    long_test("puzzle-cli", "survival", &["--ignored"])
}

/// Ten thousand changes of saved files.
fn damage() -> bool {
    long_test("puzzle-cli", "damage", &["--ignored"])
}

/// Every step on a saved file fails once.
fn faults() -> bool {
    long_test("puzzle", "faults", &["--ignored"])
}

/// A test that prints a table.
fn long_test(package: &str, test: &str, which: &[&str]) -> bool {
    let words = ["test", "--package", package, "--test", test, "--", "--nocapture"];
    cargo(&[&words[..], which].concat())
}

/// Limits of time, memory and nodes, and Ctrl-C.
fn every_limit() -> bool {
    limits::run(std::iter::empty())
}

/// Random problems against brute force.
fn agreement() -> bool {
    agree("100000", None)
}

fn agree(many: &str, seed: Option<&str>) -> bool {
    let asked = format!("{many} {}", seed.unwrap_or("1"));
    let test = ["test", "--package", "puzzle", "--test", "agree", "--", "--ignored", "--nocapture"];
    with_env("AGREE", &asked, &test)
}

/// Proofs about the pentomino game, and a thousand positions against the plain recursion.
fn games() -> bool {
    let test = ["test", "--release", "--package", "puzzle-engines", "--package", "puzzle"];
    cargo(&[&test[..], &["--test", "game", "--", "--ignored", "--nocapture"]].concat())
}

/// Classes of the whole catalogue by geometry and by found symmetries, orders by bliss too.
fn symmetry() -> bool {
    let test = ["test", "--release", "--package", "puzzle", "--test", "symmetry"];
    cargo(&[&test[..], &["--", "--ignored", "--nocapture"]].concat())
}

fn formatting() -> bool {
    cargo(&["fmt", "--all", "--check"])
}

fn clippy() -> bool {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
}

fn doc() -> bool {
    with_env("RUSTDOCFLAGS", "-D warnings", &["doc", "--workspace", "--no-deps", "--quiet"])
}

fn cargo(arguments: &[&str]) -> bool {
    run(Command::new(env!("CARGO")).args(arguments))
}

fn with_env(name: &str, value: &str, arguments: &[&str]) -> bool {
    run(Command::new(env!("CARGO")).args(arguments).env(name, value))
}

fn run(command: &mut Command) -> bool {
    eprintln!("$ {command:?}");
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cannot run it: {error}");
            false
        }
    }
}
