//! The solid view: faces and balls, painted from back to front in the order given.

use super::flat::push_strokes;
use super::{FAR, Panel, Point, Primitive, STRONG, bounds, sound};
use crate::Face;
use crate::palette::{INK, NEUTRAL, Rgb, colour};

/// Draws the faces.
pub(super) fn draw(faces: &[Face]) -> Panel {
    let mut primitives = Vec::new();
    let mut extent: Vec<Point> = Vec::new();
    for face in faces.iter().filter(|face| sound(&face.points)) {
        match (face.radius, face.points.first()) {
            (Some(radius), Some(&centre)) if radius > 0.0 && radius <= FAR => {
                extent.push([centre[0] - radius, centre[1] - radius]);
                extent.push([centre[0] + radius, centre[1] + radius]);
                push_ball(&mut primitives, centre, radius, lit(face));
            }
            (None, _) if face.points.len() >= 3 => {
                extent.extend(&face.points);
                let (points, fill) = (face.points.clone(), lit(face));
                primitives.push(Primitive::Polygon { points, fill, seam: true });
                let sides = face.points.iter().zip(face.points.iter().cycle().skip(1));
                let strong = sides.zip(&face.edges).filter(|(_, strong)| **strong);
                let segments = strong.map(|((from, to), _)| [*from, *to]).collect();
                push_strokes(&mut primitives, segments, INK, STRONG * 0.8);
            }
            _ => {}
        }
    }
    let (corner, width, height) = bounds(extent.iter());
    Panel { width, height, primitives }.moved([-corner[0], -corner[1]])
}

fn push_ball(primitives: &mut Vec<Primitive>, centre: Point, radius: f64, fill: Rgb) {
    primitives.push(Primitive::Disc { centre, radius, fill: INK, ball: false });
    let radius = (radius - STRONG * 0.4).max(radius / 2.0);
    primitives.push(Primitive::Disc { centre, radius, fill, ball: true });
}

/// The colour of a face under its light.
fn lit(face: &Face) -> Rgb {
    let light = if face.light.is_nan() { 1.0 } else { face.light.clamp(0.0, 1.0) };
    Rgb(0, 0, 0).mix(face.colour.map_or(NEUTRAL, colour), light)
}
