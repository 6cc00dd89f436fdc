//! Exact cover for everybody: files of BurrTools, every form converted to every other, generators.

mod support;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use puzzle::{BigUint, Ignore, Puzzle, Question};
use puzzle_core::verify;
use support::{Asking, Options};

fn testdata(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/xmpuzzle");
    let path: PathBuf = folder.join(name);
    path.to_str().unwrap().to_owned()
}

fn count(puzzle: &Puzzle, options: &Options) -> u64 {
    u64::try_from(puzzle.counted(options).unwrap().solutions).unwrap()
}

/// Counts with the chooser and with the reference, thoroughly preprocessed and not; every solution
/// is checked from the rules.
fn check_count(puzzle: &Puzzle, expected: u64) {
    let name = puzzle.source_name();
    assert_eq!(count(puzzle, &Options::default()), expected, "{name}");
    for preprocess in ["yes", "no"] {
        let options = Options { preprocess: Some(preprocess), ..Options::default() };
        let mut found = 0;
        let answer = puzzle.solve(&options, |numbers| {
            puzzle.covering().unwrap().check(numbers).unwrap();
            let cover = puzzle.cover().unwrap();
            let ids: Vec<_> = numbers.iter().map(|&n| puzzle_core::EmbeddingId(n)).collect();
            verify(&cover.puzzle, &ids).unwrap();
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().solutions, BigUint::from(found));
        assert_eq!(found, expected, "{name} {preprocess:?}");
    }
    // The reference tries everything: only where that is little.
    if expected < 1000 && puzzle.cover().unwrap().puzzle.embedding_count() <= 60 {
        let engine = Some("reference".to_owned());
        let slow = count(puzzle, &Options { engine, ..Options::default() });
        assert_eq!(slow, expected, "{name} by the reference");
    }
}

const FILES: [(&str, u64, u64); 17] = [
    ("bricks.xmpuzzle", 2, 1),
    ("version-1.xmpuzzle", 4, 1),
    ("prisms.xmpuzzle#1", 2, 1),
    // Two layers of what one layer does in two ways; flat pairs cannot stand up.
    ("prisms.xmpuzzle#two layers", 4, 2),
    // The perfect matchings of four points.
    ("spheres.xmpuzzle", 3, 1),
    ("variable.xmpuzzle", 2, 1),
    ("ranges.xmpuzzle#two holes", 4, 3),
    ("ranges.xmpuzzle#any holes", 5, 4),
    ("ranges.xmpuzzle#no holes", 1, 1),
    ("colours.xmpuzzle#1", 2, 1),
    ("colours.xmpuzzle#any colours", 8, 2),
    ("colours.xmpuzzle#half neutral", 2, 1),
    ("extras.xmpuzzle", 2, 1),
    ("problems.xmpuzzle", 2, 1),
    ("problems.xmpuzzle#long", 5, 4),
    ("problems.xmpuzzle#3", 2, 1),
    ("soma.xmpuzzle", 11520, 240),
];

#[test]
fn files_of_burrtools_have_their_numbers_of_assemblies() {
    for (name, all, classes) in FILES {
        let puzzle = Puzzle::open(&testdata(name), None).unwrap();
        assert_eq!(puzzle.description().family(), "burrtools");
        assert!(puzzle.description().convention().unwrap().contains("BurrTools"));
        if all < 1000 {
            check_count(&puzzle, all);
        }
        let answer = puzzle.classified(&Options::default()).unwrap();
        assert_eq!(answer.solutions, BigUint::from(all), "{name}");
        assert_eq!(answer.classes, Some(BigUint::from(classes)), "{name}");
    }
}

/// The same aspects and embeddings under the same names.
fn same_cover(a: &Puzzle, b: &Puzzle) {
    let (a, b) = (a.cover().unwrap(), b.cover().unwrap());
    assert_eq!(a.puzzle.to_string(), b.puzzle.to_string());
    assert_eq!(a.symmetries.order(), b.symmetries.order());
}

#[test]
fn burrtools_files_survive_being_written_in_either_form() {
    for (name, ..) in FILES {
        let puzzle = Puzzle::open(&testdata(name), None).unwrap();
        for format in ["xmpuzzle", "puzzle"] {
            let text = puzzle.covering().unwrap().export(format).unwrap();
            let again = Puzzle::read(&format!("again.{format}"), &text, None).unwrap();
            same_cover(&puzzle, &again);
        }
    }
}

#[test]
fn every_packing_puzzle_of_the_catalogue_survives_being_written() {
    let mut exported = Vec::new();
    for entry in puzzle::catalogue::ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        if puzzle.description().family() != "packing" {
            continue;
        }
        let covering = puzzle.covering().unwrap();
        let text = covering.export("puzzle").unwrap();
        let again = Puzzle::read("again.puzzle", &text, None).unwrap();
        same_cover(&puzzle, &again);
        assert_eq!(puzzle.description().known(), again.description().known());
        assert_eq!(covering.restrict(), again.covering().unwrap().restrict());
        if let Ok(text) = covering.export("xmpuzzle") {
            let again = Puzzle::read("again.xmpuzzle", &text, None).unwrap();
            let (full, same) = (puzzle.cover().unwrap(), again.cover().unwrap());
            assert_eq!(full.puzzle.to_string(), same.puzzle.to_string(), "{}", entry.name);
            exported.push(entry.name);
        }
        let text = covering.export("dlx").unwrap();
        let again = Puzzle::read("again.dlx", &text, None).unwrap();
        let (full, same) = (puzzle.cover().unwrap(), again.cover().unwrap());
        assert_eq!(full.puzzle.total_size(), same.puzzle.total_size(), "{}", entry.name);
    }
    let expected = ["soma", "hollow-pyramid", "hexiamonds-rhombus", "pentominoes-6x10"];
    assert!(expected.iter().all(|name| exported.contains(name)), "{exported:?}");
}

#[test]
fn a_puzzle_as_items_and_options_has_the_same_number_of_solutions() {
    for name in ["simple", "dominoes-3x4", "pentominoes-3x20", "dominoes-3x3-holes-1"] {
        let puzzle = Puzzle::named(name).unwrap();
        let text = puzzle.covering().unwrap().export("dlx").unwrap();
        let again = Puzzle::read("again.dlx", &text, None).unwrap();
        assert_eq!(
            count(&puzzle, &Options::default()),
            count(&again, &Options::default()),
            "{name}"
        );
    }
}

#[test]
fn what_another_form_cannot_say_is_refused() {
    let refusal = |name: &str, format: &str| {
        let puzzle = Puzzle::named(name).unwrap();
        puzzle.covering().unwrap().export(format).unwrap_err()
    };
    assert!(refusal("meteor", "xmpuzzle").contains("hexagon"));
    assert!(refusal("dominoes-dodecahedron", "xmpuzzle").contains("graph"));
    assert!(refusal("pentominoes-6x10-touching", "xmpuzzle").contains("boundary"));
    assert!(refusal("langford-3", "xmpuzzle").contains("shape"));
}

#[test]
fn generated_puzzles_have_their_known_numbers_of_solutions() {
    // Langford: twice the number of arrangements up to reversal (OEIS A014552).
    let known = [
        ("langford-3", 2),
        ("langford-4", 2),
        ("langford-5", 0),
        ("langford-7", 52),
        ("langford-8", 300),
        // Shortest Golomb rulers, each with its mirror image.
        ("golomb-2", 1),
        ("golomb-4", 2),
        ("golomb-5", 4),
        ("golomb-6", 8),
        ("queens-cover-6", 4),
        ("queens-cover-8", 92),
        ("sudoku-2x2", 288),
        ("sudoku-1x3", 12),
        // Near-perfect matchings of the 3 x 3 board, and all but two cells of a 2 x 2.
        ("dominoes-3x3-holes-1", 18),
        ("dominoes-2x2-holes-2", 4),
        ("partridge-1", 1),
        ("partridge-2", 0),
        ("partridge-3", 0),
        ("partridge-4", 0),
    ];
    for (name, expected) in known {
        check_count(&Puzzle::named(name).unwrap(), expected);
    }
    let six = Puzzle::named("macmahon-2x3").unwrap();
    check_count(&six, count(&six, &Options::default()));
}

const SUDOKU: &str = "family = \"sudoku\"\ngivens = \"\"\"\n53..7....\n6..195...\n.98....6.\n8...6...3\n\
                      4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n\"\"\"\n";

#[test]
fn a_sudoku_is_solved_by_preprocessing_alone_if_it_is_easy() {
    let puzzle = Puzzle::read("test.puzzle", SUDOKU, None).unwrap();
    check_count(&puzzle, 1);
    let (removed, forced) = puzzle::preprocessing(&puzzle.cover().unwrap().puzzle);
    assert_eq!((removed.len(), forced.len()), (489 - 81, 81));
}

#[test]
fn words_cross_where_their_letters_agree() {
    let text =
        "family = \"word-search\"\nrectangle = [3, 3]\nwords = [\"cat\", \"tar\", \"rat\"]\n";
    let puzzle = Puzzle::read("test.puzzle", text, None).unwrap();
    check_count(&puzzle, count(&puzzle, &Options::default()));
    assert!(count(&puzzle, &Options::default()) > 0);
}

fn packing(rest: &str) -> Puzzle {
    let text = format!("family = \"packing\"\ngrid = \"square\"\n{rest}");
    match Puzzle::read("test.puzzle", &text, None) {
        Ok(puzzle) => puzzle,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn optional_cells_holes_and_colours_count_as_they_do_by_hand() {
    let row = "[box]\ndrawing = \"++++\"\n";
    let dominoes = "[[piece]]\ndrawing = \"##\"\ncount = \"0..2\"\n";
    check_count(&packing(&format!("{row}{dominoes}")), 5);
    check_count(&packing(&format!("{row}max-holes = 2\n{dominoes}")), 4);
    check_count(&packing(&format!("{row}max-holes = 0\n{dominoes}")), 1);
    // Any number of dominoes in a 2 x 2 box: 1 + 4 + 2.
    let any = "[box]\nrectangle = [2, 2]\noptional = true\n[[piece]]\ndrawing = \"##\"\ncount = \"any\"\n";
    check_count(&packing(any), 7);
    // A chequered box and dominoes with a dark and a light half: one way each.
    let chequered = "[box]\ndrawing = \"\"\"\n##\n##\n\"\"\"\ncolours = \"\"\"\nbw\nwb\n\"\"\"\n";
    let piece = "[[piece]]\ndrawing = \"##\"\ncolours = \"bw\"\ncount = 2\n";
    check_count(&packing(&format!("{chequered}{piece}")), 2);
    // The other way round as well.
    let swapped = format!("colour-pairs = [\"bw\", \"wb\"]\n{chequered}{piece}");
    check_count(&packing(&swapped), 2);
    let both = format!("colour-pairs = [\"bw\", \"wb\", \"bb\", \"ww\"]\n{chequered}{piece}");
    check_count(&packing(&both), 8);
}

#[test]
fn weights_order_solutions_and_bound_them() {
    let puzzle = packing(
        "[box]\nrectangle = [2, 3]\n[[piece]]\nname = \"A\"\ndrawing = \"##\"\ncount = \"any\"\nweight = 3\n\
         [[piece]]\nname = \"B\"\ndrawing = \"#\"\ncount = \"any\"\nweight = 2\n",
    );
    let options = Options::default();
    let cost = |numbers: &[u32]| {
        let fields = puzzle.description().fields(&options.ask(Question::All), numbers);
        fields["cost"].as_u64().unwrap()
    };
    let mut costs = Vec::new();
    let all = |numbers: &[u32]| {
        costs.push(cost(numbers));
        ControlFlow::Continue(())
    };
    puzzle.solve(&options, all).unwrap();
    costs.sort_unstable();
    let mut cheapest = Vec::new();
    let mut sink = |numbers: &[u32]| {
        puzzle.covering().unwrap().check(numbers).unwrap();
        cheapest.push(cost(numbers));
        ControlFlow::Continue(())
    };
    let five = options.ask(Question::Cheapest).with("cheapest", 5);
    puzzle.asked(&options, &five, &mut sink).unwrap();
    assert_eq!(cheapest, costs[..5]);
    assert_eq!(cheapest[..3], [9, 9, 9]);
    let bounded = |most: u64| options.ask(Question::Count).with("max-cost", most);
    let at_most = puzzle.asked(&options, &bounded(10), &mut Ignore).unwrap();
    assert_eq!(at_most.solutions, BigUint::from(costs.iter().filter(|&&c| c <= 10).count()));
    assert!(puzzle.asked(&options, &bounded(9).by("cells"), &mut Ignore).is_err());
}

#[test]
fn short_reasons_are_given_for_having_no_solution() {
    let reason = |rest: &str| packing(rest).description().impossible().unwrap_or("none").to_owned();
    let chess = "[box]\nrectangle = [2, 4]\nholes = [[0, 0], [0, 3]]\n[[piece]]\ndrawing = \"##\"\ncount = \"any\"\n";
    assert_eq!(reason(chess), "none");
    let unfair = "[box]\nrectangle = [2, 4]\nholes = [[0, 0], [0, 2]]\n[[piece]]\ndrawing = \"##\"\ncount = \"any\"\n";
    assert!(reason(unfair).contains("2 more cells of one colour"), "{}", reason(unfair));
    let apart = "[box]\ndrawing = \"###..#####\"\n[[piece]]\ndrawing = \"##\"\ncount = \"any\"\n";
    assert!(reason(apart).contains("around cell 0 has 3 cells"), "{}", reason(apart));
    let lonely = "[box]\ndrawing = \"#.###\"\n[[piece]]\ndrawing = \"##\"\n[[piece]]\ndrawing = \"#\"\ncount = 2\nonly = [[1], [2], [3]]\n";
    assert_eq!(reason(lonely), "nothing covers 0");
    let tetrominoes = Puzzle::named("tetrominoes-4x5").unwrap();
    assert!(tetrominoes.description().impossible().unwrap().contains("chessboard"));
}
