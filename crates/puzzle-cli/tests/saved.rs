//! Files that a run reads and writes: nothing is replaced that should not be, endings mean what they
//! say, and what is told of a saved run is true.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn puzzle(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.current_dir(folder).args(line.split_whitespace()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn only_regular_files_are_read_and_replaced_and_links_are_followed() {
    let folder = folder("regular");
    std::os::unix::fs::symlink("real", folder.join("link")).unwrap();
    std::fs::write(folder.join("real"), "").unwrap();
    assert_eq!(puzzle(&folder, "count soma --checkpoint link").status.code(), Some(0));
    assert!(folder.join("link").is_symlink());
    assert!(std::fs::read_to_string(folder.join("real")).unwrap().starts_with("puzzle checkpoint"));
    for line in [
        "count soma --checkpoint .",
        "count soma --checkpoint /dev/null",
        "count soma --resume .",
        "count soma --resume /dev/zero",
        "solve soma --sample 1 --from-zdd /dev/zero",
    ] {
        let refused = puzzle(&folder, line);
        assert_eq!(refused.status.code(), Some(2), "{line}");
        assert!(said(&refused).contains("no regular file"), "{}", said(&refused));
    }
    let refused = puzzle(&folder, "count soma --from-zdd /dev/zero");
    assert!(said(&refused).contains("no regular file"), "{}", said(&refused));
    let refused = puzzle(&folder, "count soma --checkpoint nowhere/run");
    assert!(said(&refused).contains("cannot save nowhere/run"), "{}", said(&refused));
    let left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing is left behind: {left:?}");
}

#[test]
fn an_output_s_ending_tells_its_form() {
    let folder = folder("endings");
    let begins = |file: &str| std::fs::read(folder.join(file)).unwrap()[..5].to_vec();
    for puzzle_name in ["soma", "klotski", "pegs-triangle-15", "nonogram-key", "queens-8"] {
        for (file, head) in
            [("a.json", &b"{\"sch"[..]), ("a.PNG", b"\x89PNG\r"), ("a.svg", b"<svg ")]
        {
            let output = puzzle(&folder, &format!("solve {puzzle_name} -o {file} --quiet"));
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            assert_eq!(begins(file), head, "{puzzle_name} {file}");
        }
    }
    for line in ["solve soma -o a.jpg", "solve soma --json -o a.svg", "draw soma -o a.pdf"] {
        assert_eq!(puzzle(&folder, line).status.code(), Some(2), "{line}");
    }
}

#[test]
fn errors_of_arguments_keep_their_hints_for_programs() {
    let output = puzzle(Path::new("."), "count simple --engien bitsets --json");
    assert!(
        said(&output).contains("\"hint\":\"a similar argument exists: '--engine'\""),
        "{}",
        said(&output)
    );
}

#[test]
fn what_is_told_of_a_saved_run_is_true() {
    let folder = folder("told");
    // A bound is found before there is anything to save.
    let bound = said(&puzzle(&folder, "count monotone-d4 --checkpoint run"));
    assert_eq!(bound.contains("saved; go on"), folder.join("run").exists(), "{bound}");
    let refused = puzzle(&folder, "solve century --count-shortest --checkpoint levels");
    assert!(said(&refused).contains("cannot be saved"), "{}", said(&refused));
    let stopped = puzzle(&folder, "solve pegs-triangle-15 --all --json --node-limit 1");
    assert!(!said(&stopped).contains("every game was tried"), "{}", said(&stopped));
    assert_eq!(puzzle(&folder, "solve pegs-english-33 --limit 1 --quiet").status.code(), Some(0));
    // A count by a diagram.
    let zdd = "count dominoes-10x10 --engine zdd";
    let stopped = puzzle(&folder, &format!("{zdd} --checkpoint zdd --node-limit 50"));
    assert_eq!(stopped.status.code(), Some(3), "{}", said(&stopped));
    let done = puzzle(&folder, &format!("{zdd} --resume zdd"));
    assert_eq!(String::from_utf8_lossy(&done.stdout), "258584046368\n");
    // A count of very many solutions is taken over by dynamic programming, resumed or not.
    puzzle(&folder, "count nonogram-ones --checkpoint ones --node-limit 200");
    let done = puzzle(&folder, "count nonogram-ones --resume ones");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "479001600\n");
}

#[test]
fn an_output_may_be_a_device_and_a_full_one_is_told() {
    let folder = folder("devices");
    puzzle(&folder, "compile simple -o code");
    for line in [
        "solve sudoku-2x2 --all -o /dev/null",
        "solve sudoku-2x2 --all --ndjson -o /dev/null --checkpoint run --node-limit 1000",
        "solve sudoku-2x2 --all --ndjson -o /dev/null --resume run",
        "solve simple --zdd /dev/null",
        "run code --state-out /dev/null",
        "compile simple -o /dev/null",
    ] {
        let output = puzzle(&folder, line);
        let expected = if line.contains("limit") { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{line}: {}", said(&output));
    }
    for line in [
        "solve sudoku-2x2 --all -o /dev/full",
        "solve sudoku-2x2 --all --json -o /dev/full",
        "solve sudoku-2x2 --all --ndjson -o /dev/full --checkpoint full",
        "solve simple --zdd /dev/full",
        "run code --state-out /dev/full",
    ] {
        let output = puzzle(&folder, line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", said(&output));
        assert!(said(&output).contains("No space left on device"), "{line}: {}", said(&output));
    }
}

#[test]
fn a_second_process_is_kept_from_a_file_in_use() {
    let folder = folder("locked");
    puzzle(&folder, "compile dominoes-12x12 -o code");
    for (line, file) in [
        ("count dominoes-12x12 --engine cells --restrict 0 --checkpoint run", "run"),
        ("solve dominoes-12x12 --all --engine cells --threads 1 -o list", "list"),
        ("run code --quiet --state-out state", "state"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        let mut first = command
            .current_dir(&folder)
            .args(line.split_whitespace())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // The lock of an output is on itself.
        let locked = [folder.join(file), folder.join(format!("{file}.lock"))];
        while !locked[usize::from(file != "list")].exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        let second = puzzle(&folder, &format!("{line} --time-limit 5"));
        let stopped = Command::new("kill").args(["-s", "INT", &first.id().to_string()]).status();
        assert!(stopped.unwrap().success());
        assert_eq!(first.wait().unwrap().code(), Some(3), "{line}");
        assert_eq!(second.status.code(), Some(2), "{line}: {}", said(&second));
        let told = format!("{file}: another run is using it");
        assert!(said(&second).contains(&told), "{line}: {}", said(&second));
        assert!(!locked[1].exists(), "{line}");
    }
}

#[test]
fn an_output_that_was_changed_is_not_gone_on_with() {
    let folder = folder("changed");
    let line = "solve sudoku-2x2 --all -o list";
    let stopped = puzzle(&folder, &format!("{line} --checkpoint run --node-limit 1000"));
    assert_eq!(stopped.status.code(), Some(3), "{}", said(&stopped));
    let good = std::fs::read(folder.join("list")).unwrap();
    for changed in [&good[..9], &[b"X", &good[1..]].concat()] {
        std::fs::write(folder.join("list"), changed).unwrap();
        let refused = puzzle(&folder, &format!("{line} --resume run"));
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains("list"), "{}", said(&refused));
        assert!(std::fs::read(folder.join("list")).unwrap() == changed, "it was touched");
    }
    std::fs::write(folder.join("list"), &good).unwrap();
    assert_eq!(puzzle(&folder, &format!("{line} --resume run")).status.code(), Some(0));
}
