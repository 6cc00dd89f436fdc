//! Writes sample pictures of every kind into a folder: `cargo run -p puzzle-scene --example gallery FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{ball, cells, cube, hexagon, layer, scene, triangle};
use puzzle_scene::{Cell, Face, Frame, Link, Scene, png, svg, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    std::fs::create_dir_all(&folder)?;
    for (name, scene) in samples() {
        println!("{name}");
        let options = text::TextOptions { colour: name == "heat", ..Default::default() };
        println!("{}", text::print(&scene, options));
        std::fs::write(format!("{folder}/{name}.svg"), svg::print(&scene, &Default::default()))?;
        std::fs::write(format!("{folder}/{name}.png"), png::print(&scene, &Default::default())?)?;
        if scene.frames.len() > 1 {
            std::fs::write(format!("{folder}/{name}-film.svg"), svg::animate(&scene, 0.8))?;
        }
    }
    Ok(())
}

fn samples() -> Vec<(&'static str, Scene)> {
    let plain =
        |drawing, make: fn(i32, i32) -> Cell, labels| Scene::of_cells(cells(drawing, make, labels));
    vec![
        ("pentominoes", plain(common::PENTOMINOES, Cell::square, true)),
        ("bare", plain(common::PENTOMINOES, Cell::square, false)),
        ("part", plain("AA..\nAB..\n BB.\n", Cell::square, true)),
        ("hexagons", plain("AABB\nACBD\nCC.D\nE.DD\n", hexagon, true)),
        ("triangles", plain("  AAA\n BBACC\nBDDDCCE\n", triangle, true)),
        ("balls", balls()),
        ("cubes", cubes()),
        ("graph", graph()),
        ("heat", heat()),
        ("palette", colours()),
        ("frames", frames()),
    ]
}

fn balls() -> Scene {
    let mut scene = scene(vec![
        layer("layer 1", cells("AABB\nACCB\nDDCE\nDFEE\n", ball, true)),
        layer("layer 2", cells("A.B\nGGB\nGHH\n", ball, true)),
    ]);
    for (number, spot) in
        [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.5, 0.8], [1.5, 0.8], [1.0, 0.3]].iter().enumerate()
    {
        let colour = Some(number as u32);
        scene.frames[0].solid.push(Face {
            points: vec![*spot],
            radius: Some(0.5),
            colour,
            ..Face::default()
        });
    }
    scene
}

fn cubes() -> Scene {
    let drawings = ["AAB\nACB\nCCD\n", "ABB\nEED\nCED\n", "FFF\nEFD\nGGG\n"];
    let layers = drawings.iter().enumerate();
    let layers = layers
        .map(|(z, drawing)| layer(&format!("layer {}", z + 1), cells(drawing, Cell::square, true)));
    let mut scene = scene(layers.collect());
    for (z, drawing) in drawings.iter().enumerate() {
        for (y, line) in drawing.lines().enumerate() {
            for (x, letter) in line.bytes().enumerate() {
                let colour = u32::from(letter - b'A');
                scene.frames[0].solid.extend(cube(x as f64, y as f64, z as f64, colour));
            }
        }
    }
    scene.title = "3 x 3 x 3".to_owned();
    scene.frames[0].caption = "Solution 1 of 240".to_owned();
    scene.frames[0]
        .notes
        .push("Seven pieces; the picture on the right looks from above (isometric).".to_owned());
    scene
}

fn graph() -> Scene {
    let spots = [[0.0, 0.0], [2.0, 0.3], [4.0, 0.0], [1.0, 2.0], [3.0, 2.0], [2.0, 3.5]];
    let vertex = |(number, spot): (usize, &[f64; 2])| {
        let mut cell = ball(0, 0);
        for corner in &mut cell.outline {
            *corner = [corner[0] + spot[0], corner[1] + spot[1]];
        }
        cell.rect.row = spot[1] as i32;
        cell.rect.column = (spot[0] * 2.0) as i32;
        let cell = cell.labelled(number.to_string());
        if number % 3 == 2 { cell } else { cell.in_group(number as u32 % 3) }
    };
    let mut scene = Scene::of_cells(spots.iter().enumerate().map(vertex).collect());
    for (from, to, strong) in [
        (0, 1, true),
        (1, 2, false),
        (0, 3, false),
        (1, 3, true),
        (1, 4, false),
        (2, 4, true),
        (3, 5, false),
        (4, 5, true),
    ] {
        let middle = |vertex: usize| [spots[vertex][0] + 0.5, spots[vertex][1] + 0.5];
        scene.frames[0].links.push(Link { from: middle(from), to: middle(to), strong });
    }
    scene
}

fn heat() -> Scene {
    let mut all = Vec::new();
    for (row, column) in (0..5).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let value = f64::from(row * 8 + column) / 39.0;
        let cell = Cell::square(row, column).labelled(format!("{:.0}", value * 100.0));
        all.push(Cell { shade: Some(value), ..cell });
    }
    Scene::of_cells(all)
}

fn colours() -> Scene {
    let number = puzzle_scene::palette::len() as i32;
    let square = |n: i32| Cell::square(n / 8, n % 8).in_group(n as u32).labelled(n.to_string());
    Scene::of_cells((0..number).map(square).collect())
}

fn frames() -> Scene {
    let drawing = ["A..\nABB\n", "A.B\nA.B\n", "AAB\n..B\n", "AAB\n..B\n", "AAB\n..B\n"];
    let frame = |(number, drawing): (usize, &&str)| Frame {
        caption: format!("move {number}"),
        layers: vec![layer("", cells(drawing, Cell::square, true))],
        ..Frame::default()
    };
    Scene { title: "A film".to_owned(), frames: drawing.iter().enumerate().map(frame).collect() }
}
