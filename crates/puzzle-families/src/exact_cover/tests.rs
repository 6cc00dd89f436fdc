//! Golden diagnostics, round trips, and Knuth's own examples.

use puzzle_core::{Budget, EmbeddingId, verify};

use super::*;

fn source(text: &str) -> Source {
    Source::text("test.dlx", text)
}

fn read(text: &str) -> ExactCover {
    let (text, _) = format::parse(text, &Budget::default())
        .unwrap_or_else(|error| panic!("{}", error.render("", text)));
    ExactCover::new("exact-cover", text, Known::default(), None).unwrap()
}

/// All solutions as sorted lists of options in words, by trying every subset.
fn solutions(puzzle: &ExactCover) -> Vec<Vec<String>> {
    let Problem::Cover(cover) = &puzzle.problem else { unreachable!() };
    let options = cover.puzzle.embedding_count();
    assert!(options <= 16);
    let mut found = Vec::new();
    for subset in 0..1_u32 << options {
        let chosen: Vec<u32> = (0..options as u32).filter(|o| subset >> o & 1 == 1).collect();
        let ids: Vec<EmbeddingId> = chosen.iter().map(|&o| EmbeddingId(o)).collect();
        let good = verify(&cover.puzzle, &ids).is_ok();
        assert_eq!(Covering::check(puzzle, &chosen).is_ok(), good, "{chosen:?}");
        if good {
            found.push(ids.iter().filter_map(|&o| puzzle.text.option_text(o)).collect());
        }
    }
    found
}

const DLX1: &str = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
const DLX2: &str = "| A simple example of color controls\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
const DLX3: &str = "| A simple example of color controls\nA B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";

#[test]
fn an_item_is_found_twice_in_a_long_option_too() {
    let names: Vec<String> = (0..100).map(|i| format!("i{i}")).collect();
    let items = names.join(" ");
    let read =
        |option: &str| format::parse(&format!("{items}\n{option}\n"), &Budget::default()).map(drop);
    assert!(read(&items).is_ok());
    for again in ["i0", "i31", "i50", "i99"] {
        let error = read(&format!("{items} {again}")).unwrap_err();
        assert!(error.render("", "").contains(&format!("`{again}` is in this option twice")));
    }
}

#[test]
fn the_example_of_dlx1_has_its_one_solution() {
    assert_eq!(solutions(&read(DLX1)), [["C E F", "A D", "B G"]]);
}

#[test]
fn the_example_of_dlx2_has_its_one_solution() {
    assert_eq!(solutions(&read(DLX2)), [["A C X:1 Y:1", "B X:1"]]);
}

#[test]
fn the_example_of_dlx3_has_its_one_solution() {
    assert_eq!(solutions(&read(DLX3)), [["A C X:1 Y:1", "B X:1", "C Y:1"]]);
}

#[test]
fn every_mistake_gets_its_own_complaint_with_place() {
    let texts = [
        "",
        "| only a comment\n\n",
        "A B A\nA\n",
        "A B | C | D\nA\n",
        "A x:B\nA\n",
        "A 1:2:3|B\nA\n",
        "A 1|2|B\nA\n",
        "A | 2|B\nA\n",
        "A | B:C\nA\n",
        "A x|B\nA\n",
        "A :2|B\nA\n",
        "A 2:|B\nA\n",
        "A 99999999999|B\nA\n",
        "A 3:2|B\nA\n",
        "A 0|B\nA\n",
        "A 0:0|B\nA\n",
        "A 2|\nA\n",
        "A B\n",
        "alpha beta\nalpha\nbetta\n",
        "A B\nA B\nB A B\n",
        "A B | C\nA:1 B\n",
        "A B | C\nA C:\n",
        "A B | C\nA B C:1:2\n",
        "A B | C\nA B |x\n",
        "A B | C\nA B |\n",
        "A B | C\nA B |4294967295 |1\n",
        "A B\u{7}\nA\n",
    ];
    let complaint = |text: &&str| match FAMILY.read(&source(text)) {
        Ok(_) => panic!("accepted: {text:?}"),
        Err(diagnostic) => diagnostic.render("test.dlx", text),
    };
    let complaints: Vec<String> = texts.iter().map(complaint).collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

#[test]
fn an_option_without_a_primary_item_is_ignored_with_a_warning() {
    let text = "A | X\nX:1\nA X:2\n  X\n";
    let reading = FAMILY.read(&source(text)).ok().unwrap();
    let warnings: Vec<String> =
        reading.warnings.iter().map(|warning| warning.render("test.dlx", text)).collect();
    insta::assert_snapshot!(warnings.join("\n"));
    let covering = reading.puzzle.covering().unwrap();
    assert_eq!(covering.draw_solution(&[0]).notes, ["A X:2"]);
}

#[test]
fn a_text_that_is_read_and_written_is_the_same_puzzle() {
    let costs = "long-names-of-any-length 0:1|b 2|c 3:5|d | x y z\n\
                 long-names-of-any-length x:blue z |17\nb c y:1\nd c |2 |3\nd\nd y:10 x\n";
    for text in [DLX1, DLX2, DLX3, costs] {
        let (first, _) = format::parse(text, &Budget::default()).unwrap();
        let (again, _) = format::parse(&first.to_string(), &Budget::default()).unwrap();
        assert_eq!(first, again);
        assert_eq!(again.to_string(), first.to_string());
        let document = document(&first);
        let source = Source::text("test.puzzle", document);
        assert!(FAMILY.recognises(&source, Some("exact-cover")));
        assert_eq!(format::read(&source, true).ok().unwrap().text, first);
    }
    assert_eq!(format::parse(DLX1, &Budget::default()).unwrap().0.to_string(), DLX1);
}

#[test]
fn any_cover_problem_can_be_written_and_keeps_its_solutions() {
    use puzzle_core::{Colour, PuzzleBuilder};
    let mut builder = PuzzleBuilder::new();
    let bag = builder.aspect("a bag|", Demand::Between { min: 0, max: u32::MAX });
    let spare = builder.aspect("a:bag", Demand::AtMostOne);
    let shared = builder.aspect("shared", Demand::Coloured);
    let once = builder.aspect("a_bag_", Demand::One);
    builder.embedding([once, spare]);
    let dear = builder.coloured_embedding([(shared, Some(Colour(3))), (bag, None)]);
    builder.cost(dear, 4);
    builder.embedding([spare]);
    builder.embedding([once, bag]);
    builder.coloured_embedding([(shared, None)]);
    let puzzle = builder.build().unwrap();
    let text = write("title", &puzzle);
    insta::assert_snapshot!(text);
    let again = read(&text);
    let expected = (0..32_u32).filter(|subset| {
        let chosen: Vec<EmbeddingId> =
            (0..5).filter(|e| subset >> e & 1 == 1).map(EmbeddingId).collect();
        verify(&puzzle, &chosen).is_ok()
    });
    assert_eq!(solutions(&again).len(), expected.count());
}

#[test]
fn a_complaint_about_a_cover_in_a_puzzle_file_points_into_the_file() {
    let text = "family = \"exact-cover\"\ncover = \"\"\"\nA B\nA C\n\"\"\"\n";
    let source = Source::text("test.puzzle", text);
    let error = FAMILY.read(&source).err().unwrap();
    assert_eq!(error.position(text), Some((4, 3)));
}

#[test]
fn texts_are_recognised_by_name_or_by_being_right() {
    let recognised = |name: &str, text: &str| {
        let source = Source::text(name, text);
        FAMILY.recognises(&source, crate::document::family_of(&source).as_deref())
    };
    assert!(recognised("x.dlx", "nonsense | | |"));
    assert!(recognised("-", DLX2));
    assert!(!recognised("-", "family = \"packing\"\n"));
    assert!(!recognised("-", "p cnf 3 2\n1 2 0\n"));
    assert!(!recognised("x.puzzle", DLX2));
}

#[test]
fn texts_with_blank_lines_between_are_several_puzzles_unless_they_are_right_as_one() {
    let count = |name: &str, text: &str| {
        let parts = crate::parts(Source::text(name, text), None);
        parts.map(|parts| parts.len()).map_err(|wrong| wrong.0.message)
    };
    let two = "| first\na b\na\nb\n\n\n| second\nc d\nc d\n";
    assert_eq!(count("x", two), Ok(2));
    assert_eq!(count("x.dlx", two), Ok(2));
    // Blank lines among options are nothing, as in Knuth's programs.
    assert_eq!(count("x.dlx", "a b\na\n\nb\n"), Ok(1));
    assert_eq!(count("x.dlx", "a b\na\nb\n\na b\na b\n"), Ok(2));
    // What is wrong is wrong by itself, where the name says what the file is.
    assert_eq!(count("x.dlx", &format!("{two}\ne f\ng\n")), Ok(3));
    assert_eq!(count("x.dlx", "a b\n\na\nc\n"), Ok(1));
    let parts = crate::parts(Source::text("x.dlx", format!("{two}\ne f\ng\n")), None).unwrap();
    let wrong = parts[2].read().unwrap_err();
    assert_eq!(wrong.span.unwrap().start, two.len() + 5);
}
