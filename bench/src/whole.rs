//! The command `puzzle` as a whole process: how long short counts take, what a second thread is worth,
//! and how much memory an enumeration takes.
//!
//! The command is the one beside this program (`cargo build --release -p puzzle-cli`). A count is
//! repeated, and its shortest and middle time are told: CPU time of the whole process, from its
//! start to its end, beside that of a process that does nothing. Threads are compared by the clock
//! on the wall, one run after the other in turn; the machine's speed changes with time, so each run is
//! compared with its neighbour, and the middle of these ratios is told. For memory the most that the
//! process has had is read while it runs, as Linux tells it (`VmHWM`, which never falls); the puzzles are
//! those of the benchmark.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::clock;
use crate::puzzles::{LONG, QUICK};

/// Counts, and the most milliseconds that each may take.
const COUNTS: [(&str, &str, f64); 2] = [
    ("dominoes-8x8", "12988816", 2.0),
    ("dominoes-16x16", "2444888770250892795802079170816", 200.0),
];
/// How often each is counted.
const ROUNDS: usize = 101;
/// Counts that two threads share, what is asked of them beside one, and how often they are counted.
const SHARED: [&[&str]; 2] = [&["pentominoes-3x4x5"], &["y-pentacubes-5x5x5", "--restrict", "62"]];
const RATIO: f64 = 1.8;
const SHARED_ROUNDS: usize = 15;
/// The most memory of an enumeration, in megabytes, and how many solutions it lists at most: that is all of
/// them but for the dominoes, whose thirteen million drawings take seven minutes a run.
const MEMORY: f64 = 64.0;
const MOST: &str = "1000000";
/// How often a process is looked at.
const INTERVAL: Duration = Duration::from_millis(1);

/// Measures and prints; whether all is right and within bounds.
pub(crate) fn run() -> Result<bool, String> {
    let command = command()?;
    let mut good = true;
    println!("| command | shortest, ms | median, ms | asked, ms | |");
    println!("|---|--:|--:|--:|---|");
    let mut nothing = run_of(Path::new("true"), &[]);
    if let Ok(times) = repeat(&mut nothing) {
        println!("| true | {:.2} | {:.2} | – | a process that does nothing |", times[0], times[1]);
    }
    for (name, answer, most) in COUNTS {
        let mut count = run_of(&command, &["count", name]);
        let said = count.stdout(Stdio::piped()).output().map_err(|error| error.to_string())?;
        if String::from_utf8_lossy(&said.stdout).trim() != answer {
            return Err(format!("puzzle count {name} does not say {answer}"));
        }
        let [shortest, median] = repeat(count.stdout(Stdio::null()))?;
        good &= shortest <= most;
        let verdict = if shortest <= most { "within bounds" } else { "TOO LONG" };
        println!("| puzzle count {name} | {shortest:.2} | {median:.2} | {most} | {verdict} |");
    }
    println!();
    println!(
        "| command | one thread, s | two, s | by the shortest | of neighbours, the median | asked | |"
    );
    println!("|---|--:|--:|--:|--:|--:|---|");
    for arguments in SHARED {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..SHARED_ROUNDS {
            for (threads, times) in ["1", "2"].into_iter().zip(&mut times) {
                let line = [&["count"], arguments, &["--threads", threads]].concat();
                let start = Instant::now();
                run_of(&command, &line).status().map_err(|error| error.to_string())?;
                times.push(start.elapsed().as_secs_f64());
            }
        }
        let mut ratios: Vec<f64> = times[0].iter().zip(&times[1]).map(|(x, y)| x / y).collect();
        ratios.sort_by(f64::total_cmp);
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let [one, two] = [&times[0], &times[1]];
        let (best, median) = (one[0] / two[0], ratios[SHARED_ROUNDS / 2]);
        good &= median >= RATIO;
        let verdict = if median >= RATIO { "within bounds" } else { "TOO LITTLE" };
        println!(
            "| puzzle count {} | {:.3} | {:.3} | {best:.2} | {median:.2} | {RATIO} | {verdict} |",
            arguments.join(" "),
            one[0],
            two[0]
        );
    }
    println!();
    println!("| puzzle | threads | peak memory, MB | asked, MB | |");
    println!("|---|--:|--:|--:|---|");
    for name in QUICK.iter().chain(LONG).map(|listed| listed.name) {
        for threads in ["1", "2"] {
            let Some(peak) = peak(&command, name, threads)? else {
                println!("| {name} | {threads} | – | {MEMORY} | unknown on this system |");
                continue;
            };
            good &= peak <= MEMORY;
            let verdict = if peak <= MEMORY { "within bounds" } else { "TOO MUCH" };
            println!("| {name} | {threads} | {peak:.1} | {MEMORY} | {verdict} |");
        }
    }
    Ok(good)
}

/// The command beside this program.
fn command() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let beside = own.with_file_name(format!("puzzle{}", std::env::consts::EXE_SUFFIX));
    match beside.is_file() {
        true => Ok(beside),
        false => Err("build the command first: cargo build --release -p puzzle-cli".into()),
    }
}

/// A command that says nothing.
fn run_of(command: &Path, arguments: &[&str]) -> Command {
    let mut run = Command::new(command);
    run.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    run
}

/// The shortest and the middle CPU time of a command, in milliseconds.
fn repeat(command: &mut Command) -> Result<[f64; 2], String> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = clock::commands();
        command.status().map_err(|error| error.to_string())?;
        times.push(clock::commands().saturating_sub(start).as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok([times[0], times[ROUNDS / 2]])
}

/// The most memory of an enumeration, in megabytes. Nothing is kept of what it prints.
fn peak(command: &Path, name: &str, threads: &str) -> Result<Option<f64>, String> {
    let (puzzle, restriction) = name.split_once(':').unwrap_or((name, "none"));
    let mut run = Command::new(command);
    run.args(["solve", puzzle, "--limit", MOST, "--restrict", restriction, "--threads", threads]);
    run.args(["--ndjson", "--quiet"]).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = run.spawn().map_err(|error| error.to_string())?;
    let mut most = None;
    loop {
        // Read before asking whether it is alive: a process that has ended tells nothing.
        most = high_water(&child).max(most);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return match status.success() {
                true => Ok(most.map(|kilobytes| kilobytes as f64 / 1024.0)),
                false => Err(format!("puzzle solve {name} ended with {status}")),
            };
        }
        std::thread::sleep(INTERVAL);
    }
}

/// The most memory that a process has had so far, in kilobytes.
fn high_water(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
