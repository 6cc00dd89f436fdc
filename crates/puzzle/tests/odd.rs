//! Odd sizes: the smallest puzzles there are, by every way of asking.

mod support;

use puzzle::{BigUint, Puzzle, Question};
use support::{Asking, Options};

fn packing(rows: &str, pieces: &str) -> String {
    format!(
        "family = \"packing\"\ngrid = \"square\"\n[box]\ndrawing = \"\"\"\n{rows}\n\"\"\"\n{pieces}"
    )
}

#[test]
fn one_cell_two_cells_and_none_that_fit() {
    let monomino = "[[piece]]\nall = 1\n";
    let domino = "[[piece]]\nall = 2\n";
    for (rows, pieces, expected) in [
        ("#", monomino, 1_u32),
        ("##", domino, 1),
        ("#.#", "[[piece]]\nall = 1\ncount = 2\n", 1),
        ("#.#", "[[piece]]\nall = 1\ncount = \"any\"\n", 1),
        ("##", "[[piece]]\nall = 1\ncount = \"any\"\n[[piece]]\nall = 2\ncount = \"any\"\n", 2),
        ("##", "[[piece]]\nall = 1\ncount = \"0..1\"\n[[piece]]\nall = 2\ncount = \"0..1\"\n", 1),
    ] {
        let puzzle = Puzzle::read("odd", &packing(rows, pieces), None).unwrap();
        let expected = BigUint::from(expected);
        let engines = puzzle::ENGINES.iter().map(|engine| engine.name());
        for engine in engines.chain(["auto"]) {
            let options = Options { engine: Some(engine.into()), ..Options::default() };
            // An engine may decline bags; what it answers is right.
            if let Ok(answer) = puzzle.counted(&options) {
                assert_eq!(answer.solutions, expected, "{rows} {engine}");
                let twice = puzzle.confirmed(&options, Question::Count).unwrap();
                assert!(twice.confirmed.is_some(), "{rows} {engine}");
            }
            if let Ok(answer) = puzzle.classified(&options) {
                assert_eq!(answer.classes, Some(expected.clone()), "{rows} {engine}");
            }
            let mut enough = |_: &[u32]| std::ops::ControlFlow::Break(());
            let first = options.ask(Question::First);
            if let Ok(answer) = puzzle.asked(&options, &first, &mut enough) {
                assert_eq!(answer.solutions, 1_u32.into(), "{rows} {engine}");
            }
        }
        assert_eq!(puzzle.sampled(&Options::default(), 3).unwrap().1.len(), 3);
        let two = Options { threads: Some(2), unordered: true, ..Options::default() };
        assert_eq!(puzzle.counted(&two).unwrap().solutions, expected);
    }
}
