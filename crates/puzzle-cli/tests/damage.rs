//! A saved file of which one byte was changed is refused, whatever it holds and wherever the byte is:
//! exit code 2, a message that names the file, and never a panic.
//!
//! Some changes of each kind of file are tried with the other tests; `cargo xtask long damage` tries ten
//! thousand and prints a table.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use puzzle_core::{Checkpoint, Random};

/// A kind of file: what it is, its name, the command that makes it and the one that reads it.
struct Kind(&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    Kind("search in parts", "parts",
         "count meteor --engine bitsets --node-limit 100000 --checkpoint parts",
         "count meteor --resume parts"),
    Kind("classes", "classes", "count simple --up-to-symmetry --engine bitsets --checkpoint classes",
         "count simple --up-to-symmetry --resume classes"),
    Kind("dynamic programming", "layer",
         "count dominoes-10x10 --engine dp --node-limit 3000 --checkpoint layer",
         "count dominoes-10x10 --resume layer"),
    Kind("diagram in the making", "making",
         "count dominoes-10x10 --engine zdd --node-limit 500 --checkpoint making",
         "count dominoes-10x10 --engine zdd --resume making"),
    Kind("sliding search", "levels", "solve eight-puzzle --distance --node-limit 3000 --checkpoint levels",
         "solve eight-puzzle --distance --resume levels"),
    Kind("peg solitaire", "pegs", "count pegs-triangle-15 --node-limit 300 --checkpoint pegs",
         "count pegs-triangle-15 --resume pegs"),
    Kind("nonogram", "lines", "solve nonogram-richards --unique --checkpoint lines",
         "solve nonogram-richards --unique --resume lines"),
    Kind("queens", "queens", "count queens-13 --node-limit 1000 --checkpoint queens",
         "count queens-13 --resume queens"),
    Kind("monotone maps", "maps", "count monotone-d3 --checkpoint maps",
         "count monotone-d3 --resume maps"),
    Kind("formula", "formula", "count cnf-richards --checkpoint formula",
         "count cnf-richards --resume formula"),
    Kind("diagram", "diagram", "solve dominoes-6x6 --zdd diagram", "count dominoes-6x6 --from-zdd diagram"),
    Kind("processor's state", "state", "run code --instruction-limit 60 --state-out state",
         "run code --state-in state"),
    Kind("solutions, JSON", "list.json", "solve simple --all --json -o list.json",
         "verify simple list.json"),
    Kind("solutions, lines", "list.ndjson", "solve simple --all --ndjson -o list.ndjson",
         "verify simple list.ndjson"),
    Kind("solutions of a saved run", "grown",
         "solve sudoku-2x2 --all --ndjson -o grown --checkpoint growing --node-limit 1000",
         "solve sudoku-2x2 --all --ndjson -o grown --resume growing"),
];

fn puzzle(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.current_dir(folder).args(line.split_whitespace()).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let compiled = puzzle(&folder, "compile simple -o code");
    assert!(compiled.status.success());
    folder
}

/// How many bytes of a file count: what a run wrote after it was saved is written anew.
fn guarded(folder: &Path, file: &str, bytes: &[u8]) -> u64 {
    match std::fs::read(folder.join("growing")) {
        Ok(saved) if file == "grown" => Checkpoint::read(&saved, usize::MAX).unwrap().output.length,
        _ => bytes.len() as u64,
    }
}

/// Changes one byte of each kind of file so many times, and prints a table if it is long.
fn damage(name: &str, times: usize) {
    let folder = folder(name);
    let mut random = Random::new(18);
    let mut rows =
        String::from("| file | bytes | changes | accepted | panics |\n|---|--:|--:|--:|--:|\n");
    for Kind(what, file, make, read) in KINDS {
        let made = puzzle(&folder, make);
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(matches!(made.status.code(), Some(0 | 3)), "{make}: {said}");
        let path = folder.join(file);
        let good = std::fs::read(&path).unwrap_or_else(|_| panic!("{make} made no file: {said}"));
        let guarded = guarded(&folder, file, &good);
        assert!(guarded > 0, "{make}");
        for _ in 0..times {
            let at = random.below(guarded) as usize;
            let change = 1 + random.below(255) as u8;
            let mut bytes = good.clone();
            bytes[at] ^= change;
            std::fs::write(&path, &bytes).unwrap();
            let output = puzzle(&folder, read);
            let said = [&output.stdout[..], &output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert_eq!(output.status.code(), Some(2), "{read}: byte {at} ^ {change}: {said}");
            assert!(said.contains(file), "{read}: byte {at} ^ {change}: {said}");
            assert!(!said.contains("panicked"), "{read}: byte {at} ^ {change}: {said}");
            assert!(std::fs::read(&path).unwrap() == bytes, "{read}: a refused file was changed");
        }
        // The good file is taken, so it was the change that was refused.
        std::fs::write(&path, &good).unwrap();
        let output = puzzle(&folder, read);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{read}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        rows += &format!("| {what} | {} | {times} | 0 | 0 |\n", good.len());
    }
    println!("{rows}| all | | {} | 0 | 0 |", times * KINDS.len());
}

#[test]
fn a_changed_byte_is_refused_in_every_kind_of_file() {
    damage("damage", 4);
}

#[test]
#[ignore = "long: cargo xtask long damage"]
fn ten_thousand_changed_bytes_are_refused() {
    damage("damage-long", 10_000_usize.div_ceil(KINDS.len()));
}
