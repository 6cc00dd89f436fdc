//! Round cells: discs, joined by thick bars where neighbours belong to one group.
//!
//! Everything is drawn twice, first a little larger in ink, then in colour, so that a group gets one common outline.

use super::flat::{inscribed, push_strokes};
use super::{Point, Primitive, STRONG, fill_of};
use crate::Cell;
use crate::palette::{INK, LIGHT, Rgb};
use std::collections::{BTreeMap, HashMap};

/// Neighbours are joined up to this distance of their middles.
const REACH: f64 = 1.2;
/// Part of the inscribed circle that is drawn, so that discs of different groups do not touch.
const FILLED: f64 = 0.88;
/// Width of a joint, in radii.
const JOINT: f64 = 0.9;

struct Disc {
    centre: Point,
    radius: f64,
    group: Option<u32>,
    fill: Rgb,
}

/// Draws the round ones among the cells.
pub(super) fn draw(cells: &[&Cell], primitives: &mut Vec<Primitive>) {
    let discs: Vec<Disc> = cells
        .iter()
        .filter(|cell| cell.round)
        .map(|cell| {
            let (centre, radius) = inscribed(&cell.outline);
            Disc { centre, radius: radius * FILLED, group: cell.group, fill: fill_of(cell) }
        })
        .collect();
    let rim = STRONG / 2.0;
    let joints = joints(&discs);
    let width = discs.iter().map(|disc| disc.radius).fold(f64::INFINITY, f64::min) * JOINT;
    let all: Vec<_> = joints.values().flatten().copied().collect();
    push_strokes(primitives, all, INK, width);
    for disc in &discs {
        let fill = if disc.group.is_some() { INK } else { LIGHT.mix(INK, 0.4) };
        primitives.push(Primitive::Disc {
            centre: disc.centre,
            radius: disc.radius,
            fill,
            ball: false,
        });
    }
    for (colour, segments) in joints {
        push_strokes(primitives, segments, colour, (width - 2.0 * rim).max(width / 2.0));
    }
    for disc in &discs {
        let radius = (disc.radius - rim).max(disc.radius / 2.0);
        let (centre, fill) = (disc.centre, disc.fill);
        primitives.push(Primitive::Disc { centre, radius, fill, ball: false });
    }
}

/// Joints by colour, found through buckets of the size of the reach.
fn joints(discs: &[Disc]) -> BTreeMap<Rgb, Vec<[Point; 2]>> {
    let bucket = |point: Point| point.map(|value| (value / REACH).floor() as i64);
    let mut buckets: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    let mut joints: BTreeMap<Rgb, Vec<[Point; 2]>> = BTreeMap::new();
    for (number, disc) in discs.iter().enumerate() {
        let home = bucket(disc.centre);
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            for other in buckets.get(&[home[0] + dx, home[1] + dy]).into_iter().flatten() {
                let other = &discs[*other];
                let apart = [disc.centre[0] - other.centre[0], disc.centre[1] - other.centre[1]];
                let near = apart[0].hypot(apart[1]) <= REACH;
                if near && disc.group.is_some() && disc.group == other.group {
                    joints.entry(disc.fill).or_default().push([other.centre, disc.centre]);
                }
            }
        }
        buckets.entry(home).or_default().push(number);
    }
    joints
}
