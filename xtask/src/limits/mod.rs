//! `cargo xtask limits [--only TEXT] [BINARY]`: are the limits of a run kept?
//!
//! A kept corpus (`corpus.rs`) has hard and huge inputs for every family and every engine, all of
//! them far from done when a limit comes. Each runs four times: with a time limit, with Ctrl-C, with
//! a memory limit and with a limit of nodes on one thread. The table has what is promised and what
//! was measured; a promise that is not kept makes the exit code 1.
//!
//! Seconds are those of the clock, or the CPU seconds that the process took after the limit,
//! whichever is less: on a busy machine the clock shows what others do.

mod corpus;
mod inputs;
mod measure;

use std::path::{Path, PathBuf};

use corpus::{CORPUS, Case};
use measure::{Ended, Stop, measure};

pub(crate) const USAGE: &str = "  limits [BINARY] [--only TEXT]
         are time, memory and node limits and Ctrl-C kept? BINARY is the release binary of this
         folder, built first, if it is not named";

/// What is promised: seconds after a time limit and after Ctrl-C, MiB beside a memory limit.
const LATE: f64 = 0.5;
const AFTER_INTERRUPT: f64 = 0.3;
const GROWTH: f64 = 64.0;

/// The limits that the corpus runs under.
const SECONDS: f64 = 1.0;
const MEBIBYTES: f64 = 64.0;
const NODES: u64 = 4321;
/// When Ctrl-C comes, and when a run that keeps no limit is killed.
const INTERRUPT: f64 = 0.7;
const PATIENCE: f64 = 40.0;

/// Measures the corpus; whether every promise was kept.
pub(crate) fn run(arguments: impl Iterator<Item = String>) -> bool {
    let measured = parse(arguments).and_then(|(binary, only)| {
        let binary = binary.map_or_else(build, Ok)?;
        table(&binary, &only)
    });
    measured.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        false
    })
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<(Option<PathBuf>, String), String> {
    let (mut binary, mut only) = (None, String::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().ok_or("--only lacks its value")?,
            _ if argument.starts_with('-') => return Err(format!("no option {argument}\n{USAGE}")),
            _ => binary = Some(argument.into()),
        }
    }
    Ok((binary, only))
}

/// Builds the release binary.
fn build() -> Result<PathBuf, String> {
    match crate::cargo(&["build", "--release", "--package", "puzzle-cli"]) {
        true => Ok(target().join("release").join("puzzle")),
        false => Err("the command does not build".into()),
    }
}

/// Where cargo builds.
fn target() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(beside, PathBuf::from)
}

/// Measures the cases whose line contains a text.
fn table(binary: &Path, only: &str) -> Result<bool, String> {
    let folder = target().join("limits");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!(
        "promised: at most {LATE} s after a time limit of {SECONDS} s, {AFTER_INTERRUPT} s after"
    );
    println!("Ctrl-C, {MEBIBYTES} + {GROWTH} MiB with --memory {MEBIBYTES}MiB, {NODES} nodes with");
    println!("--node-limit {NODES} on one thread\n");
    println!("| command | late, s | Ctrl-C, s | MiB | nodes | |");
    println!("|---|--:|--:|--:|--:|---|");
    let (mut rows, mut broken) = (0, 0);
    for case in CORPUS.iter().filter(|case| case.line.contains(only)) {
        rows += 1;
        let row = Row::measured(binary, &folder, case)?;
        broken += usize::from(!row.broken.is_empty());
        println!("{}", row.text);
    }
    println!("\n{rows} commands, {} of them keep every limit", rows - broken);
    Ok(rows > 0 && broken == 0)
}

/// A line of the table, and which promises it breaks.
struct Row {
    text: String,
    broken: Vec<&'static str>,
}

impl Row {
    fn measured(binary: &Path, folder: &Path, case: &Case) -> Result<Self, String> {
        let words = inputs::prepare(case.line, folder)?;
        let with = |more: &[&str]| {
            let more = more.iter().map(|&word| word.to_owned());
            words.iter().cloned().chain(more).collect::<Vec<String>>()
        };
        let run = |words: &[String], stop: Stop| measure(binary, words, stop);
        let mut cells = Vec::new();
        let mut broken = Vec::new();
        let mut judge = |what, kept: bool, shown: String| {
            cells.push(if kept { shown } else { format!("**{shown}**") });
            if !kept {
                broken.push(what);
            }
        };

        let limit = format!("{SECONDS}");
        let ended = run(&with(&["--time-limit", &limit]), Stop::After(SECONDS))?;
        let (kept, shown) = late(&ended, LATE);
        judge("time", kept, shown);

        let ended = run(&words, Stop::Interrupt(INTERRUPT))?;
        let (kept, shown) = late(&ended, AFTER_INTERRUPT);
        judge("Ctrl-C", kept, shown);

        let memory = format!("{MEBIBYTES}MiB");
        let read = run(&["check".into(), words[1].clone()], Stop::Never)?;
        let ended = run(&with(&["--memory", &memory, "--time-limit", "4"]), Stop::Never)?;
        let growth = (ended.peak - read.peak).max(0.0);
        let kept = growth <= MEBIBYTES + GROWTH && ended.code.is_some_and(|code| code != 70);
        judge("memory", kept, format!("{growth:.0}"));

        let nodes = NODES.to_string();
        let limited = ["--node-limit", &nodes, "--json", "--time-limit", "4"];
        let mut alone = with(&limited);
        // The limit is exact on one thread, whatever the command says.
        match alone.iter().position(|word| word == "--threads") {
            Some(at) => alone[at + 1] = "1".into(),
            None => alone.extend(["--threads".into(), "1".into()]),
        }
        alone.retain(|word| word != "--ndjson");
        let ended = run(&alone, Stop::Never)?;
        let json: serde_json::Value = serde_json::from_str(&ended.output).unwrap_or_default();
        let visited = json["nodes"].as_u64();
        match json["stopped"].as_str() {
            Some("node limit") => {
                let kept =
                    visited == Some(NODES) || !case.exact && visited.is_some_and(|n| n < NODES);
                judge("nodes", kept, figure(visited));
            }
            // It was done, or could not begin, before there were so many.
            _ => judge(
                "nodes",
                visited.is_none_or(|n| n <= NODES),
                format!("{} ({})", figure(visited), ended.why(&json)),
            ),
        }
        let verdict = if broken.is_empty() { "kept".into() } else { broken.join(", ") };
        let text = format!("| {} | {} | {verdict} |", case.line, cells.join(" | "));
        Ok(Row { text, broken })
    }
}

fn figure(nodes: Option<u64>) -> String {
    nodes.map_or("-".into(), |nodes| nodes.to_string())
}

/// How late a run ended, and whether that is soon enough.
fn late(ended: &Ended, most: f64) -> (bool, String) {
    match ended.code {
        // Done before the limit came.
        Some(_) if ended.late < 0.0 => (true, "done".into()),
        Some(3) | Some(0) => (ended.late <= most, format!("{:.2}", ended.late)),
        code => (false, format!("{:.2}, exit {code:?}", ended.late)),
    }
}
