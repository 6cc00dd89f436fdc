//! A flat layer: fills, thin lines within a group, strong lines where groups differ, labels.
//!
//! Sides are matched by their end points, rounded to a grid much coarser than rounding errors and much finer than a
//! cell. The grid is shifted by an odd amount so that coordinates such as n/2 or n·√3/6 stay off its boundaries.

use super::round;
use super::{FAR, Layer, Panel, Point, Primitive, STRONG, THIN, bounds, fill_of, prose, sound};
use crate::palette::{INK, LIGHT, PAPER, Rgb};
use crate::{Cell, Link};
use std::collections::{BTreeMap, HashMap};

/// A side's two end points on the grid, the smaller first.
type Side = [[i64; 2]; 2];

/// Draws a layer with the links below it.
pub(super) fn draw(layer: &Layer, links: &[Link]) -> Panel {
    let cells: Vec<&Cell> = layer.cells.iter().filter(|cell| drawable(cell)).collect();
    let links: Vec<&Link> = links.iter().filter(|link| sound(&[link.from, link.to])).collect();
    let corners = cells.iter().flat_map(|cell| &cell.outline);
    let ends = links.iter().flat_map(|link| [&link.from, &link.to]);
    let (corner, width, height) = bounds(corners.chain(ends));
    let mut primitives = Vec::new();
    for (strong, colour, width) in [(false, LIGHT, STRONG * 0.7), (true, INK, STRONG * 1.2)] {
        let chosen = links.iter().filter(|link| link.strong == strong);
        push_strokes(
            &mut primitives,
            chosen.map(|link| [link.from, link.to]).collect(),
            colour,
            width,
        );
    }
    for cell in cells.iter().filter(|cell| !cell.round) {
        let (points, fill) = (cell.outline.clone(), fill_of(cell));
        primitives.push(Primitive::Polygon { points, fill, seam: false });
    }
    draw_borders(&cells, &mut primitives);
    round::draw(&cells, &mut primitives);
    for cell in &cells {
        let (middle, radius) = inscribed(&cell.outline);
        primitives.extend(prose::label(&cell.label, middle, radius, fill_of(cell)));
    }
    Panel { width, height, primitives }.moved([-corner[0], -corner[1]])
}

fn drawable(cell: &Cell) -> bool {
    sound(&cell.outline) && cell.outline.len() >= if cell.round { 1 } else { 3 }
}

/// Thin lines first, by colour, then all strong ones.
fn draw_borders(cells: &[&Cell], primitives: &mut Vec<Primitive>) {
    let mut owners: HashMap<Side, Vec<usize>> = HashMap::new();
    let mut order: Vec<(Side, [Point; 2])> = Vec::new();
    for (number, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.round) {
        for (from, to) in cell.outline.iter().zip(cell.outline.iter().cycle().skip(1)) {
            let side = side(*from, *to);
            let list = owners.entry(side).or_default();
            if list.is_empty() {
                order.push((side, [*from, *to]));
            }
            list.push(number);
        }
    }
    let mut thin: BTreeMap<Rgb, Vec<[Point; 2]>> = BTreeMap::new();
    let mut strong = Vec::new();
    for (side, segment) in order {
        let list = &owners[&side];
        let first = cells[list[0]];
        if list.len() < 2 || list.iter().any(|other| cells[*other].group != first.group) {
            strong.push(segment);
        } else {
            let colour =
                if first.group.is_none() { LIGHT } else { fill_of(first).mix(PAPER, 0.45) };
            thin.entry(colour).or_default().push(segment);
        }
    }
    for (colour, segments) in thin {
        push_strokes(primitives, segments, colour, THIN);
    }
    push_strokes(primitives, strong, INK, STRONG);
}

fn side(from: Point, to: Point) -> Side {
    let grid = |value: f64| (value.clamp(-FAR, FAR) * 1e4 + 0.2137).round() as i64;
    let mut ends = [from.map(grid), to.map(grid)];
    ends.sort_unstable();
    ends
}

/// Adds strokes unless there are none.
pub(super) fn push_strokes(
    primitives: &mut Vec<Primitive>,
    segments: Vec<[Point; 2]>,
    colour: Rgb,
    width: f64,
) {
    if !segments.is_empty() {
        primitives.push(Primitive::Strokes { segments, colour, width });
    }
}

/// The middle of an outline and the distance from there to the nearest side. A single point stands for the middle of
/// a unit cell.
pub(super) fn inscribed(outline: &[Point]) -> (Point, f64) {
    let count = outline.len().max(1) as f64;
    let sum = outline.iter().fold([0.0, 0.0], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
    let middle = [sum[0] / count, sum[1] / count];
    if outline.len() < 3 {
        return (middle, 0.5);
    }
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let distances = sides.map(|(from, to)| {
        let along = [to[0] - from[0], to[1] - from[1]];
        let across = along[0] * (middle[1] - from[1]) - along[1] * (middle[0] - from[0]);
        let length = along[0].hypot(along[1]);
        if length > 0.0 { across.abs() / length } else { f64::INFINITY }
    });
    let radius = distances.fold(f64::INFINITY, f64::min);
    (middle, if radius.is_finite() { radius } else { 0.0 })
}
