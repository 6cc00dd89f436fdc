//! The scene as a self-contained SVG 1.1 document.
//!
//! Primitives become elements one by one, in pixels rounded to two decimals, so the same scene always gives the same
//! bytes. Animation is plain SMIL: one group per frame, whose visibility is switched by a repeating clock.

use crate::Scene;
use crate::layout::{self, Point, Primitive, Sheet};
use crate::palette::{PAPER, Rgb};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Pixels per cell where nothing better is known.
pub(crate) const SCALE: f64 = 40.0;

/// How SVG is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// Pixels per cell; from 1 to 1000, and 40 if it is no number.
    pub scale: f64,
    /// Print the solid view beside the layers, where there is one.
    pub solid: bool,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions { scale: SCALE, solid: true }
    }
}

/// The scene as one drawing, frames in rows.
pub fn print(scene: &Scene, options: &SvgOptions) -> String {
    let sheet = layout::sheet(scene, options.solid);
    let mut svg = Svg::open(scene, &sheet, options.scale);
    for frame in &sheet.frames {
        svg.out.push_str("<g>\n");
        svg.draw(frame);
        svg.out.push_str("</g>\n");
    }
    svg.close()
}

/// The scene as an endless film that shows each frame for this many seconds.
pub fn animate(scene: &Scene, seconds_per_frame: f64) -> String {
    let sheet = layout::stack(scene, true);
    let pace = if seconds_per_frame > 0.0 { seconds_per_frame.clamp(0.01, 3600.0) } else { 1.0 };
    let count = sheet.frames.len();
    let mut svg = Svg::open(scene, &sheet, SCALE);
    for (number, frame) in sheet.frames.iter().enumerate() {
        let start = if number == 0 { "visible" } else { "hidden" };
        let _ = writeln!(svg.out, "<g visibility=\"{start}\">");
        if count > 1 {
            let (values, times) = timetable(number, count);
            let _ = writeln!(
                svg.out,
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
                 keyTimes=\"{times}\" dur=\"{}s\" repeatCount=\"indefinite\"/>",
                number_text(pace * count as f64),
            );
        }
        svg.draw(frame);
        svg.out.push_str("</g>\n");
    }
    svg.close()
}

/// When a frame is seen: SMIL's `values` and `keyTimes`, which must begin at 0.
fn timetable(number: usize, count: usize) -> (&'static str, String) {
    let time = |number: usize| format!("{:.6}", number as f64 / count as f64);
    match number {
        0 => ("visible;hidden", format!("0;{}", time(1))),
        last if last + 1 == count => ("hidden;visible", format!("0;{}", time(last))),
        _ => ("hidden;visible;hidden", format!("0;{};{}", time(number), time(number + 1))),
    }
}

struct Svg {
    out: String,
    scale: f64,
}

impl Svg {
    fn open(scene: &Scene, sheet: &Sheet, scale: f64) -> Svg {
        let scale = sound_scale(scale);
        let (width, height) = (number_text(sheet.width * scale), number_text(sheet.height * scale));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
        );
        if !scene.title.is_empty() {
            let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
        }
        for ball in balls(sheet) {
            let _ = writeln!(
                out,
                "<defs><radialGradient id=\"{}\" cx=\"0.35\" cy=\"0.3\" r=\"0.75\">\
                 <stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"0.45\" stop-color=\"{}\"/>\
                 <stop offset=\"1\" stop-color=\"{}\"/></radialGradient></defs>",
                gradient_name(ball),
                highlight(ball).hex(),
                ball.hex(),
                shadow(ball).hex(),
            );
        }
        let _ =
            writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", PAPER.hex());
        Svg { out, scale }
    }

    fn close(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    fn length(&self, length: f64) -> String {
        number_text(length * self.scale)
    }

    fn pair(&self, point: Point) -> String {
        format!("{},{}", self.length(point[0]), self.length(point[1]))
    }

    fn draw(&mut self, primitives: &[Primitive]) {
        for primitive in primitives {
            let element = self.element(primitive);
            self.out.push_str(&element);
            self.out.push('\n');
        }
    }

    fn element(&self, primitive: &Primitive) -> String {
        match primitive {
            Primitive::Polygon { points, fill, seam } => {
                let points: Vec<String> = points.iter().map(|point| self.pair(*point)).collect();
                let fill = fill.hex();
                let stroke = if *seam {
                    let width = self.length(layout::SEAM);
                    format!(" stroke=\"{fill}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"")
                } else {
                    String::new()
                };
                format!("<polygon points=\"{}\" fill=\"{fill}\"{stroke}/>", points.join(" "))
            }
            Primitive::Strokes { segments, colour, width } => {
                let lines =
                    segments.iter().map(|[a, b]| format!("M{}L{}", self.pair(*a), self.pair(*b)));
                format!(
                    "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\"/>",
                    lines.collect::<String>(),
                    colour.hex(),
                    self.length(*width),
                )
            }
            Primitive::Disc { centre, radius, fill, ball } => {
                let paint =
                    if *ball { format!("url(#{})", gradient_name(*fill)) } else { fill.hex() };
                format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{paint}\"/>",
                    self.length(centre[0]),
                    self.length(centre[1]),
                    self.length(*radius),
                )
            }
            Primitive::Text { at, size, centred, colour, text } => format!(
                "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" \
                 text-anchor=\"{}\" fill=\"{}\">{}</text>",
                self.length(at[0]),
                self.length(at[1] + size * layout::CAPITAL / 2.0),
                self.length(*size),
                if *centred { "middle" } else { "start" },
                colour.hex(),
                escape(text),
            ),
        }
    }
}

/// A usable scale, whatever was asked for.
pub(crate) fn sound_scale(scale: f64) -> f64 {
    if scale.is_finite() { scale.clamp(1.0, 1000.0) } else { SCALE }
}

/// A ball's colours: where the light falls, and at the rim.
pub(crate) fn highlight(colour: Rgb) -> Rgb {
    colour.mix(PAPER, 0.65)
}

/// See [`highlight`].
pub(crate) fn shadow(colour: Rgb) -> Rgb {
    colour.mix(Rgb(0, 0, 0), 0.45)
}

fn balls(sheet: &Sheet) -> BTreeSet<Rgb> {
    let fills = sheet.frames.iter().flatten().filter_map(|primitive| match primitive {
        Primitive::Disc { fill, ball: true, .. } => Some(*fill),
        _ => None,
    });
    fills.collect()
}

fn gradient_name(colour: Rgb) -> String {
    format!("ball-{}", &colour.hex()[1..])
}

/// At most two decimals, without trailing zeros and without a negative zero.
fn number_text(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text fit for XML 1.0: special characters as entities, forbidden ones left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            blank if blank.is_whitespace() => out.push(' '),
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}
