//! The command built with the feature `cadical`: `cargo nextest run -p puzzle-cli --features cadical`.
#![cfg(feature = "cadical")]

use std::path::Path;
use std::process::{Command, Output};

fn puzzle(arguments: &[&str]) -> (Option<i32>, String, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_puzzle")).args(arguments).output().unwrap();
    let Output { status, stdout, stderr } = command;
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Pigeons, one more than there are holes, in DIMACS.
fn pigeons(name: &str, holes: u32) -> String {
    let at = |pigeon: u32, hole: u32| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        let words: Vec<String> = (0..holes).map(|hole| at(pigeon, hole).to_string()).collect();
        clauses.push(words.join(" "));
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|h| format!("-{} -{}", at(pigeon, h), at(other, h))));
        }
    }
    let text = format!("p cnf {} {}\n", (holes + 1) * holes, clauses.len());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text + &clauses.join(" 0\n") + " 0\n").unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_model_is_found_by_the_solver_that_is_asked_for() {
    for engine in ["batsat", "cadical"] {
        let (code, output, _) = puzzle(&["solve", "cnf-richards", "--engine", engine, "--json"]);
        assert_eq!(code, Some(0));
        assert!(output.contains(&format!("\"engine\":\"{engine}\"")), "{output}");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{engine}.json"));
        std::fs::write(&file, &output).unwrap();
        let (code, output, _) = puzzle(&["verify", "cnf-richards", file.to_str().unwrap()]);
        assert_eq!((code, output.as_str()), (Some(0), "1 cube, right\n"));
    }
}

#[test]
fn a_large_formula_without_a_model_is_refuted_by_cadical_with_a_proof() {
    let formula = pigeons("pigeons-8.cnf", 8);
    let proof = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pigeons-8.drat");
    let arguments = ["solve", &formula, "--engine", "cadical", "--proof", proof.to_str().unwrap()];
    let (code, _, message) = puzzle(&arguments);
    assert_eq!((code, message.as_str()), (Some(1), "there are no models\n"));
    let proof = std::fs::read_to_string(&proof).unwrap();
    assert!(proof.lines().any(|line| line == "0"), "the empty clause is missing");
    assert!(proof.lines().any(|line| line.starts_with("d ")), "nothing was forgotten");
}

#[test]
fn a_thousand_clauses_go_to_cadical_and_fewer_to_batsat() {
    for (holes, engine) in [(8, "batsat"), (14, "cadical")] {
        let formula = pigeons(&format!("pigeons-{holes}-chosen.cnf"), holes);
        let limits = ["--node-limit", "10", "--json"];
        let (code, output, _) = puzzle(&[&["solve", formula.as_str()][..], &limits].concat());
        assert_eq!(code, Some(3));
        assert!(output.contains(&format!("\"engine\":\"{engine}\"")), "{output}");
    }
}

#[test]
fn what_the_search_of_a_nonogram_leaves_goes_to_cadical() {
    let (code, _, message) = puzzle(&["solve", "nonogram-hard-25", "--unique", "--explain"]);
    assert_eq!(code, Some(0));
    assert!(message.contains("the rest was solved by the SAT solver CaDiCaL"), "{message}");
}
