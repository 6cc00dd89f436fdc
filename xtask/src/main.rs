//! The project's chores: `cargo xtask test` runs every test.
//!
//! Rust is enough for most of it; stages that need more say so in the table of stages, install what
//! is missing where they may, and are skipped with a reason where they may not.
//! cargo-nextest is used where it is there, because it is faster; without it the ordinary test runner
//! gives the same verdict.

mod fuzz;
mod limits;
mod page;
mod python;
mod same;
mod stages;
mod tools;

use std::process::{Command, ExitCode};

use stages::{Stage, Terms, run_all};

const USAGE: &str =
    "usage: cargo xtask test | lint | ci | setup [PART] | long [NAME] | agree | limits | fuzz | same
       | pictures | frames
  test [page | python | cluster | hardware] [--offline] [--require all]
         every stage of the tests, or one; sets up what a stage misses. --offline installs nothing;
         --require all: a stage that is skipped fails
  lint   formatting, clippy and documentation, warnings denied
  ci     both, as the continuous integration does
  setup [PART]
         only installs what the stages need, for one part of the project or for all
  long   what takes too long for every day, all of it or one: survival, damage, faults, limits,
         agree, games, symmetry, burrs, python, cluster, hardware
  agree N [SEED]
         N random problems of every family against brute force, and a table
  pictures
         makes the pictures of the page that README and book show
  frames how fast the page is: its first picture, its size, what turning a solid costs";

const LINT: &[Stage] = &[
    Stage::of("formatting", formatting),
    Stage::of("clippy", clippy),
    Stage::of("documentation", doc),
];
const TEST: &[Stage] = &[
    Stage::of("tests", tests),
    Stage::of("examples in the documentation", examples),
    Stage::of("page", page::test).with(page::NEEDS),
    Stage::of("python", python::test).with(&["python3", "python-packages"]),
    Stage::of("cluster", cluster).with(&["nats-server"]),
    Stage::of("hardware", hardware).with(&["iverilog"]),
];
const LONG: &[Stage] = &[
    Stage::of("survival", survival),
    Stage::of("damage", damage),
    Stage::of("faults", faults),
    Stage::of("limits", every_limit),
    Stage::of("agree", agreement),
    Stage::of("games", games),
    Stage::of("symmetry", symmetry),
    Stage::of("burrs", burrs),
    Stage::of("python", python::long).with(&["python3", "python-packages"]),
    Stage::of("cluster", kills).with(&["nats-server"]),
    Stage::of("hardware", every_hardware).with(&[
        "iverilog",
        "verilator",
        "yosys",
        "nextpnr-ice40",
    ]),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rest = |from: usize| words[from..].iter().map(|word| (*word).to_owned());
    let terms = Terms::default();
    let done = match &words[..] {
        ["test", options @ ..] if Terms::read(options).is_some() => {
            run_all(TEST, Terms::read(options).expect("it was read"))
        }
        ["test", name] if TEST.iter().any(|stage| stage.name == *name) => {
            run_all(&[*TEST.iter().find(|stage| stage.name == *name).expect("it is there")], terms)
        }
        ["lint"] => run_all(LINT, terms),
        ["ci"] => {
            let terms = Terms { require: true, ..terms };
            run_all(LINT, terms) && run_all(TEST, terms)
        }
        ["setup"] => tools::setup(None),
        ["setup", part] => tools::setup(Some(part)),
        ["long"] => run_all(LONG, terms),
        ["long", name] if LONG.iter().any(|stage| stage.name == *name) => {
            run_all(&[*LONG.iter().find(|stage| stage.name == *name).expect("it is there")], terms)
        }
        ["agree", many] => agree(many, None),
        ["agree", many, seed] => agree(many, Some(seed)),
        ["pictures"] => run_all(&[Stage::of("pictures", page::pictures).with(page::NEEDS)], terms),
        ["frames"] => run_all(&[Stage::of("frames", page::frames).with(page::NEEDS)], terms),
        ["limits", ..] => limits::run(rest(1)),
        ["fuzz", ..] => fuzz::run(rest(1)),
        ["same", ..] => same::run(rest(1)),
        _ => {
            eprintln!("{USAGE}\n{}\n{}\n{}", limits::USAGE, fuzz::USAGE, same::USAGE);
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

/// Units carried by a real server.
fn cluster() -> bool {
    cargo(&[&CLUSTER[..], &["nats"]].concat())
}

/// A hundred kills of workers by each carrier, and ten of the server.
fn kills() -> bool {
    cargo(&[&CLUSTER[..], &["--", "--ignored", "--nocapture", "--test-threads", "1"]].concat())
}

const CLUSTER: [&str; 7] =
    ["test", "--package", "puzzle-cli", "--features", "cluster", "--test", "cluster"];

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

/// All six-piece burrs of some kinds, taken apart.
fn burrs() -> bool {
    let test = ["test", "--release", "--package", "puzzle", "--test", "burrs"];
    cargo(&[&test[..], &["--", "--ignored", "--nocapture", "--test-threads=1"]].concat())
}

/// Small programs on every design of the processor, with Icarus.
fn hardware() -> bool {
    cargo(&["test", "--package", "puzzle-hardware", "--test", "small", "--", "--ignored"])
}

/// Large programs with Verilator, arrays, gates, clock rates, proofs.
fn every_hardware() -> bool {
    hardware() && long_test("puzzle-cli", "hardware", &["--ignored", "--test-threads=1"])
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
