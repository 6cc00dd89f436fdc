//! A long run survives: it is killed at odd moments, with and without warning, at one and at two
//! threads, and in the end its output has every solution exactly once.
//!
//! The small version runs with the other tests; `cargo xtask long survival` runs the long one.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzle-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the command and kills it after a while. Returns whether it came to its end, and what it
/// printed.
fn attempt(command: &mut Command, kill: Option<(&str, Duration)>) -> (bool, String) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    if let Some((signal, after)) = kill {
        std::thread::sleep(after);
        let pid = child.id().to_string();
        let _ = Command::new("kill").args(["-s", signal, &pid]).stderr(Stdio::null()).status();
    }
    let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    let output = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    match child.wait().unwrap().code() {
        Some(0) => (true, output),
        // Stopped and saved, or killed; or interrupted before it could set up anything.
        Some(3 | 130 | 143) | None => (false, output),
        code => panic!("exit code {code:?}: {error}"),
    }
}

fn puzzle(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(arguments);
    command
}

/// Goes on with the saved run, if there is one: before the first checkpoint there is none.
fn resumable<'a>(command: &'a mut Command, saved: &Path) -> &'a mut Command {
    command.arg(if saved.exists() { "--resume" } else { "--checkpoint" }).arg(saved)
}

/// Kills a run of `make` at random moments, until it ends or has been killed often enough; then
/// lets it end. Returns what it printed at last, and how often it was killed.
fn survive(
    seed: u64,
    kills: usize,
    longest: u64,
    make: &dyn Fn(usize) -> Command,
) -> (String, usize) {
    let mut random = seed;
    for killed in 0..kills {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let after = Duration::from_millis(5 + (random >> 33) % longest);
        let signal = ["KILL", "TERM", "INT"][(random >> 60) as usize % 3];
        if let (true, output) = attempt(&mut make(killed), Some((signal, after))) {
            return (output, killed);
        }
    }
    let (ended, output) = attempt(&mut make(0), None);
    assert!(ended);
    (output, kills)
}

/// All solutions of a puzzle, once undisturbed and once with interruptions.
fn solutions_survive(threads: [u32; 2], seed: u64, kills: usize) -> usize {
    let folder = Folder::new(&format!("kill-{seed}"));
    let (saved, list) = (folder.0.join("run"), folder.0.join("list"));
    let make = |run: usize| {
        let mut command = puzzle(&["solve", "pentominoes-5x12", "--all", "--ndjson", "--quiet"]);
        command.args(["--engine", "bitsets", "--checkpoint-every", "0.02s"]);
        command.args(["--threads", &threads[run % 2].to_string()]).arg("--output").arg(&list);
        resumable(&mut command, &saved);
        command
    };
    let (_, killed) = survive(seed, kills, 200, &make);
    let text = std::fs::read_to_string(&list).unwrap();
    let solutions: Vec<&str> = text.lines().filter(|line| line.contains("embeddings")).collect();
    let embeddings = |line: &&str| line.split("\"embeddings\":").nth(1).unwrap().to_owned();
    let distinct: BTreeSet<String> = solutions.iter().map(embeddings).collect();
    assert_eq!((solutions.len(), distinct.len()), (4040, 4040));
    let last = text.lines().last().unwrap();
    assert!(last.contains("\"count\":\"4040\"") && last.contains("\"complete\":true"), "{last}");
    let numbered =
        solutions.iter().zip(1..).all(|(line, n)| line.starts_with(&format!("{{\"number\":{n},")));
    assert!(numbered, "numbers go on where they stopped");
    // The rules of the puzzle, not the program that found them, have the last word.
    let verified = puzzle(&["verify", "pentominoes-5x12"]).arg(&list).output().unwrap();
    assert!(verified.status.success());
    killed
}

/// Something that is saved in every form: what is asked, and the longest time before a kill, in
/// milliseconds. Three are about files that [`write_puzzles`] makes.
const RUNS: &[(&[&str], u64)] = &[
    (&["count", "dominoes-14x14", "--engine", "dp"], 30),
    (&["count", "n-pentacubes-5x5x5", "--engine", "bitsets"], 200),
    (&["count", "pentominoes-2x3x10", "--up-to-symmetry", "--engine", "bitsets"], 30),
    (&["count", "langford-11", "--engine", "bitsets"], 80),
    (&["count", "queens-cover-11", "--engine", "bitsets"], 40),
    (&["count", "sudoku-2x2", "--engine", "bitsets"], 3),
    (&["count", "word-search-example"], 30),
    (&["count", "burr.xmpuzzle", "--engine", "bitsets"], 40),
    (&["solve", "dominoes-12x12", "--sample", "1"], 100),
    (&["solve", "dominoes-12x12", "--zdd", "diagram"], 100),
    (&["count", "queens-15"], 60),
    (&["count", "eight-puzzle"], 200),
    (&["solve", "klotski", "--style", "0", "--distance"], 40),
    (&["solve", "klotski", "--style", "2", "--levels"], 100),
    (&["solve", "klotski", "--style", "5", "--exhaust"], 100),
    (&["count", "pegs-4x6", "--start", "all but b2", "--goal", "only b2"], 80),
    (&["count", "pegs-4x6", "--start", "all but b2", "--goal", "only b2", "--up-to-symmetry"], 80),
    (&["count", "pegs-4x5", "--levels"], 40),
    (&["count", "pegs-4x5", "--maximal"], 40),
    (&["count", "pegs-4x5", "--finals"], 15),
    (&["solve", "nonogram-hard-25", "--unique"], 400),
    (&["count", "nonogram-switches"], 30),
    (&["count", "dedekind-7"], 3),
    (&["count", "maps.puzzle"], 20),
    (&["count", "formula.cnf"], 300),
];

/// A formula and an order whose counts take a while, and a packing in the form of BurrTools.
fn write_puzzles(folder: &Path) {
    let burr = puzzle(&["convert", "soma", "--to", "xmpuzzle", "-o"])
        .arg(folder.join("burr.xmpuzzle"))
        .output();
    assert!(burr.unwrap().status.success());
    let maps = "family = \"monotone\"\nfrom = \"chain 9 * chain 9\"\nto = \"chain 4\"\n";
    std::fs::write(folder.join("maps.puzzle"), maps).unwrap();
    let mut random = puzzle_core::Random::new(5);
    let mut formula = "p cnf 60 130\n".to_owned();
    for _ in 0..130 {
        let mut literal = || (1 + random.below(60) as i64) * [1, -1][random.index(2)];
        formula += &format!("{} {} {} 0\n", literal(), literal(), literal());
    }
    std::fs::write(folder.join("formula.cnf"), formula).unwrap();
}

/// A run with interruptions prints what one without them prints.
fn a_run_survives(arguments: &[&str], longest: u64, seed: u64, kills: usize) -> usize {
    let folder = Folder::new(&format!("kill-{}-{seed}", arguments[1]));
    write_puzzles(&folder.0);
    let saved = folder.0.join("run");
    let begin = || {
        // Neither the engine nor the number of threads is part of a saved run.
        let named = arguments.windows(2).position(|pair| pair[0] == "--engine");
        let named = named.filter(|_| saved.exists()).map_or(0..0, |at| at..at + 2);
        let words = arguments.iter().enumerate().filter(|(i, _)| !named.contains(i));
        let words: Vec<&str> = words.map(|(_, word)| *word).collect();
        let mut command = puzzle(&words);
        command.current_dir(&folder.0).arg("--quiet");
        command
    };
    let (ended, expected) = attempt(begin().args(["--threads", "2"]), None);
    assert!(ended);
    let make = |run: usize| {
        let mut command = begin();
        command.args(["--checkpoint-every", "0.01s", "--threads", ["1", "2"][run % 2]]);
        resumable(&mut command, &saved);
        command
    };
    let (output, killed) = survive(seed, kills, longest, &make);
    assert_eq!(output, expected, "{arguments:?}");
    killed
}

#[test]
fn a_run_that_is_killed_again_and_again_loses_and_repeats_nothing() {
    solutions_survive([1, 1], 1, 4);
    solutions_survive([2, 1], 2, 4);
}

#[test]
fn what_is_saved_survives_in_every_form() {
    // One of three: the long version takes them all.
    for ((arguments, longest), seed) in RUNS.iter().step_by(3).zip(3..) {
        a_run_survives(arguments, *longest, seed, 2);
    }
}

#[test]
#[ignore = "long: cargo xtask long survival"]
fn a_thousand_random_moments_lose_and_repeat_nothing() {
    // Fewer if there is less time.
    let wanted = std::env::var("PUZZLE_KILLS").map_or(1000, |text| text.parse().unwrap());
    let mut kills = vec![0; RUNS.len() + 1];
    let mut seed = 100;
    while kills.iter().sum::<usize>() < wanted {
        kills[0] += solutions_survive([[1, 1], [2, 2], [1, 2]][seed as usize % 3], seed, 12);
        for ((arguments, longest), kills) in RUNS.iter().zip(&mut kills[1..]) {
            *kills += a_run_survives(arguments, *longest, seed, 6);
        }
        seed += 1;
    }
    let rounds = seed - 100;
    println!("| run | runs | kills | lost or doubled |\n|---|--:|--:|--:|");
    println!("| solve pentominoes-5x12 --all --output | {rounds} | {} | 0 |", kills[0]);
    for ((arguments, _), kills) in RUNS.iter().zip(&kills[1..]) {
        println!("| {} | {rounds} | {kills} | 0 |", arguments.join(" "));
    }
    let (runs, kills) = (rounds as usize * kills.len(), kills.iter().sum::<usize>());
    println!("| all | {runs} | {kills} | 0 |");
}
