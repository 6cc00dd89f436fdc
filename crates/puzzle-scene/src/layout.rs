//! From a scene to positioned primitives, which SVG and PNG merely print.
//!
//! The unit is one cell. A frame becomes a [`Panel`]: caption, layers side by side (with the solid view as the last
//! of them), notes. Panels become a [`Sheet`], either in rows or all in one place for an animation. From here on all
//! numbers are finite and bounded: what is not is left out when it is met first.

mod flat;
mod flow;
mod prose;
mod round;
mod solid;

use crate::palette::{self, Rgb};
use crate::{Cell, Frame, Layer, Scene};
use flow::flow;

/// A place on the sheet, y downwards.
pub(crate) type Point = [f64; 2];

/// Coordinates beyond this are not drawn.
const FAR: f64 = 1e6;
/// White space around the sheet.
const MARGIN: f64 = 0.5;
/// Between layers.
const LAYER_GAP: f64 = 0.9;
/// Between frames.
const FRAME_GAP: f64 = 1.2;
/// Width of strong lines.
const STRONG: f64 = 0.07;
/// Width of thin lines.
const THIN: f64 = 0.025;

/// Width of the stroke that closes seams.
pub(crate) const SEAM: f64 = 0.02;
/// Height of capitals, in font sizes.
pub(crate) const CAPITAL: f64 = 0.72;

/// What the printers can print.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Primitive {
    /// A filled polygon; `seam` also strokes it thinly in its own colour, so that neighbours leave no gap.
    Polygon { points: Vec<Point>, fill: Rgb, seam: bool },
    /// Straight lines with round ends.
    Strokes { segments: Vec<[Point; 2]>, colour: Rgb, width: f64 },
    /// A disc, flat or lit like a ball.
    Disc { centre: Point, radius: f64, fill: Rgb, ball: bool },
    /// One line of text; `at` is its middle, or its left end half-way up the capitals.
    Text { at: Point, size: f64, centred: bool, colour: Rgb, text: String },
}

/// A piece of drawing whose upper left corner is the origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Panel {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) primitives: Vec<Primitive>,
}

/// The whole drawing: primitives frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sheet {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) frames: Vec<Vec<Primitive>>,
}

/// All frames, in rows on a roughly square sheet.
pub(crate) fn sheet(scene: &Scene, solid: bool) -> Sheet {
    let panels = panels(scene, solid);
    let (places, width, height) = flow(&panels, FRAME_GAP, 1.2);
    place(panels, &places, width, height)
}

/// All frames on top of each other.
pub(crate) fn stack(scene: &Scene, solid: bool) -> Sheet {
    let panels = panels(scene, solid);
    let width = panels.iter().map(|panel| panel.width).fold(0.0, f64::max);
    let height = panels.iter().map(|panel| panel.height).fold(0.0, f64::max);
    let places = vec![[0.0, 0.0]; panels.len()];
    place(panels, &places, width, height)
}

fn panels(scene: &Scene, solid: bool) -> Vec<Panel> {
    scene.frames.iter().map(|frame| panel(frame, solid)).collect()
}

fn place(panels: Vec<Panel>, places: &[Point], width: f64, height: f64) -> Sheet {
    let frames = panels.into_iter().zip(places);
    Sheet {
        width: width + 2.0 * MARGIN,
        height: height + 2.0 * MARGIN,
        frames: frames
            .map(|(panel, at)| panel.moved([at[0] + MARGIN, at[1] + MARGIN]).primitives)
            .collect(),
    }
}

fn panel(frame: &Frame, solid: bool) -> Panel {
    let mut parts: Vec<Panel> = Vec::new();
    let captioned = frame.layers.iter().any(|layer| !layer.caption.is_empty());
    for (number, layer) in frame.layers.iter().enumerate() {
        let links = if number == 0 { &frame.links[..] } else { &[] };
        let mut part = Panel::default();
        if captioned {
            part.height = prose::SMALL * 1.5;
            part.print(&layer.caption, prose::SMALL, prose::SMALL / 2.0);
        }
        part.append_below(flat::draw(layer, links), 0.0);
        parts.push(part);
    }
    let (places, width, height) = flow(&parts, LAYER_GAP, 4.0);
    let mut body = Panel { width, height, primitives: Vec::new() };
    for (part, at) in parts.into_iter().zip(places) {
        body.primitives.extend(part.moved(at).primitives);
    }
    if solid && !frame.solid.is_empty() {
        body.append_beside(solid::draw(&frame.solid), LAYER_GAP);
    }
    let width = body.width;
    let mut whole = prose::block(&[&frame.caption], prose::LARGE, width);
    whole.append_below(body, 0.25);
    let notes: Vec<&String> = frame.notes.iter().collect();
    whole.append_below(prose::block(&notes, prose::SMALL, width), 0.3);
    whole
}

impl Panel {
    /// The panel shifted.
    fn moved(mut self, by: Point) -> Panel {
        let shift = |point: &mut Point| *point = [point[0] + by[0], point[1] + by[1]];
        for primitive in &mut self.primitives {
            match primitive {
                Primitive::Polygon { points, .. } => points.iter_mut().for_each(shift),
                Primitive::Strokes { segments, .. } => {
                    segments.iter_mut().flatten().for_each(shift);
                }
                Primitive::Disc { centre, .. } => shift(centre),
                Primitive::Text { at, .. } => shift(at),
            }
        }
        self
    }

    /// Puts another panel to the right, unless it is empty.
    fn append_beside(&mut self, other: Panel, gap: f64) {
        let x = if self.width > 0.0 { self.width + gap } else { 0.0 };
        if !other.primitives.is_empty() {
            self.width = x + other.width;
            self.height = self.height.max(other.height);
            self.primitives.extend(other.moved([x, 0.0]).primitives);
        }
    }

    /// Puts another panel below; an empty one adds nothing, not even the gap.
    fn append_below(&mut self, other: Panel, gap: f64) {
        if other.primitives.is_empty() {
            return;
        }
        let y = if self.height > 0.0 { self.height + gap } else { 0.0 };
        self.width = self.width.max(other.width);
        self.height = y + other.height;
        self.primitives.extend(other.moved([0.0, y]).primitives);
    }
}

/// The colour that fills a cell.
pub(crate) fn fill_of(cell: &Cell) -> Rgb {
    if let Some(ink) = cell.ink {
        return ink;
    }
    match (cell.shade, cell.group) {
        (Some(shade), _) => palette::heat(shade),
        (None, Some(_)) => palette::colour(cell.colour),
        (None, None) => palette::EMPTY,
    }
}

/// Whether every coordinate can be drawn.
fn sound(points: &[Point]) -> bool {
    points.iter().flatten().all(|value| value.abs() <= FAR)
}

/// The smallest box around some points and half a strong line, as (upper left, width, height).
fn bounds<'a>(points: impl Iterator<Item = &'a Point>) -> (Point, f64, f64) {
    let mut range = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for point in points {
        for axis in 0..2 {
            range[0][axis] = range[0][axis].min(point[axis]);
            range[1][axis] = range[1][axis].max(point[axis]);
        }
    }
    if range[0][0] > range[1][0] {
        return ([0.0, 0.0], 0.0, 0.0);
    }
    let corner = [range[0][0] - STRONG / 2.0, range[0][1] - STRONG / 2.0];
    (corner, range[1][0] - range[0][0] + STRONG, range[1][1] - range[0][1] + STRONG)
}
