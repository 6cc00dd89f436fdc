//! Random small packings with optional cells, bounded holes, colours, ranges and weights, on all
//! grids: what the engines find is what the rules allow, tried on every set of placements; the
//! symmetries carry solutions to solutions; every form written and read is the same puzzle.

#[path = "support/packings.rs"]
mod packings;
mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use packings::text;
use puzzle::Puzzle;
use puzzle_core::Random;
use support::{Asking, Options};

type Sets = BTreeSet<Vec<u32>>;

#[test]
fn engines_find_what_the_rules_allow() {
    let mut random = Random::new(7);
    let (mut tried, mut solvable) = (0, 0);
    while tried < 250 {
        let text = text(&mut random);
        // A piece that fits nowhere is refused; such texts are not what this is about.
        let Ok(puzzle) = Puzzle::read("random.puzzle", &text, None) else { continue };
        let cover = puzzle.cover().unwrap();
        let embeddings = cover.puzzle.embedding_count();
        if embeddings > 14 {
            continue;
        }
        tried += 1;
        let covering = puzzle.covering().unwrap();
        let is_hole = |number: &u32| covering.placed(*number).unwrap().piece == "hole";
        let mut expected = Sets::new();
        let mut checker = covering.checker();
        for subset in 0..1_u32 << embeddings {
            let chosen: Vec<u32> =
                (0..embeddings as u32).filter(|e| subset >> e & 1 == 1).collect();
            assert_eq!(checker(&chosen), covering.check(&chosen), "{text}");
            if !chosen.iter().any(is_hole) && covering.check(&chosen).is_ok() {
                expected.insert(chosen);
            }
        }
        solvable += usize::from(!expected.is_empty());
        for engine in [None, Some("reference"), Some("demands"), Some("bitsets"), Some("cells")] {
            let ways =
                [(None, None), (Some("yes"), None), (None, Some("1")), (Some("yes"), Some("8"))];
            for (preprocess, prices) in ways {
                let engine = engine.map(ToOwned::to_owned);
                let options = Options { engine, preprocess, prices, ..Options::default() };
                let mut found = Sets::new();
                let answer = puzzle.solve(&options, |numbers| {
                    covering.check(numbers).unwrap();
                    let solid = numbers.iter().copied().filter(|n| !is_hole(n)).collect();
                    assert!(found.insert(solid), "found twice\n{text}");
                    ControlFlow::Continue(())
                });
                // An engine may decline what it does not take.
                if answer.is_ok() {
                    assert_eq!(found, expected, "{options:?}\n{text}", options = options.engine);
                } else {
                    assert!(options.engine.is_some_and(|name| name != "reference"));
                }
            }
        }
        carries_solutions_to_solutions(&puzzle);
        survives_being_written(&puzzle, &text);
    }
    assert!(solvable > 60, "{solvable} of {tried}");
}

fn carries_solutions_to_solutions(puzzle: &Puzzle) {
    let mut solutions = Sets::new();
    let keep = |numbers: &[u32]| {
        solutions.insert(numbers.to_vec());
        ControlFlow::Continue(())
    };
    puzzle.solve(&Options::default(), keep).unwrap();
    for symmetry in puzzle.cover().unwrap().symmetries.elements() {
        for solution in &solutions {
            let mut image: Vec<u32> =
                solution.iter().map(|&e| symmetry.embeddings.apply(e)).collect();
            image.sort_unstable();
            assert!(solutions.contains(&image));
        }
    }
}

fn survives_being_written(puzzle: &Puzzle, text: &str) {
    let covering = puzzle.covering().unwrap();
    let cover = puzzle.cover().unwrap();
    let written = covering.export("puzzle").unwrap();
    let again = Puzzle::read("again.puzzle", &written, None).unwrap();
    assert_eq!(cover.puzzle.to_string(), again.cover().unwrap().puzzle.to_string(), "{text}");
    let written = covering.export("dlx").unwrap();
    let again = Puzzle::read("again.dlx", &written, None).unwrap();
    let count = |puzzle: &Puzzle| puzzle.counted(&Options::default()).unwrap().solutions;
    assert_eq!(count(puzzle), count(&again), "{text}\n{written}");
    if let Ok(written) = covering.export("xmpuzzle") {
        let again = Puzzle::read("again.xmpuzzle", &written, None).unwrap();
        assert_eq!(count(puzzle), count(&again), "{text}\n{written}");
    }
}
