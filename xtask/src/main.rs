//! The project's chores: `cargo xtask test` runs every test.
//!
//! Nothing needs to be installed but Rust. cargo-nextest is used where it is there, because it is
//! faster; without it the ordinary test runner gives the same verdict.

mod same;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let done = match task.as_deref() {
        Some("test") => test(),
        Some("lint") => lint(),
        Some("ci") => lint() && test(),
        Some("survival") => survival(),
        Some("same") => same::run(std::env::args().skip(2)),
        _ => {
            eprintln!("usage: cargo xtask test | lint | ci | survival | same");
            eprintln!("  test   all tests of the workspace, examples in the documentation too");
            eprintln!("  lint   formatting, clippy and documentation, warnings denied");
            eprintln!("  ci     both, as the continuous integration does");
            eprintln!("  survival   long runs, killed at a hundred random moments");
            eprintln!("{}", same::USAGE);
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn test() -> bool {
    let runner: &[&str] =
        if has_nextest() { &["nextest", "run", "--workspace"] } else { &["test", "--workspace"] };
    cargo(runner) && cargo(&["test", "--workspace", "--doc", "--quiet"])
}

/// Too long for every day.
fn survival() -> bool {
    let test = ["test", "--package", "puzzle-cli", "--test", "survival", "--", "--ignored"];
    cargo(&[&test[..], &["--nocapture"]].concat())
}

fn lint() -> bool {
    cargo(&["fmt", "--all", "--check"])
        && cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
        && with_env("RUSTDOCFLAGS", "-D warnings", &["doc", "--workspace", "--no-deps", "--quiet"])
}

fn has_nextest() -> bool {
    let probe = Command::new(env!("CARGO")).args(["nextest", "--version"]).output();
    probe.is_ok_and(|output| output.status.success())
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
