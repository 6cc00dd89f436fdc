//! The SVG printer: well-formed, small and always the same.

mod common;

use common::{ball, cells, cube, hexagon, layer, nonsense, scene};
use puzzle_scene::svg::{SvgOptions, animate, print};
use puzzle_scene::{Cell, Face, Frame, Link, Scene};

/// Checks that tags balance and that no stray special characters are left; returns the number of elements.
fn check_well_formed(text: &str) -> usize {
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    for piece in text.split('<').skip(1) {
        let (tag, after) = piece.split_once('>').expect("a tag is closed");
        assert!(!after.contains('>'), "a bare > in {after}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            count += 1;
            assert_eq!(tag.matches('"').count() % 2, 0, "quotes in {tag}");
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
    }
    assert!(open.is_empty());
    for entity in text.split('&').skip(1) {
        assert!(
            ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|name| entity.starts_with(name))
        );
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
    count
}

#[test]
fn a_small_picture_is_printed_to_the_letter() {
    let mut board = Scene::of_cells(cells("AA.\n", Cell::square, false));
    board.title = "A & B".to_owned();
    board.frames[0].layers[0].cells[1].label = "<".to_owned();
    let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="40.7" height="20.7" viewBox="0 0 40.7 20.7">
<title>A &amp; B</title>
<rect width="40.7" height="20.7" fill="#ffffff"/>
<g>
<polygon points="5.35,5.35 15.35,5.35 15.35,15.35 5.35,15.35" fill="#e69f00"/>
<polygon points="15.35,5.35 25.35,5.35 25.35,15.35 15.35,15.35" fill="#e69f00"/>
<polygon points="25.35,5.35 35.35,5.35 35.35,15.35 25.35,15.35" fill="#f5f3ee"/>
<path d="M15.35,5.35L15.35,15.35" fill="none" stroke="#f1ca73" stroke-width="0.25" stroke-linecap="round"/>
<path d="M5.35,5.35L15.35,5.35M15.35,15.35L5.35,15.35M5.35,15.35L5.35,5.35M15.35,5.35L25.35,5.35M25.35,5.35L25.35,15.35M25.35,15.35L15.35,15.35M25.35,5.35L35.35,5.35M35.35,5.35L35.35,15.35M35.35,15.35L25.35,15.35" fill="none" stroke="#22262b" stroke-width="0.7" stroke-linecap="round"/>
<text x="20.35" y="12.24" font-family="sans-serif" font-size="5.25" text-anchor="middle" fill="#22262b">&lt;</text>
</g>
</svg>
"##;
    assert_eq!(print(&board, &SvgOptions { scale: 10.0, solid: true }), expected);
}

#[test]
fn hexagons_share_sides_in_spite_of_rounding() {
    let mut board = cells("AA\nAA\n", hexagon, false);
    for cell in &mut board {
        for corner in &mut cell.outline {
            corner[0] += 4e-7 * f64::from(cell.rect.row);
        }
    }
    let picture = print(&Scene::of_cells(board), &SvgOptions::default());
    let strong = picture.lines().find(|line| line.contains("#22262b")).expect("an outline");
    // Four hexagons have 24 sides; five neighbouring pairs share one.
    assert_eq!(strong.matches('M').count(), 24 - 2 * 5);
}

#[test]
fn round_cells_of_a_group_are_joined() {
    let joints = |drawing: &str| {
        let picture = print(&Scene::of_cells(cells(drawing, ball, false)), &SvgOptions::default());
        check_well_formed(&picture);
        (picture.matches("<circle").count(), picture.matches('M').count())
    };
    // Every disc and every joint is drawn twice: rim and fill.
    assert_eq!(joints("AAB\n"), (6, 2));
    assert_eq!(joints("A.\n.A\n"), (8, 0));
}

#[test]
fn the_solid_view_is_printed_only_when_asked_for() {
    let mut board = scene(vec![layer("", vec![Cell::square(0, 0)])]);
    board.frames[0].solid = cube(0.0, 0.0, 0.0, 3);
    board.frames[0].solid.push(Face {
        points: vec![[0.0, 0.0]],
        radius: Some(0.5),
        ..Face::default()
    });
    let polygons =
        |solid| print(&board, &SvgOptions { scale: 40.0, solid }).matches("<polygon").count();
    assert_eq!((polygons(false), polygons(true)), (1, 4));
    let picture = print(&board, &SvgOptions::default());
    assert!(
        picture.contains("radialGradient id=\"ball-d8d8d4\"")
            && picture.contains("url(#ball-d8d8d4)")
    );
    check_well_formed(&picture);
}

#[test]
fn links_lie_below_the_cells() {
    let mut board = Scene::of_cells(cells("A B\n", ball, true));
    board.frames[0].links.push(Link { from: [0.5, 0.5], to: [2.5, 0.5], strong: true });
    let picture = print(&board, &SvgOptions::default());
    assert!(picture.find("<path").unwrap() < picture.find("<circle").unwrap());
}

#[test]
fn a_film_shows_one_frame_at_a_time() {
    let frames = ["A.\n", ".A\n", "AA\n"].map(|drawing| Frame {
        layers: vec![layer("", cells(drawing, Cell::square, true))],
        ..Frame::default()
    });
    let film = animate(&Scene { title: String::new(), frames: frames.to_vec() }, 0.5);
    check_well_formed(&film);
    assert_eq!(film.matches("<g visibility=\"visible\">").count(), 1);
    assert_eq!(film.matches("<g visibility=\"hidden\">").count(), 2);
    assert!(film.contains(
        "values=\"hidden;visible;hidden\" keyTimes=\"0;0.333333;0.666667\" dur=\"1.5s\""
    ));
    assert!(!animate(&Scene::of_cells(vec![Cell::square(0, 0)]), f64::NAN).contains("<animate"));
}

#[test]
fn nonsense_still_gives_well_formed_documents() {
    for scale in [f64::NAN, -1.0, 0.0, 1e300, 40.0] {
        check_well_formed(&print(&nonsense(), &SvgOptions { scale, solid: true }));
    }
    check_well_formed(&animate(&nonsense(), f64::INFINITY));
    assert_eq!(check_well_formed(&print(&Scene::default(), &SvgOptions::default())), 2);
}
