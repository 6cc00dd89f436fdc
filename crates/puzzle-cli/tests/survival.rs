//! A long run survives: it is killed at odd moments, with and without warning, at one and at two
//! threads, and in the end its output has every solution exactly once.
//!
//! The small version runs with the other tests; `cargo xtask long survival` runs the long one.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// Something that is saved in every form: what is asked. Each takes some tenths of a second at least, or
/// it would be over before anybody kills it. Some are about files that [`write_puzzles`] makes.
const RUNS: &[&[&str]] = &[
    &["count", "dominoes-18x18", "--engine", "dp"],
    &["count", "n-pentacubes-5x5x5", "--engine", "bitsets"],
    &["count", "pentominoes-2x3x10", "--up-to-symmetry", "--engine", "bitsets"],
    &["count", "langford-12", "--engine", "bitsets"],
    &["count", "queens-cover-13", "--engine", "bitsets"],
    &["count", "sudoku.puzzle", "--engine", "bitsets"],
    &["count", "words.puzzle"],
    &["count", "burr.xmpuzzle", "--engine", "bitsets"],
    &["solve", "dominoes-14x14", "--sample", "1"],
    &["solve", "dominoes-14x14", "--zdd", "diagram"],
    &["count", "queens-16"],
    &["count", "slide.sliding"],
    &["solve", "slide.sliding", "--style", "0", "--distance"],
    &["solve", "slide.sliding", "--style", "2", "--levels"],
    &["solve", "klotski", "--style", "5", "--exhaust"],
    &["count", "pegs-4x6", "--start", "all but b2", "--goal", "only b2"],
    &["count", "pegs-4x6", "--start", "all but b2", "--goal", "only b2", "--up-to-symmetry"],
    &["count", "pegs-4x6", "--levels"],
    &["count", "pegs-4x6", "--maximal"],
    &["count", "pegs-4x6", "--finals"],
    &["solve", "nonogram-hard-25", "--unique"],
    &["count", "nonogram-hard-25"],
    &["count", "dedekind-8"],
    &["count", "maps.puzzle"],
    &["count", "formula.cnf"],
    &["solve", "cram-4x7", "--first-moves", "--output", "list"],
];

/// These take seconds, so only the long version has time for them.
const LONG: &[&str] = &["dominoes-18x18", "dedekind-8", "words.puzzle", "maps.puzzle"];

/// Puzzles whose runs take a while, of families that have none in the catalogue: a formula, an order, a
/// packing in the form of BurrTools, a sudoku, a word search, and small sliding blocks.
fn write_puzzles(folder: &Path) {
    let burr = puzzle(&["convert", "soma", "--to", "xmpuzzle", "-o"])
        .arg(folder.join("burr.xmpuzzle"))
        .output();
    assert!(burr.unwrap().status.success());
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let maps = "family = \"monotone\"\nfrom = \"chain 12 * chain 12\"\nto = \"chain 5\"\n";
    write("maps.puzzle", maps);
    let rest = "......\n".repeat(5);
    let givens = format!("givens = \"\"\"\n12....\n{rest}\"\"\"\n");
    write("sudoku.puzzle", &format!("family = \"sudoku\"\nbox = [2, 3]\n{givens}"));
    let words = "words = [\"tile\", \"board\", \"piece\", \"block\", \"cell\"]\n";
    write("words.puzzle", &format!("family = \"word-search\"\nrectangle = [6, 6]\n{words}"));
    let blocks = "4 x 4 three kinds\n1 = 1\n2 = 1\n3 = 1\n1111111122222330\n3322222111111110\n";
    write("slide.sliding", blocks);
    let mut random = puzzle_core::Random::new(5);
    let mut formula = "p cnf 60 130\n".to_owned();
    for _ in 0..130 {
        let mut literal = || (1 + random.below(60) as i64) * [1, -1][random.index(2)];
        formula += &format!("{} {} {} 0\n", literal(), literal(), literal());
    }
    write("formula.cnf", &formula);
}

/// What a run told: a list of solutions if it wrote one, in any order, and what it printed if not. Of a
/// first move only whether it wins: there may be several replies.
fn told(folder: &Path, output: String) -> String {
    let Ok(list) = std::fs::read_to_string(folder.join("list")) else { return output };
    let mut lines: Vec<&str> =
        list.lines().map(|line| line.split(" to ").next().unwrap()).collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// A run with interruptions tells what one without them tells. It is killed within the time that a
/// third of it takes on this machine.
fn a_run_survives(arguments: &[&str], seed: u64, kills: usize) -> usize {
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
    let begun = Instant::now();
    let (ended, expected) = attempt(begin().args(["--threads", "2"]), None);
    assert!(ended);
    let expected = told(&folder.0, expected);
    let longest = (begun.elapsed().as_millis() as u64 / 3).max(10);
    let make = |run: usize| {
        let mut command = begin();
        command.args(["--checkpoint-every", "0.01s", "--threads", ["1", "2"][run % 2]]);
        resumable(&mut command, &saved);
        command
    };
    let (output, killed) = survive(seed, kills, longest, &make);
    assert_eq!(told(&folder.0, output), expected, "{arguments:?}");
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
    for (arguments, seed) in RUNS.iter().filter(|run| !LONG.contains(&run[1])).step_by(3).zip(3..) {
        a_run_survives(arguments, seed, 2);
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
        for (arguments, kills) in RUNS.iter().zip(&mut kills[1..]) {
            *kills += a_run_survives(arguments, seed, 6);
        }
        seed += 1;
    }
    let rounds = seed - 100;
    println!("| run | runs | kills | lost or doubled |\n|---|--:|--:|--:|");
    println!("| solve pentominoes-5x12 --all --output | {rounds} | {} | 0 |", kills[0]);
    for (arguments, kills) in RUNS.iter().zip(&kills[1..]) {
        println!("| {} | {rounds} | {kills} | 0 |", arguments.join(" "));
    }
    let (runs, kills) = (rounds as usize * kills.len(), kills.iter().sum::<usize>());
    println!("| all | {runs} | {kills} | 0 |");
}
