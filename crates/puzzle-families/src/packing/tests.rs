//! Golden diagnostics, the documents' figures, and texts from strangers.

use puzzle_core::{Cover, Problem};

use super::*;

fn source(text: &str) -> Source {
    Source::text("test.puzzle", text)
}

fn cover(reading: &Reading) -> &Cover {
    match reading.puzzle.covering().unwrap().problem() {
        Problem::Cover(cover) => cover,
        _ => unreachable!("packing puzzles are lowered to covers"),
    }
}

/// The rendered complaint about a text.
fn complaint(text: &str) -> String {
    match FAMILY.read(&source(text)) {
        Ok(_) => panic!("accepted: {text}"),
        Err(diagnostic) => diagnostic.render("test.puzzle", text),
    }
}

const SQUARE: &str = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 3]\n";

fn with_piece(piece: &str) -> String {
    format!("{SQUARE}[[piece]]\n{piece}\n")
}

#[test]
fn every_mistake_gets_its_own_complaint_with_place_and_hint() {
    let texts = [
        "family = \"packing\"\ngrid = \"sqare\"\n".to_owned(),
        "family = \"packing\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [1000, 1000]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\ncuboid = [2, 2, 2]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 2]\ncells = [[0, 0]]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\ndrawing = \"\"\"\n##\n#!\n\"\"\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\ndrawing = \"..\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\ndrawing = \"\"\"\n##\n\n##\n\"\"\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\nregion = \"pyramid\"\nedge = 3\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 2]\nholes = [[5, 5]]\n".to_owned(),
        SQUARE.to_owned(),
        format!("{SQUARE}[piece]\nall = 2\n"),
        with_piece("name = \"A\""),
        with_piece("name = \"A\"\ndrawing = \"\""),
        with_piece("name = \"A\"\ndrawing = \"#?\""),
        with_piece("name = \"A\"\ndrawing = \"####\""),
        with_piece("name = \"A\"\ndrawing = \"#\"\n[[piece]]\nname = \"A\"\ndrawing = \"##\""),
        with_piece("name = \"A B\"\ndrawing = \"#\""),
        with_piece("all = 2\nname = \"A\""),
        with_piece("all = 2\ncount = \"2..1\""),
        with_piece("all = 2\ncount = \"some\""),
        with_piece("all = 2\ncount = 0"),
        with_piece("all = 19"),
        with_piece("all = 2\nexcept = [\"Q\"]"),
        with_piece("walk = \"E UP\""),
        with_piece("all = 2\nmoves = \"roll\""),
        with_piece("all = 2\ncuont = 3"),
        with_piece("drawing = \"##\"\nforbid = [[0, 5]]"),
        with_piece("drawing = \"##\"\norientations = [\"###\"]"),
        format!("{}[restrict]\npiece = \"A\"\nsymmetries = \"some\"\n", with_piece("all = 2")),
        format!("{}[known]\nsolutions = \"many\"\n", with_piece("all = 2")),
        "family = \"packing\"\ngrid = \"graph\"\n".to_owned(),
        "family = \"packing\"\ngrid = \"graph\"\n[graph]\nvertices = [\"a\", \"b\"]\nedges = [\"a c\"]\n".to_owned(),
        "family = \"packing\"\ngrid = \"square\nname".to_owned(),
    ];
    let complaints: Vec<String> = texts.iter().map(|text| complaint(text)).collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

#[test]
fn an_area_that_cannot_match_is_no_error_but_a_reason() {
    let reason = |text: &str| {
        let reading = FAMILY.read(&source(text)).ok().unwrap();
        reading.puzzle.impossible().map(str::to_owned)
    };
    assert_eq!(reason(&with_piece("all = 2\ncount = 3")), None);
    assert_eq!(
        reason(&with_piece("all = 2\ncount = 2")).unwrap(),
        "the pieces have 4 cells together, the box has 6"
    );
    assert_eq!(
        reason(&with_piece("all = 2\ncount = \"4..5\"")).unwrap(),
        "the pieces have at least 8 cells, the box has only 6"
    );
    assert_eq!(
        reason(&with_piece("all = 2\ncount = \"0..2\"")).unwrap(),
        "the pieces have at most 4 cells, the box has 6"
    );
    let odd = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [3, 3]\n\
               [[piece]]\nall = 2\ncount = \"any\"\n";
    assert_eq!(reason(odd).unwrap(), "no choice of pieces has exactly the 9 cells of the box");
}

#[test]
fn identical_pieces_need_an_aspect_only_if_their_number_is_not_forced() {
    let aspects = |piece: &str| {
        let reading = FAMILY.read(&source(&with_piece(piece))).ok().unwrap();
        cover(&reading).puzzle.aspects().len()
    };
    assert_eq!(aspects("all = 2\ncount = 3"), 6);
    assert_eq!(aspects("all = 2\ncount = \"any\""), 6);
    assert_eq!(aspects("all = 2\ncount = 2\n[[piece]]\nall = 1\ncount = 2"), 6 + 1);
    assert_eq!(aspects("all = 2\ncount = 2\n[[piece]]\nall = 1\ncount = \"0..2\""), 6 + 2);
}

#[test]
fn a_piece_whose_name_is_a_cells_number_gets_another_aspect_name() {
    let text = with_piece("name = \"5\"\nall = 2").replace("all = 2", "drawing = \"##\"");
    let reading = FAMILY.read(&source(&text)).ok().unwrap();
    assert_eq!(reading.puzzle.covering().unwrap().aspect_name("5").as_deref(), Some("p5"));
    assert_eq!(reading.puzzle.covering().unwrap().aspect_name("4").as_deref(), Some("4"));
    assert_eq!(reading.puzzle.covering().unwrap().aspect_name("9"), None);
}

#[test]
fn constraints_cut_placements() {
    let count = |piece: &str| {
        let reading = FAMILY.read(&source(&with_piece(piece))).ok().unwrap();
        cover(&reading).puzzle.embedding_count()
    };
    assert_eq!(count("drawing = \"##\""), 7);
    assert_eq!(count("drawing = \"##\"\nmoves = \"translate\""), 4);
    assert_eq!(count("drawing = \"##\"\norientations = [\"#\\n#\"]"), 3);
    assert_eq!(count("drawing = \"##\"\nforbid = [[0, 1], [4, 5]]"), 5);
    assert_eq!(count("drawing = \"##\"\nonly = [[0, 1], [4, 5]]"), 2);
    let inner = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [4, 4]\n\
                 [[piece]]\ndrawing = \"##\"\ncount = 8\ntouch-boundary = true\n";
    let reading = FAMILY.read(&source(inner)).ok().unwrap();
    assert_eq!(cover(&reading).puzzle.embedding_count(), 24 - 4);
}

#[test]
fn the_rules_refuse_overlap_gaps_and_a_wrong_number_of_pieces() {
    let text = with_piece("name = \"B\"\ndrawing = \"##\"\ncount = 3");
    let reading = FAMILY.read(&source(&text)).ok().unwrap();
    let puzzle = &reading.puzzle;
    // 0: 01, 1: 03, 2: 12, 3: 14, 4: 25, 5: 34, 6: 45
    assert_eq!(puzzle.covering().unwrap().check(&[1, 3, 4]), Ok(()));
    assert_eq!(
        puzzle.covering().unwrap().check(&[0, 2]).unwrap_err(),
        "pieces B and B overlap on cell 1"
    );
    assert_eq!(puzzle.covering().unwrap().check(&[0, 5]).unwrap_err(), "cell 2 is empty");
    assert_eq!(puzzle.covering().unwrap().check(&[77]).unwrap_err(), "there is no embedding 77");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let whole = include_str!("../../../../catalogue/simple.puzzle");
    let mut random = puzzle_core::Random::new(1);
    let mut next = move |n: usize| random.index(n);
    for _ in 0..3000 {
        let mut bytes = whole.as_bytes().to_vec();
        for _ in 0..1 + next(4) {
            if bytes.is_empty() {
                break;
            }
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = b" \n\"[]=.#9-{}\\xA"[next(15)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"0123456789\"\n#.["[next(15)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(diagnostic) = crate::read(&source(&text), None) {
            diagnostic.render("x", &text);
        }
    }
}

#[test]
fn a_word_that_means_a_key_suggests_it() {
    for (text, key) in [
        (with_piece("name = \"A\"\ndrawing = \"#\"\ncopies = 2"), "count"),
        (with_piece("title = \"A\"\ndrawing = \"#\""), "name"),
        ("family = \"packing\"\nlattice = \"square\"\n".to_owned(), "grid"),
        ("family = \"packing\"\ngird = \"square\"\n".to_owned(), "grid"),
    ] {
        let wrong = crate::read(&Source::text("test.puzzle", &*text), None).unwrap_err();
        assert!(wrong.message.starts_with("unknown key `"), "{text}: {}", wrong.message);
        assert_eq!(wrong.hint, Some(format!("did you mean {key}?")), "{text}");
    }
}
