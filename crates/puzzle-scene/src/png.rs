//! The scene as a PNG picture, rasterised with tiny-skia from the same layout as the SVG.
//!
//! Text is set in a bitmap font (`font`) of our own, so the picture does not depend on the machine's fonts. The size
//! is checked before any memory is taken.

mod font;

use crate::Scene;
use crate::layout::{self, Point, Primitive};
use crate::palette::{PAPER, Rgb};
use crate::svg::{SCALE, highlight, shadow, sound_scale};
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap,
    RadialGradient, Rect, SpreadMode, Stroke, Transform,
};

/// Pictures with more pixels than this are refused.
const MOST_PIXELS: f64 = 64e6;

/// How PNG is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PngOptions {
    /// Pixels per cell; from 1 to 1000, and 40 if it is no number.
    pub scale: f64,
    /// Print the solid view beside the layers, where there is one.
    pub solid: bool,
}

impl Default for PngOptions {
    fn default() -> Self {
        PngOptions { scale: SCALE, solid: true }
    }
}

/// The scene as one PNG file, frames in rows; fails if it would be larger than 64 megapixels.
pub fn print(scene: &Scene, options: &PngOptions) -> Result<Vec<u8>, String> {
    let sheet = layout::sheet(scene, options.solid);
    let scale = sound_scale(options.scale);
    let (width, height) = ((sheet.width * scale).ceil(), (sheet.height * scale).ceil());
    let too_large = || {
        format!(
            "the picture would be {width} x {height} pixels, more than 64 megapixels; \
             use a smaller scale or fewer frames, or print it as SVG"
        )
    };
    // Written so that a size that is no number is refused, too.
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    pixmap.fill(opaque(PAPER));
    let mut canvas = Canvas { pixmap, scale };
    for primitive in sheet.frames.iter().flatten() {
        canvas.draw(primitive);
    }
    canvas.pixmap.encode_png().map_err(|error| format!("the picture cannot be encoded: {error}"))
}

struct Canvas {
    pixmap: Pixmap,
    scale: f64,
}

impl Canvas {
    fn draw(&mut self, primitive: &Primitive) {
        match primitive {
            Primitive::Polygon { points, fill, seam } => {
                let mut builder = PathBuilder::new();
                self.trace(&mut builder, points);
                builder.close();
                let Some(path) = builder.finish() else { return };
                self.fill(&path, &solid(*fill));
                if *seam {
                    self.stroke(&path, *fill, layout::SEAM);
                }
            }
            Primitive::Strokes { segments, colour, width } => {
                let mut builder = PathBuilder::new();
                for segment in segments {
                    self.trace(&mut builder, segment);
                }
                let Some(path) = builder.finish() else { return };
                self.stroke(&path, *colour, *width);
            }
            Primitive::Disc { centre, radius, fill, ball } => {
                self.disc(*centre, *radius, *fill, *ball);
            }
            Primitive::Text { at, size, centred, colour, text } => {
                self.text(*at, *size, *centred, *colour, text);
            }
        }
    }

    fn pixel(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    fn trace(&self, builder: &mut PathBuilder, points: &[Point]) {
        for (number, point) in points.iter().enumerate() {
            let (x, y) = (self.pixel(point[0]), self.pixel(point[1]));
            if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
    }

    fn fill(&mut self, path: &Path, paint: &Paint) {
        self.pixmap.fill_path(path, paint, FillRule::EvenOdd, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, colour: Rgb, width: f64) {
        let stroke = Stroke {
            width: self.pixel(width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap.stroke_path(path, &solid(colour), &stroke, Transform::identity(), None);
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Rgb, ball: bool) {
        let (x, y, r) = (self.pixel(centre[0]), self.pixel(centre[1]), self.pixel(radius));
        let Some(path) = PathBuilder::from_circle(x, y, r) else { return };
        let mut paint = solid(fill);
        if ball {
            // The same numbers as in the SVG, where they are parts of the circle's box.
            let focus = tiny_skia::Point::from_xy(x - 0.3 * r, y - 0.4 * r);
            let stops = vec![
                GradientStop::new(0.0, opaque(highlight(fill))),
                GradientStop::new(0.45, opaque(fill)),
                GradientStop::new(1.0, opaque(shadow(fill))),
            ];
            let gradient = RadialGradient::new(
                focus,
                0.0,
                focus,
                1.5 * r,
                stops,
                SpreadMode::Pad,
                Transform::identity(),
            );
            if let Some(shader) = gradient {
                paint.shader = shader;
            }
        }
        self.fill(&path, &paint);
    }

    /// Dots as rectangles, runs of a row as one. Small dots are whole pixels, which keeps them sharp.
    fn text(&mut self, at: Point, size: f64, centred: bool, colour: Rgb, text: &str) {
        let exact = size * self.scale * layout::CAPITAL / font::HEIGHT as f64;
        let dot = if exact < 3.0 { (exact + 0.3).floor().max(1.0) } else { exact };
        let columns = (text.chars().count() * font::ADVANCE).saturating_sub(1);
        let shift = if centred { columns as f64 * dot / 2.0 } else { 0.0 };
        let left = (at[0] * self.scale - shift).round();
        let top = (at[1] * self.scale - font::HEIGHT as f64 * dot / 2.0).round();
        let mut builder = PathBuilder::new();
        for (number, character) in text.chars().enumerate() {
            let (rows, drop) = font::glyph(character);
            for (row, bits) in rows.iter().enumerate() {
                for (start, length) in runs(*bits) {
                    let x = left + (number * font::ADVANCE + start) as f64 * dot;
                    let y = top + (row + drop) as f64 * dot;
                    let (width, height) = ((length as f64 * dot) as f32, dot as f32);
                    if let Some(rect) = Rect::from_xywh(x as f32, y as f32, width, height) {
                        builder.push_rect(rect);
                    }
                }
            }
        }
        if let Some(path) = builder.finish() {
            let paint = solid(colour);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }
}

/// Runs of dots in a row of a glyph, as (start, length).
fn runs(bits: u8) -> impl Iterator<Item = (usize, usize)> {
    let set = move |column: usize| column < 5 && bits >> (4 - column) & 1 == 1;
    let starts = (0..5).filter(move |column| set(*column) && (*column == 0 || !set(*column - 1)));
    starts.map(move |start| (start, (start..5).take_while(|column| set(*column)).count()))
}

fn opaque(colour: Rgb) -> Color {
    Color::from_rgba8(colour.0, colour.1, colour.2, 255)
}

fn solid(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(opaque(colour));
    paint
}
