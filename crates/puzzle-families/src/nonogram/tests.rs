//! Readers, writers, drawings and every mistake an author can make.

use puzzle_core::Question;
use puzzle_core::lines::Block;

use super::*;

/// The paper's example (document 003 §6.1, corrected).
const RICHARDS: &str =
    "row 2\nrow 1\nrow 1 2\nrow 2 1\nrow 3\ncol 3\ncol 1 2\ncol 1 1\ncol 1 1\ncol 2\n";

fn open(source: &Source) -> Result<Nonogram, String> {
    let (family, _) = crate::read(source, None)
        .map_err(|diagnostic| diagnostic.render(&source.name, &source.text))?;
    match family.name {
        "nonogram" => read(source).map(|(puzzle, _)| puzzle).map_err(|error| error.message),
        _ => Err("read by another family".into()),
    }
}

fn text(text: &str) -> Nonogram {
    open(&Source::text("test", text)).unwrap()
}

fn black(lengths: &[u16]) -> Vec<Block> {
    lengths.iter().map(|&length| Block::black(length)).collect()
}

#[test]
fn the_papers_own_form_is_read_line_by_line_or_all_in_one() {
    let puzzle = text(RICHARDS);
    assert_eq!(puzzle.lines.clue(Line::Row(2)), black(&[1, 2]));
    assert_eq!(puzzle.lines.clue(Line::Column(4)), black(&[2]));
    assert_eq!(text(&RICHARDS.replace('\n', " ")).lines, puzzle.lines);
}

#[test]
fn all_text_forms_tell_the_same_puzzle() {
    let expected = text(RICHARDS).lines;
    let rows = "2\n1\n1 2\n2 1\n3\n";
    let columns = "3\n1 2\n1 1\n1 1\n2\n";
    let forms = [
        format!("5 5\n{rows}{columns}"),
        format!("5\n5\n{rows}\n{columns}"),
        format!("5 5\n{rows}#\n{columns}"),
        format!("* by hand\n{rows}&\n{columns}"),
        format!("width 5\nheight 5\n\nrows\n{}\ncolumns\n{}", rows.replace(' ', ","), columns),
        format!("[clues]\nrows = \"\"\"\n{rows}\"\"\"\ncolumns = '3, 1 2, 1 1, 1 1, 2'\n"),
        format!(
            "family = \"nonogram\"\nrows = \"2,1,1 2,2 1,3\"\ncolumns = \"\"\"\n{columns}\"\"\"\n"
        ),
    ];
    for form in forms {
        assert_eq!(text(&form).lines, expected, "{form}");
    }
}

#[test]
fn clues_with_more_rows_than_columns_are_not_turned() {
    for form in ["2 3\n1\n1\n0\n1\n1\n", "3\n2\n1\n1\n0\n\n1\n1\n", "1\n1\n0\n&\n1\n1\n"] {
        let puzzle = text(form);
        assert_eq!((puzzle.lines.width(), puzzle.lines.height()), (2, 3), "{form}");
    }
}

#[test]
fn colours_and_blots_are_read_behind_numbers() {
    let puzzle = text(
        "title \"Spots\"\nby \"nobody\"\ncolor a #ff0000\ncolor b #00f\nwidth 3\nheight 2\n\
         rows\n2a,1b\n?b\ncolumns\n1a\n1a\n?b\n",
    );
    assert_eq!(puzzle.name(), "Spots");
    assert_eq!(puzzle.inks.count(), 2);
    let (red, blue) = (Block { length: Some(2), colour: 1 }, Block { length: Some(1), colour: 2 });
    assert_eq!(puzzle.lines.clue(Line::Row(0)), [red, blue]);
    assert_eq!(puzzle.lines.clue(Line::Row(1)), [Block { length: None, colour: 2 }]);
}

#[test]
fn what_is_written_is_read_again() {
    let mut picture = Picture::blank(6, 4);
    for (i, cell) in picture.cells.iter_mut().enumerate() {
        *cell = (i * i % 7 % 4) as u8;
    }
    let mut inks = Inks::black();
    inks.push_colour("red", puzzle_scene::palette::Rgb(255, 0, 0));
    inks.push_colour("blue & <green>", puzzle_scene::palette::Rgb(0, 0, 255));
    let puzzle = Nonogram::of_picture("A \"name\" & <more>", picture.clone(), inks).unwrap();
    for form in ["non", "xml"].map(|form| puzzle.export(form).unwrap()) {
        let again = text(&form);
        assert_eq!(again.lines, puzzle.lines, "{form}");
        assert_eq!(again.goal.as_ref(), Some(&picture), "{form}");
    }
    let plain = text(RICHARDS);
    for form in ["non", "xml"].map(|form| plain.export(form).unwrap()) {
        assert_eq!(text(&form).lines, plain.lines, "{form}");
    }
}

#[test]
fn a_goal_alone_is_a_puzzle_and_a_wrong_one_a_warning() {
    let puzzle = text("width 3\nheight 2\ngoal \"011100\"\n");
    assert_eq!(puzzle.lines.clue(Line::Row(0)), black(&[2]));
    let wrong = "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal 10\n";
    let (_, warnings) = read(&Source::text("test", wrong)).unwrap();
    assert_eq!(warnings.len(), 1);
}

#[test]
fn bitmaps_become_puzzles() {
    let plain = text("P1\n# a comment\n3 2\n1 0 1\n010\n");
    assert_eq!(plain.lines.clue(Line::Row(0)), black(&[1, 1]));
    let raw = open(&Source::bytes("raw.pbm", b"P4 3 2\n\xa0\x40".to_vec())).unwrap();
    assert_eq!(raw.lines, plain.lines);
}

/// A PNG of these pixels.
fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

#[test]
fn a_png_with_few_colours_becomes_a_puzzle_on_white() {
    let pixels = [[255; 3], [0; 3], [255, 0, 0], [255, 0, 0], [255; 3], [255; 3]].concat();
    let puzzle = open(&Source::bytes("a.png", png(3, 2, &pixels))).unwrap();
    assert_eq!((puzzle.lines.width(), puzzle.inks.count()), (3, 2));
    let goal = puzzle.goal.clone().unwrap();
    assert_eq!(goal.cells, [0, 1, 2, 2, 0, 0]);
    assert_eq!(puzzle.inks.0[2].rgb.hex(), "#ff0000");
}

#[test]
fn a_png_that_is_cut_short_large_or_colourful_is_refused() {
    let pixels: Vec<u8> = (0..40 * 3).map(|i| i as u8).collect();
    let whole = png(40, 1, &pixels);
    assert!(open(&Source::bytes("many.png", whole)).unwrap_err().contains("more than 33 colours"));
    let whole = png(3, 2, &[0; 18]);
    for length in 0..whole.len() - 1 {
        let result = open(&Source::bytes("cut.png", whole[..length].to_vec()));
        // Only the closing chunk says nothing about the picture.
        assert!(result.is_err() || length >= whole.len() - 12, "{length}");
    }
    let cut = Source::bytes("cut.png", whole[..whole.len() - 20].to_vec());
    assert!(open(&cut).unwrap_err().contains("cut short"));
    let wide = png(600, 1, &[0; 1800]);
    assert!(open(&Source::bytes("wide.png", wide)).unwrap_err().contains("from 1 to 512"));
}

#[test]
fn a_picture_in_text_has_its_clues_and_marks() {
    let puzzle = text(RICHARDS);
    let rows = [".##..", "#....", "#..##", "##..#", ".###."];
    let right = puzzle.read_picture(&rows).unwrap();
    assert_eq!(puzzle.lines.check(&right), Ok(()));
    let printed = puzzle.print_with(Some(&right), &[1], false);
    insta::assert_snapshot!(printed);
    assert!(puzzle.read_picture(&rows[..4]).is_err());
    assert!(puzzle.read_picture(&["x"; 5]).is_err());
}

#[test]
fn every_mistake_gets_its_own_complaint_with_place_and_hint() {
    let non = |rest: &str| format!("width 3\nheight 2\n{rest}");
    let xml = |rest: &str| format!("<puzzleset><puzzle type=\"grid\">{rest}</puzzle></puzzleset>");
    let mistakes: Vec<(&str, String)> = vec![
        ("clue too long", RICHARDS.replace("row 3", "row 3 2")),
        ("totals disagree", RICHARDS.replace("col 2", "col 1")),
        ("no number", RICHARDS.replace("row 1 2", "row 1 x")),
        ("zero among numbers", RICHARDS.replace("row 1 2", "row 1 0")),
        ("huge number", RICHARDS.replace("row 1 2", "row 99999999999999999999")),
        ("no columns", "row 1\nrow 1\n".into()),
        ("stray word", "row 1\ncolumn 1\n".into()),
        ("colour not declared", non("color a #ff0000\nrows\n1a\n1b\ncolumns\n1a\n0\n1a\n")),
        ("bad colour", non("color a red\nrows\n1a\n1b\ncolumns\n1a\n0\n1a\n")),
        ("missing clues", non("rows\n1\ncolumns\n1\n0\n0\n")),
        ("rows before height", "width 3\nrows\n1\nheight 1\ncolumns\n1\n0\n0\n".into()),
        ("negative size", "width -3\nheight 2\nrows\n1\n1\ncolumns\n1\n".into()),
        ("huge size", "width 100000\nheight 2\nrows\n1\n1\ncolumns\n1\n".into()),
        ("short goal", non("goal \"0101\"\n")),
        ("totals per colour", non("color a #f00\ncolor b #0f0\nrows\n1a\n1b\ncolumns\n1a\n0\n1a\n")),
        ("nin of wrong length", "3 3\n1\n1\n1\n1\n".into()),
        ("where do columns begin", "1\n1\n1\n1\n".into()),
        ("xml bomb", xml("<!ENTITY a \"aaaaaaaaaa\">")),
        ("broken xml", xml("<clues>")),
        ("xml colour", xml("<clues type=\"rows\"><line><count color=\"pnik\">1</count></line></clues>")),
        ("xml without clues", xml("")),
        ("triddler", xml("").replace("grid", "triddler")),
        ("toml colour", "family = \"nonogram\"\nrows = \"1r\"\ncolumns = \"1r\"\n[colors]\ndefs = [\"g = (green) g\"]\n".into()),
        ("toml key", "family = \"nonogram\"\nrow = \"1\"\nrows = \"1\"\ncolumns = \"1\"\n".into()),
        ("toml picture", "family = \"nonogram\"\npicture = \"\"\"\n##\n#\n\"\"\"\n".into()),
        ("short bitmap", "P1 3 2\n1 0 1 0\n".into()),
        ("huge bitmap", "P1 99999 99999\n1\n".into()),
        ("bitmap of letters", "P1 1 1\nx\n".into()),
    ];
    let mut complaints = String::new();
    for (what, mistake) in mistakes {
        let complaint = open(&Source::text("test", mistake.as_str())).expect_err(what);
        complaints += &format!("== {what}\n{complaint}\n");
    }
    insta::assert_snapshot!(complaints);
}

#[test]
fn no_text_makes_a_reader_panic() {
    let seeds = [RICHARDS, "5 5\n1\n", "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal 10\n"];
    let mut random = puzzle_core::Random::new(7);
    for seed in seeds {
        for _ in 0..2000 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..1 + random.below(6) {
                let at = random.below(bytes.len() as u64) as usize;
                match random.below(3) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b" ,?0#&*\n"[random.below(8) as usize]),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let source = Source::bytes("test", bytes);
            let _ = FAMILY.read(&source).map_err(|d| d.render("test", &source.text));
        }
    }
}

#[test]
fn a_saved_solution_is_read_again_and_checked_by_the_clues() {
    let puzzle = text(RICHARDS);
    let ask = Ask::new(Question::All);
    let solution = puzzle.read_picture(&[".##..", "#....", "#..##", "##..#", ".###."]).unwrap();
    let solution = solution.numbers();
    let saved = Json::Object(puzzle.fields(&ask, &solution));
    assert_eq!(puzzle.read_solution(&saved), Ok(Some(solution.clone())));
    assert_eq!(puzzle.read_solution(&json!({"moves": []})), Ok(None));
    assert!(puzzle.read_solution(&json!({"rows": ["x"]})).is_err());
    assert_eq!(puzzle.check(&solution), Ok(()));
    let mut wrong = solution.clone();
    wrong.swap(0, 1);
    assert_eq!(puzzle.check(&wrong), Err("row 1 does not match its clue".into()));
    assert!(puzzle.check(&solution[1..]).is_err());
    // Colours are not embeddings: pictures with as many black cells are not the same.
    assert_eq!(puzzle.check_together(&[solution.clone(), wrong]), None);
    assert!(puzzle.check_together(&[solution.clone(), solution]).is_some());
}

#[test]
fn reasons_are_asked_about_cells_of_the_grid() {
    let puzzle = text(RICHARDS);
    let ask = |cell: &str| {
        puzzle.lower(&Ask::new(Question::Explain).with("reasons", cell), &Budget::default()).is_ok()
    };
    assert!(ask("all") && ask("5,5") && !ask("6,1") && !ask("1,6"));
}

#[test]
fn a_grid_that_was_begun_is_told_of_and_triddlers_are_refused_by_name() {
    let clues = "<clues type=\"columns\"><line><count>1</count></line></clues>\
                 <clues type=\"rows\"><line><count>1</count></line></clues>";
    let begun = format!(
        "<puzzle>{clues}<solution type=\"saved\"><image>\n|?|\n</image></solution></puzzle>"
    );
    let (_, warnings) = super::read(&Source::text("begun.xml", begun)).unwrap();
    assert!(warnings[0].message.contains("not taken as given"), "{}", warnings[0].message);
    let triddler = format!("<puzzle type=\"triddler\">{clues}</puzzle>");
    let wrong = super::read(&Source::text("t.xml", triddler)).unwrap_err();
    assert!(wrong.message.contains("triddler") && wrong.hint.unwrap().contains("triangles"));
}
