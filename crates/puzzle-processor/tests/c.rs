//! The emitted C compiles without a warning and prints the same solutions.

mod common;

use std::process::Command;

use common::{compiled, puzzles, restricted, run, shuffled, simple};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use puzzle_processor::forms::c::{self, Registers};
use puzzle_processor::{Options, Overlap, Program, compile};

/// The solutions that the C program prints, or nothing where there is no C compiler.
fn compile_and_run(program: &Program, registers: Registers, name: &str) -> Option<Vec<String>> {
    compile_and_run_text(&c::write(program, registers, name).unwrap(), name)
}

fn compile_and_run_text(text: &str, name: &str) -> Option<Vec<String>> {
    let folder = std::env::temp_dir().join(format!("puzzle-c-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, binary) = (folder.join("puzzle.c"), folder.join("puzzle"));
    std::fs::write(&source, text).unwrap();
    let flags = ["-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"];
    let built =
        Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&binary).output().ok()?;
    let messages = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && messages.is_empty(), "{messages}\n{text}");
    let output = Command::new(&binary).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    let solutions: Vec<String> = lines[1..lines.len() - 1]
        .iter()
        .map(|line| line.split_once(':').unwrap().1.trim().to_string())
        .collect();
    assert_eq!(lines[lines.len() - 1], format!("Number of solutions = {}", solutions.len()));
    Some(solutions)
}

#[test]
fn the_simple_puzzle_in_c_prints_the_solutions_of_appendix_a() {
    for (registers, name) in [(Registers::Bits, "bits"), (Registers::Counters, "counters")] {
        let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program;
        if let Some(solutions) = compile_and_run(&program, registers, name) {
            assert_eq!(solutions, ["0 18 10", "6 3 20", "7 1 20"]);
        }
        let full = compiled(&simple(), "A,0", Overlap::Off, true).program;
        if let Some(solutions) = compile_and_run(&full, registers, &format!("full-{name}")) {
            assert_eq!(solutions, run(&full).0);
        }
        if let Some(solutions) = compile_and_run(&full.bare(), registers, &format!("bare-{name}")) {
            assert_eq!(solutions, run(&full.bare()).0);
        }
    }
}

#[test]
fn names_that_mean_something_in_c_do_no_harm() {
    let text = "; procedure main: */ trick\nI 0 3\nC 3\nM 0\nR\n; procedure L_5: x\nS\nR\nS\nR\n";
    let program = puzzle_processor::forms::code::read(text).unwrap();
    if let Some(solutions) = compile_and_run(&program, Registers::Bits, "names") {
        assert_eq!(solutions, run(&program).0);
    }
}

#[test]
fn a_title_or_remark_cannot_break_out_of_its_comment() {
    let text = "; procedure P: a /* b */*/ ??/ \\\nC 1\nR\nS\nR\n";
    let program = puzzle_processor::forms::code::read(text).unwrap();
    for title in ["x /* y", "*/ int z;", "/*/", "a\\", "b??/", "c\nd", "\u{202e}e"] {
        let text = c::write(&program, Registers::Bits, title).unwrap();
        if let Some(solutions) = compile_and_run_text(&text, "title") {
            assert_eq!(solutions, run(&program).0, "{title}");
        }
    }
}

#[test]
fn each_frame_is_printed_as_an_embedding_or_an_address() {
    let text = "C 3 ; embedding 4294967294\nC 2\nR\nR\nC 2 ; embedding 0\nC 1\nR\nS\nR\n";
    let program = puzzle_processor::forms::code::read(text).unwrap();
    let expected = run(&program).0;
    assert_eq!(expected[..2], ["4294967294 0", "4294967294 @6"]);
    if let Some(solutions) = compile_and_run(&program, Registers::Bits, "frames") {
        assert_eq!(solutions, expected);
    }
}

#[test]
fn random_puzzles_with_bags_print_the_same_in_c() {
    let mut runner = TestRunner::deterministic();
    for case in 0..6_u64 {
        let puzzle = puzzles(true).new_tree(&mut runner).unwrap().current();
        let program =
            compile(&puzzle, &shuffled(&puzzle, case), &Options::default()).unwrap().program;
        let name = format!("random-{case}");
        if let Some(solutions) = compile_and_run(&program, Registers::Counters, &name) {
            assert_eq!(solutions, run(&program).0);
        }
    }
}
