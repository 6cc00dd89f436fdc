//! What is known, asked again.

use puzzle::Puzzle;
use puzzle::families::catalogue::ENTRIES;
use puzzle::sliding::{Ends, Question, Style, ask};

use super::{alone, checked};

/// Distances of facts that are not written in the catalogue's file itself.
const EXAMPLE: [usize; 6] = [20, 10, 4, 10, 4, 2];

#[test]
fn every_entry_of_the_catalogue_has_its_known_distance_in_every_style() {
    let mut entries = 0;
    for entry in ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        let Some(sliding) = puzzle.sliding() else { continue };
        entries += 1;
        let known = match sliding.distances().distances {
            Some(known) => known.map(|n| n.map(|n| n as usize)),
            None if entry.name == "knuth-example" => EXAMPLE.map(Some),
            None => panic!("{} says nothing about its distances", entry.name),
        };
        for style in Style::ALL {
            let question = Question { style, ends: Ends::One, ..Question::default() };
            let answer = checked(sliding, &question, &alone());
            let name = entry.name;
            assert_eq!(answer.distance, known[usize::from(style.number())], "{name} {style}");
        }
        if let Some(count) = sliding.distances().configurations {
            let question = Question { exhaust: true, solution: false, ..Question::default() };
            assert_eq!(ask(sliding, &question, &alone()).unwrap().configurations(), count);
        }
    }
    assert!(entries >= 12);
}

#[test]
fn the_example_of_document_002_has_2457_configurations_in_every_style() {
    let puzzle = Puzzle::named("knuth-example").unwrap();
    for style in Style::ALL {
        let question = Question { style, exhaust: true, ..Question::default() };
        let answer = checked(puzzle.sliding().unwrap(), &question, &alone());
        assert_eq!(answer.configurations(), 2457);
        assert!(answer.furthest.is_some());
        assert_eq!(answer.distance, Some(EXAMPLE[usize::from(style.number())]));
    }
}

#[test]
fn the_eight_puzzle_has_the_known_eccentricities() {
    let puzzle = Puzzle::named("eight-puzzle").unwrap();
    for (style, eccentricity) in [(0, 31), (1, 31), (2, 31), (3, 24), (4, 24), (5, 24)] {
        let style = Style::new(style).unwrap();
        let question = Question { style, exhaust: true, solution: false, ..Question::default() };
        let answer = ask(puzzle.sliding().unwrap(), &question, &alone()).unwrap();
        assert_eq!(answer.levels.len() - 1, eccentricity);
        assert_eq!(answer.configurations(), 181_440);
    }
}

/// Interchangeable blocks: two groups can make the same configuration and go on differently.
#[test]
fn the_trap_that_catches_the_original_program_needs_one_move_in_style_5() {
    let text = "2 x 4 style-5 trap\n1 = 1\n10000011\n1000101\n";
    let puzzle = Puzzle::read("trap", text, None).unwrap();
    for (style, distance) in [(2, 1), (5, 1)] {
        let style = Style::new(style).unwrap();
        let question = Question { style, ..Question::default() };
        assert_eq!(
            checked(puzzle.sliding().unwrap(), &question, &alone()).distance,
            Some(distance)
        );
    }
}

#[test]
fn a_search_from_both_ends_finds_the_same_distance() {
    for name in ["knuth-example", "eight-puzzle"] {
        let puzzle = Puzzle::named(name).unwrap();
        let sliding = puzzle.sliding().unwrap();
        for style in Style::ALL {
            let one = Question { style, ends: Ends::One, ..Question::default() };
            let both = Question { ends: Ends::Both, ..one };
            let (one, both) = (checked(sliding, &one, &alone()), checked(sliding, &both, &alone()));
            assert_eq!(one.distance, both.distance);
            assert!(!both.levels_back.is_empty());
        }
    }
    let klotski = Puzzle::named("klotski").unwrap();
    let both = Question { ends: Ends::Both, ..Question::default() };
    assert!(ask(klotski.sliding().unwrap(), &both, &alone()).is_err(), "its goal is partial");
}

#[test]
fn shortest_solutions_of_small_puzzles_are_counted() {
    let count = |text: &str| {
        let puzzle = Puzzle::read("small", text, None).unwrap();
        let question = Question { count: true, ..Question::default() };
        checked(puzzle.sliding().unwrap(), &question, &alone()).shortest.map(|n| n.to_string())
    };
    // A block that goes two right and two down: 4 over 2 ways.
    assert_eq!(count("3 x 3\n1 = 1\n1\n000000001\n"), Some("6".into()));
    // Ten by ten cells: 18 over 9 ways.
    let far = format!("10 x 10\n1 = 1\n1\n{}1\n", "0".repeat(99));
    assert_eq!(count(&far), Some("48620".into()));
    assert_eq!(count("1 x 3\n1 = 1\n2 = 1\n12\n21\n"), None, "cannot be reached");
}

#[test]
fn boards_larger_than_document_002_allowed_are_searched_in_wider_words() {
    for (rows, columns) in [(1, 70), (17, 17), (40, 40), (3, 1000)] {
        let cells = rows * columns;
        let text = format!("{rows} x {columns}\n1 = 1\n1\n{}1\n", "0".repeat(cells - 1));
        let puzzle = Puzzle::read("large", &text, None).unwrap();
        let answer = checked(puzzle.sliding().unwrap(), &Question::default(), &alone());
        assert_eq!(answer.distance, Some(rows + columns - 2));
    }
}

#[test]
fn a_puzzle_can_begin_elsewhere() {
    let puzzle = Puzzle::named("klotski").unwrap();
    let sliding = puzzle.sliding().unwrap();
    let question = Question::default();
    let answer = checked(sliding, &question, &alone());
    let later = sliding.shorthand(&answer.path[100]);
    let later = sliding.starting_from(&later).unwrap();
    assert_eq!(checked(&later, &question, &alone()).distance, Some(16));
    let drawn = sliding.starting_from("ABBC/ABBC/DEEF/DGHF/.IJ.").unwrap();
    assert_eq!(drawn.shorthand(drawn.start()), "ABAAEAGG0GG");
    for bad in ["", "A", "ABBC/ABBC", "ABBC/ABBC/DEEF/DGHF/.I..", "zzz", "ABAAEAGGGGGGGG"] {
        assert!(sliding.starting_from(bad).is_err(), "{bad}");
    }
}
