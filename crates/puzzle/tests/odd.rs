//! Odd sizes: the smallest puzzles there are, by every way of asking.

use puzzle::core::{BigUint, Question};
use puzzle::{Options, Puzzle};

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
        let engines = puzzle::engines::ENGINES.iter().map(|engine| engine.name());
        for engine in engines.chain(["auto"]) {
            let options = Options { engine: Some(engine.into()), ..Options::default() };
            // An engine may decline bags; what it answers is right.
            if let Ok(answer) = puzzle.count(&options) {
                assert_eq!(answer.solutions, expected, "{rows} {engine}");
                assert!(puzzle.confirm(&options, &answer).is_ok(), "{rows} {engine}");
            }
            if let Ok(answer) = puzzle.count_up_to_symmetry(&options) {
                assert_eq!(answer.classes, Some(expected.clone()), "{rows} {engine}");
            }
            if let Ok(answer) =
                puzzle.search(&options, Question::First, |_| std::ops::ControlFlow::Break(()))
            {
                assert_eq!(answer.solutions, 1_u32.into(), "{rows} {engine}");
            }
        }
        if let Ok((Some(set), _)) = puzzle.solution_set(&Options::default()) {
            assert_eq!(set.sample(None, 3).unwrap().len(), 3);
        }
        let two = Options { threads: Some(2), unordered: true, ..Options::default() };
        assert_eq!(puzzle.count(&two).unwrap().solutions, expected);
    }
}
