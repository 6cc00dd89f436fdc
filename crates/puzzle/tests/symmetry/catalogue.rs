//! Every cover of the catalogue by both mechanisms: the group that its geometry gives, and the one that
//! is found in it without geometry. The classes of both are compared with the solutions listed, joined
//! by generators; group orders also with `bliss`, where it is installed. `cargo xtask long symmetry`
//! does it for all of them and prints a table.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Instant;

use puzzle::{Answer, Ask, Automorphisms, BigUint, Puzzle, Question, Run, Symmetry};
use puzzle_testkit::order_by_bliss;

/// The most solutions that are listed to be joined.
const LISTED: u64 = 100_000;

/// Those that take under a second, and a few that are written on demand.
const QUICK: &[&str] = &[
    "aztec-pentominoes",
    "aztec-tetrominoes",
    "dominoes-3x4",
    "dominoes-dodecahedron",
    "pentominoes-2x3x10",
    "pentominoes-3x20",
    "pentominoes-6x10-touching",
    "pentominoes-8x8-hole",
    "simple",
    "slothouber-graatsma",
    "soma",
    "sticks-3x3",
    "sudoku-example",
    "tetrahexes-4x7",
    "tetrominoes-4x5",
    "tetrominoes-torus-4x5",
    "tetrominoes-tube-4x5",
    "trigs-1x2",
    "twigs-2x2",
    "word-search-example",
    "bijection-5",
    "dominoes-6x6",
    "langford-7",
    "queens-cover-8",
];

/// Those that take longer.
const SLOW: &[&str] = &[
    "bedlam-cube",
    "burr-four-kinds",
    "conway-5x5x5",
    "soma-twins",
    "tray-with-rim",
    "word-square-4",
    "burr-artifactory-5-4",
    "burr-chinese-cross",
    "burr-cutler-305",
    "burr-diabolical",
    "burr-double-cross",
    "burr-dubois",
    "burr-hoffmann",
    "burr-level-10",
    "burr-loves-dozen",
    "burr-piston",
    "burr-six-way",
    "burr-tenyo-brother",
    "burr-two-holes",
    "burr-unique-10",
    "burr-yamato",
    "dominoes-8x8",
    "hexiamonds-rhombus",
    "meteor",
    "n-pentacubes-5x5x5",
    "pentominoes-2x5x6",
    "pentominoes-3x4x5",
    "pentominoes-4x15",
    "pentominoes-5x12",
    "pentominoes-6x10",
    "tetracubes-2x4x4",
    "y-pentacubes-5x5x5",
    "langford-11",
    "queens-cover-10",
    "sudoku-2x2",
];

fn classes(puzzle: &Puzzle, how: Option<&str>) -> (Answer, f64) {
    let started = Instant::now();
    let mut ask = Ask::new(Question::Classes);
    if let Some(how) = how {
        ask.choices.set("symmetry", how);
    }
    let answer = puzzle.ask(&ask, &Run::default(), &mut puzzle::Ignore).unwrap();
    assert_eq!(answer.stopped, None);
    (answer, started.elapsed().as_secs_f64())
}

/// How many classes the generators make of the solutions.
fn joined(solutions: &[Vec<u32>], generators: &[Symmetry]) -> usize {
    let place: HashMap<&Vec<u32>, usize> = solutions.iter().zip(0..).collect();
    let mut class: Vec<Option<usize>> = vec![None; solutions.len()];
    let mut classes = 0;
    for start in 0..solutions.len() {
        if class[start].is_some() {
            continue;
        }
        let mut open = vec![start];
        while let Some(i) = open.pop() {
            for generator in generators {
                let mut image: Vec<u32> =
                    solutions[i].iter().map(|&e| generator.embeddings.apply(e)).collect();
                image.sort_unstable();
                let next = place[&image];
                if class[next].replace(classes).is_none() {
                    open.push(next);
                }
            }
        }
        class[start] = Some(classes);
        classes += 1;
    }
    classes
}

/// Up to how many symmetries it was counted; a puzzle that area or parity refutes needs none.
fn order(answer: &Answer) -> Option<BigUint> {
    let same = answer.sameness.as_ref();
    assert!(same.is_some() || answer.solutions == BigUint::ZERO);
    same.map(|same| same.order.clone())
}

/// A row of the table; everything in it is compared.
fn row(name: &str) -> String {
    let puzzle = Puzzle::named(name).unwrap();
    let cover = puzzle.cover().unwrap();
    let found = Automorphisms::find(&cover.puzzle, 1 << 40);
    assert!(found.is_complete(), "{name}");
    let bliss = order_by_bliss(&cover.puzzle);
    assert!(bliss.as_ref().is_none_or(|order| *order == found.order()), "{name}: {bliss:?}");
    let (by_found, seconds) = classes(&puzzle, Some("found"));
    assert!(order(&by_found).is_none_or(|order| order == found.order()), "{name}");
    let mut solutions = Vec::new();
    if by_found.solutions <= LISTED.into() {
        let mut keep = |solution: &[u32]| {
            solutions.push(solution.to_vec());
            ControlFlow::Continue(())
        };
        puzzle.ask(&Ask::new(Question::All), &Run::default(), &mut keep).unwrap();
        let expected = joined(&solutions, &found.generators());
        assert_eq!(by_found.classes, Some(expected.into()), "{name}");
    }
    let known = puzzle.description().known().classes.clone();
    let mut cells = [const { String::new() }; 3];
    if cover.symmetries.origin().is_own() {
        let (by_geometry, seconds) = classes(&puzzle, None);
        assert_eq!(by_geometry.solutions, by_found.solutions, "{name}");
        let own = BigUint::from(cover.symmetries.order());
        assert!(order(&by_geometry).is_none_or(|order| order == own), "{name}");
        if by_found.solutions <= LISTED.into() {
            let expected = joined(&solutions, cover.symmetries.elements());
            assert_eq!(by_geometry.classes, Some(expected.into()), "{name}");
        }
        assert!(known.is_none() || by_geometry.classes == known, "{name}");
        // The groups may differ: what is found has the puzzle's own in it.
        if own == found.order() {
            assert_eq!(by_geometry.classes, by_found.classes, "{name}");
        }
        cells = [own.to_string(), told(by_geometry.classes), format!("{seconds:.2}")];
    } else {
        assert!(known.is_none() || by_found.classes == known, "{name}");
    }
    let [own, own_classes, own_seconds] = cells;
    format!(
        "| {name} | {} | {own} | {own_classes} | {own_seconds} | {} | {} | {seconds:.2} | {} |",
        by_found.solutions,
        found.order(),
        told(by_found.classes),
        told(bliss),
    )
}

fn told(number: Option<impl Display>) -> String {
    number.map_or("–".into(), |number| number.to_string())
}

#[test]
fn quick_entries_have_their_classes_by_both_mechanisms() {
    QUICK.iter().for_each(|name| println!("{}", row(name)));
}

#[test]
fn no_entry_that_lists_classes_is_forgotten() {
    for entry in puzzle::catalogue::ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        // That takes hours; a certificate proves its count.
        let too_long = entry.name == "hollow-pyramid";
        let classes = puzzle.description().known().classes.is_some();
        if puzzle.covering().is_some() && classes && !too_long {
            assert!(QUICK.contains(&entry.name) != SLOW.contains(&entry.name), "{}", entry.name);
        }
    }
}

#[test]
#[ignore = "minutes: cargo xtask long symmetry"]
fn every_entry_has_its_classes_by_both_mechanisms() {
    println!(
        "| puzzle | solutions | own symmetries | classes | s | found | classes | s | by bliss |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    QUICK.iter().chain(SLOW).for_each(|name| println!("{}", row(name)));
}
