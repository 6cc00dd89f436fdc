//! How much work there is between two looks at the limits while a puzzle is read and lowered. Looks are
//! counted, and the work is known from the size of the puzzle, so no clock is asked.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use puzzle::{Ask, BigUint, Budget, Failure, Puzzle, Question, Seal, StopReason};
use puzzle_core::{Checkpoint, EmbeddingId, Payload, Subtree};
use puzzle_families::Source;

/// Reads a text; how often the budget was looked at.
fn looks_while_reading(kind: Option<&str>, text: &str) -> usize {
    let budget = Budget::default();
    Puzzle::from_source(Source::text("large", text).within(&budget), kind).unwrap();
    budget.looks.load(Ordering::Relaxed) as usize
}

/// A text is refused for the interrupt that came before it was read, not for anything else.
fn is_stopped_while_reading(kind: Option<&str>, text: &str) {
    let budget = Budget::default();
    budget.interrupt.store(true, Ordering::Relaxed);
    let stopped = Puzzle::from_source(Source::text("large", text).within(&budget), kind);
    assert_eq!(stopped.unwrap_err().stopped(), Some(StopReason::Interrupted));
    // It stops at once, or when the families were asked whose text it is.
    assert!(budget.looks.load(Ordering::Relaxed) <= 3);
}

/// Options that each cover two of a thousand items.
fn cover() -> String {
    let items: Vec<String> = (0..1000).map(|i| format!("item{i}")).collect();
    let mut text = items.join(" ") + "\n";
    for i in 0..100_000 {
        let (a, b) = (i % 1000, (i * 7 + 1 + i / 1000) % 1000);
        if a != b {
            let _ = writeln!(text, "item{a} item{b}");
        }
    }
    text
}

#[test]
fn a_large_cover_is_read_with_a_look_every_few_hundred_lines() {
    let text = cover();
    for kind in [None, Some("exact-cover")] {
        assert!(looks_while_reading(kind, &text) > text.len() / 100_000, "{kind:?}");
        is_stopped_while_reading(kind, &text);
    }
}

#[test]
fn a_large_formula_is_read_with_a_look_every_few_thousand_clauses() {
    let mut dimacs = "p cnf 1000 100000\n".to_owned();
    let mut terms = String::new();
    for i in 0..100_000 {
        let (a, b, c) = (i % 1000 + 1, (i * 7 + i / 1000) % 1000 + 1, (i * 31) % 1000 + 1);
        let _ = writeln!(dimacs, "{a} -{b} {c} 0");
        let _ = writeln!(terms, "({a} -{b} {c})");
    }
    // All in one line.
    let flat = dimacs.replacen('\n', " @ ", 1).replace('\n', " ").replacen(" @ ", "\n", 1);
    for text in [&dimacs, &terms, &flat] {
        assert!(looks_while_reading(Some("cnf"), text) > text.len() / 200_000);
        is_stopped_while_reading(Some("cnf"), text);
    }
}

#[test]
fn a_large_checkpoint_is_read_with_a_look_every_few_hundred_parts() {
    let part = |i: u32| Subtree {
        weight: 1e-5,
        chosen: (0..10).map(|k| EmbeddingId(i % 100 + k)).collect(),
        ..Subtree::default()
    };
    let saved = Checkpoint {
        fingerprint: 1,
        question: "count".into(),
        solutions: BigUint::ZERO,
        fixed: BigUint::ZERO,
        turned: BigUint::ZERO,
        prices: puzzle_core::PriceRecord::default(),
        parts: Vec::new(),
        nodes: 0,
        output: Seal::default(),
        payload: Payload::Subtrees((0..50_000).map(part).collect()),
    };
    let (bytes, budget) = (saved.write(), Budget::default());
    assert_eq!(Checkpoint::read_within(&bytes, 1000, &budget), Ok(saved));
    assert!(budget.looks.load(Ordering::Relaxed) as usize > bytes.len() / 200_000);
    budget.exhausted.store(true, Ordering::Relaxed);
    let stopped = Checkpoint::read_within(&bytes, 1000, &budget).unwrap_err().stopped;
    assert_eq!(stopped, Some(StopReason::MemoryLimit));
}

/// Lowers a question; how often the budget was looked at. An interrupt stops it.
fn looks_while_lowering(puzzle: &Puzzle, ask: &Ask) -> usize {
    let budget = Budget::default();
    puzzle.prepare(ask, &budget).unwrap();
    let looks = budget.looks.load(Ordering::Relaxed) as usize;
    let budget = Budget::default();
    budget.interrupt.store(true, Ordering::Relaxed);
    let stopped = puzzle.prepare(ask, &budget).map(drop);
    assert!(matches!(stopped, Err(Failure::Stopped(StopReason::Interrupted))), "{stopped:?}");
    assert!(budget.looks.load(Ordering::Relaxed) <= 3, "it goes on");
    looks
}

#[test]
fn a_restriction_is_chosen_with_a_look_at_each_kind_of_aspect_and_each_symmetry() {
    let text = "family = \"packing\"\ngrid = \"cube\"\n[box]\ncuboid = [8, 8, 8]\n\
                [[piece]]\nname = \"domino\"\ndrawing = \"##\"\ncount = \"any\"\n";
    let puzzle = Puzzle::read("large", text, None).unwrap();
    let ask = Ask::new(Question::Count).with("restrict", "auto");
    // Up to symmetry the cube has twenty kinds of cells.
    let (kinds, symmetries) = (20, 48);
    assert!(looks_while_lowering(&puzzle, &ask) >= kinds + symmetries);
}

#[test]
fn the_tables_of_a_sliding_puzzle_are_made_with_a_look_every_few_hundred_places() {
    // A board of 16 x 16 with six kinds of blocks has over a thousand places for blocks.
    let mut rows = vec![".".repeat(16); 16];
    rows[0] = "ABBCCCDDDDEEEEE.".into();
    rows[1] = "FFFFFF..........".into();
    let text = format!(
        "family = \"sliding\"\ndrawing = \"\"\"\n{}\n\"\"\"\n[[goal]]\nwhere = \"A at row 9 column 9\"\n",
        rows.join("\n")
    );
    let puzzle = Puzzle::read("large", &text, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(looks_while_lowering(&puzzle, &Ask::new(Question::First)) >= 2 * 1000 / 256);
}
