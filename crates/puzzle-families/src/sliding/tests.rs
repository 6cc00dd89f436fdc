//! Readers: what they take, what they refuse and where.

use puzzle_core::Diagnostic;

use super::{FAMILY, Sliding, format, text};
use crate::Source;

fn read(text: &str) -> Result<Sliding, Diagnostic> {
    let source = Source::text("test", text);
    match text::looks_like(text) {
        true => text::read(&source).map(|(puzzle, _)| puzzle),
        false => format::read(&source),
    }
}

const EXAMPLE: &str = "5 x 5 (a silly example)\n1 = 111/01\n2 = 101/111\n3 = 1\n\
                       1xx200000000033\n000xx00033001002\n";

#[test]
fn the_example_of_document_002_is_drawn_as_there_and_written_as_it_was_read() {
    let puzzle = read(EXAMPLE).unwrap();
    assert_eq!(puzzle.name, "(a silly example)");
    let drawn = "          \n 1-1-1    \n   |      \n 2 1 2 0 0\n |   |    \n 2-2-2 0 0\n          \n \
                 0 0 0 0 0\n          \n 3 3 0 0 0\n";
    assert_eq!(puzzle.draw_links(puzzle.start()), drawn);
    assert_eq!(puzzle.shorthand(puzzle.start()), "1200000000033");
    assert_eq!(puzzle.labels(), ["1", "2", "3a", "3b"]);
    let written = puzzle.write_text().unwrap();
    assert_eq!(
        written,
        EXAMPLE.replace("000xx00033001002", "000xx000330010020").replace("020\n", "02\n")
    );
    assert_eq!(read(&written).unwrap().write_text().unwrap(), written);
}

#[test]
fn line_ends_blank_lines_and_what_follows_do_not_matter() {
    let plain = read(EXAMPLE).unwrap().write_text();
    let windows = EXAMPLE.replace('\n', "\r\n");
    let blank = EXAMPLE.replace('\n', "\n\n");
    for text in [windows.as_str(), &blank, EXAMPLE.trim_end(), &format!("{EXAMPLE}and so on")] {
        assert_eq!(read(text).unwrap().write_text(), plain, "{text}");
    }
    assert!(read("5x4\n1 = 1\n1\n1\n").is_ok(), "blanks around x may be missing");
}

/// The text, then the line and column of the complaint and how it begins.
type Bad = (&'static str, (usize, usize), &'static str);

const BAD: &[Bad] = &[
    ("0 x 5\n1 = 1\n1\n1\n", (1, 1), "bad specification of rows x columns"),
    ("5 x\n1 = 1\n1\n1\n", (1, 1), "bad specification of rows x columns"),
    ("99999999999999999999 x 9\n1 = 1\n1\n1\n", (1, 1), "a board of 18446744073709551615 x 9"),
    ("2 x 2\ng = 1\n1\n1\n", (2, 1), "bad piece name (g)"),
    ("2 x 2\n0 = 1\n1\n1\n", (2, 1), "bad piece name (0)"),
    ("2 x 2\n1 = 1 1\n1\n1\n", (2, 6), "bad character ' ' in the definition of piece 1"),
    ("2 x 2\n1 = 12\n1\n1\n", (2, 6), "bad character '2' in the definition of piece 1"),
    ("2 x 2\n1 = 0/0\n1\n1\n", (2, 1), "piece 1 is empty"),
    ("2 x 2\n1 = 11/11\n011\n1\n", (3, 2), "5 cells are filled twice, or lie outside"),
    ("2 x 2\n1 = 11\n01\n1\n", (3, 2), "a cell is filled twice, or lies outside"),
    ("2 x 2\n1 = 1\n10000\n1\n", (3, 5), "the board is not big enough"),
    ("2 x 2\n1 = 1\n1z\n1\n", (3, 2), "the configuration contains an illegal character"),
    ("2 x 2\n1 = 1\n12\n1\n", (3, 2), "piece 2 is not defined"),
    ("2 x 2\n1 = 1\n000\n1\n", (3, 1), "the puzzle has no pieces"),
    ("2 x 2\n1 = 1\n1x\n10x\n", (4, 1), "the dead cells (x) are in different places"),
    ("2 x 2\n1 = 1\n11\n1\n", (4, 1), "wrong number of pieces in the stopping configuration"),
    ("2 x 2\n1 = 1\n", (3, 1), "the starting configuration is missing"),
    ("2 x 2\n1 = 1\n11", (3, 3), "the stopping configuration is missing"),
];

#[test]
fn every_complaint_of_document_002_has_its_place() {
    for &(text, place, message) in BAD {
        let error = read(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.message.starts_with(message), "{text}: {}", error.message);
        assert_eq!(error.position(text), Some(place), "{text}");
    }
}

#[test]
fn a_piece_defined_twice_is_a_warning_and_the_first_counts() {
    let text = "2 x 2\n1 = 11\n1 = 1\n1\n001\n";
    let source = Source::text("test", text);
    let (puzzle, warnings) = text::read(&source).unwrap();
    assert_eq!(puzzle.board().kinds[0].cells.len(), 2);
    assert_eq!(warnings[0].position(text), Some((3, 1)));
    assert_eq!(FAMILY.read(&source).unwrap().warnings.len(), 1);
}

/// A `.puzzle` file with a board and more.
fn file(more: &str) -> String {
    format!("family = \"sliding\"\ndrawing = \"\"\"\nAAB#\nC..B\n\"\"\"\n{more}")
}

const BAD_FILES: &[(&str, &str)] = &[
    ("moves = \"round\"", "`round` is no way to move"),
    ("colour = 1", "unknown key `colour`"),
    ("[[kind]]\nblocks = \"AB\"", "blocks A and B differ in shape"),
    ("[[kind]]\nblocks = \"Z\"", "there is no block Z in the drawing"),
    ("[[kind]]\nblocks = \"A\"\n[[kind]]\nblocks = \"A\"", "block A is in two kinds"),
    ("[[kind]]\nblocks = \"A\"\nmoves = \"diagonal\"", "`diagonal` is no way to move"),
    ("[[gate]]\ndrawing = \"*...\"\nblocks = \"A\"", "this drawing has 1 x 4 cells"),
    ("[[gate]]\ndrawing = \"\"\"\n***.\n....\"\"\"\nblocks = \"A\"", "block B stands where a gate"),
    (
        "[[gate]]\ndrawing = \"\"\"\nA...\n....\"\"\"\nblocks = \"A\"",
        "a gate is drawn with * and .",
    ),
    ("[[goal]]", "this goal demands nothing"),
    ("[[goal]]\ndrawing = \"\"\"\n...#\nAAA.\"\"\"", "block A has another shape here"),
    ("[[goal]]\ndrawing = \"\"\"\n...#\nZ...\"\"\"", "there is no block Z in the starting drawing"),
    ("[[goal]]\ndrawing = \"\"\"\n..AA\n....\"\"\"", "the walls are in different places"),
    ("[[goal]]\nwhere = \"A near B\"", "`A near B` is no condition"),
    ("[[goal]]\nwhere = \"A in row 3\"", "`3` is not within 1-2"),
    ("[[goal]]\nwhere = \"Z in row 1\"", "there is no block Z"),
    ("[[goal]]\nwhere = \"C at row 1 column 4\"", "block C cannot be there"),
    ("[[goal]]\nwhere = \"A at row 1 column 3\"", "block A cannot be there"),
    (
        "[[goal]]\nwhere = [\"A at row 2 column 1\", \"C at row 2 column 2\"]",
        "blocks of this goal are in each other's way",
    ),
    ("[[goal]]\nwhere = \"not not A in row 1\"", "`not not A in row 1` is no condition"),
    ("[known]\ndistances = [1, 2]", "there are six styles"),
];

#[test]
fn mistakes_in_puzzle_files_are_pointed_at() {
    for (more, message) in BAD_FILES {
        let text = file(more);
        let error = read(&text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.message.starts_with(message), "{more}: {}", error.message);
        assert!(error.span.is_some_and(|span| !text[span].is_empty()), "{more}");
    }
    let odd = "family = \"sliding\"\ndrawing = \"\"\"\nA.\nB\n\"\"\"\n";
    assert_eq!(read(odd).unwrap_err().position(odd), Some((4, 1)));
    let mark = "family = \"sliding\"\ndrawing = \"A!\"\n";
    assert_eq!(read(mark).unwrap_err().position(mark), Some((2, 13)));
}

#[test]
fn a_goal_on_a_wall_is_refused_where_it_is_written() {
    let text = "family = \"sliding\"\ndrawing = \"\"\"\nAC\n#B\n..\n\"\"\"\n\n[[goal]]\n\
                where = \"C at row 2 column 1\"\n";
    let error = read(text).unwrap_err();
    assert_eq!(error.position(text), Some((9, 9)));
    assert!(error.hint.is_some_and(|hint| hint.contains("wall")));
    let gate = "[[gate]]\ndrawing = \"\"\"\n....\n.*..\"\"\"\nblocks = \"A\"\n";
    let goal = |name| file(&format!("{gate}[[goal]]\nwhere = \"{name} at row 2 column 2\"\n"));
    assert!(read(&goal("C")).is_err() && read(&goal("A")).is_ok());
}

#[test]
fn a_goal_that_says_the_same_twice_gives_one_block_its_place() {
    let goal = "[[goal]]\nwhere = [\"A at row 1 column 1\", \"A at row 1 column 1\"]";
    let puzzle = read(&file(goal)).unwrap();
    assert_eq!(puzzle.goals()[0].places.len(), 1);
    assert!(!puzzle.goals()[0].is_full(2));
}

#[test]
fn kinds_come_from_shapes_goals_and_lists() {
    let board = "family = \"sliding\"\ndrawing = \"\"\"\nABC\nDD.\n\"\"\"\n";
    let kinds = |more: &str| {
        let puzzle = read(&format!("{board}{more}")).unwrap();
        puzzle.start().iter().map(|block| block.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(""), [0, 0, 0, 1], "blocks of one shape are of one kind");
    let goal = "[[goal]]\nwhere = \"B in row 2\"\n";
    assert_eq!(kinds(goal), [0, 1, 0, 2], "but one that a goal names is its own");
    let listed = format!("{goal}[[kind]]\nblocks = \"AB\"\n");
    assert_eq!(kinds(&listed), [0, 0, 1, 2], "unless a list says otherwise");
    assert_eq!(kinds("[[kind]]\nblocks = \"C\"\nmoves = \"vertical\""), [0, 0, 1, 2]);
    assert_eq!(kinds("[[gate]]\ndrawing = \"\"\"\n...\n..*\"\"\"\nblocks = \"A\""), [0, 1, 1, 2]);
    let distinct = board.replace("drawing", "distinct = true\ndrawing");
    let distinct = read(&distinct).unwrap();
    assert_eq!(distinct.board().kinds.len(), 4);
}

#[test]
fn conditions_hold_where_they_should() {
    let board = "family = \"sliding\"\ndrawing = \"\"\"\nAAB\nC.B\n...\n\"\"\"\n";
    for (condition, holds) in [
        ("A in row 1", true),
        ("A in column 1", false),
        ("A at row 1 column 1", true),
        ("A at row 2 column 1", false),
        ("not A at row 2 column 1", true),
        ("B in rows 1-2 columns 3-3", true),
        ("A touches B", true),
        ("C touches B", false),
        ("A above C", true),
        ("C below A", true),
        ("A above B", false),
        ("A left of B", true),
        ("B right of C", true),
        ("B left of C", false),
        ("empty row 3", true),
        ("empty rows 2-3", false),
        ("empty rows 2-3 columns 2-2", true),
    ] {
        let puzzle = read(&format!("{board}[[goal]]\nwhere = \"{condition}\"\n")).unwrap();
        assert_eq!(puzzle.is_goal(puzzle.start()), holds, "{condition}");
    }
}
