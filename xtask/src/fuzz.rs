//! `cargo xtask fuzz SECONDS [TARGET …]`: runs the fuzz targets with the compiler at hand, no nightly and
//! no cargo-fuzz, one after the other, and ends with a table.
//!
//! Each target begins with the inputs in `fuzz/kept`, which belong to the project and are run by every
//! test, and with those in `fuzz/corpus`, which earlier runs found here. An input that breaks a target
//! is written to `fuzz/kept`: it stays there as a test when the fault is mended.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) const USAGE: &str = "  fuzz SECONDS [TARGET …]
         each fuzz target, or those named, for so many seconds";

/// Seconds that one input may take, and megabytes that a target may.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=2048"];

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> bool {
    let seconds = arguments.next().and_then(|text| text.parse::<u64>().ok());
    let Some(seconds) = seconds else {
        eprintln!("usage: cargo xtask fuzz SECONDS [TARGET …]");
        return false;
    };
    let named: Vec<String> = arguments.collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fuzz");
    let all = targets(&folder);
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        eprintln!("there is no target {unknown}: {}", all.join(", "));
        return false;
    }
    let Some(binary) = build(&folder) else { return false };
    let mut rows = Vec::new();
    for name in if named.is_empty() { all } else { named } {
        eprintln!("== {name}");
        rows.push(Row::of(&folder, &binary, &name, seconds));
    }
    println!("| target | executions | seconds | inputs kept | broke it |\n|---|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{}", row.text));
    rows.iter().all(|row| row.good)
}

/// The targets: one file each.
fn targets(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join("src/targets")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.path().file_stem()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = names.filter(|name| name != "mod").collect();
    names.sort();
    names
}

/// Builds the binary that has all targets, and tells where it is.
fn build(folder: &Path) -> Option<PathBuf> {
    let told = Command::new("rustc").arg("-vV").output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "))?;
    // libFuzzer wants to know which branches are taken; sanitizers would need more than stable Rust has.
    let mut flags = String::from("-Cpasses=sancov-module -Cdebug-assertions --cfg fuzzing");
    for part in ["level=4", "inline-8bit-counters", "pc-table", "trace-compares"] {
        flags += &format!(" -Cllvm-args=-sanitizer-coverage-{part}");
    }
    let given = std::env::var_os("CARGO_TARGET_DIR").map(|place| PathBuf::from(place).join("fuzz"));
    let target = given.unwrap_or_else(|| folder.join("target"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--target", host]).current_dir(folder);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", &target);
    crate::run(&mut cargo).then(|| target.join(host).join("release/fuzz"))
}

/// What came of a target.
struct Row {
    text: String,
    good: bool,
}

impl Row {
    fn of(folder: &Path, binary: &Path, name: &str, seconds: u64) -> Row {
        let [corpus, kept] = ["corpus", "kept"].map(|part| folder.join(part).join(name));
        for place in [&corpus, &kept] {
            if let Err(error) = std::fs::create_dir_all(place) {
                eprintln!("{}: {error}", place.display());
            }
        }
        let broken = || inputs(&kept, |file| file.starts_with("broken-"));
        let before = broken();
        let mut fuzzer = Command::new(binary);
        fuzzer.env("PUZZLE_FUZZ", name).args([&corpus, &kept]).args(LIMITS);
        fuzzer.arg(format!("-max_total_time={seconds}")).arg("-print_final_stats=1");
        fuzzer.arg(format!("-artifact_prefix={}/broken-", kept.display()));
        let output = match fuzzer.stdin(Stdio::null()).output() {
            Ok(output) => output,
            Err(error) => {
                let text = format!("| {name} | cannot run it: {error} | | | |");
                return Row { text, good: false };
            }
        };
        let told = String::from_utf8_lossy(&output.stderr);
        let number = told.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
        let executions = number.map_or("0", str::trim);
        let done = told.lines().rev().find_map(|line| line.split_once(" runs in "));
        let time = done.and_then(|(_, rest)| rest.split(' ').next()).unwrap_or("?");
        let good = output.status.success();
        if !good {
            let lines: Vec<&str> = told.lines().collect();
            eprintln!("{}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
        let found = broken() - before;
        let size = inputs(&corpus, |_| true);
        Row { text: format!("| {name} | {executions} | {time} | {size} | {found} |"), good }
    }
}

/// How many files of a folder have such a name.
fn inputs(folder: &Path, wanted: impl Fn(&str) -> bool) -> usize {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter(|file| wanted(&file.file_name().to_string_lossy())).count()
}
