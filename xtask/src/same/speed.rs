//! CPU times of two binaries, measured in turns.
//!
//! A run of a binary is the CPU time of the whole process, user and system. The binaries take turns,
//! each round in the other order, because the machine's speed changes with time; the medians are
//! compared. Less than 5 % is noise. Short commands are repeated within a round.

use std::process::Stdio;
use std::time::Duration;

use super::script::Binary;

/// Commands, and how often each runs in a round. From what `bench/` measures: covers by search and by
/// dynamic programming, listing, sliding blocks, pegs, nonograms, queens, monotone maps, formulas, and
/// reading the catalogue.
const ROWS: [(&str, usize); 18] = [
    ("count pentominoes-6x10 --restrict X --threads 1", 3),
    ("count meteor --threads 1", 3),
    ("count pentominoes-3x4x5 --threads 1", 1),
    ("count y-pentacubes-5x5x5 --restrict 62 --threads 1", 1),
    ("count n-pentacubes-5x5x5 --restrict 62 --threads 1", 2),
    ("count dominoes-8x8", 40),
    ("count dominoes-16x16", 3),
    ("solve pentominoes-6x10 --all --ndjson --threads 1", 1),
    ("solve klotski --style 0 --distance", 30),
    ("solve klotski --style 2 --distance", 30),
    ("solve klotski --style 5 --distance", 3),
    ("solve century --style 2 --distance", 20),
    ("count pegs-english-33 --threads 1", 1),
    ("solve nonogram-hard-25 --unique", 1),
    ("count queens-15 --threads 1", 3),
    ("count dedekind-7", 40),
    ("solve cnf-richards --all", 40),
    ("list --json", 2),
];
/// A ratio that is more than noise.
const NOISE: f64 = 1.05;

/// Measures the rows that contain a text, and prints a table.
pub(crate) fn run(pair: [&Binary; 2], rounds: usize, only: &str) -> Result<bool, String> {
    println!("| command | times | old, ms | new, ms | new/old | |");
    println!("|---|--:|--:|--:|--:|---|");
    let mut ratios = Vec::new();
    for (line, times) in ROWS.into_iter().filter(|(line, _)| line.contains(only)) {
        let mut spent = [Vec::new(), Vec::new()];
        for round in 0..rounds {
            for side in [round % 2, 1 - round % 2] {
                spent[side].push(measure(pair[side], line, times)?);
            }
        }
        let [old, new] = spent.map(median);
        let ratio = new / old;
        let mark = if ratio > NOISE { "SLOWER" } else { "" };
        println!("| {line} | {times} | {old:.2} | {new:.2} | {ratio:.3} | {mark} |");
        ratios.push(ratio);
    }
    if ratios.is_empty() {
        return Err(format!("no row contains {only}"));
    }
    println!("| geometric mean | | | | {:.3} | |", geometric_mean(&ratios));
    Ok(true)
}

/// Milliseconds of one run, the mean over its repetitions.
fn measure(binary: &Binary, line: &str, times: usize) -> Result<f64, String> {
    let start = spent();
    for _ in 0..times {
        let mut command = binary.direct(line);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("puzzle {line}: {status}"));
        }
    }
    Ok((spent() - start).as_secs_f64() * 1e3 / times as f64)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2.0 }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// CPU time spent so far by the processes that were waited for.
#[cfg(unix)]
pub(crate) fn spent() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("every process may ask for its usage");
    let micros = [usage.user_time(), usage.system_time()].map(|time| time.num_microseconds());
    Duration::from_micros(micros.iter().sum::<i64>().max(0) as u64)
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub(crate) fn spent() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!((geometric_mean(&[0.5, 2.0]) - 1.0).abs() < 1e-12);
    }

    #[cfg(unix)]
    #[test]
    fn the_time_of_a_process_is_seen() {
        let start = spent();
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        std::process::Command::new("sh").args(["-c", work]).status().unwrap();
        assert!(spent() > start);
    }
}
