//! Completions and manual pages know every verb.

use std::process::Command;

const VERBS: [&str; 13] = [
    "list",
    "show",
    "check",
    "count",
    "solve",
    "verify",
    "compile",
    "run",
    "hardware",
    "draw",
    "play",
    "completions",
    "man",
];

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzle")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_shell_gets_a_script_that_knows_every_verb() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        VERBS.iter().for_each(|verb| assert!(script.contains(verb), "{shell} {verb}"));
    }
}

#[test]
fn the_manual_has_a_page_for_the_command_and_one_for_every_verb() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH puzzle 1") && page.contains("Exit codes"), "{page}");
    for verb in VERBS {
        let page = printed(&["man", verb]);
        assert!(page.contains(&format!(".TH puzzle-{verb} 1")), "{page}");
    }
}
