//! Boards for tests and for the gallery.
#![allow(dead_code, unreachable_pub)]

use puzzle_scene::{Cell, Face, Frame, Layer, Link, Scene, TextRect};

/// A solution of the 6 x 10 pentominoes.
pub const PENTOMINOES: &str = "\
FFWWYYYYPP
IFFWWYXPPP
IFNTWXXXLL
INNTTTXZVL
INUTUZZZVL
INUUUZVVVL
";

/// Cells from a drawing: letters are groups, `.` is empty, blanks are absent.
pub fn cells(drawing: &str, make: fn(i32, i32) -> Cell, labels: bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, line) in drawing.lines().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let cell = make(row as i32, column as i32);
            match letter {
                ' ' => {}
                '.' => cells.push(cell),
                _ => {
                    let label = if labels { letter.to_string() } else { String::new() };
                    cells.push(cell.in_group(letter as u32 - 'A' as u32).labelled(label));
                }
            }
        }
    }
    cells
}

/// A hexagon standing on a corner; odd rows are shifted to the right by half a cell.
pub fn hexagon(row: i32, column: i32) -> Cell {
    let shift = row.rem_euclid(2);
    let high = 3_f64.sqrt() / 6.0;
    let x = f64::from(column) + f64::from(shift) / 2.0;
    let y = f64::from(row) * 3.0 * high;
    let corners = [(0.5, 0.0), (1.0, 1.0), (1.0, 3.0), (0.5, 4.0), (0.0, 3.0), (0.0, 1.0)];
    Cell {
        outline: corners.iter().map(|(dx, dy)| [x + dx, y + dy * high]).collect(),
        rect: TextRect { row, column: 2 * column + shift, width: 2 },
        ..Cell::default()
    }
}

/// A triangle, pointing up where row plus column is even.
pub fn triangle(row: i32, column: i32) -> Cell {
    let (x, y, high) = (f64::from(column) / 2.0, f64::from(row), 3_f64.sqrt() / 2.0);
    let outline = if (row + column) % 2 == 0 {
        vec![[x, (y + 1.0) * high], [x + 0.5, y * high], [x + 1.0, (y + 1.0) * high]]
    } else {
        vec![[x, y * high], [x + 1.0, y * high], [x + 0.5, (y + 1.0) * high]]
    };
    Cell { outline, rect: TextRect { row, column, width: 1 }, ..Cell::default() }
}

/// A ball in a square layer.
pub fn ball(row: i32, column: i32) -> Cell {
    Cell { round: true, ..Cell::square(row, column) }
}

/// A scene of one frame.
pub fn scene(layers: Vec<Layer>) -> Scene {
    Scene { title: String::new(), frames: vec![Frame { layers, ..Frame::default() }] }
}

/// A layer with a caption.
pub fn layer(caption: &str, cells: Vec<Cell>) -> Layer {
    Layer { caption: caption.to_owned(), cells }
}

/// The three visible faces of a unit cube seen from above.
pub fn cube(x: f64, y: f64, z: f64, colour: u32) -> Vec<Face> {
    let (a, b) = (0.87, 0.5);
    let at = |x: f64, y: f64, z: f64| [(x - y) * a, (x + y) * b - z];
    let face = |points: Vec<[f64; 2]>, light| Face {
        points,
        colour: Some(colour),
        light,
        radius: None,
        edges: vec![true; 4],
    };
    let (p, q, r) = (x + 1.0, y + 1.0, z + 1.0);
    vec![
        face(vec![at(x, y, r), at(p, y, r), at(p, q, r), at(x, q, r)], 1.0),
        face(vec![at(x, q, r), at(p, q, r), at(p, q, z), at(x, q, z)], 0.85),
        face(vec![at(p, y, r), at(p, q, r), at(p, q, z), at(p, y, z)], 0.68),
    ]
}

/// A scene that no printer should trust.
pub fn nonsense() -> Scene {
    let far = TextRect { row: i32::MIN, column: i32::MAX, width: i32::MAX };
    let strange = |outline: Vec<[f64; 2]>, rect| Cell {
        outline,
        rect,
        group: Some(u32::MAX),
        colour: u32::MAX,
        label: "\u{1b}[31m<&\u{0}\">".to_owned(),
        shade: Some(f64::NAN),
        ..Cell::default()
    };
    let mut layers = vec![Layer::default()];
    for round in [false, true] {
        for value in [f64::NAN, f64::INFINITY, 1e300, -1e5, 0.0] {
            let mut cell =
                strange(vec![[value, 0.0]; 4], TextRect { row: -3, column: -7, width: -1 });
            cell.round = round;
            layers.push(Layer { caption: "\u{7}\n\r".to_owned(), cells: vec![cell] });
        }
        let mut cell = strange(Vec::new(), far);
        cell.round = round;
        layers.push(Layer { caption: String::new(), cells: vec![cell, Cell::square(0, 0)] });
    }
    let faces = [f64::NAN, -1.0, f64::INFINITY, 0.0, 1e5].map(|value| Face {
        points: vec![[value, value]; 3],
        colour: Some(u32::MAX),
        light: value,
        radius: Some(value),
        edges: vec![true; 9],
    });
    let mut solid = faces.to_vec();
    solid.extend(faces.into_iter().map(|face| Face { radius: None, ..face }));
    solid.push(Face { radius: Some(1.0), ..Face::default() });
    let links = vec![Link { from: [f64::NAN, 0.0], to: [0.0, 1e300], strong: true }];
    let notes = vec!["\u{1b}]0;title\u{7}".to_owned(), String::new(), "x".repeat(500)];
    let frame =
        Frame { caption: "a\u{0}b".to_owned(), layers, solid, bodies: Vec::new(), links, notes };
    Scene { title: "<\u{1}&>".to_owned(), frames: vec![Frame::default(), frame] }
}
