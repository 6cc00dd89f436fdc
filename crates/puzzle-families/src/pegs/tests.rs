//! Boards, names, and every mistake an author can make.

use puzzle_core::jumps::{Jump, members};
use puzzle_core::{Ask, Json, Question, json};

use super::{FAMILY, Pegs, format};
use crate::{Description, Source, catalogue};

fn read(text: &str) -> Result<Pegs, String> {
    let source = Source::text("test", text);
    format::read(&source).map_err(|error| error.render("test", text))
}

fn named(name: &str) -> Pegs {
    read(&catalogue::find(name).unwrap()).unwrap()
}

#[test]
fn boards_have_the_holes_jumps_and_symmetries_they_should() {
    for (name, holes, jumps, symmetries) in [
        ("pegs-triangle-15", 15, 36, 6),
        ("pegs-triangle-21", 21, 60, 6),
        ("pegs-english-33", 33, 76, 8),
        ("pegs-french-37", 37, 92, 8),
        ("pegs-wiegleb-45", 45, 108, 8),
        ("pegs-diamond-25", 25, 52, 8),
        ("pegs-diamond-41", 41, 100, 8),
        ("pegs-4x4", 16, 32, 8),
        ("pegs-3x5", 15, 28, 4),
    ] {
        let pegs = named(name);
        let board = pegs.problem().board();
        let found = (board.holes(), board.jumps().len(), board.symmetries().len());
        assert_eq!(found, (holes, jumps, symmetries), "{name}");
    }
}

#[test]
fn a_graph_has_the_symmetries_of_its_jumps() {
    let text = "family = \"pegs\"\ngrid = \"graph\"\nstart = \"all but c\"\ngoal = \"only c\"\n\
                [graph]\nholes = [\"a\", \"b\", \"c\", \"d\", \"e\"]\n\
                jumps = [\"a b c\", \"b c d\", \"c d e\"]\n";
    let pegs = read(text).unwrap();
    assert_eq!(pegs.problem().board().jumps().len(), 6);
    assert_eq!(pegs.problem().board().symmetries().len(), 2);
    let one_way = read(&(text.to_owned() + "one-way = true\n")).unwrap();
    assert_eq!(one_way.problem().board().jumps().len(), 3);
    assert_eq!(one_way.problem().board().symmetries().len(), 1);
    // The triangle as a graph has the triangle's symmetries.
    let triangle = named("pegs-triangle-15");
    let jumps: Vec<String> = triangle
        .problem()
        .board()
        .jumps()
        .iter()
        .map(|j| format!("\"{}\"", [j.from, j.over, j.to].map(|h| triangle.hole_name(h)).join(" ")))
        .collect();
    let holes: Vec<String> = (0..15).map(|h| format!("\"{}\"", triangle.hole_name(h))).collect();
    let text = format!(
        "family = \"pegs\"\ngrid = \"graph\"\nstart = \"all but a\"\n[graph]\nholes = [{}]\njumps = [{}]\n",
        holes.join(", "),
        jumps.join(", ")
    );
    assert_eq!(read(&text).unwrap().problem().board().symmetries().len(), 6);
}

#[test]
fn holes_are_called_by_column_and_row_or_by_letters() {
    let english = named("pegs-english-33");
    assert_eq!(english.hole_name(0), "c1");
    assert_eq!(english.name_holes(english.problem().goals()[0]), "d4");
    let triangle = named("pegs-triangle-15");
    assert_eq!((triangle.hole_name(0), triangle.hole_name(14)), ("a", "o"));
    assert_eq!(named("pegs-triangle-28").hole_name(27), "g7");
}

#[test]
fn moves_are_told_in_words_and_read_back() {
    let pegs = named("pegs-triangle-15");
    // d over b to a, then a peg that jumps twice.
    let hole = |name: &str| (0..15).find(|&h| pegs.hole_name(h) == name).unwrap();
    let jump = |text: &str| {
        let [from, over, to] = [0, 1, 2].map(|i| hole(&text[i..i + 1]));
        Jump { from, over, to }
    };
    let game = [jump("dba"), jump("fed"), jump("gdb")];
    assert_eq!(pegs.describe(&game), ["d over b to a", "f over e to d", "g over d to b"]);
    let twice = [jump("fed"), jump("dba")];
    assert_eq!(pegs.describe(&twice), ["f over e to d, over b to a"]);
    for &jump in pegs.problem().board().jumps() {
        assert_eq!(pegs.read_jump(&pegs.write_jump(jump)), Ok(jump));
    }
    assert!(pegs.read_jump("a-z").unwrap_err().contains("there is no jump"));
}

#[test]
fn starts_and_goals_are_drawings_or_words() {
    let text = "family = \"pegs\"\ngrid = \"square\"\nboard = \"\"\"\n####\n\"\"\"\n";
    let both = read(&(text.to_owned() + "start = \"##oo\"\ngoal = [\"ooo#\", \"only a1\"]\n"));
    let both = both.unwrap();
    assert_eq!((both.problem().start(), both.problem().goals()), (0b0011, &[0b0001, 0b1000][..]));
    let words = read(&(text.to_owned() + "start = \"all but b1\"\ngoal = \"one peg anywhere\"\n"));
    let words = words.unwrap();
    assert_eq!((words.problem().start(), words.problem().goals().len()), (0b1101, 4));
    let changed = words.with(Some("only a1, b1"), Some("only c1 or only d1")).unwrap();
    assert_eq!(
        (changed.problem().start(), changed.problem().goals()),
        (0b0011, &[0b0100, 0b1000][..])
    );
    assert!(words.with(Some("all but e1"), None).unwrap_err().contains("there is no hole `e1`"));
    assert!(words.with(Some("nonsense"), None).is_err());
    assert!(words.with(None, Some("all but a1")).is_ok());
    assert!(words.with(Some("only a1"), Some("only a1, b1")).unwrap_err().contains("only 1"));
}

#[test]
fn mistakes_are_told_with_their_place_and_how_to_mend_them() {
    let mut shown = String::new();
    let board = "board = \"\"\"\n###\n#o#\n###\n\"\"\"\n";
    let cases = [
        ("grid = \"hexagon\"\n", ""),
        ("grid = \"square\"\n", ""),
        ("grid = \"square\"\n", "board = \"#x#\"\n"),
        ("grid = \"square\"\n", "board = \"...\"\n"),
        ("grid = \"square\"\n", "board = \"##o\"\ngoal = \"###\"\n"),
        ("grid = \"square\"\n", "board = \"##\"\nstart = \"#o\"\n"),
        ("grid = \"square\"\n", "board = \"###\"\n"),
        ("grid = \"square\"\n", "board = \"#o#\"\ngoal = \"#o##\"\n"),
        ("grid = \"square\"\n", "board = \"#o#\"\ngoal = \"#o\\n.#\"\n"),
        ("grid = \"square\"\n", "board = \"#o#\"\ngoal = \"only d4\"\n"),
        ("grid = \"square\"\n", "board = \"#o#\"\ngoal = \"alone\"\n"),
        ("grid = \"square\"\n", "board = \"#o#\"\ngaol = \"only a1\"\n"),
        ("grid = \"triangle\"\n", "board = \"# #\\n##o\"\n"),
        ("grid = \"graph\"\n", ""),
        ("grid = \"graph\"\n", "[graph]\nholes = [\"a\", \"b\", \"c\"]\njumps = [\"a b d\"]\n"),
        ("grid = \"graph\"\n", "[graph]\nholes = [\"a\", \"b\", \"c\"]\njumps = [\"a b\"]\n"),
        ("grid = \"graph\"\n", "[graph]\nholes = [\"a\", \"a\"]\njumps = []\n"),
        ("grid = \"graph\"\n", "[graph]\nholes = [\"a\", \"b\", \"c\"]\njumps = []\n"),
    ];
    for (grid, rest) in cases {
        let text = format!("family = \"pegs\"\n{grid}{rest}");
        shown += &read(&text).unwrap_err();
        shown.push('\n');
    }
    let large = format!("family = \"pegs\"\ngrid = \"square\"\nboard = \"{}o\"\n", "#".repeat(128));
    shown += read(&large).unwrap_err().lines().next().unwrap();
    assert!(read(&format!("family = \"pegs\"\ngrid = \"square\"\n{board}")).is_ok());
    insta::assert_snapshot!(shown);
}

#[test]
fn positions_are_drawn_with_a_character_a_hole() {
    let triangle = named("pegs-triangle-15");
    let expected = "    ○\n   ● ●\n  ● ● ●\n ● ● ● ●\n● ● ● ● ●\n";
    assert_eq!(triangle.print_position(triangle.problem().start()), expected);
    let rectangle = named("pegs-3x3");
    assert_eq!(rectangle.print_position(rectangle.problem().start()), "● ● ●\n● ○ ●\n● ● ●\n");
}

#[test]
fn a_game_is_drawn_move_by_move() {
    let pegs = named("pegs-triangle-15");
    let first = *pegs.problem().board().jumps().iter().find(|j| j.to == 0).unwrap();
    let scene = pegs.draw_game(&[first]);
    assert_eq!(scene.frames.len(), 2);
    let pegs_drawn = |i: usize| {
        scene.frames[i].layers[0].cells.iter().filter(|cell| cell.group.is_some()).count()
    };
    assert_eq!((pegs_drawn(0), pegs_drawn(1)), (14, 13));
    assert_eq!(members(pegs.problem().start()).count(), 14);
}

#[test]
fn the_family_takes_what_names_it_and_describes_it() {
    let text = catalogue::find("pegs-triangle-15").unwrap();
    let source = Source::text("test", text);
    assert!(FAMILY.recognises(&source, Some("pegs")));
    let reading = FAMILY.read(&source).ok().unwrap();
    assert_eq!(reading.puzzle.figures()[4], ("start".into(), "all but a".into()));
    assert_eq!(named("pegs-4x4").figures()[5].1, "one peg anywhere");
}

#[test]
fn a_saved_game_is_read_again_jump_by_jump_or_move_by_move() {
    let row =
        read("family = \"pegs\"\ngrid = \"square\"\nboard = \"##o##\"\ngoal = \"only b1, d1\"\n");
    let row = row.unwrap();
    let names = |solution: &[u32]| row.problem().board().game(solution).map(|g| row.describe(&g));
    let game = row.read_solution(&json!({"moves": ["a1-c1", ["d1-b1"]]})).unwrap().unwrap();
    assert_eq!(names(&game).unwrap(), ["a1 over b1 to c1", "d1 over c1 to b1"]);
    let ask = Ask::new(Question::First);
    let fields = row.fields(&ask, &game);
    assert_eq!(fields["moves"], json!([["a1-c1"], ["d1-b1"]]));
    assert_eq!(row.read_solution(&Json::Object(fields)), Ok(Some(game.clone())));
    assert_eq!(row.read_solution(&json!({"rows": []})), Ok(None));
    assert!(row.read_solution(&json!({"moves": ["a1-e1"]})).unwrap_err().contains("a1-e1"));
    assert_eq!(row.check(&game), Err("the game does not end in a goal".into()));
    assert!(row.check(&[99]).is_err());
}
