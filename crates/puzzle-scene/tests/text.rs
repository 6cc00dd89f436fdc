//! The text printer against pictures written by hand.

mod common;

use common::{cells, hexagon, layer, nonsense, scene, triangle};
use puzzle_scene::text::{TextOptions, print};
use puzzle_scene::{Cell, Frame, Scene, TextRect};

fn printed(drawing: &str, make: fn(i32, i32) -> Cell) -> String {
    print(&Scene::of_cells(cells(drawing, make, true)), TextOptions::default())
}

#[test]
fn borders_stand_only_where_groups_differ() {
    let expected = "\
┌───────┬───┐
│ A   A │ B │
│   ┌───┘   │
│ A │ B   B │
└───┴───────┘
";
    assert_eq!(printed("AAB\nABB\n", Cell::square), expected);
    let three = "\
┌───┬───────┐
│ A │ B   B │
│   ├───────┤
│ A │ C   C │
└───┴───────┘
";
    assert_eq!(printed("ABB\nACC\n", Cell::square), three);
}

#[test]
fn a_solved_board_looks_like_the_classic_picture() {
    let expected = "\
┌───────┬───────┬───────────────┬───────┐
│       │       │               │       │
├───┐   └───┐   └───┐   ┌───┬───┘       │
│   │       │       │   │   │           │
│   │   ┌───┼───┐   ├───┘   └───┬───────┤
│   │   │   │   │   │           │       │
│   ├───┘   │   └───┴───┐   ┌───┼───┐   │
│   │       │           │   │   │   │   │
│   │   ┌───┤   ┌───┬───┴───┘   │   │   │
│   │   │   │   │   │           │   │   │
│   │   │   └───┘   │   ┌───────┘   │   │
│   │   │           │   │           │   │
└───┴───┴───────────┴───┴───────────┴───┘
";
    let board = Scene::of_cells(cells(common::PENTOMINOES, Cell::square, false));
    assert_eq!(print(&board, TextOptions::default()), expected);
}

#[test]
fn empty_cells_show_the_grid_and_absent_ones_are_blank() {
    let expected = "\
┌───────┬───┬───┐
│ A   A │   │   │
└───┬───┼───┼───┤
    │ B │   │   │
    └───┴───┴───┘
";
    assert_eq!(printed("AA..\n B..\n", Cell::square), expected);
}

#[test]
fn hexagons_are_bricks() {
    let expected = "\
┌───────┬───┐
│ A   A │ B │
└─┐   ┌─┘ ┌─┴─┐
  │ A │ B │ C │
┌─┴─┬─┴─┬─┘ ┌─┘
│   │   │ C │
└───┴───┴───┘
";
    assert_eq!(printed("AAB\nABC\n..C\n", hexagon), expected);
}

#[test]
fn triangles_that_meet_in_a_corner_only_keep_their_border() {
    let expected = "\
┌───┬─┐
│A A│B│
├─┬─┤ │
│B│A│B│
└─┴─┴─┘
";
    assert_eq!(printed("AAB\nBAB\n", triangle), expected);
}

#[test]
fn layers_stand_side_by_side_below_their_captions() {
    let one = layer("layer 1", cells("A\nB\n", Cell::square, true));
    let two = layer("two", cells("CC\n", Cell::square, true));
    let expected = "\
layer 1   two
┌───┐     ┌───────┐
│ A │     │ C   C │
├───┤     └───────┘
│ B │
└───┘
";
    assert_eq!(print(&scene(vec![one, two]), TextOptions::default()), expected);
}

#[test]
fn layers_wrap_at_a_hundred_columns() {
    let row = "A".repeat(10);
    let layers = (0..5).map(|_| layer("", cells(&row, Cell::square, false))).collect();
    let picture = print(&scene(layers), TextOptions::default());
    assert!(picture.lines().all(|line| line.chars().count() <= 100));
    assert_eq!(picture.lines().count(), 3 * 3 + 2);
}

#[test]
fn ascii_needs_no_box_characters() {
    let expected = "\
+---+-------+
| A | B   B |
|   +---+   |
| A |   | B |
+---+---+---+
";
    let board = Scene::of_cells(cells("ABB\nA.B\n", Cell::square, true));
    assert_eq!(print(&board, TextOptions { unicode: false, ..TextOptions::default() }), expected);
}

#[test]
fn long_labels_widen_all_cells_and_a_fixed_width_cuts_them() {
    let board = Scene::of_cells(vec![
        Cell::square(0, 0).in_group(0).labelled("12345"),
        Cell::square(0, 1).in_group(1).labelled("6"),
    ]);
    let wide = "┌─────┬─────┐\n│12345│  6  │\n└─────┴─────┘\n";
    assert_eq!(print(&board, TextOptions::default()), wide);
    let fixed = TextOptions { cell_width: Some(4), ..TextOptions::default() };
    assert_eq!(print(&board, fixed), "┌───┬───┐\n│123│ 6 │\n└───┴───┘\n");
}

#[test]
fn colours_fill_a_group_and_are_reset_on_every_line() {
    let board = Scene::of_cells(cells("AA.\n", Cell::square, true));
    let options = TextOptions { colour: true, ..TextOptions::default() };
    let expected = "\
┌───────┬───┐
│\u{1b}[38;5;16;48;5;178m A   A \u{1b}[0m│   │
└───────┴───┘
";
    assert_eq!(print(&board, options), expected);
}

#[test]
fn title_captions_and_notes_surround_the_frames() {
    let frame = |caption: &str, note: &str| Frame {
        caption: caption.to_owned(),
        layers: vec![layer("", vec![Cell::square(0, 0)])],
        notes: vec![note.to_owned()],
        ..Frame::default()
    };
    let film = Scene {
        title: "Title".into(),
        frames: vec![frame("one", "first\nnote"), frame("two", "")],
    };
    let expected = "\
Title

one
┌───┐
│   │
└───┘
first
note

two
┌───┐
│   │
└───┘
";
    assert_eq!(print(&film, TextOptions::default()), expected);
}

#[test]
fn what_is_too_large_is_said_and_nothing_panics() {
    let far = Cell { rect: TextRect { row: 100_000, column: 0, width: 2 }, ..Cell::default() };
    let picture = print(&Scene::of_cells(vec![Cell::square(0, 0), far]), TextOptions::default());
    assert_eq!(picture, "(too large for text: over 4000 x 4000 characters)\n");
    for (colour, unicode) in [(true, false), (false, true)] {
        let picture = print(&nonsense(), TextOptions { colour, unicode, cell_width: Some(0) });
        assert!(!picture.contains("\u{1b}[31m") && !picture.contains('\u{7}'));
    }
    assert_eq!(print(&Scene::default(), TextOptions::default()), "");
}

#[test]
fn many_large_layers_together_are_bounded() {
    let large = || {
        let far = Cell { rect: TextRect { row: 1990, column: 1900, width: 2 }, ..Cell::default() };
        layer("", vec![Cell::square(0, 0), far])
    };
    let picture = print(&scene((0..6).map(|_| large()).collect()), TextOptions::default());
    assert!(picture.contains("(too large for text: the layers together)"));
}
