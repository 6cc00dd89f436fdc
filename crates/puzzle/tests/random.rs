//! Random small packings: the engines agree, every solution keeps the rules, and the number of
//! classes is what grouping the solutions one by one gives.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle::core::EmbeddingId;
use puzzle::{Options, Puzzle};

/// A box with a few holes, and pieces of one to three cells, some of them optional.
fn packing() -> impl Strategy<Value = String> {
    let grids = prop_oneof![Just("square"), Just("hexagon"), Just("triangle"), Just("cube")];
    let counts = prop_oneof![Just("1"), Just("2"), Just("\"0..2\""), Just("\"any\"")];
    let piece = (1..=3_u32, counts);
    let holes = proptest::collection::vec(any::<bool>(), 12);
    (grids, 2..=3_usize, 2..=4_usize, holes, proptest::collection::vec(piece, 1..=3)).prop_map(
        |(grid, rows, columns, holes, pieces)| {
            let mut text =
                format!("family = \"packing\"\ngrid = \"{grid}\"\n[box]\ndrawing = \"\"\"\n");
            for row in 0..rows {
                for column in 0..columns {
                    // Mostly full boxes: about one cell in four is a candidate for a hole.
                    let hole = holes[(row * columns + column) % 12] && (row + column) % 4 == 3;
                    text.push(if hole { '.' } else { '#' });
                }
                text.push('\n');
            }
            text += "\"\"\"\n";
            for (cells, count) in pieces {
                text += &format!("[[piece]]\nall = {cells}\ncount = {count}\n");
            }
            text
        },
    )
}

fn solutions(puzzle: &Puzzle, engine: &str) -> Option<BTreeSet<Vec<u32>>> {
    let options = Options { engine: Some(engine.into()), ..Options::default() };
    let mut found = BTreeSet::new();
    let visit = |numbers: &[u32]| {
        assert!(found.insert(numbers.to_vec()), "no solution twice");
        ControlFlow::Continue(())
    };
    // An engine may decline bags.
    puzzle.solve(&options, visit).ok().map(|_| found)
}

/// How many classes there are, by walking through every orbit.
fn classes(puzzle: &Puzzle, solutions: &BTreeSet<Vec<u32>>) -> usize {
    let symmetries = &puzzle.cover().unwrap().symmetries;
    let mut seen = BTreeSet::new();
    let mut classes = 0;
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for symmetry in symmetries.elements() {
            let mut image: Vec<u32> =
                solution.iter().map(|&e| symmetry.embedding(EmbeddingId(e)).0).collect();
            image.sort_unstable();
            assert!(solutions.contains(&image), "a symmetry carries solutions to solutions");
            seen.insert(image);
        }
    }
    classes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn engines_rules_and_classes_agree(text in packing()) {
        let Ok(puzzle) = Puzzle::read("random", &text, None) else { return Ok(()) };
        let reference = solutions(&puzzle, "reference").expect("takes everything");
        for solution in &reference {
            prop_assert_eq!(puzzle.description().check(solution), Ok(()));
        }
        if let Some(cells) = solutions(&puzzle, "cells") {
            prop_assert_eq!(&cells, &reference);
        }
        let answer = puzzle.count_up_to_symmetry(&Options::default()).unwrap();
        prop_assert_eq!(answer.solutions, reference.len().into());
        prop_assert_eq!(answer.classes, Some(classes(&puzzle, &reference).into()));
        let count = puzzle.count(&Options::default()).unwrap();
        prop_assert_eq!(count.solutions, reference.len().into());
    }
}
