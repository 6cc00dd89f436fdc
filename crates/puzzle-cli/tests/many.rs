//! Several puzzles at once: one place in the command does it, for every family alike.

#[path = "every/mod.rs"]
mod every;

use std::fs;
use std::path::Path;

use every::{EVERY, puzzle, text};
use serde_json::Value;

/// What differs from run to run.
fn timeless(mut value: Value) -> Value {
    value.as_object_mut().unwrap().remove("elapsed_s");
    value
}

/// The examples, with a name among them that means nothing.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = EVERY.iter().map(|example| example.puzzle).collect();
    names.insert(3, "no-such-puzzle");
    names
}

#[test]
fn the_examples_are_of_every_family() {
    let mut families: Vec<&str> = puzzle::FAMILIES.iter().map(|family| family.name).collect();
    let mut here: Vec<&str> = EVERY.iter().map(|example| example.family).collect();
    families.sort_unstable();
    here.sort_unstable();
    assert_eq!(families, here);
}

#[test]
fn each_puzzle_of_any_family_is_answered_in_its_turn_as_it_is_alone() {
    for verb in ["count", "solve", "check"] {
        let names = names();
        let output = puzzle(&[&[verb][..], &names, &["--ndjson"]].concat());
        assert_eq!(output.status.code(), Some(2), "{verb}: one of them is no puzzle");
        let lines: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), names.len(), "{verb}");
        for (name, together) in names.iter().zip(lines) {
            let alone = puzzle(&[verb, name, "--json"]);
            let mut alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
            alone["puzzle"] = (*name).into();
            assert_eq!(timeless(together), timeless(alone), "{verb} {name}");
        }
    }
}

#[test]
fn one_object_holds_them_all_and_its_errors() {
    let output = puzzle(&[&["count", "--json", "--threads", "2"][..], &names()].concat());
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let answers = all["answers"].as_array().unwrap();
    assert_eq!(answers.len() as u64, all["puzzles"].as_u64().unwrap());
    // Of games nothing is counted.
    assert_eq!((&all["refused"], &all["complete"]), (&2.into(), &true.into()));
    let wrong: Vec<&Value> =
        answers.iter().filter(|answer| answer.get("error").is_some()).collect();
    assert_eq!(wrong.len(), 2);
    assert_eq!(wrong[0]["puzzle"], "no-such-puzzle");
}

#[test]
fn text_names_each_puzzle_and_errors_are_on_the_standard_error() {
    let output = puzzle(&[&["count"][..], &names()].concat());
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(out.contains("soma: 11520\n") && out.contains("langford-7: 52\n"), "{out}");
    assert!(!out.contains("no-such-puzzle") && errors.contains("`no-such-puzzle`"), "{errors}");
    assert!(errors.ends_with("2 of 14 puzzles were not answered\n"), "{errors}");
}

#[test]
fn a_folder_is_its_files_by_name_and_a_file_is_its_puzzles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("inner")).unwrap();
    fs::write(folder.join("b.dlx"), "a b\na b\n\nc d\nc\nd\nc d\n").unwrap();
    fs::write(folder.join("a.puzzle"), "family = \"queens\"\nsize = 6\n").unwrap();
    fs::write(folder.join(".hidden"), "nothing").unwrap();
    let name = folder.to_str().unwrap();
    let output = puzzle(&["count", name]);
    let expected = format!("{name}/a.puzzle: 4\n{name}/b.dlx#1: 1\n{name}/b.dlx#2: 2\n");
    assert_eq!((text(&output.stdout), output.status.code()), (&*expected, Some(0)));
    let second = format!("{name}/b.dlx#2");
    assert_eq!(text(&puzzle(&["count", &second]).stdout), "2\n");
    let empty = folder.join("inner");
    let output = puzzle(&["count", empty.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("there is no file in the folder"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_makes_sense_for_one_puzzle_only_is_refused_for_several() {
    for option in [&["--checkpoint", "x"][..], &["-o", "x.svg"], &["--diagram", "x"]] {
        let output = puzzle(&[&["solve", "soma", "queens-6"][..], option].concat());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("for one puzzle at a time") || option[0] == "--diagram", "{told}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_answered() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["count", "queens-6", "soma", "dominoes-12x12", "queens-7", "--threads", "1"])
        .args(["--engine", "cells", "--restrict", "none"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("soma: 11520\n") {
        assert!(out.read_line(&mut line).unwrap() > 0, "{line}");
    }
    // The third would go on for ever.
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    out.read_to_string(&mut line).unwrap();
    assert!(!line.contains("queens-7"), "{line}");
    // The interrupt may come before the third was begun.
    let begun = line.contains("dominoes-12x12");
    assert_eq!(begun, line.contains("dominoes-12x12: at least"), "{line}");
}

#[test]
fn that_one_of_them_has_no_solution_is_told_in_its_place() {
    let hopeless: Vec<&str> = EVERY.iter().filter_map(|example| example.hopeless).collect();
    let output = puzzle(&[&["solve", "queens-4"][..], &hopeless].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    for name in hopeless {
        let places = [format!("{name}: no solution"), format!("{name}:\nno solution")];
        assert!(places.iter().any(|place| told.contains(place)), "{name}: {told}");
    }
}
