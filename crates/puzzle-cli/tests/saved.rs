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
    // A folder stands for everything that is not a file; devices are not for tests.
    for line in
        ["count soma --checkpoint .", "count soma --resume .", "count soma --resume /dev/zero"]
    {
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
