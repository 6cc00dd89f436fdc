//! Bad input of every kind: one diagnostic on the standard error, nothing on the standard output,
//! exit code 2.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn puzzle(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments never reads.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn refused(arguments: &[&str], input: &[u8]) -> String {
    let output = puzzle(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn invalid_utf_8_is_refused_where_it_begins() {
    let message = refused(&["check", "-"], b"family = \"packing\"\nname = \"\xff\xfe\"\n");
    assert!(message.contains("not valid UTF-8") && message.contains("-:2:9"), "{message}");
}

#[test]
fn a_question_that_makes_no_sense_is_refused_before_anything_is_printed() {
    let message = refused(&["check", "cnf-richards", "--preprocess"], b"");
    assert!(message.contains("for puzzles that are exact covers"), "{message}");
    let message = refused(&["count", "queens-12", "--preprocess", "yes"], b"");
    assert!(message.contains("--preprocess is for exact covers"), "{message}");
}

#[test]
fn saved_solutions_are_refused_with_line_and_column() {
    let message = refused(&["verify", "simple", "-"], b"{\"embeddings\":[1]}\n{\"a\":}\n");
    assert!(message.contains("this is not JSON") && message.contains("-:2:6"), "{message}");
    let message = refused(&["verify", "simple", "-"], b"{}\n\xff\n");
    assert!(message.contains("not valid UTF-8") && message.contains("-:2:1"), "{message}");
}

/// A program may print solutions and fail then: that is one JSON object all the same.
#[test]
fn a_program_that_fails_after_a_solution_prints_one_object() {
    let output = puzzle(&["run", "-", "--json"], b"0: S\n1: M 3\n2: R\n");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).expect(&text);
    assert_eq!(json["solutions"].as_array().map(Vec::len), Some(1), "{text}");
    let message = json["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("the program failed: aspect 3"), "{message}");
}

/// Reading and lowering take their time, too: this box has 422410 placements.
#[test]
fn a_time_limit_and_an_interrupt_stop_the_reading_of_a_huge_puzzle() {
    let text = "family = \"packing\"\ngrid = \"cube\"\n[box]\ncuboid = [18, 18, 18]\n[[piece]]\n\
                all = 4\ncount = \"any\"\n";
    let output = puzzle(&["count", "-", "--time-limit", "0.1s"], text.as_bytes());
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "stopped: time limit, before the puzzle was read\n");
    let output = puzzle(&["count", "-", "--json", "--time-limit", "0.1s"], text.as_bytes());
    assert_eq!(output.status.code(), Some(3));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["error"]["message"], "stopped: time limit, before the puzzle was read");
}

#[test]
fn a_missing_file_and_an_unknown_name_are_told_apart() {
    let message = refused(&["count", "missing.puzzle"], b"");
    assert!(message.contains("cannot read the file"), "{message}");
    let message = refused(&["count", "pentominos-6x10"], b"");
    assert!(message.contains("did you mean pentominoes-6x10"), "{message}");
}

#[test]
fn random_bytes_are_refused() {
    let mut byte = 7_u32;
    for length in [0, 1, 10, 1000, 100_000] {
        let mut input = Vec::new();
        for _ in 0..length {
            byte = byte.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            input.push((byte >> 24) as u8);
        }
        assert!(refused(&["solve", "-"], &input).starts_with("error: "));
    }
}

#[test]
fn a_million_cells_are_refused_before_memory_is_taken() {
    let text = b"family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [1000, 1000]\n";
    let message = refused(&["check", "-"], text);
    assert!(message.contains("the box is too large") && message.contains("-:4:13"), "{message}");
}

#[test]
fn an_area_that_cannot_match_is_an_answer_with_its_reason() {
    let text = b"family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [3, 3]\n\
                 [[piece]]\nall = 2\ncount = \"any\"\n";
    let output = puzzle(&["count", "-"], text);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"0\n"[..]));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no choice of pieces has exactly the 9 cells"), "{message}");
    assert_eq!(puzzle(&["solve", "-"], text).status.code(), Some(1));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["solve", "dominoes-8x8", "--limit", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_empty_file_says_so_or_what_its_ending_promises() {
    assert!(refused(&["check", "-"], b" \n").contains("there is nothing in it"));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, complaint) in [("empty.non", "`width` is missing"), ("empty.cnf", "no `p` line")] {
        let file = folder.join(name);
        std::fs::write(&file, "").unwrap();
        let message = refused(&["check", file.to_str().unwrap()], b"");
        assert!(message.contains(complaint), "{message}");
    }
}

#[test]
fn a_formula_may_be_large_and_other_texts_may_not() {
    // Over ten megabytes of clauses that always hold.
    let (pairs, repeated) = (5000, 200);
    let mut text = format!("p cnf {} {}\n", 2 * pairs, pairs * repeated);
    for _ in 0..repeated {
        for pair in 1..=pairs {
            text += &format!("{} {} {} 0\n", 2 * pair, -2 * pair, 2 * pair - 1);
        }
    }
    assert!(text.len() > 10 << 20);
    let output = puzzle(&["show", "-"], text.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("variables              10000"), "{shown}");
    // Tautologies are left out, so nothing but the size is left to read.
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("1000000 clauses always hold"), "{message}");
    // A mistake at the end is found there.
    text += "1 2";
    let message = refused(&["check", "-"], text.as_bytes());
    assert!(message.contains("the last clause does not end"), "{message}");
    assert!(message.contains("-:1000002:1"), "{message}");
    let packing = "# so many notes\n".repeat(300_000) + "family = \"packing\"\n";
    let message = refused(&["check", "-"], packing.as_bytes());
    assert!(message.contains("over 4 megabytes") && message.contains("256"), "{message}");
    let mut binary = vec![b'1'; 5 << 20];
    binary[4 << 20] = 0xff;
    let message = refused(&["check", "-", "--kind", "cnf"], &binary);
    assert!(message.contains("not valid UTF-8"), "{message}");
}
