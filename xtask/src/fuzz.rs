//! `cargo xtask fuzz SECONDS [EXECUTIONS] [TARGET …]`: runs the fuzz targets with the compiler at hand, no
//! nightly and no cargo-fuzz, one after the other, and prints a table.
//!
//! Seconds are of CPU time, so that a busy machine gives no less. A target goes on until it had both, in
//! turns of a minute: each begins with what the one before found.
//!
//! Each target begins with the inputs in `fuzz/kept`, which belong to the project and are run by every
//! test, and with those in `fuzz/corpus`, which earlier runs found here. An input that breaks a target
//! is written to `fuzz/kept`: it stays there as a test when the fault is mended.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) const USAGE: &str = "  fuzz SECONDS [EXECUTIONS] [TARGET …]
         each fuzz target, or those named, for at least so many seconds of CPU time and executions";

/// Seconds that one input may take, and megabytes that a target may.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=2048"];

/// Seconds by the clock after which a target begins another turn.
const TURN: u64 = 60;

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> bool {
    let (mut numbers, mut named) = (Vec::new(), Vec::new());
    for word in arguments {
        match word.parse::<u64>() {
            Ok(number) => numbers.push(number),
            Err(_) => named.push(word),
        }
    }
    let (seconds, executions) = match numbers[..] {
        [seconds] => (seconds, 0),
        [seconds, executions] => (seconds, executions),
        _ => {
            eprintln!("usage: cargo xtask fuzz SECONDS [EXECUTIONS] [TARGET …]");
            return false;
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fuzz");
    let all = targets(&folder);
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        eprintln!("there is no target {unknown}: {}", all.join(", "));
        return false;
    }
    let Some(binary) = build(&folder) else { return false };
    println!(
        "| target | executions | CPU seconds | inputs kept | broke it |\n|---|--:|--:|--:|--:|"
    );
    let mut sum = Row::default();
    for name in if named.is_empty() { all } else { named } {
        let mut row = Row::default();
        while !row.failed && (row.seconds < seconds as f64 || row.executions < executions) {
            row.turn(&folder, &binary, &name, seconds);
        }
        // At once: whoever stops it later has what was done so far.
        row.print(&name);
        sum.add(&row);
    }
    sum.print("all");
    !sum.failed
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
#[derive(Default)]
struct Row {
    executions: u64,
    seconds: f64,
    kept: usize,
    broken: usize,
    failed: bool,
}

impl Row {
    fn print(&self, name: &str) {
        let Row { executions, seconds, kept, broken, .. } = self;
        println!("| {name} | {executions} | {seconds:.0} | {kept} | {broken} |");
    }

    fn add(&mut self, other: &Row) {
        self.executions += other.executions;
        self.seconds += other.seconds;
        self.kept += other.kept;
        self.broken += other.broken;
        self.failed |= other.failed;
    }

    /// Goes on with a target for a while.
    fn turn(&mut self, folder: &Path, binary: &Path, name: &str, seconds: u64) {
        let [corpus, kept] = ["corpus", "kept"].map(|part| folder.join(part).join(name));
        for place in [&corpus, &kept] {
            if let Err(error) = std::fs::create_dir_all(place) {
                eprintln!("{}: {error}", place.display());
            }
        }
        let broken = || inputs(&kept, |file| file.starts_with("broken-"));
        let (before, spent) = (broken(), crate::same::spent());
        let mut fuzzer = Command::new(binary);
        fuzzer.env("PUZZLE_FUZZ", name).args([&corpus, &kept]).args(LIMITS);
        let turn = TURN.min(seconds.max(1));
        fuzzer.arg(format!("-max_total_time={turn}")).arg("-print_final_stats=1");
        fuzzer.arg(format!("-artifact_prefix={}/broken-", kept.display()));
        let output = match fuzzer.stdin(Stdio::null()).output() {
            Ok(output) => output,
            Err(error) => {
                eprintln!("cannot run {}: {error}", binary.display());
                self.failed = true;
                return;
            }
        };
        let told = String::from_utf8_lossy(&output.stderr);
        let number = told.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
        self.executions += number.and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0);
        self.seconds += (crate::same::spent() - spent).as_secs_f64();
        self.failed = !output.status.success();
        if self.failed {
            let lines: Vec<&str> = told.lines().collect();
            eprintln!("{}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
        self.broken += broken() - before;
        self.kept = inputs(&corpus, |_| true);
    }
}

/// How many files of a folder have such a name.
fn inputs(folder: &Path, wanted: impl Fn(&str) -> bool) -> usize {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter(|file| wanted(&file.file_name().to_string_lossy())).count()
}
