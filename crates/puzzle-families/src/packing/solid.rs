//! The solid view: cubes and spheres seen from above one corner (an isometric projection), back
//! to front.

use puzzle_lattice::{Cell, Grid};
use puzzle_scene::{Body, Face};
use rustc_hash::FxHashMap;

use super::draw::Paint;

/// Half the width of a cube's top face, and half its height, in the projection.
const WIDE: f64 = 0.866_025_403_784_438_6;
const HIGH: f64 = 0.5;

/// The three directions that face the viewer: to the right along a row, down the rows, and up
/// through the layers (towards layer 1); each with how much light falls on such a face and the two
/// directions in which the face extends.
const SIDES: [([i32; 3], f64, [[i32; 3]; 2]); 3] = [
    ([1, 0, 0], 0.78, [[0, 1, 0], [0, 0, 1]]),
    ([0, 1, 0], 0.6, [[1, 0, 0], [0, 0, 1]]),
    ([0, 0, 1], 1.0, [[1, 0, 0], [0, 1, 0]]),
];

/// Where a point of space appears on the page.
fn project([x, y, z]: [f64; 3]) -> [f64; 2] {
    [(x - y) * WIDE, (x + y) * HIGH - z]
}

/// Faces of the covered cells, back to front.
pub(super) fn faces(grid: &dyn Grid, cells: &[Cell], paints: &[Paint]) -> Vec<Face> {
    let covered: Vec<(Cell, &Paint)> =
        (cells.iter().copied().zip(paints)).filter(|(_, paint)| paint.group.is_some()).collect();
    match grid.name() {
        "cube" => cubes(grid, &covered),
        "sphere" => balls(grid, &covered),
        // Prisms are seen well enough layer by layer.
        _ => Vec::new(),
    }
}

/// The covered cells in space: whoever shows them may turn them.
pub(super) fn bodies(grid: &dyn Grid, cells: &[Cell], paints: &[Paint]) -> Vec<Body> {
    let body = |(&cell, paint): (&Cell, &Paint)| {
        let (layer, ..) = grid.reading_key(cell);
        let top = -f64::from(layer);
        let body = Body {
            base: grid.outline(cell),
            heights: [top - 1.0, top],
            group: paint.group?,
            colour: paint.colour,
            label: paint.label.clone(),
            layer: layer as u32,
            ..Body::default()
        };
        Some(match grid.name() {
            "sphere" => {
                let [x, y, z] = grid.center(cell);
                Body { base: vec![[x, y]], heights: [-z, -z], ball: Some(0.5), ..body }
            }
            _ => body,
        })
    };
    cells.iter().zip(paints).filter_map(body).collect()
}

fn balls(grid: &dyn Grid, covered: &[(Cell, &Paint)]) -> Vec<Face> {
    let center = |cell| {
        let [x, y, z] = grid.center(cell);
        [x, y, -z]
    };
    let mut sorted: Vec<_> = covered.iter().map(|&(cell, paint)| (center(cell), paint)).collect();
    // The viewer looks along (1, 1, 1), so that sum is the nearness.
    sorted.sort_by(|(p, _), (q, _)| (p[0] + p[1] + p[2]).total_cmp(&(q[0] + q[1] + q[2])));
    let ball = |(center, paint): ([f64; 3], &Paint)| Face {
        points: vec![project(center)],
        colour: Some(paint.colour),
        light: 1.0,
        radius: Some(0.5),
        edges: Vec::new(),
    };
    sorted.into_iter().map(ball).collect()
}

fn cubes(grid: &dyn Grid, covered: &[(Cell, &Paint)]) -> Vec<Face> {
    let place = |cell: Cell| {
        let (layer, row, column) = grid.reading_key(cell);
        [column, row, -layer]
    };
    let mut sorted: Vec<([i32; 3], &Paint)> =
        covered.iter().map(|&(cell, paint)| (place(cell), paint)).collect();
    sorted.sort_by_key(|(p, _)| p.iter().sum::<i32>());
    let groups: FxHashMap<[i32; 3], Option<u32>> =
        sorted.iter().map(|&(p, paint)| (p, paint.group)).collect();
    let plus = |p: [i32; 3], q: [i32; 3], times: i32| {
        [p[0] + times * q[0], p[1] + times * q[1], p[2] + times * q[2]]
    };
    let mut faces = Vec::new();
    for &(p, paint) in &sorted {
        for (outwards, light, [u, v]) in SIDES {
            if groups.contains_key(&plus(p, outwards, 1)) {
                continue;
            }
            // A neighbouring face continues this one if it belongs to the same piece and is bare.
            let continues = |step: [i32; 3], times: i32| {
                let next = plus(p, step, times);
                groups.get(&next) == Some(&paint.group)
                    && !groups.contains_key(&plus(next, outwards, 1))
            };
            let corner = plus(p, outwards, 1);
            let corners =
                [corner, plus(corner, u, 1), plus(plus(corner, u, 1), v, 1), plus(corner, v, 1)];
            faces.push(Face {
                points: corners.map(|corner| project(corner.map(f64::from))).to_vec(),
                colour: Some(paint.colour),
                light,
                radius: None,
                edges: [(v, -1), (u, 1), (v, 1), (u, -1)]
                    .map(|(step, times)| !continues(step, times))
                    .to_vec(),
            });
        }
    }
    faces
}
