//! The PNG printer: right colours in the right places, and no surprises.

mod common;

use common::{ball, cells, nonsense};
use puzzle_scene::palette::{self, Rgb};
use puzzle_scene::png::{PngOptions, print};
use puzzle_scene::{Cell, Face, Scene, json};
use tiny_skia::Pixmap;

fn decoded(scene: &Scene) -> Pixmap {
    Pixmap::decode_png(&print(scene, &PngOptions::default()).unwrap()).unwrap()
}

/// The colour at a place given in cells; the sheet's margin and half a strong line come first.
fn colour_at(picture: &Pixmap, x: f64, y: f64) -> Rgb {
    let pixel = |value: f64| ((value + 0.5 + 0.035) * 40.0) as u32;
    let colour = picture.pixel(pixel(x), pixel(y)).unwrap().demultiply();
    Rgb(colour.red(), colour.green(), colour.blue())
}

#[test]
fn cells_have_their_colours_and_groups_their_borders() {
    let picture = decoded(&Scene::of_cells(cells("AAB\nC..\n", Cell::square, false)));
    assert_eq!(colour_at(&picture, 0.5, 0.5), palette::colour(0));
    assert_eq!(colour_at(&picture, 2.5, 0.5), palette::colour(1));
    assert_eq!(colour_at(&picture, 0.5, 1.5), palette::colour(2));
    assert_eq!(colour_at(&picture, 1.5, 1.5), palette::EMPTY);
    assert_eq!(colour_at(&picture, -0.3, -0.3), palette::PAPER);
    assert_eq!(colour_at(&picture, 2.0, 0.5), palette::INK);
    assert_eq!(colour_at(&picture, 1.5, 1.0), palette::INK);
    assert_ne!(colour_at(&picture, 1.0, 0.5), palette::INK);
}

#[test]
fn shades_override_colours() {
    let cell = Cell { shade: Some(1.0), ..Cell::square(0, 0).in_group(3) };
    assert_eq!(colour_at(&decoded(&Scene::of_cells(vec![cell])), 0.5, 0.5), palette::heat(1.0));
}

#[test]
fn round_cells_leave_their_corners_free_and_are_joined() {
    let picture = decoded(&Scene::of_cells(cells("AA\n", ball, false)));
    assert_eq!(colour_at(&picture, 0.5, 0.5), palette::colour(0));
    assert_eq!(colour_at(&picture, 1.0, 0.5), palette::colour(0));
    assert_eq!(colour_at(&picture, 0.04, 0.04), palette::PAPER);
}

#[test]
fn labels_are_drawn_in_ink_on_light_cells() {
    let blank = decoded(&Scene::of_cells(vec![Cell::square(0, 0).in_group(3)]));
    let label = decoded(&Scene::of_cells(vec![Cell::square(0, 0).in_group(3).labelled("I")]));
    assert_eq!(colour_at(&blank, 0.5, 0.5), palette::colour(3));
    assert_eq!(colour_at(&label, 0.5, 0.5), palette::INK);
}

#[test]
fn faces_are_lit_and_balls_are_bright_at_the_upper_left() {
    let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let face = Face { points: square, colour: Some(3), light: 0.5, ..Face::default() };
    let mut scene = Scene::of_cells(Vec::new());
    scene.frames[0].solid = vec![face];
    let half = Rgb(0, 0, 0).mix(palette::colour(3), 0.5);
    assert_eq!(colour_at(&decoded(&scene), 0.5, 0.5), half);
    scene.frames[0].solid =
        vec![Face { points: vec![[0.0, 0.0]], radius: Some(1.0), ..Face::default() }];
    let picture = decoded(&scene);
    let light = |x, y| colour_at(&picture, x, y).luminance();
    assert!(light(0.7, 0.6) > light(1.0, 1.0) && light(1.0, 1.0) > light(1.5, 1.5));
}

#[test]
fn pictures_over_sixty_four_megapixels_are_refused() {
    let far = Scene::of_cells(vec![Cell::square(0, 0), Cell::square(300, 300)]);
    let error = print(&far, &PngOptions::default()).unwrap_err();
    assert!(error.contains("more than 64 megapixels"), "{error}");
    assert!(print(&far, &PngOptions { scale: 4.0, solid: false }).is_ok());
}

#[test]
fn nonsense_does_not_panic() {
    for scale in [f64::NAN, -1.0, 1e300, 40.0] {
        let _ = print(&nonsense(), &PngOptions { scale, solid: true });
    }
    let mut near = nonsense();
    for frame in &mut near.frames {
        for cell in frame.layers.iter_mut().flat_map(|layer| &mut layer.cells) {
            cell.outline.retain(|corner| corner[0].abs() != 1e5);
        }
        frame.solid.retain(|face| face.points.iter().flatten().all(|value| value.abs() < 1e5));
    }
    assert!(print(&near, &PngOptions::default()).is_ok());
    assert!(print(&Scene::default(), &PngOptions::default()).is_ok());
    assert!(json::print(&nonsense()).is_object());
}
