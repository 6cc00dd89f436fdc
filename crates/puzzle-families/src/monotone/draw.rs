//! Hasse diagrams: elements by height, lines to those directly above.

use puzzle_core::Poset;
use puzzle_scene::{Cell, Frame, Layer, Link, TextRect};

/// Larger orders are not drawn.
const LARGEST: usize = 400;

/// The diagram of an order; `label` names its elements.
pub(super) fn hasse(order: &Poset, label: &dyn Fn(u32) -> String) -> Frame {
    if order.len() > LARGEST {
        let levels: Vec<String> = order.levels().iter().map(ToString::to_string).collect();
        let note = format!("{} elements; from the bottom up {}", order.len(), levels.join(" "));
        return Frame { notes: vec![note], ..Frame::default() };
    }
    let heights = order.heights();
    let levels = order.levels();
    let labels: Vec<String> = order.elements().map(label).collect();
    // A long label takes several units; all places are equally wide.
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let unit = 1.0 + (longest as f64 / 4.0).floor();
    let widest = levels.iter().copied().max().unwrap_or(1);
    let mut used = vec![0; levels.len()];
    let mut centres = Vec::new();
    let mut cells = Vec::new();
    for x in order.elements() {
        let height = heights[x as usize] as usize;
        let across = used[height];
        used[height] += 1;
        let row = levels.len() - 1 - height;
        // Half places from the left, so that each level stands in the middle.
        let column = 2 * across + (widest - levels[height]);
        let centre = [(column as f64 + 1.0) * unit, row as f64 * 2.0 + 0.5];
        centres.push(centre);
        let corner = |dx: f64, dy: f64| [centre[0] + dx, centre[1] + dy];
        cells.push(Cell {
            outline: vec![
                corner(-0.5, -0.5),
                corner(0.5, -0.5),
                corner(0.5, 0.5),
                corner(-0.5, 0.5),
            ],
            round: true,
            rect: TextRect { row: row as i32, column: column as i32, width: 2 },
            label: labels[x as usize].clone(),
            ..Cell::default()
        });
    }
    let links = order
        .elements()
        .flat_map(|x| order.upper_covers(x).iter().map(move |&y| (x as usize, y as usize)))
        .map(|(x, y)| Link { from: centres[x], to: centres[y], strong: false })
        .collect();
    Frame { layers: vec![Layer { caption: String::new(), cells }], links, ..Frame::default() }
}
