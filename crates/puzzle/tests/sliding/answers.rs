//! What is known, asked again.

use puzzle::{Ask, Puzzle, Question};
use puzzle_core::Finding;
use puzzle_families::catalogue::ENTRIES;
use puzzle_families::sliding::{Block, Goal, Sliding, Style, read};
use puzzle_families::{Source, catalogue};

use super::{alone, ask, checked, named, style, text};

/// Distances of facts that are not written in the catalogue's file itself.
const EXAMPLE: [u64; 6] = [20, 10, 4, 10, 4, 2];

#[test]
fn every_entry_of_the_catalogue_has_its_known_distance_in_every_style() {
    let mut entries = 0;
    for entry in ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        if puzzle.family().name != "sliding" {
            continue;
        }
        let source = Source::text(entry.name, catalogue::find(entry.name).unwrap());
        let (sliding, _) = read(&source).unwrap();
        entries += 1;
        let known = match sliding.distances().distances {
            Some(known) => known.map(|n| n.map(u64::from)),
            None if entry.name == "knuth-example" => EXAMPLE.map(Some),
            None => panic!("{} says nothing about its distances", entry.name),
        };
        for number in 0..6 {
            let question = style(Question::First, number).with("one-end", "");
            let found = checked(&sliding, &question, &alone());
            let name = entry.name;
            assert_eq!(found.answer.distance, known[usize::from(number)], "{name} {number}");
        }
        if let Some(count) = sliding.distances().configurations {
            let (answer, _) = ask(&sliding, &Ask::new(Question::Count), &alone()).unwrap();
            assert_eq!(answer.solutions, count.into());
        }
    }
    assert!(entries >= 12);
}

#[test]
fn the_example_of_document_002_has_2457_configurations_in_every_style() {
    let puzzle = named("knuth-example");
    for number in 0..6 {
        let found = checked(&puzzle, &style(Question::Furthest, number), &alone());
        assert_eq!(found.explored.states(), 2457);
        assert!(found.explored.furthest.is_some());
        assert_eq!(found.answer.distance, Some(EXAMPLE[usize::from(number)]));
    }
}

#[test]
fn the_eight_puzzle_has_the_known_eccentricities() {
    let puzzle = named("eight-puzzle");
    for (number, eccentricity) in [(0, 31), (1, 31), (2, 31), (3, 24), (4, 24), (5, 24)] {
        let found = checked(&puzzle, &style(Question::Levels, number), &alone());
        assert_eq!(found.explored.levels.len() - 1, eccentricity);
        assert_eq!(found.answer.solutions, 181_440_u32.into());
    }
}

/// Interchangeable blocks: two groups can make the same configuration and go on differently.
#[test]
fn the_trap_that_catches_the_original_program_needs_one_move_in_style_5() {
    let puzzle = text("2 x 4 style-5 trap\n1 = 1\n10000011\n1000101\n");
    for number in [2, 5] {
        let found = checked(&puzzle, &style(Question::First, number), &alone());
        assert_eq!(found.answer.distance, Some(1));
    }
}

#[test]
fn a_search_from_both_ends_finds_the_same_distance() {
    for name in ["knuth-example", "eight-puzzle"] {
        let puzzle = named(name);
        for number in 0..6 {
            let plain = style(Question::First, number);
            let one = checked(&puzzle, &plain.clone().with("one-end", ""), &alone());
            let both = checked(&puzzle, &plain.with("both-ends", ""), &alone());
            assert_eq!(one.answer.distance, both.answer.distance);
            assert!(one.explored.levels_back.is_empty() && !both.explored.levels_back.is_empty());
            assert_eq!(
                (one.answer.engine.as_str(), both.answer.engine.as_str()),
                ("breadth-first", "both-ends")
            );
        }
    }
    let both = Ask::new(Question::First).with("both-ends", "");
    assert!(ask(&named("klotski"), &both, &alone()).is_err(), "its goal is partial");
}

#[test]
fn answers_are_confirmed_by_the_definition() {
    let puzzle = named("klotski");
    for question in [
        Ask::new(Question::First),
        Ask::new(Question::First).with("count-shortest", ""),
        Ask::new(Question::Count),
        style(Question::Furthest, 4),
    ] {
        let confirmed = Ask { confirm: true, ..question };
        let found = checked(&puzzle, &confirmed, &alone());
        let second = found.answer.confirmed.unwrap();
        assert_eq!(second.engine, "reference");
        let Finding::Explored(explored) = second.finding else { panic!("a search tells levels") };
        assert_eq!(explored.levels, found.explored.levels);
        assert_eq!(explored.furthest, found.explored.furthest);
    }
}

#[test]
fn shortest_solutions_of_small_puzzles_are_counted() {
    let count = |from: &str| {
        let question = Ask::new(Question::First).with("count-shortest", "");
        checked(&text(from), &question, &alone()).answer.solutions.to_string()
    };
    // A block that goes two right and two down: 4 over 2 ways.
    assert_eq!(count("3 x 3\n1 = 1\n1\n000000001\n"), "6");
    // Ten by ten cells: 18 over 9 ways.
    let far = format!("10 x 10\n1 = 1\n1\n{}1\n", "0".repeat(99));
    assert_eq!(count(&far), "48620");
    assert_eq!(count("1 x 3\n1 = 1\n2 = 1\n12\n21\n"), "0", "cannot be reached");
}

#[test]
fn boards_larger_than_document_002_allowed_are_searched_in_wider_words() {
    for (rows, columns) in [(1, 70), (17, 17), (40, 40), (3, 1000)] {
        let cells = rows * columns;
        let puzzle = text(&format!("{rows} x {columns}\n1 = 1\n1\n{}1\n", "0".repeat(cells - 1)));
        let found = checked(&puzzle, &Ask::new(Question::First), &alone());
        assert_eq!(found.answer.distance, Some(rows as u64 + columns as u64 - 2));
    }
}

#[test]
fn a_puzzle_can_begin_elsewhere() {
    let puzzle = named("klotski");
    let plain = Ask::new(Question::First);
    let game = checked(&puzzle, &plain, &alone()).game.unwrap();
    let later = plain.clone().with("from", puzzle.shorthand(&game.boards[100]));
    assert_eq!(checked(&puzzle, &later, &alone()).answer.distance, Some(16));
    let drawn = puzzle.starting_from("ABBC/ABBC/DEEF/DGHF/.IJ.").unwrap();
    assert_eq!(drawn.shorthand(drawn.start()), "ABAAEAGG0GG");
    for bad in ["", "A", "ABBC/ABBC", "ABBC/ABBC/DEEF/DGHF/.I..", "zzz", "ABAAEAGGGGGGGG"] {
        assert!(puzzle.starting_from(bad).is_err(), "{bad}");
        assert!(ask(&puzzle, &plain.clone().with("from", bad), &alone()).is_err(), "{bad}");
    }
}

/// The blocks of a solution keep the names that they have where it begins.
#[test]
fn blocks_keep_their_names_in_a_solution_that_begins_elsewhere() {
    let puzzle = named("klotski");
    // D and F have changed places, and are of one kind.
    let question = Ask::new(Question::First).with("from", "ABBC/ABBC/FEED/FGHD/I..J");
    let game = checked(&puzzle, &question, &alone()).game.unwrap();
    let label = |name: &str| puzzle.labels().iter().position(|label| label == name).unwrap();
    assert_eq!(game.boards[0][label("F")].place, 8);
    assert_eq!(game.boards[0][label("D")].place, 11);
    assert_eq!(Style::new(0), Some(game.style));
}

/// A place without a field in the key compared equal to an empty one.
#[test]
fn a_goal_where_no_block_can_be_is_never_reached() {
    let puzzle = text("3 x 2\n1 = 1\n2 = 1\n3 = 1\n13x2\n13x2\n");
    let on_wall = Block { kind: 2, place: 2 };
    for places in [vec![on_wall], vec![Block { place: 0, ..on_wall }, Block { kind: 1, place: 0 }]]
    {
        let (board, start) = (puzzle.board().clone(), puzzle.start().to_vec());
        let puzzle = Sliding::new(String::new(), board, start, vec![Goal::full(&places)]);
        for number in 0..6 {
            let found = checked(&puzzle, &style(Question::First, number), &alone());
            assert_eq!(found.answer.distance, None);
        }
    }
}

#[test]
fn a_puzzle_without_a_goal_has_a_furthest_configuration_only() {
    let puzzle = text("family = \"sliding\"\ndrawing = \"\"\"\nA.\n.B\n\"\"\"\n");
    assert!(ask(&puzzle, &Ask::new(Question::First), &alone()).is_err());
    let found = checked(&puzzle, &Ask::new(Question::Furthest), &alone());
    assert_eq!((found.explored.states(), found.answer.distance), (6, None));
}
